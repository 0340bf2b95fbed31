import { z } from 'zod'

/** What sending pictures again is about: those whose file would be another one now than the workspace has. */
export const sendAgainPreview = z.object({
  /** Pictures that are sent again, or whose earlier file is in a product. */
  pictures: z.int(),
  /** Those among them that are sent. */
  uploads: z.int(),
  /** Products with an earlier file of them; `replaced`: how many pictures have one there. */
  products: z.int(),
  replaced: z.int(),
  /** The service only adds to lists, so that the earlier files stay in these products. */
  onlyGrows: z.boolean(),
  /** Further pictures that were to be sent again before, and are not yet. */
  queued: z.int(),
  /** The same, where the upload waits for a person. */
  stuck: z.int(),
  /** Further products in which pictures were to be replaced before, and are not yet; `productsStuck`: where that waits for a person. */
  productsQueued: z.int(),
  productsStuck: z.int(),
  /** Products in which an undo is to put earlier files of these pictures back; `undosStuck`: where that waits for a person. */
  undosQueued: z.int(),
  undosStuck: z.int(),
})
export interface SendAgainPreview extends z.infer<typeof sendAgainPreview> {}

/** `action`: its number, for an undo; `null`: there was nothing to do. */
export const sendAgainResult = sendAgainPreview.extend({ action: z.int().nullable() })
export interface SendAgainResult extends z.infer<typeof sendAgainResult> {}

/** `cancelled`: exchanges that were not sent yet. `products`: those in which the earlier files get their places back. */
export const sendAgainUndone = z.object({ cancelled: z.int(), products: z.int() })
export interface SendAgainUndone extends z.infer<typeof sendAgainUndone> {}
