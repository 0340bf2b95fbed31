import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { cutBox } from '../../electron/measuring-pixels/text/color-pixels.ts'
import { isPrintedLine, mayBePrintedLine, readLine } from '../../electron/measuring-pixels/text/letters.ts'
import { printFinderFiles } from '../../electron/measuring-pixels/text/ocr-files.ts'
import { createPrintFinder } from '../../electron/measuring-pixels/text/print-finder.ts'
import { seePicture } from '../../electron/measuring-pixels/text/see-picture.ts'
import { findTextBoxes } from '../../electron/measuring-pixels/text/text-boxes.ts'

const drawTurned = (text: string, degrees: number, ink = '#d8d8d8', ground = '#30343a') => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="100%" height="100%" fill="${ground}"/>
    <text x="320" y="250" transform="rotate(${degrees} 320 240)" font-family="DejaVu Sans" font-size="30" text-anchor="middle" fill="${ink}">${text}</text></svg>`
  return () => sharp(Buffer.from(svg))
}

describe('print', () => {
  const finder = createPrintFinder(printFinderFiles())
  afterAll(() => finder.stop())
  const look = async (open: () => Sharp, until = Date.now() + 120_000) => finder.find(await seePicture(open), until)

  for (const degrees of [0, -35, 90])
    it(`is found where it is, turned by ${degrees}°`, async () => {
      const found = await look(drawTurned('Spectrometer', degrees))
      const words = found.kind === 'read' ? found.words : []
      expect(words.map(({ text }) => text)).toEqual(['Spectrometer'])
      const { left = 0, top = 0, width = 0, height = 0 } = words[0]?.box ?? {}
      expect(Math.hypot(left + width / 2 - 320, top + height / 2 - 240)).toBeLessThan(16)
      expect(width).toBeGreaterThan(150)
    })

  it('is not found in bars, rings and plain ground', async () => {
    const bars = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="100%" height="100%" fill="#fff"/>${Array.from(
      { length: 20 },
      (_, at) =>
        `<rect x="${40 + at * 28}" y="180" width="10" height="60" fill="#222"/><circle cx="${45 + at * 28}" cy="320" r="10" fill="none" stroke="#222"/>`,
    ).join('')}</svg>`
    expect(await look(() => sharp(Buffer.from(bars)))).toMatchObject({ kind: 'read', words: [] })
    expect(await look(drawTurned('', 0))).toEqual({ kind: 'read', words: [], mayBePrint: false })
  })

  it('that is too blurred to be read may be there', async () => {
    const blurred = await sharp(await drawTurned('Spectrometer for the laboratory', 0)().toBuffer())
      .blur(7)
      .png()
      .toBuffer()
    expect(await look(() => sharp(blurred))).toEqual({ kind: 'read', words: [], mayBePrint: true })
  })

  it('is given up at its limit, and is found on the next picture', async () => {
    expect(await look(drawTurned('Spectrometer', 0), Date.now() + 1)).toEqual({
      kind: 'failed',
      reason: 'reading the text took too long',
    })
    expect(await look(drawTurned('Spectrometer', 0))).toMatchObject({ kind: 'read', words: [{ text: 'Spectrometer' }] })
  })

  it('is said not to be looked for where a part is missing', async () => {
    const without = createPrintFinder({ ...printFinderFiles(), modelFolder: 'nowhere' })
    const found = await without.find(await seePicture(drawTurned('Spectrometer', 0)), Date.now() + 60_000)
    expect(found).toEqual({ kind: 'failed', reason: 'a part of the text reader is missing' })
  })
})

