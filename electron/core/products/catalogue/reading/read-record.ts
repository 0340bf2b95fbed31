import type { Quoting, Separator } from '../../../../../shared/products/list-dialects.ts'

/** The letter around a cell with separators or line breaks. */
export const quoteOf = (quoting: Quoting): '"' | "'" => (quoting === 'single' ? "'" : '"')

export type Dialect = { readonly separator: Separator; readonly quoting: Quoting }

/**
 * `isOdd`: a quote closes before the end of its cell, which is taken as it is then.
 * `open`: the text ends inside a quote. `broken`: a quote over several lines closes before the end of its cell: it opened by mistake.
 */
export type ReadRecord =
  | { readonly kind: 'record'; readonly cells: readonly string[]; readonly lines: number; readonly isOdd: boolean }
  | { readonly kind: 'open' | 'broken'; readonly lines: number }

/** How many backslashes are in front of a place. */
const countBackslashes = (line: string, at: number): number => {
  let count = 0
  while (line[at - count - 1] === '\\') count++
  return count
}

const unescapeBackslashes = (value: string): string => (value.includes('\\') ? value.replace(/\\(["\\\n\r])/g, '$1') : value)

const skipSpaces = (line: string, from: number): number => {
  let at = from
  while (line[at] === ' ') at++
  return at
}

/** The rest of a quoted cell, over as many lines as it has. Ends at `at` of the last line, after its quote. */
type Quoted = { readonly value: string; readonly line: string; readonly at: number; readonly lines: number }

const readQuoted = (first: string, from: number, quoting: Quoting, nextLine: () => string | undefined): Quoted | undefined => {
  const mark = quoteOf(quoting)
  const parts: string[] = []
  let line = first
  let begin = from
  let search = from
  let lines = 0
  for (;;) {
    const quote = line.indexOf(mark, search)
    if (quote < 0) {
      parts.push(line.slice(begin))
      const next = nextLine()
      if (next === undefined) return undefined
      line = next
      begin = 0
      search = 0
      lines++
    } else if (quoting === 'backslash' && countBackslashes(line, quote) % 2 === 1) search = quote + 1
    else if (line[quote + 1] === mark) {
      parts.push(line.slice(begin, quote + 1))
      begin = quote + 2
      search = begin
    } else {
      parts.push(line.slice(begin, quote))
      const value = parts.length === 1 ? (parts[0] ?? '') : parts.join('')
      return { value: quoting === 'backslash' ? unescapeBackslashes(value) : value, line, at: quote + 1, lines }
    }
  }
}

/**
 * Reads a record that begins with this line. `nextLine`: the following ones, each with the line end before it; `undefined`: there is no more.
 * A quote counts at the beginning of a cell only: a sign for inches in the middle is a letter like any other. `isAlone`: the record is this
 * line, and a quote that is not closed in it is a letter, too.
 */
export const readRecord = (
  first: string,
  { separator, quoting }: Dialect,
  nextLine: () => string | undefined,
  isAlone = false,
): ReadRecord => {
  const mark = quoteOf(quoting)
  if (quoting === 'none' || !first.includes(mark)) return { kind: 'record', cells: first.split(separator), lines: 1, isOdd: false }
  const cells: string[] = []
  let line = first
  let at = 0
  let lines = 1
  let isOdd = false
  for (;;) {
    const open = skipSpaces(line, at)
    const isQuoted = line[open] === mark
    const quoted: Quoted | undefined = isQuoted ? readQuoted(line, open + 1, quoting, nextLine) : undefined
    if (isQuoted && !quoted && !isAlone) return { kind: 'open', lines }
    const closed = quoted ? skipSpaces(quoted.line, quoted.at) : 0
    if (quoted && (closed === quoted.line.length || quoted.line[closed] === separator)) {
      cells.push(quoted.value)
      line = quoted.line
      lines += quoted.lines
      at = closed
    } else {
      if (quoted && quoted.lines > 0) return { kind: 'broken', lines: lines + quoted.lines }
      if (isQuoted) isOdd = true
      const end = line.indexOf(separator, at)
      cells.push(end < 0 ? line.slice(at) : line.slice(at, end))
      at = end < 0 ? line.length : end
    }
    if (at >= line.length) return { kind: 'record', cells, lines, isOdd }
    at++
  }
}
