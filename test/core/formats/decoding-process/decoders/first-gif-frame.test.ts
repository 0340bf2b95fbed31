import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFirstGifFrame } from '../../../../../electron/core/formats/decoding-process/decoders/first-gif-frame.ts'
import { createImagePool, type ImagePool } from '../../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../../../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import type { SendingSettings } from '../../../../../shared/service/sending-shapes.ts'

const entry = fileURLToPath(new URL('../../../../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))
const settings: SendingSettings = { quality: 90, personal: 'remove', longestEdge: null, largestBytes: null, background: null }
let folder = ''
let pool: ImagePool
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-gif-'))
  pool = createImagePool({ spawn: () => forkImageWorker(entry), workers: 1, limits: { taskMs: 30_000, rssBytes: 1_500_000_000 } })
})
afterAll(async () => {
  await pool.stop()
  await rm(folder, { recursive: true })
})

type Frame = { readonly left: number; readonly top: number; readonly width: number; readonly height: number; readonly color: 0 | 1 }

const uint16 = (value: number): readonly number[] => [value & 0xff, value >> 8]

/** Data of one color: each code after a clear code, so that codes stay 3 bits long. */
const fill = (pixels: number, color: number): readonly number[] => {
  const codes = [...Array.from({ length: pixels }, () => [4, color]).flat(), 5]
  const bytes = new Uint8Array(Math.ceil((codes.length * 3) / 8))
  const set = (bit: number): void => {
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7))
  }
  for (const [index, code] of codes.entries()) for (let bit = 0; bit < 3; bit += 1) if (code & (1 << bit)) set(index * 3 + bit)
  const blocks: number[] = []
  for (let at = 0; at < bytes.length; at += 255) blocks.push(Math.min(255, bytes.length - at), ...bytes.subarray(at, at + 255))
  return [2, ...blocks, 0]
}

/** Of 20 × 10 pixels, its background the second of red and blue; no frame has a transparent color. */
const gif = (frames: readonly Frame[], extension: readonly number[] = []): Buffer =>
  Buffer.from([
    ...Buffer.from('GIF89a'),
    ...[...uint16(20), ...uint16(10), 0x80, 1, 0, 255, 0, 0, 0, 0, 255],
    ...extension,
    ...frames.flatMap(({ left, top, width, height, color }) => [
      ...[0x2c, ...uint16(left), ...uint16(top), ...uint16(width), ...uint16(height), 0],
      ...fill(width * height, color),
    ]),
    0x3b,
  ])
const small: Frame = { left: 5, top: 2, width: 8, height: 6, color: 0 }
const whole: Frame = { left: 0, top: 0, width: 20, height: 10, color: 1 }

const write = async (bytes: Uint8Array): Promise<string> => {
  await writeFile(join(folder, 'picture'), bytes)
  return join(folder, 'picture')
}
const send = async (bytes: Uint8Array, given = settings) => {
  const path = await write(bytes)
  const facts = await pool.inspect({ path, format: 'gif', thumbnailPath: join(folder, 'thumbnail') })
  const format = await pool.convert({ path, format: 'gif', settings: given, target: join(folder, 'sent') })
  const { data, info } = await sharp(await readFile(join(folder, 'sent')))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): readonly number[] => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  return { facts, format, at, size: [info.width, info.height] }
}

describe('a GIF whose first frame leaves out a part of its canvas', () => {
  it('is transparent there, and sent as PNG', async () => {
    const { facts, format, at, size } = await send(gif([small]))
    expect(facts).toMatchObject({ width: 20, height: 10, hasAlpha: true })
    expect(facts.reading).toBeUndefined()
    expect([format, size]).toEqual(['png', [20, 10]])
    expect([at(5, 2), at(12, 7)]).toEqual([
      [255, 0, 0, 255],
      [255, 0, 0, 255],
    ])
    for (const [x, y] of [
      [0, 0],
      [4, 2],
      [13, 7],
      [12, 8],
      [19, 9],
    ] as const)
      expect(at(x, y)[3], `${x}, ${y}`).toBe(0)
  })

  it('has the workspace’s background there', async () => {
    const { format, at } = await send(gif([small]), { ...settings, background: '#00ff00' })
    expect(format).toBe('jpeg')
    const [red, green] = at(0, 0) as [number, number]
    expect(red).toBeLessThan(30)
    expect(green).toBeGreaterThan(225)
  })

  it('says how many frames there are, and shows the first', async () => {
    const { facts, at } = await send(gif([small, whole, whole]))
    expect(facts.reading).toEqual({ pages: 3 })
    expect(at(6, 3)).toEqual([255, 0, 0, 255])
    expect(at(0, 0)[3]).toBe(0)
  })

  it('is found behind a long comment', async () => {
    const comment = [0x21, 0xfe, ...Array.from({ length: 1200 }, () => [255, ...Buffer.alloc(255, 65)]).flat(), 0]
    expect((await send(gif([small], comment))).at(0, 0)[3]).toBe(0)
  })
})

describe('other GIFs', () => {
  it('stay as they are where the first frame covers the canvas', async () => {
    expect(await readFirstGifFrame(await write(gif([whole, small])))).toBeUndefined()
    const { facts, format, at } = await send(gif([whole, small]))
    expect(facts).toMatchObject({ hasAlpha: false, reading: { pages: 2 } })
    expect([format, at(0, 0)[3]]).toEqual(['jpeg', 255])
  })

  it('are left in their file where the first frame is not whole', async () => {
    const bytes = gif([small])
    const one = bytes.length - 1
    expect(await readFirstGifFrame(await write(bytes.subarray(0, one)))).toMatchObject({ frames: 1 })
    for (let end = 6; end < one; end += 1) expect(await readFirstGifFrame(await write(bytes.subarray(0, end))), `${end}`).toBeUndefined()
    expect(await readFirstGifFrame(await write(gif([small, whole]).subarray(0, bytes.length + 9)))).toMatchObject({ frames: 1 })
  })
})
