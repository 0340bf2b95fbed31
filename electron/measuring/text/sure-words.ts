import type { ReadWord } from './recogniser.ts'

const sureFrom = 60

/** A sign or unit after a number, as in “72 %” and “100 g”, which has too little ink to be sure of by itself. */
export const isUnit = ({ text, confidence }: ReadWord, before: ReadWord | undefined): boolean =>
  confidence >= 25 && /^[\p{L}%°]{1,2}$/u.test(text) && /\d$/.test(before?.text ?? '')

export const isWritten = ({ text }: ReadWord): boolean => /[\p{L}\p{N}]/u.test(text)

export const isWord = ({ text, confidence }: ReadWord): boolean => {
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '').length
  return letters >= 2 ? confidence >= sureFrom : letters === 1 && confidence >= 80
}

/** Patterns and edges look like short odd words; print has at least one longer word, or number, that is sure. */
export const isPrint = (words: readonly ReadWord[]): boolean =>
  words.some(({ text, confidence }) => confidence >= 75 && /\p{L}{3}|\d{2}/u.test(text))

/** Five letters or more, written as words are: small, or large ones first or throughout. */
const isLong = (text: string): boolean => /^\P{L}*(\p{L}?\p{Ll}{4,}|\p{Lu}{5,})[^\p{L}]*$/u.test(text)

const sureInRow = 85
const lettersOf = ({ text }: ReadWord): string => text.replace(/\P{L}/gu, '').toLowerCase()

/** Words of a row, those sure that were read the same in another size: patterns aren’t. */
export const confirmWords = (words: readonly ReadWord[], before: readonly ReadWord[]): readonly ReadWord[] =>
  words.map((word) => {
    const letters = lettersOf(word)
    const isAgain = letters.length >= 5 && before.some((other) => other.confidence + word.confidence >= 80 && lettersOf(other) === letters)
    return isAgain ? { ...word, confidence: Math.max(sureInRow, word.confidence) } : word
  })

/** What is cut out of patterns looks still more like words; one of dots is read as 0000. */
export const isPrintInRow = (words: readonly ReadWord[]): boolean => {
  const written = words.filter(({ text }) => /\p{L}{3}|\d{3}/u.test(text) && !/(.)\1{3}/u.test(text))
  const nearlySure = written.filter(({ confidence }) => confidence >= 70)
  return written.some(({ text, confidence }) => confidence >= (isLong(text) ? 75 : sureInRow)) || nearlySure.length >= 2
}

/** Whether reading a row in another size may find print. */
export const mayBePrintInRow = (words: readonly ReadWord[]): boolean =>
  words.some(({ text, confidence }) => confidence >= 40 && /\p{L}{3}|\d{3}/u.test(text))

export const score = (words: readonly ReadWord[]): number =>
  words.filter(isWord).reduce((sum, { text, confidence }) => sum + text.length * (confidence / 100), 0)

/**
 * Whether a second look is likely to find more: it takes up to ten times as long, where the picture has a pattern. What has neither letter nor number
 * says nothing of that: “&” is as it should be, and “|” is an edge.
 */
export const isDoubtful = (words: readonly ReadWord[]): boolean => {
  const written = words.filter(isWritten)
  return written.filter(isWord).length < written.length * 0.85
}
