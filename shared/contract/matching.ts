import { z } from 'zod'
import { call, changing } from '../call.ts'
import { folderProposal, keptProduct, keptTray, matchedProduct, matchPreview, matchRule } from '../matching.ts'

const rules = z.array(matchRule).min(1).max(50)
const page = z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) })

/** Pictures find their products by rules, and by a person's decisions. */
export const matchingContract = {
  /** What these rules, in this order, would do with the whole library; nothing is changed. Error: `usage` for a pattern that can't be used. */
  preview: call
    .input(
      z.object({
        rules,
        offset: z.number().int().min(0).default(0),
        limit: z.number().int().min(0).max(200_000).default(500),
      }),
    )
    .output(matchPreview),
  /**
   * Reads the barcodes of pictures that nobody has read, for up to this time in milliseconds, also without a product list. `left`: pictures
   * that are still to be read; call it again for those. Error: `read-only`.
   */
  readBarcodes: call
    .input(z.object({ waitMs: z.number().int().min(0).max(60_000).default(0) }))
    .output(z.object({ left: z.number().int().nonnegative() })),
  /** Products that the folders' names suggest. */
  folders: call.output(z.array(folderProposal)),
  /** Keeps what these rules find, as one change; decisions of a person stay. `changed`: pictures with a different match. */
  apply: changing('products')
    .input(z.object({ rules }))
    .output(z.object({ changed: z.number().int() })),
  /** One page of the products with kept matches, and their pictures in order. */
  page: call.input(page).output(z.object({ total: z.number().int(), pictures: z.number().int(), rows: z.array(keptProduct) })),
  /** One page of the pictures without a product, questions first. */
  tray: call.input(page).output(keptTray),
  /** A person puts pictures into a product: at this place, from 1, or at its end. */
  move: changing('products')
    .input(
      z.object({
        imageIds: z.array(z.string()).min(1).max(5_000),
        to: matchedProduct,
        place: z.number().int().min(1).nullable().default(null),
      }),
    )
    .output(z.object({ changed: z.number().int() })),
  /** A person says that these pictures are of no product. */
  notAProduct: changing('products')
    .input(z.object({ imageIds: z.array(z.string()).min(1).max(5_000) }))
    .output(z.object({ changed: z.number().int() })),
  /** Undoes the newest change of matches, as a whole; `null`: there was no change. */
  undo: changing('products').output(
    z.object({ undone: z.object({ kind: z.enum(['apply', 'move', 'not-a-product']), pictures: z.number().int() }).nullable() }),
  ),
}
