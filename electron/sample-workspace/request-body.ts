import type { IncomingMessage } from 'node:http'
import { refuse } from './refusals.ts'

/** The body's chunks; leaving the loop early keeps the connection, so that an answer can still be sent. */
export const bodyChunks = (incoming: IncomingMessage): AsyncIterable<Buffer> =>
  incoming.iterator({ destroyOnReturn: false }) as unknown as AsyncIterable<Buffer>

export const mediaType = (incoming: IncomingMessage): string =>
  (incoming.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** The announced length; undefined for a chunked body. */
export const announcedLength = (incoming: IncomingMessage): number | undefined => {
  const value = incoming.headers['content-length']
  return value === undefined ? undefined : Number(value)
}

/** The whole body. Throws a 400 naming the limit when it is longer (not-shown: "over a limit is a 400 that names the limit"). */
export const readBody = async (incoming: IncomingMessage, limit: { readonly bytes: number; readonly text: string }): Promise<Buffer> => {
  const tooLong = () => refuse(400, limit.text)
  if ((announcedLength(incoming) ?? 0) > limit.bytes) throw tooLong()
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of bodyChunks(incoming)) {
    bytes += chunk.length
    if (bytes > limit.bytes) throw tooLong()
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/** Bytes as text, without a byte order mark; undefined if they are not UTF-8: they would be kept with “�” in them. */
export const decodeUtf8 = (bytes: Buffer): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Deeper than any body of this service; later steps recurse and would overflow the stack. */
const deepest = 100

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw refuse(400, 'The body is not valid JSON.')
  }
}

/** Where the string that begins at `from` ends. */
const endOfString = (json: string, from: number): number => {
  for (let at = json.indexOf('"', from + 1); ; at = json.indexOf('"', at + 1)) {
    let before = at - 1
    while (json[before] === '\\') before -= 1
    if ((at - before) % 2 === 1) return at
  }
}

/** Scans the text of valid JSON, which is faster than walking its values. */
const isTooDeep = (json: string): boolean => {
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    if (sign === '"') at = endOfString(json, at)
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
    if (depth > deepest) return true
  }
  return false
}

/** A JSON body as `unknown`. Throws 400 for another media type or encoding, for broken JSON and for JSON nested more than 100 levels deep. */
export const readJson = async (incoming: IncomingMessage, limit: { readonly bytes: number; readonly text: string }): Promise<unknown> => {
  if (mediaType(incoming) !== 'application/json') throw refuse(400, 'The body must be application/json.')
  const text = decodeUtf8(await readBody(incoming, limit))
  if (text === undefined) throw refuse(400, 'The body is not UTF-8.')
  const body = parse(text)
  if (isTooDeep(text)) throw refuse(400, 'The body is nested too deeply.')
  return body
}

/** Reads and discards the rest of the body; also ends when the client disconnects. */
export const drainBody = async (incoming: IncomingMessage): Promise<void> => {
  try {
    for await (const _ of bodyChunks(incoming));
  } catch {
    // The client went away: nothing is left to read.
  }
}
