import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { ocrLanguageFolder, ocrWorkerPath, printFinderFiles } from '../../electron/measuring-pixels/text/ocr-files.ts'
import { preparePicture } from '../../electron/measuring-pixels/text/prepare-picture.ts'
import { createPrintFinder } from '../../electron/measuring-pixels/text/print-finder.ts'
import { createReadText, type TextReading } from '../../electron/measuring-pixels/text/read-text.ts'
import { createRecogniser, type Recogniser } from '../../electron/measuring-pixels/text/recogniser.ts'
import { createTurns } from '../../electron/measuring-pixels/turns.ts'
import { answerQuestion } from '../../electron/sample-workspace/analysis/answer.ts'
import { type MeasuredPicture, measurePicture, opening } from '../../electron/sample-workspace/analysis/measure.ts'
import { draw, packshot, red, white } from '../sample-workspace/make-pictures.ts'
import { countWordsRead, labels, renderLabel } from './render-labels.ts'

const files = { workerPath: ocrWorkerPath(), languageFolder: ocrLanguageFolder() }
const recogniser = createRecogniser(files)
const finder = createPrintFinder(printFinderFiles())
afterAll(() => Promise.all([recogniser.stop(), finder.stop()]))

const busy = () => new Error('busy')
const readerWith = (by: Recogniser, limitMs = 60_000) =>
  createReadText({ recogniser: by, finder, turns: createTurns(1, 100, busy), limitMs })
const readText = readerWith(recogniser)

const measure = async (bytes: Buffer): Promise<MeasuredPicture> => {
  const measured = await measurePicture(bytes)
  if (measured.kind === 'refused') throw new Error(measured.reason)
  return measured.picture
}
const read = async (bytes: Buffer, by = readText): Promise<TextReading> =>
  by(opening(bytes), createHash('sha256').update(bytes).digest('hex'), await measure(bytes))
const linesOf = (reading: TextReading): string => (reading.kind === 'text' ? reading.lines.map(({ text }) => text).join('\n') : '')

const label = (name: string) => labels.find((one) => one.name === name) ?? labels[0]

describe('print on a pack', () => {
  it('is read: at least 90 % of the words on every third label', async () => {
    const { found, all } = await countWordsRead(
      labels.filter((_, at) => at % 3 === 0),
      async (picture) => linesOf(await read(picture)),
    )
    expect(found / all).toBeGreaterThanOrEqual(0.9)
  })

  it('is returned line by line, and is part of the alt text', async () => {
    const [first] = labels
    if (!first) throw new Error('no label')
    const bytes = await renderLabel(first)
    const evidence = { picture: await measure(bytes), text: await read(bytes) }
    expect(answerQuestion('What does the label say?', evidence)).toEqual({
      kind: 'answer',
      text: 'The text reads: “GREEN TEA / Organic leaves from Darjeeling / Net weight 100 g”.',
    })
    expect(answerQuestion('What does the label say, and what format is it?', evidence).text).toMatch(
      /^The file is a PNG\. The text reads: “GREEN/,
    )
    expect(answerQuestion('alt text?', evidence).text).toMatch(/ on a white background, with the text “GREEN TEA, .+”\.$/)
  })

  it('is read in light letters on a small dark pack, and is not found in the noise of a photograph', async () => {
    // Reading noise takes time per pixel, so a small picture is enough.
    const [width, height] = [324, 252]
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 700" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>
      <rect x="270" y="175" width="360" height="350" rx="20" fill="#c01818"/><text x="450" y="350" font-family="sans-serif" font-size="45" text-anchor="middle" fill="#fff">TEA</text></svg>`
    const clean = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
    let seed = 1
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed / 2_147_483_647
    }
    // It may be missed in heavy noise, but nothing else is read.
    for (const [strength, readings] of [
      [0, ['TEA']],
      [2, ['TEA']],
      [8, ['TEA', '']],
    ] as const) {
      const values = clean.map((value) => Math.max(0, Math.min(255, value + (random() + random() + random() - 1.5) * 2 * strength)))
      const photograph = await sharp(values, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 85 })
        .toBuffer()
      expect(readings, `noise ${strength}`).toContain(linesOf(await read(photograph)))
    }
  })

  it('is read where it leans, stands upright or is faint', async () => {
    const pack = (ink: string, more: string, text: string): Promise<Buffer> =>
      sharp(
        Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700"><rect width="100%" height="100%" fill="#fff"/>
        <rect x="250" y="60" width="400" height="580" fill="#4a5a6a"/><text x="450" y="350" font-family="sans-serif" font-size="40" text-anchor="middle" fill="${ink}" ${more}>${text}</text></svg>`),
      )
        .removeAlpha()
        .png()
        .toBuffer()
    for (const turn of [25, -90])
      expect(linesOf(await read(await pack('#fff', `transform="rotate(${turn} 450 350)"`, 'ORGANIC TEA'))), `${turn}°`).toBe('ORGANIC TEA')
    expect(linesOf(await read(await pack('#7c8c9c', '', 'ORGANIC TEA')))).toBe('ORGANIC TEA')
  })

  it('is not found in stripes, a plain background or noise', async () => {
    const stripes = await packshot(600, 600, red, white).png().toBuffer()
    const plain = await draw(300, 300, () => white)
      .png()
      .toBuffer()
    let seed = 1
    const noise = await draw(400, 400, () => {
      seed = (seed * 16_807) % 2_147_483_647
      return [seed % 256, (seed >> 8) % 256, (seed >> 16) % 256, 255]
    })
      .png()
      .toBuffer()
    for (const picture of [stripes, plain, noise]) expect(await read(picture)).toEqual({ kind: 'none' })
  })
})

