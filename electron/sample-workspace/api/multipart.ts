import { refuse } from '../refusals.ts'

/** One step through a multipart/form-data body (RFC 7578). */
export type MultipartEvent =
  | { readonly kind: 'part'; readonly name: string; readonly fileName: string | undefined; readonly mediaType: string | undefined }
  | { readonly kind: 'data'; readonly bytes: Buffer }
  | { readonly kind: 'end' }

export type MultipartReader = {
  /** Returns the events of the next chunk; `data` may point into the chunk. Throws 400 for a malformed body. */
  readonly push: (chunk: Buffer) => MultipartEvent[]
  /** True once the closing boundary was read. */
  readonly isComplete: () => boolean
}

const malformed = (what: string) => refuse(400, `The multipart body is malformed: ${what}.`)

/** The boundary of a Content-Type header; undefined if it isn't multipart/form-data. */
export const multipartBoundary = (contentType: string): string | undefined => {
  const [type = '', ...parameters] = contentType.split(';').map((one) => one.trim())
  if (type.toLowerCase() !== 'multipart/form-data') return undefined
  const boundary = parameters.find((one) => /^boundary=/i.test(one))?.slice('boundary='.length) ?? ''
  const plain = /^"[^"]*"$/.test(boundary) ? boundary.slice(1, -1) : boundary
  return /^[^\s;"]{1,70}$/.test(plain.replaceAll(' ', '_')) ? plain : undefined
}

/** In a quoted value browsers and form libraries write ", CR and LF as %22, %0D and %0A (RFC 7578, 2; WHATWG). */
const unquote = (value: string): string => value.replace(/%22|%0D|%0A/gi, (code) => decodeURIComponent(code)).replace(/\\(["\\])/g, '$1')

/** `UTF-8''k%C3%A4se.png` (RFC 5987), which older form libraries send for names beyond ASCII; undefined if it isn't that. */
const decodeExtended = (value: string): string | undefined => {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(value)?.[1]
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/** The parameters of a header by their names in lower case. Read from left to right: a file's name may look like another parameter. */
const readParameters = (header: string): ReadonlyMap<string, string> =>
  new Map(
    [...header.matchAll(/;\s*([\w-]+\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g)].map(
      ([, name = '', quoted, plain = '']) => [name.toLowerCase(), unquote(quoted ?? plain)] as const,
    ),
  )

const readHeaders = (text: string): MultipartEvent => {
  const lines = text.split('\r\n')
  const value = (name: string) => {
    const line = lines.find((one) => one.toLowerCase().startsWith(`${name}:`))
    return line?.slice(name.length + 1).trim()
  }
  const disposition = value('content-disposition') ?? ''
  const parameters = readParameters(disposition)
  const name = parameters.get('name')
  const extended = parameters.get('filename*')
  if (!/^form-data\b/i.test(disposition) || name === undefined) throw malformed('a part has no name')
  const fileName = (extended === undefined ? undefined : decodeExtended(extended)) ?? parameters.get('filename')
  return { kind: 'part', name, fileName, mediaType: value('content-type') }
}

const maxHeaderBytes = 16 * 1024
const crlf = Buffer.from('\r\n')
const blankLine = Buffer.from('\r\n\r\n')

export const createMultipartReader = (boundary: string): MultipartReader => {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  /** Bytes not yet given out; begins as a line break, so that the first boundary looks like the others. */
  let rest: Buffer = crlf
  let state: 'preamble' | 'boundary' | 'headers' | 'body' | 'complete' = 'preamble'

  /** Takes one step; false when more bytes are needed. */
  const step = (events: MultipartEvent[]): boolean => {
    if (state === 'preamble' || state === 'body') {
      const at = rest.indexOf(delimiter)
      const until = at < 0 ? Math.max(0, rest.length - delimiter.length + 1) : at
      if (state === 'body' && until > 0) events.push({ kind: 'data', bytes: rest.subarray(0, until) })
      rest = rest.subarray(at < 0 ? until : at + delimiter.length)
      if (at < 0) return false
      if (state === 'body') events.push({ kind: 'end' })
      state = 'boundary'
      return true
    }
    if (state === 'boundary') {
      if (rest.length < 2) return false
      if (rest[0] === 0x2d && rest[1] === 0x2d) {
        state = 'complete'
        return false
      }
      const at = rest.indexOf(crlf)
      if (at > 0 && rest.subarray(0, at).toString('latin1').trim() !== '') throw malformed('a boundary line has something after it')
      if (at < 0 && rest.length > 256) throw malformed('a boundary line does not end')
      if (at < 0) return false
      // The line break stays: it begins the blank line of a part without headers.
      rest = rest.subarray(at)
      state = 'headers'
      return true
    }
    const at = rest.indexOf(blankLine)
    if (at > maxHeaderBytes || (at < 0 && rest.length > maxHeaderBytes)) throw malformed('the headers of a part are too long')
    if (at < 0) return false
    events.push(readHeaders(rest.subarray(crlf.length, Math.max(at, crlf.length)).toString('utf8')))
    rest = rest.subarray(at + blankLine.length)
    state = 'body'
    return true
  }

  return {
    push: (chunk) => {
      const events: MultipartEvent[] = []
      if (state === 'complete') return events
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      while (step(events));
      return events
    },
    isComplete: () => state === 'complete',
  }
}
