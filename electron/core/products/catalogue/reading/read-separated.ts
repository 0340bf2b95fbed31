import { createReadStream } from 'node:fs'
import { AppError } from '../../../../../shared/base/errors.ts'
import type { ListReading, UnclearReading } from '../../../../../shared/products/list-form.ts'
import { listLimits, type RowLimits } from '../list-limits.ts'
import { type FoundDialect, findDialect } from './find-dialect.ts'
import type { TextKind } from './identify-list.ts'
import { createPieceCounter, type RawList, type RawRow } from './raw-rows.ts'
import { createLineSplitter, type Line } from './read-lines.ts'
import { quoteOf, type ReadRecord, readRecord } from './read-record.ts'

/** As much as tells how a list is written. */
const headLetters = 128 * 1024

async function* decodePieces(path: string, encoding: string): AsyncGenerator<string> {
  // It takes the byte order mark away.
  const decoder = new TextDecoder(encoding)
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 })) yield decoder.decode(bytes as Buffer, { stream: true })
  yield decoder.decode()
}

/** The first piece, at least `headLetters` long where there is as much, and all of it again with the rest. */
const withHead = async (pieces: AsyncGenerator<string>) => {
  let head = ''
  let isWhole = false
  while (head.length < headLetters && !isWhole) {
    const { value, done } = await pieces.next()
    if (done) isWhole = true
    else head += value
  }
  return { head, isWhole }
}

/** `="00123"`: what spreadsheets are given so that they keep the zeros. */
const unwrap = (cell: string): string => {
  if (!cell.startsWith('="')) return cell
  const inside = /^="([^"]*)"$/.exec(cell)
  return inside?.[1] ?? cell
}

const overSize = (row: number, { rowBytes }: RowLimits): AppError =>
  new AppError('file-unreadable', { kind: 'list-row-over-size', row, maxBytes: rowBytes }, { kept: 'nothing-changed' })

/** Letters that are looked at for quotes that nothing closes, in all; then they are read as letters. */
const mostLookedAhead = 64 * 1024 * 1024

/** Of a list with fewer columns, a cell over several lines may look like rows. */
const surelyRows = 4

type Settled = Pick<RawRow, 'cells' | 'quotes'> & { readonly lines: number }

/** Reads the records of lines. A quote that opens by mistake costs one row at most, never those below it. */
const createRecordReader = ({ dialect, width: found }: FoundDialect, limits: RowLimits) => {
  const width = Math.max(1, found)
  let lookedAhead = 0
  /** The line alone, with its quotes read in another way that gives as many cells as the headers have. */
  const readAlone = (text: string): Settled | undefined => {
    const others = text.includes('\\"') ? (['doubled', 'backslash', 'none'] as const) : (['none'] as const)
    let odd: Settled | undefined
    for (const quoting of [dialect.quoting, ...others]) {
      const read = readRecord(text, { ...dialect, quoting }, () => undefined, true)
      if (read.kind !== 'record' || read.cells.length !== width) continue
      const settled = { cells: read.cells, quotes: 'text', lines: 1 } as const
      // Without quotes nothing is odd, and every other cell keeps its own.
      if (!read.isOdd && (quoting !== 'none' || !odd)) return settled
      odd ??= settled
    }
    return odd
  }
  const looksLikeRows = (lines: readonly Line[], at: number, count: number): boolean =>
    lines.slice(at, at + count).every(({ text }) => text.split(dialect.separator).length === width)

  const settle = (read: ReadRecord, lines: readonly Line[], at: number): Settled => {
    const { text } = lines[at] as Line
    const alone = (): Settled => ({ cells: text.split(dialect.separator), quotes: 'open', lines: 1 })
    if (read.kind !== 'record') return readAlone(text) ?? alone()
    const { cells, lines: count } = read
    const asItIs: Settled = { cells, lines: count }
    if (count === 1) {
      if (cells.length === width && !read.isOdd) return asItIs
      return readAlone(text) ?? asItIs
    }
    if (cells.length > width) return readAlone(text) ?? alone()
    if (cells.length < width) return readAlone(text) ?? asItIs
    if (!looksLikeRows(lines, at, count)) return asItIs
    if (width < surelyRows) return { ...asItIs, quotes: 'spans' }
    return { cells: text.split(dialect.separator), quotes: 'text', lines: 1 }
  }

  /** The record that begins with a line; `undefined`: more lines are needed to tell. */
  return (lines: readonly Line[], at: number, row: number, isLast: boolean): Settled | undefined => {
    const { text, end } = lines[at] as Line
    if (text.length > limits.rowBytes) throw overSize(row, limits)
    if (dialect.quoting === 'none' || !text.includes(quoteOf(dialect.quoting))) return { cells: text.split(dialect.separator), lines: 1 }
    let next = at + 1
    let before = end
    let letters = text.length
    let isCut = false
    const most = lookedAhead > mostLookedAhead ? 0 : limits.rowBytes
    const read = readRecord(text, dialect, () => {
      const line = lines[next]
      if (!line || letters > most) {
        isCut = line === undefined && !isLast
        return undefined
      }
      next++
      letters += line.text.length + 1
      const continued = `${before}${line.text}`
      before = line.end
      return continued
    })
    if (read.kind === 'open' && isCut) return undefined
    if (read.kind !== 'record') lookedAhead += letters
    const settled = settle(read, lines, at)
    if (read.kind === 'open' && settled.quotes === 'open' && letters > most && most > 0) {
      throw overSize(row, limits)
    }
    return settled
  }
}

