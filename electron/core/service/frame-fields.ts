import { randomBytes } from 'node:crypto'
import { FormDataEncoder } from 'form-data-encoder'
import type { OpenBody } from './multipart-file.ts'
import type { FieldSource } from './service-call.ts'

const place = 'VALUE-OF-THE-SOURCE'

/**
 * A source whose value is a form field (spec, "Source creation form"), as form-data-encoder frames it. The value itself goes in as it is:
 * the encoder would turn each line feed into a carriage return and a line feed. The boundary is made anew, so that no text can hold it.
 */
export const openFields = ({ type, value }: FieldSource): OpenBody => {
  const form = new FormData()
  form.append('type', type)
  form.append('value', place)
  const encoder = new FormDataEncoder(form, `packshot-${randomBytes(18).toString('hex')}`)
  const framed = Buffer.concat([...encoder.values()].filter((piece) => piece instanceof Uint8Array)).toString()
  const at = framed.lastIndexOf(place)
  const body = Buffer.from(framed.slice(0, at) + value + framed.slice(at + place.length))
  return {
    body,
    headers: { 'content-type': encoder.contentType, 'content-length': String(body.length) },
    failure: () => undefined,
    close: async () => {},
  }
}
