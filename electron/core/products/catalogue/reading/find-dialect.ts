import { type Quoting, quotings, type Separator, separators } from '../../../../../shared/products/list-dialects.ts'
import type { ListReading, UnclearReading } from '../../../../../shared/products/list-form.ts'
import { findHeaders } from './find-headers.ts'
import { type Dialect, readRecord } from './read-record.ts'

/** Records that tell a dialect. */
const mostRecords = 100

export const splitLines = (text: string): string[] => text.split(/\r\n|\n|\r/)

type Judged = Dialect & {
  /** From 0 to 1: how many rows have as many cells as the headers. */
  readonly fits: number
  /** Records whose quotes don’t fit. */
  readonly faults: number
  readonly width: number
}

const isInQuotes = (cell: string): boolean => cell.length > 1 && cell.startsWith('"') && cell.endsWith('"')

/** Apostrophes are letters, unless the first line begins and ends with one. */
const isInApostrophes = ([first = '']: readonly string[]): boolean =>
  first.length > 2 && first.startsWith("'") && first.trimEnd().endsWith("'")

/** The first records of a text, each line of a broken one as a record of its own. */
const readFirst = (
  lines: readonly string[],
  dialect: Dialect,
  isWhole: boolean,
): { readonly records: string[][]; readonly faults: number } => {
  const records: string[][] = []
  let faults = 0
  for (let at = 0; at < lines.length && records.length < mostRecords; ) {
    let next = at + 1
    const read = readRecord(lines[at] ?? '', dialect, () => (next < lines.length ? `\n${lines[next++]}` : undefined))
    if (read.kind === 'record') {
      records.push([...read.cells])
      // Whole cells in quotes are hardly meant to have them.
      if (read.isOdd || (dialect.quoting === 'none' && read.cells.some(isInQuotes))) faults++
      at += read.lines
    } else {
      // The piece may end in a cell.
      if (read.kind === 'open' && !isWhole && at > lines.length / 2) break
      faults++
      records.push((lines[at] ?? '').split(dialect.separator))
      at++
    }
  }
  return { records, faults }
}

const widthOf = (cells: readonly string[]): number => {
  let width = cells.length
  while (width > 0 && cells[width - 1]?.trim() === '') width--
  return width
}

const judge = (lines: readonly string[], dialect: Dialect, isWhole: boolean): Judged => {
  const { records, faults } = readFirst(lines, dialect, isWhole)
  const rows = records.map((cells, at) => ({ row: at + 1, cells })).filter(({ cells }) => widthOf(cells) > 0)
  const headers = findHeaders(rows)
  const width = headers ? widthOf(headers.cells) : 0
  if (!headers || width < 2) return { ...dialect, fits: 0, faults, width }
  const below = rows.filter(({ row }) => row > headers.row)
  const full = headers.cells.length
  // Cells that are left out at the end are empty ones.
  const weigh = (cells: readonly string[]): number => {
    if (cells.length === full || cells.length === width) return 1
    return cells.length < width && cells.length > 1 ? 0.7 : 0
  }
  const fits = below.length === 0 ? 1 : below.reduce((sum, { cells }) => sum + weigh(cells), 0) / below.length
  return { ...dialect, fits, faults, width }
}

/** Excel’s own first line, which names the separator. */
const named = /^sep=([,;\t|^~])(?:\r\n|\n|\r)/

export type FoundDialect = {
  readonly dialect: Dialect
  /** Characters at the beginning that are not part of the list. */
  readonly skip: number
  /** Cells of a whole row. */
  readonly width: number
  readonly unclear: readonly UnclearReading[]
}

const isSurer = (one: Judged, other: Judged): number =>
  other.fits - one.fits ||
  one.faults - other.faults ||
  quotings.indexOf(one.quoting) - quotings.indexOf(other.quoting) ||
  other.width - one.width

/** Another separator that explains the rows as well as this one. */
const asGood = 0.02

/** How a list is written, by its beginning. What a person says counts. `isWhole`: the text is all of it. */
export const findDialect = (text: string, said: ListReading, isWhole: boolean): FoundDialect => {
  const first = named.exec(text)
  const skip = first?.[0].length ?? 0
  const lines = splitLines(text.slice(skip))
  if (isWhole && lines.at(-1) === '') lines.pop()
  // The last line of a piece may be half a line.
  else if (!isWhole && lines.length > 1) lines.pop()
  const among = said.separator ? [said.separator] : first ? [first[1] as Separator] : separators
  const ways: readonly Quoting[] = said.quoting ? [said.quoting] : quotings.filter((one) => one !== 'single' || isInApostrophes(lines))
  const judged = among.map((separator) => ways.map((quoting) => judge(lines, { separator, quoting }, isWhole)).sort(isSurer)[0] as Judged)
  const [best, second] = [...judged].sort(isSurer) as [Judged, Judged | undefined]
  const { separator, quoting, width } = best
  if (best.fits === 0) {
    // Rows may end early. One column may have commas, with a space after them.
    const headed = among.find((one) => (lines[0] ?? '').includes(one) && !(lines[0] ?? '').includes(`${one} `))
    if (headed) return { dialect: { separator: headed, quoting: ways[0] ?? 'doubled' }, skip, width: 0, unclear: [] }
    const unused = among.find((one) => !text.includes(one)) ?? among[0] ?? ','
    return { dialect: { separator: unused, quoting: ways[0] ?? 'doubled' }, skip, width: 0, unclear: [] }
  }
  const isTied = second !== undefined && second.fits > 0 && second.fits >= best.fits - asGood && second.faults <= best.faults
  const unclear: UnclearReading[] = isTied ? [{ what: 'separator', choices: [separator, second.separator] }] : []
  return { dialect: { separator, quoting }, skip, width, unclear }
}
