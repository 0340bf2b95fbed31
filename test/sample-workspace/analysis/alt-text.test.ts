import { describe, expect, it } from 'vitest'
import type { TextReading } from '../../../electron/measuring-pixels/text/read-text.ts'
import { createTurns } from '../../../electron/measuring-pixels/turns.ts'
import { composeAltText } from '../../../electron/sample-workspace/analysis/alt-text.ts'
import { answerQuestion, suggestions } from '../../../electron/sample-workspace/analysis/answer.ts'
import { isEnglish, wantsOtherLanguage } from '../../../electron/sample-workspace/analysis/language.ts'
import { measurePicture } from '../../../electron/sample-workspace/analysis/measure.ts'
import { readQuestion } from '../../../electron/sample-workspace/analysis/question.ts'
import { draw, packshot, red, white } from '../make-pictures.ts'

const measure = async (bytes: Buffer) => {
  const measured = await measurePicture(bytes)
  if (measured.kind === 'refused') throw new Error(measured.reason)
  return measured.picture
}
const redOnWhite = async () => measure(await packshot(300, 300, red, white).png().toBuffer())
const none: TextReading = { kind: 'none' }
const print = (...lines: readonly (readonly [string, number])[]): TextReading => ({
  kind: 'text',
  lines: lines.map(([text, height]) => ({ text, height })),
})

describe('an alt text', () => {
  it('combines colors and background', async () => {
    expect(composeAltText(await redOnWhite(), none)).toBe('Red and black object on a white background.')
    const plain = await draw(90, 90, () => white)
      .png()
      .toBuffer()
    expect(composeAltText(await measure(plain), none)).toBe('Plain picture on a white background.')
    const cutOut = await packshot(300, 300, [30, 150, 40, 255], [0, 0, 0, 0]).png().toBuffer()
    expect(composeAltText(await measure(cutOut), none)).toBe('Green and black object on a transparent background.')
  })

  it('includes the largest text, in reading order, and stays short', async () => {
    const text = print(
      ['by Old Mill', 20],
      ['GREEN TEA', 60],
      ['from the hills of Darjeeling, picked by hand in early spring and dried', 18],
      ['100 g', 25],
    )
    const alt = composeAltText(await redOnWhite(), text)
    expect(alt).toBe('Red and black object on a white background, with the text “by Old Mill, GREEN TEA, 100 g”.')
    const long = composeAltText(await redOnWhite(), print(['x'.repeat(300), 20]))
    expect(long.length).toBeLessThan(160)
    expect(long).toMatch(/x…”\.$/)
  })

  it('has several phrasings, and is neither “text” nor “describe the background”', () => {
    for (const question of [
      'alt text?',
      'Write alt text for this picture.',
      'Alternative text',
      'Describe the picture.',
      'a caption, please',
    ])
      expect(readQuestion(question)).toEqual({ aspects: ['alt'], asksMore: false })
    for (const question of [
      'Text for screen readers',
      'Describe this image for a blind person.',
      'Describe it for visually impaired users',
    ])
      expect(readQuestion(question)).toEqual({ aspects: ['alt'], asksMore: false })
    expect(readQuestion('Describe the background.').aspects).toEqual(['background'])
    expect(readQuestion('What does the label say?')).toEqual({ aspects: ['text'], asksMore: false })
  })
})

it('an answer suggests only questions that it can answer', async () => {
  const evidence = { picture: await redOnWhite(), text: print(['GREEN TEA', 60]) }
  for (const question of suggestions) {
    const { kind, text } = answerQuestion(question, evidence)
    expect([question, kind, text]).toEqual([question, 'answer', expect.not.stringContaining('cannot')])
  }
})

describe('the language of a question', () => {
  it.each([
    'alt text?',
    'What size?',
    'Is the café Rouge logo in the background?',
    'Die cut on white?',
    'colour',
    'Was it cropped?',
    'Does it say 抹茶ラテ?',
  ])('“%s” is English', (question) => expect(isEnglish(question)).toBe(true))
  it.each(['Net weight?', 'Is the label in German?', 'What does the label say in Spanish?', 'Write a caption in English'])(
    '“%s” is English and asks for English',
    (question) => expect([isEnglish(question), wantsOtherLanguage(question)]).toEqual([true, false]),
  )
  it.each([
    'Alt text in German?',
    'Describe it in French, please',
    'Translate the label into Dutch',
    'Alt text auf Deutsch',
    'German alt text',
    'alt text (Spanish)',
    'Caption, French.',
  ])('“%s” asks for another language, and the answer says that there is only English', async (question) => {
    const answer = answerQuestion(question, { picture: await redOnWhite(), text: print(['GREEN TEA', 60]) })
    expect(answer).toMatchObject({ kind: 'cannot-tell', text: expect.stringMatching(/answers in English only\. It can answer/) })
  })
  it.each([
    'Welche Farbe hat der Hintergrund?',
    'Beschreibe das Bild',
    'Quelle est la couleur du fond ?',
    '¿De qué color es el fondo?',
    'Di che colore è lo sfondo?',
    'Welke kleur heeft de achtergrond?',
    'Jaki kolor ma tło?',
    'Какого цвета фон?',
    '背景は白ですか',
    'Ist das Format PNG?',
    'Was steht auf dem Etikett?',
    'Etikett?',
    'Alternativtext?',
    'Que dit l’étiquette ?',
    'Texte alternatif ?',
    'Que dice la etiqueta',
    'Cosa dice l’etichetta?',
    'O que diz o rótulo?',
    'Wat staat er op het etiket?',
    'Vad står det på etiketten?',
    'Co napisano na etykiecie?',
    'Hintergrundfarbe?',
    'Bildgröße?',
    'Décrivez l’image',
    'Dimensiones',
    'この画像の alt text は？',
    'alt text を日本語で',
    'JPEG ですか？',
  ])('“%s” is not, and the answer says so', async (question) => {
    expect(isEnglish(question)).toBe(false)
    expect(answerQuestion(question, { picture: await redOnWhite(), text: none }).text).toMatch(
      /^Cannot tell: this workspace understands questions in English only\. It can answer/,
    )
  })
})

it('analyses run one at a time, and requests that would wait too long are rejected', async () => {
  const turns = createTurns(1, 2, () => new Error('busy'))
  const done: number[] = []
  const ends: (() => void)[] = []
  const begin = (name: number) => turns(() => new Promise<void>((resolve) => ends.push(resolve)).then(() => void done.push(name)))
  const [first, second, third] = [begin(1), begin(2), begin(3)]
  await expect(begin(4)).rejects.toThrow('busy')
  expect(ends).toHaveLength(1)
  for (const one of [first, second, third]) {
    ends.shift()?.()
    await one
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(done).toEqual([1, 2, 3])
  await turns(async () => void done.push(5))
  expect(done).toEqual([1, 2, 3, 5])
})
