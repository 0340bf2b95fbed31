import type { Rewrite } from '../../../../shared/exchange/exports.ts'
import type { CellFault } from '../../products/catalogue/reading/raw-rows.ts'
import { longestCell } from './files/write-workbook.ts'

const isNumber = /^[+-]?\d+(?:[.,]\d+)?(?:E[+-]?\d+)?%?$/i
const toNumber = (text: string): number => Number(text.replace(',', '.').replace('%', '')) / (text.endsWith('%') ? 100 : 1)

/** Six digits are kept of a number that is shown shortened. A GTIN with another last digit is a person’s correction. */
const isShortened = (text: string): boolean => /E/i.test(text) || /000$/.test(text)

const isSameNumber = (before: string, after: string): boolean => {
  const [old, now] = [toNumber(before), toNumber(after)]
  // Spreadsheets keep fifteen digits.
  return Math.abs(old - now) <= Math.abs(old) * (isShortened(after) ? 1e-5 : 1e-14)
}

const truths = [new Set(['true', 'wahr', 'vrai', 'verdadero', 'vero', 'waar']), new Set(['false', 'falsch', 'faux', 'falso', 'onwaar'])]
const isSameTruth = (before: string, after: string): boolean =>
  truths.some((words) => words.has(before.toLowerCase()) && words.has(after.toLowerCase()))

const timeLike = /^\d{1,2}:\d{2}(?::\d{2})?$/
const isSameTime = (before: string, after: string): boolean =>
  timeLike.test(before) &&
  timeLike.test(after) &&
  `${before}:00`.padStart(8, '0').slice(0, 8) === `${after}:00`.padStart(8, '0').slice(0, 8)

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

/**
 * True if only letters beyond ASCII differ, where each was written as so many bytes of a code page and read as so many letters of another:
 * “żółty” as “¿ó³ty”.
 */
const isOtherCodePage = (before: string, after: string): boolean =>
  [1, 2].some((bytes) => {
    let at = 0
    for (const letter of before) {
      const isPlain = letter <= '\u007f'
      if (isPlain && after[at] !== letter) return false
      at += isPlain ? 1 : bytes
    }
    return at === after.length
  })

/** What spreadsheets show for a formula that failed. */
const errorValues = new Set(['#N/A', '#NAME?', '#REF!', '#VALUE!', '#DIV/0!', '#NUM!', '#NULL!'])

/** `fault`: why the file has no value that can be relied on. `isGuessed`: its code page is not known. */
export type Reading = { readonly fault?: CellFault | undefined; readonly isGuessed?: boolean }

/** What a spreadsheet may have made of a text by itself; `undefined`: only a person would have written that. */
export const findRewrite = (before: string, after: string, { fault, isGuessed = false }: Reading = {}): Rewrite | undefined => {
  if (fault === 'too-many-digits') return 'number'
  if (fault !== undefined || errorValues.has(after.trim())) return 'formula'
  if (before !== after && isNumber.test(before) && isNumber.test(after) && isSameNumber(before, after)) return 'number'
  if (before !== after && isSameTruth(before, after)) return 'truth'
  if (before !== after && isSameTime(before, after)) return 'date'
  if (before !== after && isDay(before, dayLike) && isDay(after, dayWritten)) return 'date'
  if (before.length > longestCell && after.length <= longestCell && after.length >= 255 && before.startsWith(after)) return 'cut'
  if (after !== before && hasLostLetters(before, after)) return 'letters-lost'
  if (isGuessed && after !== before && isOtherCodePage(before, after)) return 'letters-lost'
  return undefined
}
