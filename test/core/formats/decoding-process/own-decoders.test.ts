import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImagePool, type ImagePool } from '../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import { headBytes, identifyFile } from '../../../../electron/core/formats/kinds/identify-file.ts'
import { sendingFor } from '../../../../shared/service/sending.ts'
import { drawn, formatFiles } from '../../../fixtures/format-files.ts'

const entry = fileURLToPath(new URL('../../../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))
let folder = ''
let pool: ImagePool

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-formats-'))
  pool = createImagePool({ spawn: () => forkImageWorker(entry), workers: 1, limits: { taskMs: 60_000, rssBytes: 1_500_000_000 } })
})
afterAll(async () => {
  await pool.stop()
  await rm(folder, { recursive: true })
})

/** As intake does: the first bytes, then another part where they say so. */
const identify = (bytes: Buffer) => {
  const head = bytes.subarray(0, headBytes)
  const found = identifyFile(head, bytes.length)
  return found.kind === 'need-part'
    ? identifyFile(head, bytes.length, { at: found.at, bytes: bytes.subarray(found.at, found.at + found.bytes) })
    : found
}

const colorAt = async (bytes: Buffer, left: number, top: number): Promise<number[]> => [
  ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
]
const expectColor = (found: readonly number[], wanted: readonly number[]): void => {
  for (const [at, value] of found.entries()) expect(Math.abs(value - (wanted[at] ?? 0)), `${found} is not ${wanted}`).toBeLessThanOrEqual(4)
}

describe('a picture that a decoder of our own reads', () => {
  it.each(formatFiles)('looks the same in its thumbnail and when it is sent: $name', async (file) => {
    const { name, format, make, isGlass = false } = file
    const bytes = await make()
    const path = join(folder, name)
    await writeFile(path, bytes)
    expect(identify(bytes)).toMatchObject({ kind: 'image', format })
    const [width, height] = file.size ?? [120, 80]
    const thumbnailPath = join(folder, 'thumbnail')
    const facts = await pool.inspect({ path, format, thumbnailPath })
    expect(facts).toMatchObject({ format, width, height, hasAlpha: isGlass })
    expect(facts.reading).toEqual(file.reading)
    const target = join(folder, 'sent')
    expect(await pool.convert({ path, format, settings: sendingFor(null, null), target })).toBe(isGlass ? 'png' : 'jpeg')
    const [wantedBlue, wantedRed] = file.colors ?? drawn
    for (const shown of [await readFile(thumbnailPath), await readFile(target)]) {
      const metadata = await sharp(shown).metadata()
      expect(metadata).toMatchObject({ width, height, space: 'srgb', depth: 'uchar', hasAlpha: isGlass })
      expect(metadata.orientation ?? 1).toBe(1)
      // Turned to the right, the upper left quarter is at the upper right.
      expectColor(await colorAt(shown, width < height ? width - 10 : 10, 10), wantedBlue)
      expectColor(await colorAt(shown, width < height ? 10 : width - 10, 10), wantedRed)
      expectColor(await colorAt(shown, 10, height - 10), wantedRed)
    }
  })

  it.each(formatFiles.filter(({ isWholeWhenCut }) => !isWholeWhenCut))(
    'is refused with a reason when it is cut off: $name',
    async ({ name, format, make }) => {
      const bytes = await make()
      for (const share of [0.5, 0.9]) {
        const path = join(folder, name)
        await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * share)))
        const inspected = pool.inspect({ path, format, thumbnailPath: join(folder, 'never') })
        await expect(inspected, `${share}`).rejects.toMatchObject({ code: 'damaged-image' })
      }
    },
  )
})
