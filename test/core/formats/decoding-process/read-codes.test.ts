import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createImagePool, type ImagePool } from '../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import { readCodes, withoutStrays } from '../../../../electron/core/formats/decoding-process/read-codes.ts'
import type { ImageFormat } from '../../../../shared/pictures/picture-formats.ts'

const entry = fileURLToPath(new URL('../../../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))
const fixture = (name: string): string => fileURLToPath(new URL(`../../../fixtures/barcodes/${name}`, import.meta.url))

let pool: ImagePool
let folder = ''
beforeAll(async () => {
  pool = createImagePool({
    spawn: (niceness) => forkImageWorker(entry, niceness),
    workers: 1,
    limits: { taskMs: 60_000, rssBytes: 2 ** 30 },
  })
  folder = await mkdtemp(join(tmpdir(), 'packshot-barcodes-'))
})
afterAll(async () => {
  await pool.stop()
  await rm(folder, { recursive: true })
})

const formats: Readonly<Record<string, ImageFormat>> = { '.png': 'png', '.heic': 'heic' }

const read = async (path: string): Promise<string[]> =>
  (await pool.readCodes({ path, format: formats[extname(path)] ?? 'jpeg' })).map(({ format, text }) => `${format} ${text}`).toSorted()

describe('the barcodes in a picture', () => {
  test.each([
    ['ean-13 turned.jpg', ['ean-13 4006381333931']],
    ['ean-13 turned.heic', ['ean-13 4006381333931']],
    ['ean-13 aslant.jpg', ['ean-13 4006381333931']],
    ['ean-8 tilted.jpg', ['ean-8 96385074']],
    ['upc-a upside down.jpg', ['upc-a 036000291452']],
    ['code-128 on its side.jpg', ['code-128 SKU-1004']],
    ['qr with a digital link.jpg', ['qr https://id.gs1.org/01/04006381333931']],
    ['two packs.jpg', ['ean-13 4006381333931', 'ean-13 5901234123457']],
    ['striped shirt.jpg', []],
  ])('are read: %s', async (name, codes) => {
    expect(await read(fixture(name))).toEqual(codes)
  })

  test('are read in PNGs with transparency, with 16 bits a color, and without colors', async () => {
    const jpeg = sharp(fixture('ean-13 turned.jpg'))
    await jpeg.clone().ensureAlpha(0.9).png().toFile(join(folder, 'transparent.png'))
    await jpeg.clone().toColourspace('rgb16').png().toFile(join(folder, 'deep.png'))
    await jpeg.clone().grayscale().png().toFile(join(folder, 'gray.png'))
    await jpeg.clone().toColourspace('cmyk').jpeg().toFile(join(folder, 'printed.jpg'))
    for (const name of ['transparent.png', 'deep.png', 'gray.png', 'printed.jpg'])
      expect([name, await read(join(folder, name))]).toEqual([name, ['ean-13 4006381333931']])
  })

  test('are read in a picture larger than what is looked at', async () => {
    const path = join(folder, 'large.jpg')
    await sharp(fixture('ean-13 turned.jpg'))
      .resize({ width: 1_600 })
      .extend({ left: 1_000, right: 1_900, top: 1_200, bottom: 1_200, background: '#aaaaaa' })
      .jpeg()
      .toFile(path)
    expect(await read(path)).toEqual(['ean-13 4006381333931'])
  })

  test('are none in a picture of one pixel', async () => {
    const path = join(folder, 'pixel.png')
    await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toFile(path)
    expect(await read(path)).toEqual([])
  })

  test('fails for a file that is gone, or is no picture', async () => {
    await expect(pool.readCodes({ path: join(folder, 'gone.jpg'), format: 'jpeg' })).rejects.toMatchObject({ code: 'file-missing' })
    await expect(pool.readCodes({ path: entry, format: 'jpeg' })).rejects.toMatchObject({ code: 'damaged-image' })
    expect(await read(fixture('ean-8 tilted.jpg'))).toEqual(['ean-8 96385074'])
  })

  test('are read without fetching anything', async () => {
    const { fetch, XMLHttpRequest } = globalThis as { fetch: unknown; XMLHttpRequest?: unknown }
    const refuse = (): never => {
      throw new Error('fetched')
    }
    Object.assign(globalThis, { fetch: refuse, XMLHttpRequest: refuse })
    try {
      expect(await readCodes({ kind: 'read-codes', path: fixture('ean-13 turned.jpg'), format: 'jpeg' })).toEqual([
        { format: 'ean-13', text: '4006381333931' },
      ])
    } finally {
      Object.assign(globalThis, { fetch, XMLHttpRequest })
    }
  })
})

test('a number that a few lines gave beside a barcode is no barcode', () => {
  const printed = { format: 'upc-a', text: '036000291452', lineCount: 73 } as const
  const stray = { format: 'ean-8', text: '96385074', lineCount: 4 } as const
  const second = { format: 'ean-13', text: '4006381333931', lineCount: 20 } as const
  const link = { format: 'qr', text: 'https://example.com', lineCount: 0 } as const
  expect(withoutStrays([printed, stray, second, link])).toEqual([printed, second, link])
  expect(withoutStrays([stray, link])).toEqual([stray, link])
  expect(withoutStrays([])).toEqual([])
})
