import { listLimits } from '../list-limits.ts'
import type { CellFault } from './raw-rows.ts'
import type { WorkbookParts } from './workbook-parts.ts'

/** How a number is shown: as a date, or with zeros in front up to a length. */
export type NumberStyle = { readonly kind: 'plain' } | { readonly kind: 'date' } | { readonly kind: 'zeros'; readonly length: number }

const plain: NumberStyle = { kind: 'plain' }

/** ECMA-376, part 1, 18.8.30: the formats that every workbook has without naming them. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

const closing: Readonly<Record<string, string>> = { '"': '"', '[': ']' }

/** A format without its quoted texts, its conditions and colours, and the signs that it shows as they are. */
const bareFormat = (code: string): string => {
  let bare = ''
  for (let at = 0; at < code.length; at++) {
    const sign = code[at] ?? ''
    const end = closing[sign]
    if (end !== undefined) {
      const closed = code.indexOf(end, at + 1)
      if (closed < 0) return bare
      at = closed
    } else if (sign === '\\' || sign === '_') at++
    else bare += sign
  }
  return bare.toLowerCase()
}

const readFormat = (code: string): NumberStyle => {
  if (/^0+$/.test(code)) return { kind: 'zeros', length: Math.min(code.length, 30) }
  const bare = bareFormat(code)
  return /[dmyhs]/.test(bare) && !bare.includes('general') ? { kind: 'date' } : plain
}

/** The style of each cell format, by its number. */
export const readStyles = async (parts: WorkbookParts, part: string | undefined): Promise<readonly NumberStyle[]> => {
  if (part === undefined || !parts.has(part)) return []
  const formats = new Map<number, NumberStyle>()
  const styles: NumberStyle[] = []
  let isInCells = false
  await parts.read(part, {
    open: (element, attributes) => {
      if (element === 'numFmt') formats.set(Number(attributes.numFmtId), readFormat((attributes.formatCode ?? '').slice(0, 255)))
      if (element === 'cellXfs') isInCells = true
      if (element !== 'xf' || !isInCells) return
      const id = Number(attributes.numFmtId ?? 0)
      styles.push(formats.get(id) ?? (isBuiltInDate(id) ? { kind: 'date' } : plain))
    },
    close: (element) => {
      if (element === 'cellXfs') isInCells = false
    },
  })
  return styles
}

/** `_x000D_`: how a workbook writes what XML can't (ECMA-376, part 1, 22.9.2.19). */
export const unescapeText = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text

/** Texts that cells refer to by number, without their pronunciation. */
export const readSharedStrings = async (parts: WorkbookParts, part: string | undefined): Promise<readonly string[]> => {
  if (part === undefined || !parts.has(part)) return []
  const texts: string[] = []
  let text = ''
  let isText = false
  let isSpoken = false
  await parts.read(part, {
    open: (element) => {
      if (element === 'si') text = ''
      if (element === 'rPh') isSpoken = true
      if (element === 't') isText = !isSpoken
    },
    text: (piece) => {
      if (isText && text.length <= listLimits.cell) text += piece
    },
    close: (element) => {
      if (element === 't') isText = false
      if (element === 'rPh') isSpoken = false
      if (element === 'si') texts.push(unescapeText(text))
    },
  })
  return texts
}

const dayMs = 24 * 60 * 60 * 1000

/** A day's number as a date and, where it has one, a time. Days are counted from 1899-12-30, or from 1904-01-01. */
const toDateText = (days: number, from1904: boolean): string => {
  const at = new Date(Math.round(days * dayMs) + (from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)))
  if (Number.isNaN(at.getTime())) return String(days)
  const text = at.toISOString()
  return Number.isInteger(days) ? text.slice(0, 10) : text.slice(0, 19)
}

/** Spreadsheets keep 15 digits of a number; what follows is made up. */
const mostDigits = 1e15

/** A cell's number as text. A whole one is exact; another has the 15 digits that a spreadsheet keeps. */
export const toNumberText = (
  value: string,
  style: NumberStyle,
  from1904: boolean,
): { readonly text: string; readonly fault?: CellFault } => {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return { text: value }
  if (style.kind === 'date') return { text: toDateText(number, from1904) }
  if (!Number.isInteger(number)) return { text: String(Number(number.toPrecision(15))) }
  if (Math.abs(number) >= mostDigits) return { text: value, fault: 'too-many-digits' }
  return { text: style.kind === 'zeros' ? String(number).padStart(style.length, '0') : String(number) }
}
