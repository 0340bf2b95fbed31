import { describe, expect, it } from 'vitest'
import { nameColour } from '../../../electron/measuring-pixels/colors.ts'
import { answerQuestion, percent } from '../../../electron/sample-workspace/analysis/answer.ts'
import { type MeasuredPicture, measurePicture } from '../../../electron/sample-workspace/analysis/measure.ts'
import { readQuestion } from '../../../electron/sample-workspace/analysis/question.ts'
import { draw, packshot, red, white } from '../make-pictures.ts'

const measure = async (bytes: Buffer): Promise<MeasuredPicture> => {
  const measured = await measurePicture(bytes)
  if (measured.kind === 'refused') throw new Error(measured.reason)
  return measured.picture
}
const lookAt = async (bytes: Buffer) => ({ picture: await measure(bytes), text: { kind: 'none' } as const })
const ask = async (bytes: Buffer, question: string) => answerQuestion(question, await lookAt(bytes)).text

describe('a color', () => {
  it.each([
    ['white', 255, 255, 255],
    ['black', 5, 5, 5],
    ['gray', 128, 128, 128],
    ['red', 220, 20, 30],
    ['green', 30, 150, 40],
    ['blue', 20, 60, 220],
    ['yellow', 250, 225, 20],
    ['orange', 250, 130, 20],
    ['brown', 120, 75, 40],
    ['purple', 120, 30, 140],
    ['pink', 250, 160, 195],
    ['turquoise', 60, 210, 200],
    ['dark blue', 20, 35, 90],
    ['blue', 34, 85, 136],
    ['blue', 70, 130, 180],
    ['teal', 15, 76, 92],
    ['beige', 210, 180, 140],
    ['dark red', 90, 26, 42],
    ['dark gray', 42, 52, 57],
    ['gray', 112, 118, 124],
    ['light gray', 214, 216, 220],
    ['dark gray', 70, 74, 80],
    // Backgrounds of studio pictures, glass and leaves.
    ['beige', 228, 220, 205],
    ['beige', 200, 184, 152],
    ['light gray', 229, 227, 222],
    ['light blue', 200, 226, 236],
    ['lavender', 222, 214, 234],
    ['dark green', 64, 88, 42],
  ])('is called %s', (name, r, g, b) => {
    expect(nameColour(r, g, b)).toBe(name)
  })
})

