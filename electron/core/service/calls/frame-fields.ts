import { frameSource, makeBoundary } from './frame-source.ts'
import type { OpenBody } from './multipart-file.ts'
import type { FieldSource } from './service-call.ts'

/** A source whose value is a form field. The value goes in as it is; the boundary is new each time, so that no text can hold it. */
export const openFields = ({ type, value }: FieldSource): OpenBody => {
  const { head, tail, contentType } = frameSource(makeBoundary(), type)
  const body = Buffer.concat([head, Buffer.from(value), tail])
  return {
    body,
    headers: { 'content-type': contentType, 'content-length': String(body.length) },
    failure: () => undefined,
    close: async () => {},
  }
}
