import { z } from 'zod'
import type { ListEditors } from './session.ts'

export const defaultAttribute = 'Images'

const hourMs = 60 * 60 * 1000

/** How old a known list may be when it is sent, in milliseconds; `null`: no limit. Nobody having said who else edits counts as `sometimes`. */
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
