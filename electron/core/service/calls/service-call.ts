import type { Subject } from '../../../../shared/service/service-failures.ts'
import type { OpenBody } from './multipart-file.ts'

export type CallOptions = {
  readonly signal?: AbortSignal
  /** Milliseconds without a byte although the service can be reached. `null`: data arrived again. */
  readonly onSilence?: (ms: number | null) => void
}

/** The source payload as the spec's "Source creation form" names it. */
export type FieldSource = { readonly type: 'TEXT' | 'URL' | 'KNOWLEDGE'; readonly value: string }

export type OpenRequest = () => Promise<OpenBody>

export type Call<T> = {
  readonly after?: Promise<void>
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly names: 'product' | 'address'
  readonly subject: Subject
  /** Called for each try. Throws AppError if there is nothing to send. */
  readonly open: OpenRequest
  /** The field that a 2xx must have; `null`: none by a name. */
  readonly wants: 'analysis' | 'id' | null
  /** The content of a 2xx; `undefined` if unreadable. */
  readonly read: (text: string, status: number) => T | undefined
}

/** A request with JSON, or, with `undefined`, with nothing in it. */
export const openJson = (value: unknown): OpenRequest => {
  const body = value === undefined ? null : Buffer.from(JSON.stringify(value))
  const headers: Readonly<Record<string, string>> = body === null ? {} : { 'content-type': 'application/json' }
  const opened: OpenBody = { body, headers, failure: () => undefined, close: async () => {} }
  return async () => opened
}
