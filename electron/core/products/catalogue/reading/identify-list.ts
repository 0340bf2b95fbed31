import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { AppError } from '../../../../../shared/base/errors.ts'
import { listLimits } from '../list-limits.ts'

export type ListKind = 'workbook' | 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** In UTF-8, as single characters. */
const byteOrderMark = '\u00ef\u00bb\u00bf'

const startsWith = (bytes: Uint8Array, ...first: readonly number[]): boolean => first.every((byte, at) => bytes[at] === byte)

/** Text of Western languages in UTF-16 has a zero in every other byte. */
const guessUtf16 = (head: Uint8Array): ListKind | undefined => {
  let even = 0
  let odd = 0
  for (let at = 0; at < head.length; at++) if (head[at] === 0) at % 2 === 0 ? even++ : odd++
  const half = head.length / 2
  if (odd > half * 0.4 && even < half * 0.05) return 'utf-16le'
  if (even > half * 0.4 && odd < half * 0.05) return 'utf-16be'
  return undefined
}

/** What shops call XLS is often a web page, and what old spreadsheets wrote was XML. */
const isMarkup = (head: Uint8Array): boolean =>
  /^\s*<(?:!doctype|html|head|body|table|meta|\?xml)\b/i.test(
    Buffer.from(head.subarray(0, 200)).toString('latin1').replaceAll(byteOrderMark, ''),
  )

/** Names what the first bytes show; `undefined`: text of which only the whole file tells whether it is UTF-8. */
const identifyHead = (head: Uint8Array, name: string): ListKind | undefined => {
  const refuse = (is: 'old-workbook' | 'markup' | 'bytes'): AppError =>
    new AppError('unsupported-format', { kind: 'list-of-other-kind', name, is })
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return 'workbook'
  // An Excel file before 2007, or one with a password.
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) throw refuse('old-workbook')
  if (isMarkup(head)) throw refuse('markup')
  if (startsWith(head, 0xef, 0xbb, 0xbf)) return 'utf-8'
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(head, 0xfe, 0xff)) return 'utf-16be'
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

/** Identifies a list by its bytes, never by its name. Old lists that are not UTF-8 are read as Windows-1252. */
export const identifyList = async (path: string, name: string): Promise<ListKind> => {
  const { size } = await stat(path)
  if (size > listLimits.fileBytes) throw new AppError('file-too-large', { kind: 'list-over-size', name, maxBytes: listLimits.fileBytes })
  if (size === 0) throw new AppError('empty-file', { kind: 'list-empty', name })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    const known = isFirst ? identifyHead(bytes, name) : undefined
    if (known !== undefined) return known
    isFirst = false
    if (bytes.includes(0)) throw new AppError('unsupported-format', { kind: 'list-of-other-kind', name, is: 'bytes' })
    if (!decodes(decoder, bytes)) return 'windows-1252'
  }
  return decodes(decoder) ? 'utf-8' : 'windows-1252'
}
