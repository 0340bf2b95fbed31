import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImagePool, type ImagePool } from '../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import { sendingFor } from '../../../../shared/service/sending.ts'
import { trapFiles } from '../../../fixtures/trap-files.ts'
import { identifyWhole } from '../../../support/identify-whole.ts'

// Small ones, each in a moment; test/judge/traps.test.ts has them at full size.

const entry = fileURLToPath(new URL('../../../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))
const settings = { ...sendingFor(null, null), longestEdge: 100 }
let folder = ''
let pool: ImagePool

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-traps-'))
  pool = createImagePool({ spawn: () => forkImageWorker(entry), workers: 1, limits: { taskMs: 20_000, rssBytes: 1_500 * 1024 * 1024 } })
})
afterAll(async () => {
  await pool.stop()
  await rm(folder, { recursive: true })
})

describe('a trap', () => {
  it.each(trapFiles.filter(({ isSlow }) => !isSlow))('is taken, or refused with a reason: $name', async (trap) => {
    const bytes = await trap.make('small')
    const path = join(folder, 'trap')
    await writeFile(path, bytes)
    const attempt = async (): Promise<unknown> => {
      const found = identifyWhole(bytes)
      if (found.kind === 'refused') throw found.error
      expect(found.format).toBe(trap.format)
      const facts = await pool.inspect({ path, format: trap.format, thumbnailPath: `${path}.thumbnail` })
      await pool.convert({ path, format: trap.format, settings, target: `${path}.sent` })
      return facts.reading?.pages
    }
    const outcome = await attempt().catch((error: unknown) => error)
    if (trap.refusedFor === undefined) expect(outcome).toBe(trap.pages?.('small'))
    else expect(outcome instanceof AppError && outcome.failure.kind, String(outcome)).toBe(trap.refusedFor)
    const left = (await readdir(folder)).toSorted()
    expect(left).toEqual(trap.refusedFor === undefined ? ['trap', 'trap.sent', 'trap.thumbnail'] : ['trap'])
    for (const name of left) await rm(join(folder, name))
  })
})
