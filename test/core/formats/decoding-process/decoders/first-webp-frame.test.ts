import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFirstFrame } from '../../../../../electron/core/formats/decoding-process/decoders/first-webp-frame.ts'
import { webpAnimation } from '../../../../fixtures/traps/containers.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-webp-'))
})
afterAll(() => rm(folder, { recursive: true }))

const write = async (bytes: Buffer): Promise<string> => {
  const path = join(folder, 'picture.webp')
  await writeFile(path, bytes)
  return path
}
const color = (red: number) => ({ create: { width: 60, height: 40, channels: 3 as const, background: { r: red, g: 60, b: 30 } } })

/** Two frames, with a profile and words. */
const animated = async (): Promise<Buffer> => {
  const frames = await Promise.all([200, 30].map((red) => sharp(color(red)).png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
    .withIccProfile('p3')
    .withExif({ IFD0: { Copyright: 'Ada' } })
    .webp({ quality: 90, delay: [100, 100] })
    .toBuffer()
}

describe('the first frame of a WebP', () => {
  it('has the pixels, the profile and the words of the animation', async () => {
    const bytes = await animated()
    const first = await readFirstFrame(await write(bytes))
    expect(first?.frames).toBe(2)
    expect(first?.file.length).toBeLessThan(bytes.length)
    const [own, whole] = [await sharp(first?.file).metadata(), await sharp(bytes).metadata()]
    expect([own.pages ?? 1, whole.pages]).toEqual([1, 2])
    expect(own.icc?.equals(whole.icc ?? Buffer.alloc(0))).toBe(true)
    expect(own.exif?.equals(whole.exif ?? Buffer.alloc(0))).toBe(true)
    expect(await sharp(first?.file).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer())
  })

  it('is left in its file where there is one frame only, or the file is not whole', async () => {
    expect(await readFirstFrame(await write(await sharp(color(200)).webp().toBuffer()))).toBeUndefined()
    expect(await readFirstFrame(await write(await webpAnimation(1)))).toBeUndefined()
    const bytes = await animated()
    for (const end of [31, 200, bytes.length - 60, bytes.length - 1])
      expect(await readFirstFrame(await write(bytes.subarray(0, end))), `${end}`).toBeUndefined()
    expect(await readFirstFrame(await write(Buffer.concat([bytes, Buffer.alloc(9)])))).toMatchObject({ frames: 2 })
  })
})
