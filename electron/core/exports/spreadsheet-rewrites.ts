import type { Rewrite } from '../../../shared/out.ts'
import type { CellFault } from '../catalogue/reading/raw-rows.ts'
import { longestCell } from './files/write-workbook.ts'

const isNumber = /^[+-]?\d+(?:[.,]\d+)?(?:E[+-]?\d+)?%?$/i
const toNumber = (text: string): number => Number(text.replace(',', '.').replace('%', ''))

/** A month’s name is a § in the two below. */
const month = /(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-zä]{0,6}\.?/i
/** Numbers with signs between, or a number beside the name of a month: what spreadsheets take for a day. */
const dayLike = /^(?:\d{1,4}[-./ ]{1,2}(?:\d{1,4}|§)(?:[-./ ]{1,2}\d{1,4})?\.?|§[-./ ]{1,2}\d{1,4}(?:,? ?\d{1,4})?|\d{1,4}§)$/
/** As they write it, or its number. */
const dayWritten = /^(?:\d{1,4}[-./ ]{1,2}(?:\d{1,4}|§)(?:[-./ ]{1,2}\d{1,4})?(?:T[\d:]{1,20})?|§[-./ ]{1,2}\d{1,4}|\d{5})$/
/** No day is longer. */
const longestDay = 60

const isDay = (text: string, pattern: RegExp): boolean => text.length <= longestDay && pattern.test(text.trim().replace(month, '§'))

const differOnlyByLost = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length &&
  before.every((letter, at) => letter === after[at] || ((after[at] === '?' || after[at] === '\ufffd') && letter > '\u007f'))

/** True if the only difference is a question mark, or a replacement sign, for each letter that old code pages lack. */
const hasLostLetters = (before: string, after: string): boolean =>
  differOnlyByLost(before.split(''), after.split('')) || differOnlyByLost([...before], [...after])

/** What spreadsheets show for a formula that failed. */
const errorValues = new Set(['#N/A', '#NAME?', '#REF!', '#VALUE!', '#DIV/0!', '#NUM!', '#NULL!'])

/** What a spreadsheet may have made of a text by itself; `undefined`: only a person would have written that. */
export const findRewrite = (before: string, after: string, fault?: CellFault): Rewrite | undefined => {
  if (fault === 'too-many-digits') return 'number'
  if (fault !== undefined || errorValues.has(after.trim())) return 'formula'
  if (isNumber.test(before) && isNumber.test(after) && before !== after) {
    const [old, now] = [toNumber(before), toNumber(after)]
    // Fifteen digits are kept of a number, six of one that is shown shortened.
    if (old === now || Math.abs(old - now) <= Math.abs(old) * 1e-5) return 'number'
  }
  if (before !== after && isDay(before, dayLike) && isDay(after, dayWritten)) return 'date'
  if (before.length > longestCell && after.length <= longestCell && after.length >= 255 && before.startsWith(after)) return 'cut'
  if (after !== before && hasLostLetters(before, after)) return 'letters-lost'
  return undefined
}
