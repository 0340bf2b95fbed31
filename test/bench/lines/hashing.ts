import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { alternate } from '../alternate.ts'
import { type BenchLine, race } from '../bench-line.ts'
import { profileMeasured, runMeasured } from '../run-measured.ts'
import { missingTools, runTool } from '../run-tool.ts'

const megabyte = 1024 * 1024

const writeLargeFile = async (path: string, megabytes: number): Promise<void> => {
  const file = await open(path, 'w')
  const piece = randomBytes(megabyte)
  for (let index = 0; index < megabytes; index++) {
    piece.writeUInt32LE(index)
    await file.write(piece)
  }
  await file.close()
}

export const hashing: BenchLine = {
  name: 'hashing',
  run: async ({ folder, isSmall, runs, say }) => {
    const megabytes = isSmall ? 30 : 300
    const what = `SHA-256 of a file of ${megabytes} MB (openssl dgst)`
    const missing = missingTools('openssl')
    if (missing !== undefined) return [{ kind: 'skipped', what, reason: missing }]
    say(what)
    const path = join(folder, 'large-file')
    await writeLargeFile(path, megabytes)
    const task = { kind: 'hash', path } as const
    try {
      const times = await alternate(
        runs,
        async () => (await runMeasured(task)).ms,
        () => runTool('openssl', ['dgst', '-sha256', path]),
      )
      const result = race(what, times.ours, times.reference, 0.95, [times.spread])
      return [result.met || isSmall ? result : { ...result, notes: [...result.notes, ...(await profileMeasured(task, folder))] }]
    } finally {
      await rm(path, { force: true })
    }
  },
}
