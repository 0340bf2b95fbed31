import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { AppError } from '../../../../../shared/base/errors.ts'
import type { ListEncoding } from '../../../../../shared/products/list-dialects.ts'
import { listLimits } from '../list-limits.ts'
import { guessEncoding } from './guess-encoding.ts'

/** `isGuessed`: the file doesn’t say its code page. `others`: those that are as likely. */
export type TextKind = {
  readonly kind: 'text'
  readonly encoding: ListEncoding
  readonly isGuessed: boolean
  readonly others: readonly ListEncoding[]
}
export type ListKind = { readonly kind: 'workbook' } | TextKind

const sure = (encoding: ListEncoding): TextKind => ({ kind: 'text', encoding, isGuessed: false, others: [] })

/** In UTF-8, as single characters. */
const byteOrderMark = '\u00ef\u00bb\u00bf'

const startsWith = (bytes: Uint8Array, ...first: readonly number[]): boolean => first.every((byte, at) => bytes[at] === byte)

/** In UTF-16, separators, digits and Latin letters have a zero in one of two bytes, always the same one. */
const guessUtf16 = (head: Uint8Array): ListKind | undefined => {
  let even = 0
  let odd = 0
  for (let at = 0; at < head.length; at++) if (head[at] === 0) at % 2 === 0 ? even++ : odd++
  const half = head.length / 2
  if (odd > Math.max(3, half * 0.1) && even < odd * 0.05) return sure('utf-16le')
  if (even > Math.max(3, half * 0.1) && odd < even * 0.05) return sure('utf-16be')
  return undefined
}

/** What shops call XLS is often a web page, and what old spreadsheets wrote was XML. */
const isMarkup = (head: Uint8Array): boolean =>
  /^\s*<(?:!doctype|html|head|body|table|meta|\?xml)\b/i.test(
    Buffer.from(head.subarray(0, 200)).toString('latin1').replaceAll(byteOrderMark, ''),
  )

/** Feeds and dumps: `[{"sku": …`, or an object in each line. */
const isJson = (head: Uint8Array): boolean =>
  /^\s*(?:\[\s*)?\{\s*"[^"]{0,100}"\s*:/.test(Buffer.from(head.subarray(0, 400)).toString('latin1').replaceAll(byteOrderMark, ''))

/** Names what the first bytes show; `undefined`: text of which only the whole file tells whether it is UTF-8. */
const identifyHead = (head: Uint8Array, name: string, said?: ListEncoding): ListKind | undefined => {
  const refuse = (is: 'old-workbook' | 'markup' | 'json' | 'bytes'): AppError =>
    new AppError('unsupported-format', { kind: 'list-of-other-kind', name, is })
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return { kind: 'workbook' }
  // An Excel file before 2007, or one with a password.
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) throw refuse('old-workbook')
  if (isMarkup(head)) throw refuse('markup')
  if (isJson(head)) throw refuse('json')
  // %PDF-
  if (startsWith(head, 0x25, 0x50, 0x44, 0x46, 0x2d)) throw refuse('bytes')
  if (said !== undefined) return sure(said)
  if (startsWith(head, 0xef, 0xbb, 0xbf)) return sure('utf-8')
  if (startsWith(head, 0xff, 0xfe)) return sure('utf-16le')
  if (startsWith(head, 0xfe, 0xff)) return sure('utf-16be')
  if (!head.includes(0)) return undefined
  const guessed = guessUtf16(head)
  if (guessed === undefined) throw refuse('bytes')
  return guessed
}

/** Whether text goes on with these bytes, or may end. */
const decodes = (decoder: InstanceType<typeof TextDecoder>, bytes?: Uint8Array): boolean => {
  try {
    decoder.decode(bytes, { stream: bytes !== undefined })
    return true
  } catch {
    return false
  }
}

/** Bytes that tell a code page. */
const sampleBytes = 256 * 1024

/** A file in UTF-8 of which some letters were cut has many whole ones beside them. */
const isDamagedUtf8 = (bytes: Uint8Array): boolean => {
  const text = new TextDecoder().decode(bytes)
  const lost = text.match(/\uFFFD/g)?.length ?? 0
  const whole = text.match(/[\u0080-\uFFFC]/g)?.length ?? 0
  return whole > 10 * lost
}

/** The beginning of a file, and what is around the first byte that UTF-8 does not have there. */
const readSample = async (path: string, from: number): Promise<Buffer> => {
  const read = async (start: number, end: number): Promise<Buffer[]> => {
    const pieces: Buffer[] = []
    for await (const bytes of createReadStream(path, { start, end }) as AsyncIterable<Buffer>) pieces.push(bytes)
    return pieces
  }
  const head = await read(0, sampleBytes - 1)
  return Buffer.concat(from < sampleBytes ? head : [...head, ...(await read(from, from + sampleBytes - 1))])
}

const guess = async (path: string, from: number): Promise<TextKind> => {
  const sample = await readSample(path, from)
  if (isDamagedUtf8(sample)) return sure('utf-8')
  return { kind: 'text', isGuessed: true, ...(await guessEncoding(sample)) }
}

/** Identifies a list by its bytes, never by its name. The code page of old lists that are not UTF-8 is guessed by their letters. `said`: a person’s word on it. */
export const identifyList = async (path: string, name: string, said?: ListEncoding): Promise<ListKind> => {
  const { size } = await stat(path)
  if (size > listLimits.fileBytes) throw new AppError('file-too-large', { kind: 'list-over-size', name, maxBytes: listLimits.fileBytes })
  if (size === 0) throw new AppError('empty-file', { kind: 'list-empty', name })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let seen = 0
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    const known = seen === 0 ? identifyHead(bytes, name, said) : undefined
    if (known !== undefined) return known
    if (bytes.includes(0)) throw new AppError('unsupported-format', { kind: 'list-of-other-kind', name, is: 'bytes' })
    if (!decodes(decoder, bytes)) return guess(path, seen)
    seen += bytes.length
  }
  return decodes(decoder) ? sure('utf-8') : guess(path, Math.max(0, seen - sampleBytes))
}
