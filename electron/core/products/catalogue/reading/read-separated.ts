import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { AppError } from '../../../../../shared/base/errors.ts'
import { listLimits, type RowLimits } from '../list-limits.ts'
import { findSeparator, type Separator } from './find-separator.ts'
import type { ListKind } from './identify-list.ts'
import { createPieceCounter, type RawList, type RawRow } from './raw-rows.ts'

type Encoding = Exclude<ListKind, 'workbook'>

/** As much as tells the separator. */
const headLetters = 64 * 1024

async function* decodePieces(path: string, encoding: Encoding): AsyncGenerator<string> {
  // It takes the byte order mark away.
  const decoder = new TextDecoder(encoding)
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 })) yield decoder.decode(bytes as Buffer, { stream: true })
  yield decoder.decode()
}

/** The first piece, at least `headLetters` long where there is as much, and all of it again with the rest. */
const withHead = async (pieces: AsyncGenerator<string>): Promise<{ readonly head: string; readonly all: AsyncGenerator<string> }> => {
  let head = ''
  let isOver = false
  while (head.length < headLetters && !isOver) {
    const { value, done } = await pieces.next()
    if (done) isOver = true
    else head += value
  }
  async function* all(): AsyncGenerator<string> {
    yield head
    if (!isOver) yield* pieces
  }
  return { head, all: all() }
}

async function* skipLetters(pieces: AsyncIterable<string>, skip: number): AsyncGenerator<string> {
  let left = skip
  for await (const piece of pieces) {
    const rest = piece.slice(left)
    left = Math.max(0, left - piece.length)
    if (rest !== '') yield rest
  }
}

/** `="00123"`: what spreadsheets are given so that they keep the zeros. */
const unwrap = (cell: string): string => {
  const inside = /^="([^"]*)"$/.exec(cell)
  return inside?.[1] ?? cell
}

const explain = (error: unknown, name: string, headerRows: number, { rowBytes }: RowLimits): unknown => {
  if (!(error instanceof CsvError)) return error
  const records = Number((error as { readonly records?: unknown }).records ?? 0)
  const row = headerRows + records + 1
  const kept = { cause: error, kept: 'nothing-changed' } as const
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new AppError('file-unreadable', { kind: 'list-quote-open', row }, kept)
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new AppError('file-unreadable', { kind: 'list-row-over-size', row, maxBytes: rowBytes }, kept)
  return new AppError('file-unreadable', { kind: 'list-damaged', name, said: error.code }, kept)
}

async function* readRows(
  text: AsyncIterable<string>,
  separator: Separator,
  skippedRows: number,
  name: string,
  limits: RowLimits,
): AsyncGenerator<RawRow[]> {
  const records = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A sign for inches in the middle of a cell is no quote.
    relax_quotes: true,
    max_record_size: limits.rowBytes,
  })
  const source = Readable.from(text)
  source.on('error', (error) => records.destroy(error))
  source.pipe(records)
  let row = skippedRows
  let piece: RawRow[] = []
  const isFull = createPieceCounter()
  try {
    for await (const record of records as AsyncIterable<string[]>) {
      row++
      const one = { row, cells: record.map((cell) => unwrap(cell)) }
      piece.push(one)
      if (isFull(one)) {
        yield piece
        piece = []
      }
    }
  } catch (error) {
    throw explain(error, name, skippedRows, limits)
  } finally {
    source.destroy()
  }
  if (piece.length > 0) yield piece
}

/** A list whose columns are separated by commas, semicolons or tabs (RFC 4180, and what spreadsheets make of it). */
export const readSeparated = async (path: string, name: string, encoding: Encoding, limits: RowLimits = listLimits): Promise<RawList> => {
  const pieces = decodePieces(path, encoding)
  const { head, all } = await withHead(pieces)
  const { separator, skip } = findSeparator(head)
  return {
    form: { kind: 'text', encoding, separator },
    rows: readRows(skipLetters(all, skip), separator, skip > 0 ? 1 : 0, name, limits),
    merged: () => [],
    close: () => void pieces.return(undefined),
  }
}
