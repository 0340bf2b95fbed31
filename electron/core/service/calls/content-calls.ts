import type { Template, Voice } from '../../../../shared/answers/brand-voices-contract.ts'
import type { KnowledgeItem } from '../../../../shared/answers/other-sources.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Outcome } from './outcome.ts'
import { parseJson } from './read-answer.ts'
import { type Pages, readKnowledge, readPages, readTemplates, readVoices } from './read-content.ts'
import type { Call, CallOptions, OpenRequest } from './service-call.ts'

/** The operations about content (not-shown: tones, templates). Nothing throws: every call ends in an outcome. */
export type ContentCalls = {
  /** One page of `GET /v1/tones`, counted from 1; `size` `null`: the service's default. */
  readonly listVoices: (
    page: { readonly page: number; readonly size: number | null },
    options?: CallOptions,
  ) => Promise<Outcome<{ readonly voices: readonly Voice[]; readonly pages: Pages }>>
  /** `GET /v1/templates`. */
  readonly listTemplates: (options?: CallOptions) => Promise<Outcome<{ readonly templates: readonly Template[] }>>
  /** The first `size` knowledge items whose names have `text`, at `path`: the interface names none. */
  readonly listKnowledge: (
    query: { readonly path: string; readonly text: string; readonly size: number },
    options?: CallOptions,
  ) => Promise<Outcome<{ readonly items: readonly KnowledgeItem[]; readonly pages: Pages }>>
}

type Ports = {
  readonly paths: Connection['paths']
  readonly run: <T>(call: Call<T>, options: CallOptions) => Promise<Outcome<T>>
  /** A request with JSON, or, with `undefined`, with nothing in it. */
  readonly openJson: (value: unknown) => OpenRequest
}

export const createContentCalls = ({ paths, run, openJson }: Ports): ContentCalls => {
  const list = <T>(path: string, readItems: (answer: unknown) => T | undefined, options: CallOptions): Promise<Outcome<T>> =>
    run(
      {
        method: 'GET',
        path,
        names: 'address',
        subject: 'content',
        wants: null,
        open: openJson(undefined),
        read: (text) => readItems(parseJson(text)),
      },
      options,
    )

  return {
    listVoices: ({ page, size }, options = {}) => {
      const query = new URLSearchParams({ page: String(page), ...(size === null ? {} : { size: String(size) }) })
      const read = (answer: unknown) => {
        const voices = readVoices(answer)
        return voices && { voices, pages: readPages(answer) }
      }
      return list(`${paths.tones}?${query}`, read, options)
    },

    listTemplates: (options = {}) => {
      const read = (answer: unknown) => {
        const templates = readTemplates(answer)
        return templates && { templates }
      }
      return list(paths.templates, read, options)
    },

    listKnowledge: ({ path, text: q, size }, options = {}) => {
      const query = new URLSearchParams({ page: '1', size: String(size), ...(q === '' ? {} : { q }) })
      const read = (answer: unknown) => {
        const items = readKnowledge(answer)
        return items && { items, pages: readPages(answer) }
      }
      return list(`${path}?${query}`, read, options)
    },
  }
}
