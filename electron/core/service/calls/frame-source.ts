import { randomBytes } from 'node:crypto'

/** The bytes around a source's value in its multipart body, and the type of that body. */
type SourceFrame = { readonly head: Buffer; readonly tail: Buffer; readonly contentType: string }

/** The bytes around a file in its multipart body, and the headers of the request. */
export type Frame = { readonly head: Buffer; readonly tail: Buffer; readonly headers: Readonly<Record<string, string>> }

/** 144 random bits. */
export const makeBoundary = (): string => `packshot-${randomBytes(18).toString('hex')}`

/**
 * Frames the parts `type` and `value` (spec, "Source creation form") as multipart/form-data (RFC 7578). `valueHeaders` continues the
 * Content-Disposition of `value`, and may hold further header lines.
 */
export const frameSource = (boundary: string, type: string, valueHeaders = ''): SourceFrame => {
  const part = (name: string, rest: string): string => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`
  return {
    head: Buffer.from(`${part('type', '')}${type}\r\n${part('value', valueHeaders)}`),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

/** One for all files of this process: never shown before the bytes that it delimits are fixed. */
const fileBoundary = makeBoundary()

const nameEscapes: Readonly<Record<string, string>> = { '"': '%22', '\r': '%0D', '\n': '%0A' }

/**
 * Quotes and line breaks as the WHATWG multipart encoding has them; other control characters have no escape,
 * and some parsers stop at them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: replacing them is the point
const escapeFileName = (name: string): string => name.replace(/["\u0000-\u001f\u007f]/g, (character) => nameEscapes[character] ?? '_')

/** Frames a file of `bytes` bytes; the name is sent as UTF-8. */
export const frameFile = ({
  name,
  bytes,
  mimeType,
}: {
  readonly name: string
  readonly bytes: number
  readonly mimeType: string
}): Frame => {
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream'
  const { head, tail, contentType } = frameSource(fileBoundary, 'FILE', `; filename="${escapeFileName(name)}"\r\nContent-Type: ${type}`)
  return { head, tail, headers: { 'content-type': contentType, 'content-length': String(head.length + bytes + tail.length) } }
}
