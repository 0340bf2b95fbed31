import { defuse, restoreText } from '../../../shared/base/spreadsheet-text.ts'

/** The rows of a table that was copied in Excel, Google Sheets or LibreOffice: cells between tabs, line breaks inside quotes. */
export type TableText = readonly (readonly string[])[]

const cleanLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n')
const clean = (field: string): string => restoreText(cleanLines(field))

const isSeparator = (char: string | undefined): boolean => char === undefined || char === '\t' || char === '\n' || char === '\r'

/** The index of the quote that ends the field which begins at `start`; the text's length: none does. */
const findClosing = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] !== '"') return at
    at++
  }
  return text.length
}

const findSeparator = (text: string, from: number): number => {
  let at = from
  while (!isSeparator(text[at])) at++
  return at
}

/**
 * Parses what the clipboard holds as text. A quote counts as such only at the start of a cell, and only if it is closed; `5" wide` stays
 * as it is. The line break at the end adds no row. Runs in linear time.
 */
export const parseTable = (text: string): TableText => {
  const rows: string[][] = []
  let row: string[] = []
  // Up to here quotes are part of the texts: each part is searched for a closing quote only once.
  let plainUntil = -1
  let at = 0
  for (;;) {
    const closing = text[at] === '"' && at > plainUntil ? findClosing(text, at) : null
    const isQuoted = closing !== null && closing < text.length && isSeparator(text[closing + 1])
    if (closing !== null && !isQuoted) plainUntil = closing
    const end = isQuoted ? closing + 1 : findSeparator(text, at)
    row.push(clean(isQuoted ? text.slice(at + 1, closing).replaceAll('""', '"') : text.slice(at, end)))
    const separator = text[end]
    if (separator !== '\t') {
      rows.push(row)
      row = []
    }
    at = end + (separator === '\r' && text[end + 1] === '\n' ? 2 : 1)
    if (separator === undefined || (separator !== '\t' && at >= text.length)) return rows
  }
}

const quote = (field: string): string => (/[\t\n\r]|^"/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)

/** For the clipboard, as Excel and Google Sheets read it. One cell alone is its text, so that it can be pasted anywhere. */
export const formatTable = (rows: TableText): string => {
  const [first] = rows
  if (rows.length === 1 && first?.length === 1) return defuse(first[0] ?? '')
  return rows.map((row) => `${row.map((cell) => quote(defuse(cell))).join('\t')}\r\n`).join('')
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll('\n', '<br>')

/** The same for programs that prefer a table to text: line breaks inside cells survive. */
export const formatHtmlTable = (rows: TableText): string =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(defuse(cell))}</td>`).join('')}</tr>`).join('')}</table>`
