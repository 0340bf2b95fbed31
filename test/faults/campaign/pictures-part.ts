import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createImagePool } from '../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import { describeError } from '../../../shared/base/describe-error.ts'
import { hostileNames, writeHostileFiles } from '../../fixtures/hostile-files.ts'
import { createRandom } from '../../fixtures/random.ts'
import { makeTestPicture } from '../../fixtures/test-pictures.ts'
import { openTestCore } from '../../support/open-test-core.ts'
import type { Part } from './part.ts'

const worker = fileURLToPath(new URL('../../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))

/** A valid picture with flipped bits, a cut, a repeated or a foreign piece. */
const spoil = (bytes: Buffer, random: () => number): Buffer => {
  const at = Math.floor(random() * bytes.length)
  const dice = random()
  if (dice < 0.3) return bytes.subarray(0, at)
  if (dice < 0.5) return Buffer.concat([bytes.subarray(0, at), bytes])
  const spoiled = Buffer.from(bytes)
  const times = dice < 0.8 ? 1 + Math.floor(random() * 40) : 2_000
  for (let count = 0; count < times; count++) {
    // The first bytes matter most.
    const place = Math.floor(random() ** 3 * spoiled.length)
    spoiled[place] = (spoiled[place] ?? 0) ^ (1 << Math.floor(random() * 8))
  }
  return spoiled
}

export const pictures: Part = {
  name: 'pictures',
  title: 'Hostile pictures through the real image process',
  total: 3_000,
  atOnce: 2,
  open: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'packshot-hostile-'))
    const hostile = await writeHostileFiles(join(folder, 'hostile'), hostileNames)
    await mkdir(join(folder, 'spoiled'))
    const bases = [await makeTestPicture(1), ...(await Promise.all(hostile.map(({ path }) => readFile(path))))].filter(
      (bytes) => bytes.length < 3_000_000,
    )
    const open = await openTestCore(join(folder, 'data'), {
      startImageProcess: () =>
        createImagePool({ spawn: () => forkImageWorker(worker), workers: 2, limits: { taskMs: 30_000, rssBytes: 1_500_000_000 } }),
    })
    return {
      tryOne: async (index) => {
        const random = createRandom(index + 1)
        const base = bases[index % bases.length] ?? Buffer.alloc(0)
        const path = join(folder, 'spoiled', `${index}.png`)
        await writeFile(path, index < bases.length ? base : spoil(base, random))
        const { added, known, refused } = await open.client.intake.add({ named: [path], recursive: false, upload: false })
        await rm(path)
        if (added.length + known.length + refused.length !== 1) return 'it was neither added nor refused'
        // The first picture is valid. If it were refused, nothing would have been decoded at all.
        if (index === 0 && added.length + known.length === 0) return `a proper picture was refused: ${JSON.stringify(refused[0])}`
        const [refusal] = refused
        if (!refusal) return null
        const { message, action } = describeError(refusal.problem)
        return message === '' || action === '' || refusal.problem.code === 'internal'
          ? `refused without a reason: ${refusal.problem.code} ${message}`
          : null
      },
      close: async () => {
        await open.core.stop()
        await rm(folder, { recursive: true, force: true })
      },
    }
  },
}
