import { z } from 'zod'

export const defaultAttribute = 'Images'

/** How old our knowledge of a product's list may be before a person must say what is there, in milliseconds. */
export const listFreshnessMs = 24 * 60 * 60 * 1000

/** What we know about one list attribute of a product: our ledger, since the service cannot be asked. */
export const attributeList = z.object({
  attribute: z.string(),
  /** Source ids in order; `null`: never stated or confirmed. */
  sourceIds: z.array(z.string()).nullable(),
  /** The pictures of ours among them, in the list's order. */
  imageIds: z.array(z.string()),
  /** The list as it was before its last change, for putting it back; absent or `null`: there is none. */
  previousSourceIds: z.array(z.string()).nullable().optional(),
  /** When the service or a person last confirmed it; milliseconds since 1970. */
  confirmedAt: z.number().nullable(),
})
export type AttributeList = z.infer<typeof attributeList>

export const product = z.object({
  /** Our own reference, valid before the service has given an id. */
  ref: z.string(),
  productId: z.string().nullable(),
  name: z.string().nullable(),
  connectionId: z.string().nullable(),
  createdByUs: z.boolean(),
  lists: z.array(attributeList),
})
export type Product = z.infer<typeof product>
