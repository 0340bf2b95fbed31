import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createImagePool } from '../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../../../electron/core/formats/decoding-process/fork-decoding-process.ts'

const entry = fileURLToPath(new URL('../../../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))

// The image process decodes only what it allows, so what works outside of it may fail there.
test('the image process reads print that leans, and none in a pattern of rows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-print-'))
  const pool = createImagePool({ spawn: () => forkImageWorker(entry), workers: 1, limits: { taskMs: 120_000, rssBytes: 1_500_000_000 } })
  const read = async (name: string, surface: string): Promise<readonly string[]> => {
    const path = join(folder, name)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700"><rect width="100%" height="100%" fill="#fff"/><rect x="250" y="60" width="400" height="580" fill="#4a5a6a"/>${surface}</svg>`
    await sharp(Buffer.from(svg)).flatten().jpeg({ quality: 92 }).toFile(path)
    return (await pool.readPrint({ path, format: 'jpeg' })).words
  }
  try {
    const text = `<text x="450" y="350" font-family="sans-serif" font-size="40" text-anchor="middle" fill="#fff" transform="rotate(25 450 350)">ORGANIC TEA</text>`
    expect(await read('leaning.jpg', text)).toEqual(['ORGANIC', 'TEA'])
    const dots = Array.from(
      { length: 60 },
      (_, at) => `<circle cx="${290 + (at % 10) * 34}" cy="${200 + Math.floor(at / 10) * 34}" r="9" fill="#fff"/>`,
    )
    expect(await read('dotted.jpg', dots.join(''))).toEqual([])
  } finally {
    await pool.stop()
    await rm(folder, { recursive: true })
  }
})
