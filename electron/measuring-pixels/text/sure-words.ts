import type { ReadWord } from './recogniser.ts'

const sureFrom = 60

/** A sign or unit after a number, as in “72 %” and “100 g”, which has too little ink to be sure of by itself. */
export const isUnit = ({ text, confidence }: ReadWord, before: ReadWord | undefined): boolean =>
  confidence >= 25 && /^[\p{L}%°]{1,2}$/u.test(text) && /\d$/.test(before?.text ?? '')

export const isWritten = ({ text }: ReadWord): boolean => /[\p{L}\p{N}]/u.test(text)

/** What is read with hardly any confidence is an edge or a pattern: it isn't looked at again. */
const hopelessBelow = 10

export const isWord = ({ text, confidence }: ReadWord): boolean => {
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '').length
  return letters >= 2 ? confidence >= sureFrom : letters === 1 && confidence >= 80
}

/** Patterns and edges look like short odd words; print has at least one longer word, or number, that is sure. */
export const isPrint = (words: readonly ReadWord[]): boolean =>
  words.some(({ text, confidence }) => confidence >= 75 && /\p{L}{3}|\d{2}/u.test(text))

export const score = (words: readonly ReadWord[]): number =>
  words.filter(isWord).reduce((sum, { text, confidence }) => sum + text.length * (confidence / 100), 0)

/**
 * Whether a second look is likely to find more: it takes up to ten times as long, where the picture has a pattern. What has neither letter nor number
 * says nothing of that: “&” is as it should be, and “|” is an edge.
 */
export const isDoubtful = (words: readonly ReadWord[]): boolean => {
  const written = words.filter((word) => isWritten(word) && word.confidence >= hopelessBelow)
  return written.filter(isWord).length < written.length * 0.85
}
