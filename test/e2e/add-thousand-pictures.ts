import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeTestPictures } from '../fixtures/test-pictures.ts'

/**
 * `npm run add-thousand`: the built command adds a folder of 1,000 pictures twice, and each is there once. For CI on each system:
 * systems lock, scan and name files differently.
 */
const count = 1000
const command = fileURLToPath(new URL('../../out/main/cli.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'packshot-thousand-'))

const packshot = (...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, '--data-dir', join(folder, 'data'), ...args], {
    encoding: 'utf8',
    maxBuffer: 100e6,
  })
  if (status !== 0) throw new Error(`packshot ${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}

const countImages = (): number => new Set((JSON.parse(packshot('images', '--json')) as { readonly id: string }[]).map(({ id }) => id)).size

try {
  await writeTestPictures(join(folder, 'Pictures of summer'), count, { formats: 'both' })
  for (const time of ['first', 'second']) {
    const started = Date.now()
    packshot('add', join(folder, 'Pictures of summer'), '--no-upload')
    const found = countImages()
    console.log(`${time} time: ${found} of ${count} pictures, ${((Date.now() - started) / 1000).toFixed(1)} s`)
    if (found !== count) process.exitCode = 1
  }
  const refused = JSON.parse(packshot('images', '--refused', '--json')) as readonly unknown[]
  if (refused.length > 0) {
    console.log(`refused: ${JSON.stringify(refused.slice(0, 5))}`)
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
}
