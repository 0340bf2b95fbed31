import { randomBytes } from 'node:crypto'
import { FormDataEncoder } from 'form-data-encoder'

/** The bytes around a file in its multipart body, and the headers of the request. */
export type Frame = { readonly head: Buffer; readonly tail: Buffer; readonly headers: Readonly<Record<string, string>> }

type FrameTemplate = { readonly beforeName: string; readonly afterName: string; readonly tail: Buffer; readonly contentType: string }

/** One for this process: 144 random bits, never shown before the bytes that it delimits are fixed. */
const boundary = `packshot-${randomBytes(18).toString('hex')}`
const namePlace = 'NAME-OF-THE-FILE'

/**
 * The parts `type`=FILE and `value` (spec, "Source creation form") as form-data-encoder frames them. Its streaming is not used:
 * it cuts chunks over 64 KB at the wrong offset of their memory.
 */
const encodeTemplate = (mimeType: string): FrameTemplate => {
  const file = {
    name: namePlace,
    type: mimeType,
    size: 0,
    lastModified: 0,
    stream: async function* (): AsyncGenerator<Uint8Array> {},
    [Symbol.toStringTag]: 'File',
  }
  const parts: [string, string | typeof file][] = [
    ['type', 'FILE'],
    ['value', file],
  ]
  const form = {
    append: () => {},
    getAll: () => [],
    entries: () => parts.values(),
    [Symbol.iterator]: () => parts.values(),
    [Symbol.toStringTag]: 'FormData',
  }
  const encoder = new FormDataEncoder(form, boundary)
  const [head, tail]: [Uint8Array[], Uint8Array[]] = [[], []]
  let side = head
  for (const piece of encoder.values()) {
    if (piece instanceof Uint8Array) side.push(piece)
    else side = tail
  }
  const [beforeName = '', afterName = ''] = Buffer.concat(head).toString().split(namePlace)
  return { beforeName, afterName, tail: Buffer.concat(tail), contentType: encoder.contentType }
}

const templates = new Map<string, FrameTemplate>()

const templateFor = (mimeType: string): FrameTemplate => {
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream'
  const template = templates.get(type) ?? encodeTemplate(type)
  // Kinds of picture are few; whatever else comes must not pile up.
  if (templates.size < 16) templates.set(type, template)
  return template
}

const nameEscapes: Readonly<Record<string, string>> = { '"': '%22', '\r': '%0D', '\n': '%0A' }

/**
 * Quotes and line breaks as the WHATWG multipart encoding has them; other control characters have no escape,
 * and some parsers stop at them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: replacing them is the point
const escapeFileName = (name: string): string => name.replace(/["\u0000-\u001f\u007f]/g, (character) => nameEscapes[character] ?? '_')

/** Frames a file of `bytes` bytes; the name is sent as UTF-8. Encoded once for each MIME type, because this is done for every upload. */
export const frameFile = ({
  name,
  bytes,
  mimeType,
}: {
  readonly name: string
  readonly bytes: number
  readonly mimeType: string
}): Frame => {
  const { beforeName, afterName, tail, contentType } = templateFor(mimeType)
  const head = Buffer.from(`${beforeName}${escapeFileName(name)}${afterName}`)
  return { head, tail, headers: { 'content-type': contentType, 'content-length': String(head.length + bytes + tail.length) } }
}
