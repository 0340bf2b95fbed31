import { defuse } from '../base/spreadsheet-text.ts'

/** A picture with the text that goes to the clipboard. */
export type CopiedText = { readonly name: string; readonly text: string }

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A line for each text. */
export const formatList = (texts: readonly CopiedText[]): string => texts.map(({ text }) => oneLine(text)).join('\n')

/** Picture and text with a tab between, as spreadsheets accept it; no cell is a formula. */
export const formatNamedTable = (texts: readonly CopiedText[]): string =>
  texts.map(({ name, text }) => [name, text].map((cell) => defuse(oneLine(cell))).join('\t')).join('\n')

/** An element for each picture, for a web page. */
export const formatImages = (texts: readonly CopiedText[]): string =>
  texts.map(({ name, text }) => `<img src="${escapeAttribute(encodeURI(name))}" alt="${escapeAttribute(oneLine(text))}">`).join('\n')
