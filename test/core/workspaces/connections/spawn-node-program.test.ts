import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createNodePrograms } from '../../../../electron/core/workspaces/sample/spawn-node-program.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-program-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it.each([
  ['win32', 'closes its input, since a signal would end it at once', 'input closed'],
  ['linux', 'sends SIGTERM', 'SIGTERM'],
] as const)('to end a program in order, on %s it %s', async (platform, _, how) => {
  const entry = join(folder, 'program.mjs')
  const say = (word: string): string => `() => process.stdout.write('${word}\\n', () => process.exit(0))`
  await writeFile(
    entry,
    `process.on('SIGTERM', ${say('SIGTERM')}); process.stdin.on('end', ${say('input closed')}).resume(); console.log('ready')`,
  )
  const program = createNodePrograms(platform)(entry, [])
  let printed = ''
  const ended = new Promise<string>((resolve) => program.onEnd(resolve))
  program.onPrint((text) => {
    printed += text
    if (printed === 'ready\n') program.end()
  })
  expect(await ended).toBe('0')
  expect(printed).toBe(`ready\n${how}\n`)
})

it('a sample workspace started by a program survives Ctrl-C until that program ends it; a standalone one ends', async () => {
  const entry = fileURLToPath(new URL('../../../../electron/sample-workspace/sample-workspace.ts', import.meta.url))
  const start = async (name: string, ...more: string[]) => {
    const child = spawn(process.execPath, [entry, '--data-dir', join(folder, name), ...more], { stdio: ['pipe', 'pipe', 'ignore'] })
    const ready = JSON.parse(String((await once(child.stdout, 'data'))[0]))
    child.kill('SIGINT')
    return { child, baseUrl: String(ready.baseUrl), ended: once(child, 'exit') }
  }
  const alone = await start('alone')
  expect(await alone.ended).toEqual([0, null])
  const part = await start('part', '--exit-with-parent')
  expect((await fetch(`${part.baseUrl}/.well-known/oauth-authorization-server`)).status).toBe(200)
  part.child.stdin.end()
  expect(await part.ended).toEqual([0, null])
})
