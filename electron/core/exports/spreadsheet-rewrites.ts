import type { Rewrite } from '../../../shared/out.ts'
import { longestCell } from './files/write-workbook.ts'

const isNumber = /^[+-]?\d+(?:[.,]\d+)?(?:E[+-]?\d+)?%?$/i
const toNumber = (text: string): number => Number(text.replace(',', '.').replace('%', ''))

const month = '(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-zä]{0,6}\\.?'
const day = String.raw`\d{1,4}`
const between = '[-./ ]{1,2}'
/** Numbers with signs between, or a number beside the name of a month: what spreadsheets take for a day. */
const dayLike = new RegExp(
  `^(?:${day}${between}(?:${day}|${month})(?:${between}${day})?\\.?|${month}${between}${day}(?:,? ?${day})?|${day}${month})$`,
  'i',
)
/** As they write it, or its number. */
const dayWritten = new RegExp(
  `^(?:${day}${between}(?:${day}|${month})(?:${between}${day})?(?:T[\\d:]+)?|${month}${between}${day}|\\d{5})$`,
  'i',
)

const differOnlyByLost = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length &&
  before.every((letter, at) => letter === after[at] || ((after[at] === '?' || after[at] === '\ufffd') && letter > '\u007f'))

/** True if the only difference is a question mark, or a replacement sign, for each letter that old code pages lack. */
const hasLostLetters = (before: string, after: string): boolean =>
  differOnlyByLost(before.split(''), after.split('')) || differOnlyByLost([...before], [...after])

/** What a spreadsheet may have made of a text by itself; `undefined`: nobody but a person would have written that. */
export const findRewrite = (before: string, after: string): Rewrite | undefined => {
  if (isNumber.test(before) && isNumber.test(after) && before !== after) {
    const [old, now] = [toNumber(before), toNumber(after)]
    // Fifteen digits are kept of a number, six of one that is shown shortened.
    if (old === now || Math.abs(old - now) <= Math.abs(old) * 1e-5) return 'number'
  }
  if (before !== after && dayLike.test(before.trim()) && dayWritten.test(after.trim())) return 'date'
  if (before.length > longestCell && after.length <= longestCell && after.length >= 255 && before.startsWith(after)) return 'cut'
  if (after !== before && hasLostLetters(before, after)) return 'letters-lost'
  return undefined
}