describe('the reader', () => {
  it('reads a picture once, however often it is requested', async () => {
    let readings = 0
    const counting: Recogniser = {
      ...recogniser,
      recognise: (...given) => {
        readings += 1
        return recogniser.recognise(...given)
      },
    }
    const by = readerWith(counting)
    const bytes = await renderLabel({ ...labels[0], name: 'once' } as (typeof labels)[number])
    const all = await Promise.all([read(bytes, by), read(bytes, by), read(bytes, by)])
    expect(readings).toBe(1)
    expect(new Set(all.map(linesOf)).size).toBe(1)
  })

  it('is killed at its time limit, says so, and reads the next picture', async () => {
    const own = createRecogniser(files)
    try {
      const some = label('label 2')
      if (!some) throw new Error('no label')
      const bytes = await renderLabel(some)
      const { png } = await preparePicture(opening(bytes))
      expect(await own.recognise(png, 'page', Date.now() + 60_000)).toMatchObject({ kind: 'read' })
      const cut = await read(bytes, readerWith({ ...own, recognise: (picture, layout) => own.recognise(picture, layout, Date.now() + 5) }))
      expect(cut).toEqual({ kind: 'failed', reason: 'reading the text took too long' })
      const { text, kind } = answerQuestion('What does the label say?', { picture: await measure(bytes), text: cut })
      expect([kind, text]).toEqual(['cannot-tell', expect.stringMatching(/^Cannot tell: reading the text took too long\. It can answer/)])
      expect(linesOf(await read(bytes, readerWith(own)))).toContain('Dark Chocolate')
    } finally {
      await own.stop()
    }
  })

  it('can be ended at any moment: that read fails, and nothing is thrown into the event loop', async () => {
    const stray: unknown[] = []
    const note = (reason: unknown) => stray.push(reason)
    process.on('unhandledRejection', note)
    const own = createRecogniser(files)
    try {
      const [first] = labels
      if (!first) throw new Error('no label')
      const { png } = await preparePicture(opening(await renderLabel(first)))
      expect(await own.recognise(png, 'page', Date.now() + 60_000)).toMatchObject({ kind: 'read' })
      // The thread's reply to the first message is queued in this thread when the read is ended.
      for (const blockedMs of [0, 5, 100]) {
        const reading = own.recognise(png, 'page', Date.now() + 60_000)
        for (let turn = 0; turn < 10; turn++) await Promise.resolve()
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockedMs)
        await own.stop()
        expect(await reading).toMatchObject({ kind: 'failed' })
        expect(await own.recognise(png, 'page', Date.now() + 60_000)).toMatchObject({ kind: 'read' })
      }
      const overrun = await own.recognise(png, 'page', Date.now() + 1)
      expect(overrun).toMatchObject({ kind: 'failed' })
    } finally {
      await own.stop()
      await new Promise((resolve) => setImmediate(resolve))
      process.off('unhandledRejection', note)
    }
    expect(stray).toEqual([])
  })

  it('survives bytes that tesseract cannot handle', async () => {
    const own = createRecogniser(files)
    try {
      expect(await own.recognise(Buffer.from('no picture'), 'page', Date.now() + 30_000)).toMatchObject({ kind: 'failed' })
      const [first] = labels
      if (first) expect(linesOf(await read(await renderLabel(first), readerWith(own)))).toContain('GREEN TEA')
    } finally {
      await own.stop()
    }
  })

  it('has a memory limit: it fails on that picture, and reads the next', async () => {
    const own = createRecogniser(files)
    try {
      const side = 15_000
      const vast = await sharp({ create: { width: side, height: side, channels: 3, background: '#ffffff' }, limitInputPixels: false })
        .png({ compressionLevel: 1 })
        .toBuffer()
      const before = process.memoryUsage().rss
      const outcome = await own.recognise(vast, 'page', Date.now() + 60_000)
      console.log(
        `A picture of ${side} × ${side}: ${JSON.stringify(outcome)}, ${Math.round((process.memoryUsage().rss - before) / 1e6)} MB more.`,
      )
      expect(outcome).toMatchObject({ kind: 'failed' })
      expect(process.memoryUsage().rss - before).toBeLessThan(900e6)
      const [first] = labels
      if (first) expect(linesOf(await read(await renderLabel(first), readerWith(own)))).toContain('GREEN TEA')
    } finally {
      await own.stop()
    }
  })

  it('downloads nothing: without its model it fails at once', async () => {
    const own = createRecogniser({ ...files, languageFolder: '/nowhere' })
    const begun = Date.now()
    expect(await own.recognise(Buffer.alloc(1), 'page', Date.now() + 60_000)).toEqual({
      kind: 'failed',
      reason: 'a part of the text reader is missing',
    })
    expect(Date.now() - begun).toBeLessThan(5000)
    await own.stop()
  })
})
