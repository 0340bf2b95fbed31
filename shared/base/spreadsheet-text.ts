/** What a spreadsheet runs as a formula where a cell begins with it, full-width signs included (OWASP, CSV injection). */
const formulaStart = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const defused = /^'+[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** A text that a spreadsheet would run as a formula gets an apostrophe before it. `restoreText` takes it away again. */
export const defuse = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)

/** True for a text that `defuse` changes. */
export const isFormula = (text: string): boolean => formulaStart.test(text)

/** What `defuse` was given. */
export const restoreText = (field: string): string => (defused.test(field) ? field.slice(1) : field)

export type Separator = ',' | ';' | '\t'

const quote = (field: string, separator: Separator): string =>
  field.includes(separator) || /["\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field

/** One record of RFC 4180 with its line end; no field of it is a formula. */
export const formatRecord = (fields: readonly string[], separator: Separator = ','): string =>
  `${fields.map((field) => quote(defuse(field), separator)).join(separator)}\r\n`
