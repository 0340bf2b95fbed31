import type { IncomingMessage } from 'node:http'
import { cleanFileName } from '../names.ts'
import { refuse } from '../refusals.ts'
import { announcedLength, bodyChunks, decodeUtf8 } from '../request-body.ts'
import { createMultipartReader, type MultipartEvent, multipartBoundary } from './multipart.ts'
import { isPublicAddress } from './public-address.ts'
import type { IncomingFile } from './source-files.ts'
import { type SourceType, sourceTypes } from './source-table.ts'

/** Of ours (not-shown): a source file has at most 300 MB; text values at most 1 MB. */
export const maxFileBytes = 300 * 1024 * 1024
const maxFieldBytes = 1024 * 1024
const fileTooLarge = () => refuse(400, 'value: a source file is limited to 300 MB.')

export type SourceForm =
  | { readonly type: 'FILE'; readonly name: string; readonly mediaType: string | undefined }
  | { readonly type: Exclude<SourceType, 'FILE'>; readonly value: string }

type Part = { readonly head: Extract<MultipartEvent, { kind: 'part' }>; readonly chunks: Buffer[]; bytes: number }

/** Refuses text that URL parsers would correct, such as surrounding spaces or a line break. */
const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)

/** Checks the parts against "Source creation form" of the spec. */
const judge = (type: string | undefined, value: Part | undefined): SourceForm => {
  if (type === undefined) throw refuse(400, ['type: is missing'])
  if (!(sourceTypes as readonly string[]).includes(type)) throw refuse(400, [`type: must be one of ${sourceTypes.join(', ')}`])
  if (value === undefined) throw refuse(400, ['value: is missing'])
  const { fileName, mediaType } = value.head
  if (type === 'FILE') {
    if (fileName === undefined) throw refuse(400, ['value: must be a file part for the type FILE'])
    // Sent by a form without a chosen file.
    if (fileName === '' && value.bytes === 0) throw refuse(400, ['value: is missing'])
    if (value.bytes === 0) throw refuse(400, ['value: is an empty file'])
    return { type, name: cleanFileName(fileName), mediaType }
  }
  if (fileName !== undefined) throw refuse(400, [`value: must be a form field for the type ${type}`])
  const text = decodeUtf8(Buffer.concat(value.chunks))
  if (text === undefined) throw refuse(400, ['value: is not UTF-8'])
  if (text === '') throw refuse(400, ['value: is missing'])
  if (type === 'URL' && !isWebAddress(text)) throw refuse(400, ['value: must be an http or https URL'])
  if (type === 'URL' && !isPublicAddress(text))
    throw refuse(400, ['value: must be publicly reachable, not an address of this computer or a private network'])
  return { type: type as Exclude<SourceType, 'FILE'>, value: text }
}

/** Reads the form; the bytes of a file part go to `file`, whichever part comes first. Throws 400. */
export const readSourceForm = async (incoming: IncomingMessage, file: IncomingFile): Promise<SourceForm> => {
  const boundary = multipartBoundary(incoming.headers['content-type'] ?? '')
  if (boundary === undefined) throw refuse(400, 'The body must be multipart/form-data.')
  if ((announcedLength(incoming) ?? 0) > maxFileBytes + 2 * maxFieldBytes) throw fileTooLarge()
  const reader = createMultipartReader(boundary)
  const parts = new Map<string, Part>()
  let current: Part | undefined

  const take = async (event: MultipartEvent): Promise<void> => {
    if (event.kind === 'part') {
      if (event.name !== 'type' && event.name !== 'value') throw refuse(400, [`${event.name}: unknown field`])
      if (parts.has(event.name)) throw refuse(400, [`${event.name}: sent more than once`])
      current = { head: event, chunks: [], bytes: 0 }
      parts.set(event.name, current)
    } else if (event.kind === 'data' && current) {
      current.bytes += event.bytes.length
      const isFile = current.head.name === 'value' && current.head.fileName !== undefined
      if (isFile && current.bytes > maxFileBytes) throw fileTooLarge()
      if (!isFile && current.bytes > maxFieldBytes) throw refuse(400, [`${current.head.name}: a form field is limited to 1 MB`])
      if (isFile) await file.write(event.bytes)
      else current.chunks.push(event.bytes)
    }
  }

  const takeChunk = async (chunk: Buffer): Promise<void> => {
    for (const event of reader.push(chunk)) await take(event)
  }
  // A small body is cheaper in one piece.
  const small = (announcedLength(incoming) ?? Number.POSITIVE_INFINITY) <= 1024 * 1024
  const held: Buffer[] = []
  for await (const chunk of bodyChunks(incoming)) {
    if (small) held.push(chunk)
    else await takeChunk(chunk)
  }
  if (small) await takeChunk(Buffer.concat(held))
  if (!reader.isComplete()) throw refuse(400, 'The multipart body is malformed: it ends too early.')
  const type = parts.get('type')
  return judge(type && Buffer.concat(type.chunks).toString('utf8'), parts.get('value'))
}
