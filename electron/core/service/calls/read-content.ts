import { z } from 'zod'
import type { Template, Voice } from '../../../../shared/answers/brand-voices-contract.ts'
import type { KnowledgeItem } from '../../../../shared/answers/other-sources.ts'
import { identifier, unwrap } from './read-answer.ts'

/** Items of one answer that are looked at: a list without paging may be long. */
const most = 10_000

const text = z.string().trim()
/** The first of several names for the same that holds a text. */
const firstText = (...values: readonly unknown[]): string =>
  values.map((value) => text.safeParse(value).data ?? '').find((value) => value !== '') ?? ''

const item = z.looseObject({ id: identifier.optional() })
const inputItem = z.looseObject({})

/** The entries of a list answer; `undefined`: not a list. An empty list is valid. */
const readList = <T>(answer: unknown, read: (one: z.infer<typeof item>) => T | undefined): readonly T[] | undefined => {
  const candidates = unwrap(answer, most)
  const found = candidates.flatMap((one) => {
    const parsed = item.safeParse(one)
    const value = parsed.success ? read(parsed.data) : undefined
    return value === undefined ? [] : [value]
  })
  if (found.length > 0) return found
  const isEmptyList = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)
  return (Array.isArray(answer) && answer.length === 0) || candidates.some((one) => 'data' in one && isEmptyList(one.data)) ? [] : undefined
}

/** Brand voices (not-shown, "GET /v1/tones"), in any envelope. Entries without an id can't be used and are left out. */
export const readVoices = (answer: unknown): readonly Voice[] | undefined =>
  readList(answer, ({ id, name, value, description }) =>
    id === undefined ? undefined : { id, name: firstText(name, id), description: firstText(value, description).slice(0, 2_000) },
  )

/** Knowledge items, in any envelope. */
export const readKnowledge = (answer: unknown): readonly KnowledgeItem[] | undefined =>
  readList(answer, ({ id, name }) => (id === undefined ? undefined : { id, name: firstText(name, id) }))

const readInputs = (value: unknown): Template['inputs'] =>
  (Array.isArray(value) ? value.slice(0, 200) : []).flatMap((one: unknown) => {
    const parsed = inputItem.safeParse(one).data
    const name = firstText(parsed?.name, parsed?.key, parsed?.id)
    if (parsed === undefined || name === '') return []
    const isRequired = parsed.required === true || parsed.isRequired === true
    return [{ name, label: firstText(parsed.label, parsed.title, name), type: firstText(parsed.type, 'text'), isRequired }]
  })

/** Templates (not-shown, "GET /v1/templates"), in any envelope. */
export const readTemplates = (answer: unknown): readonly Template[] | undefined =>
  readList(answer, ({ id, name, description, inputSchema }) =>
    id === undefined
      ? undefined
      : { id, name: firstText(name, id), description: firstText(description).slice(0, 2_000), inputs: readInputs(inputSchema) },
  )

// Each for itself, so that one that is null or odd does not spoil the others; some services write numbers as text.
const count = z
  .union([z.number().int(), z.string().trim().regex(/^\d+$/).transform(Number)])
  .optional()
  .catch(undefined)
const pageNumber = z.union([z.number().int(), z.null(), z.boolean(), z.string()]).optional().catch(undefined)
const paginationOf = z.looseObject({ pagination: z.looseObject({ totalRecords: count, pageSize: count, next: pageNumber }) })

/** An answer's facts about further pages; each `undefined` if missing. */
export type Pages = { readonly total: number | undefined; readonly pageSize: number | undefined; readonly hasNext: boolean | undefined }

export const readPages = (answer: unknown): Pages => {
  for (const one of unwrap(answer, most)) {
    const parsed = paginationOf.safeParse(one)
    if (!parsed.success) continue
    const { totalRecords, pageSize, next } = parsed.data.pagination
    return { total: totalRecords, pageSize, hasNext: next === undefined ? undefined : next !== null && next !== false && next !== '' }
  }
  return { total: undefined, pageSize: undefined, hasNext: undefined }
}

export type CommandText = { readonly textId: string | null; readonly text: string }
const commandText = z.looseObject({ id: identifier.nullish(), text: z.string() })

/** The texts that a command wrote (not-shown, "POST /v1/command"): empty ones are none; `undefined`: it cannot be read. */
export const readCommandTexts = (answer: unknown): readonly CommandText[] | undefined => {
  const found = unwrap(answer).flatMap((one) => {
    const parsed = commandText.safeParse(one)
    return parsed.success ? [{ textId: parsed.data.id ?? null, text: parsed.data.text.trim() }] : []
  })
  return found.length === 0 ? undefined : found.filter((one) => one.text !== '')
}
