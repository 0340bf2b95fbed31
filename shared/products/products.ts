import { z } from 'zod'
import type { ListEditors } from '../workspaces/workspace-settings.ts'

export const defaultAttribute = 'Images'

const hourMs = 60 * 60 * 1000

/** How old a known list may be when it is sent, in milliseconds; `null`: no limit. Without an answer who else edits, `sometimes` applies. */
export const listAgeLimitMs = (editors: ListEditors | null): number | null => {
  switch (editors) {
    case 'only-here':
      return null
    case 'sometimes':
    case null:
      return 24 * hourMs
    case 'always':
      return hourMs
  }
}

/** The source of a known list. `created`: Packshot created the product, so it started empty. */
export const listOrigin = z.enum(['stated', 'confirmed', 'shown', 'created'])
export type ListOrigin = z.infer<typeof listOrigin>

/** Why a known list no longer counts, although no error in it is known. */
export const listDoubt = z.enum(['restored', 'appends-switched', 'adopted'])
export type ListDoubt = z.infer<typeof listDoubt>

/**
 * Why a person must state a list before it is replaced. `no-answer`: a request with this list got no answer. `time-over`: the time has passed for
 * which a plan was confirmed.
 */
export const listQuestion = z.enum(['never-said', 'too-old', 'time-over', 'doubted', 'no-answer'])
export type ListQuestion = z.infer<typeof listQuestion>

/** Our record of one list attribute of a product, because the service can't report it. */
export const attributeList = z.object({
  attribute: z.string(),
  /** Source ids in order; `null`: never stated or confirmed. */
  sourceIds: z.array(z.string()).nullable(),
  /** Our pictures among them, in the list's order. */
  imageIds: z.array(z.string()),
  /** The list before its last change, to restore it; absent or `null`: unknown. */
  previousSourceIds: z.array(z.string()).nullable().optional(),
  /** When the service or a person last confirmed it; milliseconds since 1970. `null`: never known completely, or in doubt. */
  confirmedAt: z.number().nullable(),
  /** The source of the complete list; `null`: `sourceIds` has only the known part. */
  origin: listOrigin.nullable().optional(),
  /** Why it no longer counts; `null`: no doubt. */
  doubt: listDoubt.nullable().optional(),
  /** Ids that were sent and may have arrived. */
  maybeIds: z.array(z.string()).optional(),
  /** Why attaching needs a statement now; `null`: it needs none. */
  asks: listQuestion.nullable().optional(),
})
export type AttributeList = z.infer<typeof attributeList>

/** All of the list is known, as far as we can tell without asking: nothing of it is in doubt or without an answer. */
export const isListCertain = ({ sourceIds, origin, maybeIds = [], doubt = null }: AttributeList): boolean =>
  (origin === undefined ? sourceIds : origin) !== null && maybeIds.length === 0 && doubt === null

/** What people know a product by. Words: product-names-words.ts. */
export const productNames = z.object({ name: z.string().nullable(), sku: z.string().nullable(), productId: z.string().nullable() })
export type ProductNames = z.infer<typeof productNames>

export const product = z.object({
  /** Our own reference, valid before the service has given an id. */
  ref: z.string(),
  productId: z.string().nullable(),
  name: z.string().nullable(),
  connectionId: z.string().nullable(),
  createdByUs: z.boolean(),
  lists: z.array(attributeList),
  /** What the imported list says of it; absent: it is not in the list, or the list was not asked. */
  listed: z.object({ sku: z.string().nullable(), gtin: z.string().nullable(), isMissing: z.boolean() }).optional(),
})
export type Product = z.infer<typeof product>

/** How far a product's pictures are, those that are still to be attached among them. */
export const productWork = z.object({
  /** Queued to be attached, and in none of its lists yet. */
  coming: z.number().int(),
  /** Of all its pictures that are ours. */
  notUploaded: z.number().int(),
  questions: z.number().int(),
  answers: z.number().int(),
  /** The first one of ours; `null`: there is none. */
  main: z.enum(['uploaded', 'not-uploaded']).nullable(),
})
export type ProductWork = z.infer<typeof productWork>

/**
 * Where a search found a product. `exact`: the whole field; `prefix`: its beginning; `word`: the beginnings of words; `part`: anywhere.
 * `column`: another column of the imported list, under this header. Words: product-names-words.ts.
 */
export const foundIn = z.object({
  field: z.enum(['name', 'sku', 'gtin', 'id', 'handle', 'column']),
  how: z.enum(['exact', 'prefix', 'word', 'part']),
  text: z.string(),
  header: z.string().optional(),
})
export type FoundIn = z.infer<typeof foundIn>

/** A product among many: without its lists. */
export const productRow = product.omit({ lists: true }).extend({
  /** In all its lists. */
  pictures: z.number().int(),
  /** One of them that is ours. */
  coverId: z.string().nullable(),
  /** Absent: it was not asked for. */
  work: productWork.optional(),
  /** Absent: nothing was searched for. */
  found: foundIn.optional(),
})
export type ProductRow = z.infer<typeof productRow>

/** `name`: the newest that Packshot created under it. */
export const productKey = z.discriminatedUnion('by', [
  z.object({ by: z.literal('ref'), ref: z.string() }),
  z.object({ by: z.literal('id'), productId: z.string() }),
  z.object({ by: z.literal('name'), name: z.string() }),
])
export type ProductKey = z.infer<typeof productKey>

/** One list that parked jobs wait for a statement about. */
export const unsettledList = z.object({
  productRef: z.string(),
  productId: z.string().nullable(),
  productName: z.string().nullable(),
  productSku: z.string().nullable(),
  attribute: z.string(),
  /** The jobs that wait for it, the oldest first. */
  jobIds: z.array(z.string()),
  /** The pictures that these jobs add. */
  addsImageIds: z.array(z.string()),
  why: listQuestion,
  doubt: listDoubt.nullable(),
  /** What we know to be in it, in order; the whole list where `origin` is not `null`. */
  sourceIds: z.array(z.string()),
  /** For each of `sourceIds` our picture of it, or `null`. */
  imageIds: z.array(z.string().nullable()),
  /** Ids that were sent and may have arrived. A statement must name them: in the list, or as removed. */
  maybeIds: z.array(z.string()),
  origin: listOrigin.nullable(),
  /** When that became known; milliseconds since 1970. For showing only. */
  knownAt: z.number().nullable(),
  /** How old that is, whatever the clock says now; milliseconds. */
  ageMs: z.number().nullable(),
  /** Where a person can look at the product; `null`: the connection names no address. */
  address: z.string().nullable(),
})
export type UnsettledList = z.infer<typeof unsettledList>

/** What an attachment did not queue, as it was done or asked for before. Words: attached-lists-words.ts. */
export const attachNote = z.discriminatedUnion('kind', [
  /** `parked`: of the attachments that they are queued in. */
  z.object({ kind: z.literal('some-attached'), pictures: z.number().int(), total: z.number().int(), parked: z.number().int() }),
  /** A product of this name was created before, or is queued: that one is used. */
  z.object({ kind: z.literal('created-before'), name: z.string(), productId: z.string().nullable() }),
])
export type AttachNote = z.infer<typeof attachNote>