async function* readRows(text: AsyncIterable<string>, found: FoundDialect, limits: RowLimits): AsyncGenerator<RawRow[]> {
  const splitter = createLineSplitter()
  const readNext = createRecordReader(found, limits)
  let row = found.skip > 0 ? 1 : 0
  let piece: RawRow[] = []
  const isFull = createPieceCounter()
  let lines: readonly Line[] = []
  let skip = found.skip
  /** Letters to come before a record that is not whole is read again: twice as many each time. */
  let wait = 0
  let come = 0
  async function* read(isLast: boolean): AsyncGenerator<RawRow[]> {
    let at = 0
    while (at < lines.length) {
      const settled = readNext(lines, at, row + 1, isLast)
      if (!settled) break
      row++
      at += settled.lines
      const isCut = isLast && at === lines.length && lines.at(-1)?.end === '' && settled.cells.length < found.width
      const one: RawRow = {
        ...{ row, cells: settled.cells.map(unwrap) },
        ...(settled.quotes ? { quotes: settled.quotes } : {}),
        ...(isCut ? { isCut } : {}),
      }
      piece.push(one)
      if (isFull(one)) {
        yield piece
        piece = []
      }
    }
    lines = lines.slice(at)
    wait = lines.length > 0 ? Math.max(2 * wait, 256 * 1024) : 0
    come = 0
  }
  for await (const next of text) {
    const rest = skip > 0 ? next.slice(skip) : next
    skip = Math.max(0, skip - next.length)
    lines = lines.concat(splitter.take(rest, false))
    come += rest.length
    if (splitter.waiting() > limits.rowBytes) throw overSize(row + 1, limits)
    if (come >= wait) yield* read(false)
  }
  lines = lines.concat(splitter.take('', true))
  yield* read(true)
  if (piece.length > 0) yield piece
}

/** A text list: how it is written is detected, as far as a person does not say. */
export const readSeparated = async (
  path: string,
  kind: TextKind,
  said: ListReading = {},
  limits: RowLimits = listLimits,
): Promise<RawList> => {
  const encoding = said.encoding ?? kind.encoding
  const pieces = decodePieces(path, encoding)
  const { head, isWhole } = await withHead(pieces)
  const found = findDialect(head.slice(0, headLetters), said, isWhole && head.length <= headLetters)
  async function* all(): AsyncGenerator<string> {
    yield head
    if (!isWhole) yield* pieces
  }
  const unclear: UnclearReading[] = [...found.unclear]
  if (said.encoding === undefined && kind.others.length > 0) unclear.push({ what: 'encoding', choices: [encoding, ...kind.others] })
  return {
    form: { kind: 'text', encoding, ...found.dialect },
    isGuessed: kind.isGuessed && said.encoding === undefined,
    unclear,
    rows: readRows(all(), found, limits),
    merged: () => [],
    close: () => void pieces.return(undefined),
  }
}