describe('an answer of the sample workspace', () => {
  it('includes size, format and shape', async () => {
    const jpeg = await packshot(400, 300, red, white).jpeg().toBuffer()
    expect(await ask(jpeg, 'What is the resolution?')).toMatch(/^The picture is 400 × 300 pixels \(0\.12 megapixels, \d+ kB\)\.$/)
    expect(await ask(jpeg, 'Is it a PNG?')).toBe('The file is a JPEG.')
    const banner = await packshot(40, 3000, red, white).png().toBuffer()
    expect(await ask(banner, 'Is it horizontal or vertical?')).toBe('The picture is portrait, 1:75.00.')
    expect(await ask(jpeg, 'Landscape or portrait?')).toBe('The picture is landscape, 4:3.')
    expect(
      await ask(
        await draw(50, 50, () => white)
          .webp()
          .toBuffer(),
        'aspect ratio?',
      ),
    ).toBe('The picture is square, 1:1.')
  })

  it('takes EXIF orientation into account', async () => {
    const turned = await packshot(400, 300, red, white).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await ask(turned, 'size and orientation?')).toMatch(/300 × 400 pixels.*portrait, 3:4 \(turned/)
  })

  it('names the main colors with their shares', async () => {
    const picture = await draw(100, 100, (x) => (x < 75 ? [30, 150, 40, 255] : [20, 60, 220, 255]))
      .png()
      .toBuffer()
    expect(await ask(picture, 'Which colours has it?')).toBe('Main colours of the whole picture: green (75%), blue (25%).')
  })

  it('distinguishes a white background from others', async () => {
    const on = (ground: readonly [number, number, number, number]) => packshot(300, 300, red, ground).png().toBuffer()
    expect(await ask(await on(white), 'Is the background white?')).toBe('The background is white: 100% of the border is white.')
    expect(await ask(await on([128, 128, 128, 255]), 'What is the background colour?')).toBe(
      'The background is not white: 0% of the border is white; it is mainly gray.',
    )
    expect(await ask(await on([240, 240, 240, 255]), 'white background?')).toContain(
      'not white: 0% of the border is white; it is mainly off-white',
    )
  })

  it('names both colors of a background that is half white', async () => {
    const stripes = await draw(300, 300, (x) => (x % 20 < 10 ? white : [30, 150, 40, 255]))
      .png()
      .toBuffer()
    expect(await ask(stripes, 'Is the background white?')).toMatch(/^The background is not white: 5\d% .+; it is mainly white and green\.$/)
  })

  it('measures a gray gradient behind the object', async () => {
    const gradient = await draw(300, 300, (_, y) => [255 - y / 2, 255 - y / 2, 255 - y / 2, 255])
      .png()
      .toBuffer()
    const text = await ask(gradient, 'is the background white')
    const share = Number(/(\d+)% of the border is white/.exec(text)?.[1])
    expect(text).toContain('The background is not white')
    expect(share).toBeGreaterThan(5)
    expect(share).toBeLessThan(40)
  })

  it('detects an object that touches the edge of a white background', async () => {
    const picture = await draw(300, 300, (x, y) => (y > 290 && x > 80 && x < 220 ? [30, 150, 40, 255] : white))
      .png()
      .toBuffer()
    expect(await ask(picture, 'background?')).toMatch(/^The background is mostly white: 8\d% of the border is white; the rest is green\.$/)
  })

  it('reports transparency, and never calls it white', async () => {
    const cutOut = await packshot(300, 300, red, [255, 255, 255, 0]).png().toBuffer()
    expect(await ask(cutOut, 'Is it transparent?')).toBe('The picture has transparency: 75% of it is transparent.')
    expect(await ask(cutOut, 'background white?')).toBe(
      'The background is transparent: 100% of the border is transparent and 0% of the border is white.',
    )
    const glass = await draw(30, 30, () => [200, 30, 30, 200])
      .png()
      .toBuffer()
    expect(await ask(glass, 'Is it transparent?')).toBe('The picture has transparency: 100% of it is see-through in part.')
    expect(await ask(await packshot(30, 30, red, white).png().toBuffer(), 'alpha?')).toContain('every pixel is opaque')
    expect(await ask(await packshot(30, 30, red, white).jpeg().toBuffer(), 'transparency?')).toBe('The picture has no transparency.')
  })

  it('distinguishes sharp from blurred, on a large white background too, and says when it can’t judge', async () => {
    const sharpOne = await packshot(800, 800, red, white).png().toBuffer()
    const blurredOne = await packshot(800, 800, red, white).blur(8).png().toBuffer()
    expect(await ask(sharpOne, 'Is it sharp?')).toMatch(/^The picture is sharp \(/)
    expect(await ask(blurredOne, 'Is it sharp?')).toMatch(/^The picture is blurred \(/)
    expect(
      await ask(
        await draw(200, 200, () => white)
          .png()
          .toBuffer(),
        'in focus?',
      ),
    ).toContain('no edges')
    const gradient = await draw(300, 300, (_, y) => [255 - y / 3, 255 - y / 3, 255 - y / 3, 255])
      .png()
      .toBuffer()
    expect(await ask(gradient, 'in focus?')).toContain('no edges')
  })

  it('answers several questions in several sentences, in a fixed order', async () => {
    const text = await ask(await packshot(300, 300, red, white).png().toBuffer(), 'Background, format, size?')
    expect(text).toMatch(/^The picture is 300 × 300 pixels .+\. The file is a PNG\. The background is white: .+\.$/)
  })

  it.each(['What does the label say?', 'Who is this?', 'Hello', 'Is it nice?', 'Welche Farbe hat der Hintergrund?', '背景は白ですか'])(
    'to “%s” is “Cannot tell: …”, with questions that work',
    async (question) => {
      const { kind, text } = answerQuestion(question, await lookAt(await packshot(30, 30, red, white).png().toBuffer()))
      expect(kind).toBe('cannot-tell')
      expect(text).toMatch(/^Cannot tell: [^.]+\. It can answer, for example: “Alt text\?”, .+\.$/)
    },
  )

  it('says where something may be print that can’t be read', async () => {
    const picture = await measure(await packshot(30, 30, red, white).png().toBuffer())
    const answer = (question: string) => answerQuestion(question, { picture, text: { kind: 'unreadable' } })
    expect(answer('What does the label say?')).toMatchObject({
      kind: 'cannot-tell',
      text: expect.stringMatching(/^Cannot tell: something on the picture may be print, but it can’t be read\./),
    })
    expect(answer('What size is it, and what does the label say?').text).toContain(
      'Something on the picture may be print, but it can’t be read.',
    )
  })

  it('admits which part of a question it cannot answer', async () => {
    const { kind, text } = answerQuestion(
      'What size is it and who made it?',
      await lookAt(await packshot(30, 30, red, white).png().toBuffer()),
    )
    expect(kind).toBe('answer')
    expect(text).toContain('30 × 30')
    expect(text).toContain('What else was asked cannot be told')
  })
})

it('a question about “the colour of the background” is about the background, not the main colours', () => {
  expect(readQuestion('What is the colour of the background?').aspects).toEqual(['background'])
  expect(readQuestion('What background color does it have?').aspects).toEqual(['background'])
  expect(readQuestion('What colour is the background?').aspects).toEqual(['background'])
  expect(readQuestion('Main colours and background colour?').aspects).toEqual(['colours', 'background'])
})

it.each([
  ['Transcribe the packaging.', 'text'],
  ['Is the bg white?', 'background'],
  ['Was it shot against white?', 'background'],
  ['Is it on a plain white?', 'background'],
  ['Is it at least 1000 px wide?', 'size'],
  ['Is it 1000px?', 'size'],
  ['Is the image large enough?', 'size'],
  ['Is it high-res?', 'size'],
  ['How many MB?', 'size'],
  ['Which file extension?', 'format'],
  ['Is it unsharp?', 'sharpness'],
  ['Is it horizontal or vertical?', 'orientation'],
])('understands “%s”', (question, aspect) => {
  expect(readQuestion(question)).toEqual({ aspects: [aspect], asksMore: false })
})

it('an answer says 100% and 0% only for all and nothing', () => {
  expect([percent(0.9999), percent(1), percent(0.0001), percent(0)]).toEqual(['99%', '100%', '1%', '0%'])
})
