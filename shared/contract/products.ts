import { z } from 'zod'
import { call, changing } from '../call.ts'
import { errorRecord } from '../error-record.ts'
import { chosenImages } from '../images.ts'
import { currentStatement } from '../operations.ts'
import { defaultAttribute, product, unsettledList } from '../products.ts'

/** Attaching pictures to products, and our ledger of what is attached where. */
export const productsContract = {
  attach: changing('jobs', 'library', 'products')
    .input(
      z.object({
        images: chosenImages,
        product: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('id'), productId: z.string() }),
          z.object({ kind: z.literal('new'), name: z.string() }),
        ]),
        attribute: z.string().default(defaultAttribute),
        current: currentStatement.nullable(),
        again: z.boolean(),
      }),
    )
    .output(
      z.object({
        jobId: z.string().nullable(),
        productRef: z.string(),
        productId: z.string().nullable(),
        pictures: z.number().int(),
        notes: z.array(z.string()),
      }),
    ),
  /**
   * Replaces a product's list: reorder, detach, or restore an earlier one. `sourceIds` is the whole list in order; `current` is needed
   * where our record of the list is older than a day (`current-unknown`).
   */
  replaceList: changing('jobs', 'library', 'products')
    .input(
      z.object({
        productRef: z.string(),
        attribute: z.string(),
        sourceIds: z.array(z.string()),
        current: currentStatement.nullable().default(null),
        /** The list as the person saw it: only what they saw and left out is taken off. Absent: as our record is now. */
        seen: z.array(z.string()).optional(),
      }),
    )
    .output(z.object({ jobId: z.string() })),
  list: call.output(z.array(product)),
  /** A window's worth of the lists that parked jobs of the active workspace wait for a statement about. */
  unsettled: call
    .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }))
    .output(z.object({ total: z.number().int(), rows: z.array(unsettledList) })),
  /** Says what these lists hold now; the jobs that waited for it go on. Each on its own: `refused` names those that were not taken. */
  settle: changing('jobs', 'library', 'products')
    .input(z.object({ lists: z.array(z.object({ productRef: z.string(), attribute: z.string(), current: currentStatement })).min(1) }))
    .output(
      z.object({
        /** Jobs that go on. */
        retried: z.number().int(),
        refused: z.array(z.object({ productRef: z.string(), attribute: z.string(), reason: errorRecord })),
      }),
    ),
}
