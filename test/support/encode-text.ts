import type { ListEncoding } from '../../shared/products/list-dialects.ts'

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>()

/** The platform decodes these encodings and does not write them: each letter’s bytes, by decoding all. */
const tableOf = (encoding: ListEncoding): ReadonlyMap<string, readonly number[]> => {
  const known = tables.get(encoding)
  if (known) return known
  const table = new Map<string, readonly number[]>()
  const add = (...bytes: number[]): void => {
    const text = new TextDecoder(encoding).decode(Uint8Array.from(bytes))
    if ([...text].length === 1 && text !== '\uFFFD' && !table.has(text)) table.set(text, bytes)
  }
  for (let byte = 0x80; byte < 0x100; byte++) add(byte)
  if (['shift_jis', 'gb18030', 'big5', 'euc-jp', 'euc-kr'].includes(encoding))
    for (let first = 0x81; first < 0xff; first++) for (let second = 0x40; second < 0xff; second++) add(first, second)
  tables.set(encoding, table)
  return table
}

const byteOrderMark = '\uFEFF'

/** A text’s bytes. Throws for a letter that the encoding lacks. */
export const encodeText = (text: string, encoding: ListEncoding, hasMark = false): Buffer => {
  const marked = hasMark ? `${byteOrderMark}${text}` : text
  if (encoding === 'utf-8') return Buffer.from(marked)
  if (encoding === 'utf-16le') return Buffer.from(marked, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(marked, 'utf16le').swap16()
  const table = tableOf(encoding)
  const bytes: number[] = []
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    const known = code < 0x80 ? [code] : table.get(letter)
    if (!known) throw new Error(`${encoding} has no ${letter}`)
    bytes.push(...known)
  }
  return Buffer.from(bytes)
}
