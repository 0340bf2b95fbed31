import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createImagePool, type ImagePool } from '../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import { type CodeFormat, codeFormat } from '../../shared/pictures/picture-codes.ts'
import { hasCheckDigit } from '../../shared/products/gtin.ts'
import { createRandom, type PrintedCode, photographPack, type Shot } from '../support/draw-pack.ts'
import { lackOf } from '../support/lacks.ts'

const entry = fileURLToPath(new URL('../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))

/** Of each of the five kinds. */
const packsOfKind = 40
/** The narrowest bar, or a QR code's module, in pixels of the photo: from, to. */
const moduleWidths = [2, 4] as const

type Pack = { readonly path: string; readonly code: PrintedCode; readonly shot: Shot }

let folder = ''
let pool: ImagePool
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-judge-'))
  pool = createImagePool({ spawn: () => forkImageWorker(entry), workers: 1, limits: { taskMs: 120_000, rssBytes: 2 ** 30 } })
})
afterAll(async () => {
  await pool.stop()
  await rm(folder, { recursive: true })
})

const digits = (random: () => number, length: number): string => Array.from({ length }, () => String(Math.floor(random() * 10))).join('')

/** A number with its check digit, found by trying. */
const withCheckDigit = (begun: string): string => {
  const found = Array.from({ length: 10 }, (_, last) => `${begun}${last}`).find(hasCheckDigit)
  if (!found) throw new Error(`${begun} has no check digit`)
  return found
}

const makeText = (format: CodeFormat, random: () => number): string => {
  switch (format) {
    case 'ean-13':
      return withCheckDigit(`4${digits(random, 11)}`)
    case 'ean-8':
      return withCheckDigit(`9${digits(random, 6)}`)
    case 'upc-a':
      return withCheckDigit(`0${digits(random, 10)}`)
    case 'code-128':
      return `SKU-${digits(random, 4)}-${'ABCDEFGH'[Math.floor(random() * 8)]}`
    case 'qr':
      return `https://id.gs1.org/01/${withCheckDigit(`04${digits(random, 11)}`)}`
  }
}

const between = (random: () => number, from: number, to: number): number => from + random() * (to - from)

/** Turned by any angle, leaning up to 25°, out of focus up to a third of a module, under a lamp. */
const makeShot = (random: () => number, seed: number): Shot => {
  const moduleWidth = between(random, ...moduleWidths)
  return {
    seed,
    moduleWidth,
    turn: between(random, 0, 360),
    tilt: [between(random, -25, 25), between(random, -25, 25)],
    blur: moduleWidth * between(random, 0.1, 0.33),
    glare: between(random, 0, 0.6),
    noise: between(random, 1, 8),
  }
}

const drawPacks = async (): Promise<Pack[]> => {
  const random = createRandom(14)
  const packs: Pack[] = []
  for (const format of codeFormat.options)
    for (let at = 0; at < packsOfKind; at++) {
      const code = { format, text: makeText(format, random) }
      const shot = makeShot(random, 1_000 + packs.length)
      const path = join(folder, `${format} ${at}.jpg`)
      await writeFile(path, await photographPack(code, shot))
      packs.push({ path, code, shot })
    }
  return packs
}

/** UPC-A, EAN-13 with a zero, and a number as it is printed are one. */
const plain = (text: string): string => (/^\d{12,13}$/.test(text) ? text.padStart(13, '0') : text)

type Score = { readonly read: Set<string>; readonly wrong: string[] }

const scoreOf = async (packs: readonly Pack[], read: (path: string) => Promise<readonly string[]>): Promise<Score> => {
  const score: Score = { read: new Set(), wrong: [] }
  for (const { path, code } of packs) {
    const texts = (await read(path)).map(plain)
    if (texts.includes(plain(code.text))) score.read.add(path)
    for (const text of texts) if (text !== plain(code.text)) score.wrong.push(`${code.format} ${code.text}: ${text}`)
  }
  return score
}

const runZbar = (path: string): Promise<readonly string[] | null> =>
  new Promise((resolve) => {
    execFile('zbarimg', ['--quiet', '--raw', '-Supca.enable', '-Sean8.enable', path], (error, output) => {
      resolve(error && 'code' in error && error.code === 'ENOENT' ? null : output.split('\n').filter((line) => line !== ''))
    })
  })

const describeScore = (packs: readonly Pack[], { read, wrong }: Score): string =>
  `${read.size} of ${packs.length} (${codeFormat.options
    .map((format) => `${format} ${packs.filter(({ code, path }) => code.format === format && read.has(path)).length}`)
    .join(', ')}), ${wrong.length} wrong`

test('barcodes on 200 photographed packs: at least 95 % are read, none wrongly, and not fewer than zbarimg reads', async (context) => {
  const packs = await drawPacks()
  expect(packs).toHaveLength(200)
  const ours = await scoreOf(packs, async (path) =>
    (await pool.readCodes({ path, format: path.endsWith('.png') ? 'png' : 'jpeg' })).map(({ text }) => text),
  )
  console.log(`modules of ${moduleWidths.join(' to ')} pixels; Packshot: ${describeScore(packs, ours)}`)
  for (const { path, shot } of packs)
    if (!ours.read.has(path)) console.log(`  not read: ${path.slice(folder.length + 1)} ${JSON.stringify(shot)}`)
  expect(ours.wrong).toEqual([])
  expect(ours.read.size).toBeGreaterThanOrEqual(packs.length * 0.95)
  if ((await runZbar(packs[0]?.path ?? '')) === null) context.skip(lackOf('no-judge'))
  const theirs = await scoreOf(packs, async (path) => (await runZbar(path)) ?? [])
  console.log(`zbarimg: ${describeScore(packs, theirs)}`)
  expect(ours.read.size).toBeGreaterThanOrEqual(theirs.read.size)
})
