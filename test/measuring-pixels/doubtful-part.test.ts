import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { PrintFinder } from '../../electron/measuring-pixels/text/print-finder.ts'
import { findText } from '../../electron/measuring-pixels/text/read-text.ts'
import type { ReadWord, Recogniser } from '../../electron/measuring-pixels/text/recogniser.ts'

/** Black bars on white stand out wherever a word is said to be. 600 × 600 is read at three times its size, with 16 pixels of white around. */
const bars = Buffer.from(Array.from({ length: 600 * 600 }, (_, at) => (at % 6 < 3 ? 0 : 255)))
const open = () => sharp(bars, { raw: { width: 600, height: 600, channels: 1 } })

const word = (text: string, left: number, top: number, line: number, confidence = 95): ReadWord => ({
  ...{ text, confidence, line },
  box: { left, top, width: 120, height: 40 },
})
const six = ['WOLF', 'HONIG', 'Blute', 'und', 'Wald', 'Suden'].map((text, at) => word(text, 100 + 150 * at, 400, 1))

/** Reads what it is told, look by look; notes how, and how large the picture was. */
const createTold = (looks: readonly (readonly ReadWord[])[]) => {
  const seen: string[] = []
  const recogniser: Recogniser = {
    recognise: async (picture, layout) => {
      const { width, height } = await sharp(picture).metadata()
      seen.push(`${layout} ${width}×${height}`)
      return { kind: 'read', words: looks[seen.length - 1] ?? [] }
    },
    stop: async () => {},
  }
  const finder: PrintFinder = { find: async () => ({ kind: 'read', words: [], mayBePrint: false }), stop: async () => {} }
  const read = async (): Promise<string> => {
    const found = await findText(open, { recogniser, finder }, Date.now() + 60_000)
    return found.kind === 'text' ? found.words.map(({ text, line }) => `${text}:${line}`).join(' ') : found.kind
  }
  return { seen, read }
}

it('looks again only where a few words are doubtful, and puts what it finds there in its place', async () => {
  const doubtful = [word('IMKERE|', 700, 200, 0, 32), word('in', 550, 200, 0, 24)]
  // Of the part, which begins 80 pixels to the left and 40 above: of it only what is sure, and nothing twice.
  const again = [word('IMKEREI', 246, 56, 0), word('fi', 96, 56, 0, 30)]
  const { seen, read } = createTold([[...doubtful, ...six], again])
  expect(await read()).toBe('IMKEREI:0 WOLF:1 HONIG:1 Blute:1 und:1 Wald:1 Suden:1')
  expect(seen).toEqual(['page 1832×1832', 'sparse 462×152'])
})

it('puts a word that was missing in its line', async () => {
  const without = six.filter(({ text }) => text !== 'und')
  const { read } = createTold([
    [...without, word('DE', 1000, 400, 1), word('vn', 550, 400, 1, 20), word('x', 700, 520, 2, 15)],
    [word('und', 96, 56, 0)],
  ])
  expect(await read()).toBe('WOLF:1 HONIG:1 Blute:1 und:1 Wald:1 Suden:1 DE:1')
})

it('looks again at all of it where little is sure, or the doubtful words are far apart', async () => {
  const few = createTold([[word('LEMON', 100, 400, 0), word('bi', 100, 100, 1, 20)], []])
  await few.read()
  const apart = createTold([[...six, word('bi', 100, 100, 2, 20), word('in', 1600, 1700, 3, 20)], []])
  await apart.read()
  for (const { seen } of [few, apart]) expect(seen).toEqual(['page 1832×1832', 'sparse 1832×1832'])
})

it('looks once where only signs, edges and patterns are doubtful', async () => {
  const { seen, read } = createTold([
    [
      ...six,
      word('&', 100, 600, 2, 89),
      word('|', 100, 700, 3, 30),
      word('=', 100, 800, 4, 20),
      word('CT', 100, 900, 5, 5),
      word('iE', 700, 900, 5, 2),
    ],
  ])
  expect(await read()).toBe('WOLF:1 HONIG:1 Blute:1 und:1 Wald:1 Suden:1')
  expect(seen).toEqual(['page 1832×1832'])
})
