import { z } from 'zod'

/** What a person can change of a product. `null`: it has none. */
export const productFields = z.object({
  name: z.string().nullable(),
  sku: z.string().nullable(),
  gtin: z.string().nullable(),
  /** In the workspace. */
  productId: z.string().nullable(),
})
export type ProductFields = z.infer<typeof productFields>

/** A product as a person can change it, and what waits for it. */
export const editedProduct = z.object({
  fields: productFields,
  /** It is in the product list, which keeps SKU and GTIN. */
  isListed: z.boolean(),
  /** Packshot creates it in the workspace: `waiting`: it has not tried yet; `tried`: it has, or is about to. */
  creation: z.enum(['none', 'waiting', 'tried']),
  /** Jobs that wait or need a person. */
  attachments: z.number().int(),
  texts: z.number().int(),
  /** Some of its work is under way, or may have been done: its id stays, and it can't be removed. */
  isBusy: z.boolean(),
  /** Pictures that are matched to it. */
  matched: z.number().int(),
  /** Pictures that it has in the workspace, as far as that is known. */
  attached: z.number().int(),
})
export type EditedProduct = z.infer<typeof editedProduct>

/** Two products that are one. `from` becomes a part of `into`. `differences`: values of which only `mine`, that of `into`, stays. */
export const productMerge = z.object({
  from: editedProduct,
  into: editedProduct,
  /** `field`: a role of a column, or `+` and the header of a further one. */
  differences: z.array(z.object({ field: z.string(), mine: z.string(), theirs: z.string() })),
  isBusy: z.boolean(),
})
export type ProductMerge = z.infer<typeof productMerge>
