import { formatRecord, type Separator } from '../../../../../shared/base/spreadsheet-text.ts'

/** Rows of a table for a file, in pieces; the header is the first row. */
export type TableRows = AsyncIterable<readonly (readonly string[])[]>

export type SeparatedForm = {
  readonly separator: Separator
  /** A byte order mark, without which Excel takes UTF-8 for the system's old code page. */
  readonly bom: boolean
  /** Line breaks and tabs in a cell become spaces, for readers that know no quotes. */
  readonly flat: boolean
}

/** A table as text in pieces (RFC 4180, UTF-8). No cell of it is a formula. */
export async function* writeSeparated(rows: TableRows, { separator, bom, flat }: SeparatedForm): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  if (bom) yield new Uint8Array([0xef, 0xbb, 0xbf])
  const clean = (text: string): string => (flat ? text.replace(/\s+/g, ' ').trim() : text)
  for await (const piece of rows) yield encoder.encode(piece.map((cells) => formatRecord(cells.map(clean), separator)).join(''))
}