describe('a map of text', () => {
  it('makes a box for each line, with its lean, and none of a few pixels or of doubtful ones', () => {
    const [width, height] = [200, 120]
    const data = new Float32Array(width * height)
    const radians = (-30 * Math.PI) / 180
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const along = (x - 100) * Math.cos(radians) + (y - 60) * Math.sin(radians)
        const down = (y - 60) * Math.cos(radians) - (x - 100) * Math.sin(radians)
        if (Math.abs(along) <= 40 && Math.abs(down) <= 5) data[y * width + x] = 0.95
        if (x > 10 && x < 40 && y > 100 && y < 110) data[y * width + x] = 0.4
      }
    data[0] = 1
    const boxes = findTextBoxes({ data, width, height })
    expect(boxes).toHaveLength(1)
    expect(boxes[0]?.angle).toBe(-30)
    expect(boxes[0]?.odds).toBeCloseTo(0.95)
    expect(boxes[0]?.x).toBeCloseTo(100.5, 0)
    expect(boxes[0]?.y).toBeCloseTo(60.5, 0)
    // Grown, as the network marks the middle of a line.
    expect(boxes[0]?.width).toBeGreaterThan(85)
    expect(boxes[0]?.height).toBeGreaterThan(18)
    expect(boxes[0]?.height).toBeLessThan(30)
  })
})

describe('a part that is cut out', () => {
  it('is level: what leaned by 90° lies, the way up that is asked for', () => {
    // Red above, blue below, 2 × 4 pixels.
    const data = Uint8Array.from([...Array(4).fill([255, 0, 0]), ...Array(4).fill([0, 0, 255])].flat())
    const picture = { data, width: 2, height: 4 }
    const box = { x: 1, y: 2, width: 4, height: 2, angle: 90 }
    const reds = ({ data: cut }: { data: Uint8Array }) => [0, 1, 2, 3].map((at) => (cut[at * 3] ?? 0) > 127)
    expect(reds(cutBox(picture, box, 0, 4, 2))).toEqual([true, true, false, false])
    expect(reds(cutBox(picture, box, 180, 4, 2))).toEqual([false, false, true, true])
  })
})

describe('a line', () => {
  const alphabet = ['a', 'b', 'c']
  /** Classes: none, a, b, c, space. */
  const oddsOf = (places: readonly (readonly [number, number])[]) => {
    const data = new Float32Array(places.length * 5)
    for (const [at, [one, odds]] of places.entries()) data[at * 5 + one] = odds
    return { data, steps: places.length, classes: 5 }
  }
  it('has each letter once for each time that it changes, and words where spaces are', () => {
    const line = readLine(
      oddsOf([
        [1, 1],
        [1, 1],
        [0, 1],
        [1, 1],
        [4, 1],
        [2, 0.8],
        [3, 0.9],
      ]),
      alphabet,
    )
    expect(line.words.map(({ text }) => text)).toEqual(['aa', 'bc'])
    expect(line.words[1]?.from).toBeCloseTo(5 / 7)
    expect(line.words[1]?.to).toBeCloseTo(1)
    expect(isPrintedLine(line)).toBe(true)
  })
  it('has words where a space is likely enough, if less than none', () => {
    const { data, ...size } = oddsOf([
      [1, 1],
      [0, 0.6],
      [2, 1],
      [0, 0.95],
      [3, 1],
    ])
    data[1 * 5 + 4] = 0.3
    data[3 * 5 + 4] = 0.01
    const { words, confidence } = readLine({ data, ...size }, alphabet)
    expect(words.map(({ text }) => text)).toEqual(['a', 'bc'])
    expect(confidence).toBe(100)
  })
  it('may be print of letters in some doubt, and of none in much', () => {
    const lineOf = (odds: number) =>
      readLine(
        oddsOf([
          [1, odds],
          [2, odds],
          [3, odds],
        ]),
        alphabet,
      )
    expect([0.9, 0.7, 0.5].map((odds) => [isPrintedLine(lineOf(odds)), mayBePrintedLine(lineOf(odds))])).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ])
  })
  it('is no print of two letters, of one again and again, or in doubt', () => {
    for (const places of [
      [
        [1, 1],
        [2, 1],
      ],
      [
        [1, 1],
        [0, 1],
        [1, 1],
        [0, 1],
        [1, 1],
        [0, 1],
        [1, 1],
      ],
      [
        [1, 0.8],
        [2, 0.8],
        [3, 0.8],
      ],
    ] as const)
      expect(isPrintedLine(readLine(oddsOf(places), alphabet))).toBe(false)
  })
})
