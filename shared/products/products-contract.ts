import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { errorRecord } from '../base/error-record.ts'
import { chosenImages } from '../pictures/pictures.ts'
import { currentStatement } from '../queue/operations.ts'
import { editedProduct, productFields, productMerge } from './product-edits.ts'
import { attachNote, defaultAttribute, product, productKey, productNames, productRow, unsettledList } from './products.ts'

/** Attaching pictures to products, and our ledger of each product's lists. */
export const productsContract = {
  attach: changing('jobs', 'library', 'products')
    .input(
      z.object({
        images: chosenImages,
        product: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('id'), productId: z.string() }),
          z.object({ kind: z.literal('new'), name: z.string() }),
          /** A product as `page` lists it. Two products may share a name, so this is surer. */
          z.object({ kind: z.literal('ref'), ref: z.string() }),
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
        notes: z.array(attachNote),
      }),
    ),
  /**
   * Replaces a product's list: reorder, detach, or restore an earlier one. `sourceIds` is the whole list in order; `current` is required
   * if our record of the list is older than a day (`current-unknown`).
   */
  replaceList: changing('jobs', 'library', 'products')
    .input(
      z.object({
        productRef: z.string(),
        attribute: z.string(),
        sourceIds: z.array(z.string()),
        current: currentStatement.nullable().default(null),
        /** The list as the person saw it: only pictures they saw and left out are removed. Absent: our current record. */
        seen: z.array(z.string()).optional(),
      }),
    )
    .output(z.object({ jobId: z.string() })),
  /** All of them with their lists, for the command: they may be as many as the library's pictures. */
  list: call.output(z.array(product)),
  /**
   * One page of the products, in the order they were added. `listed`: then those of the imported list that Packshot has not worked with. Their `ref`
   * is valid until the next import. `text`: only those that it finds, the closest first: words in name, SKU, GTIN, id, handle and any other column of
   * the list, with any case and without accents. `withWork`: with how far their pictures are.
   */
  page: call
    .input(
      z.object({
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
        text: z.string().max(1_000).default(''),
        listed: z.boolean().default(false),
        withWork: z.boolean().default(false),
      }),
    )
    .output(z.object({ total: z.number().int(), rows: z.array(productRow) })),
  /** Products that are called nearly like a new one would be, to be looked at before it is created. */
  similar: call
    .input(z.object({ name: z.string().max(300), limit: z.number().int().min(1).max(20).default(3) }))
    .output(z.array(productNames)),
  /** One product with its lists. */
  find: call.input(productKey).output(product.nullable()),
  /**
   * One page of the lists that need a statement before parked jobs of the active workspace can continue. A row has all pictures of its list; with the
   * limit 0, it is only how many.
   */
  unsettled: call
    .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(0).max(500) }))
    .output(z.object({ total: z.number().int(), rows: z.array(unsettledList) })),
  /** States the current content of these lists; the jobs that waited for it resume. Each counts on its own: `refused` names the rejected ones. */
  settle: changing('jobs', 'library', 'products')
    .input(z.object({ lists: z.array(z.object({ productRef: z.string(), attribute: z.string(), current: currentStatement })).min(1) }))
    .output(
      z.object({
        /** How many jobs resume. */
        retried: z.number().int(),
        refused: z.array(z.object({ productRef: z.string(), attribute: z.string(), reason: errorRecord })),
      }),
    ),
  /** A product as a person can change it, and what waits for it; `null`: there is none. `ref`: as `page` lists it. */
  edited: call.input(z.object({ ref: z.string() })).output(editedProduct.nullable()),
  /**
   * Changes what Packshot and the product list say of a product; nothing in the workspace. Work that waits goes to a new id. `ref`: of the product then.
   * Errors: `usage`, `unknown-id`.
   */
  edit: changing('jobs', 'library', 'products', 'sources')
    .input(z.object({ ref: z.string(), fields: productFields.partial() }))
    .output(z.object({ ref: z.string(), undo: z.string() })),
  /** Removes a product here, which `removed.restore` undoes for 30 days at least; what waits for it is cancelled. Errors: `usage`, `unknown-id`. */
  remove: changing('jobs', 'library', 'products', 'sources')
    .input(z.object({ ref: z.string() }))
    .output(z.object({ cancelled: z.number().int(), undo: z.string() })),
  /** What `merge` would do. Errors: `usage`. */
  mergePreview: call.input(z.object({ ref: z.string(), other: z.string() })).output(productMerge),
  /**
   * Two products that are one: the one that the workspace has stays, else the one in the list, else the other one, with the rows of the list, matched pictures and waiting
   * work of both. `ref`: of the one that is left. Errors: `usage`, `unknown-id`.
   */
  merge: changing('jobs', 'library', 'products', 'sources')
    .input(z.object({ ref: z.string(), other: z.string() }))
    .output(z.object({ ref: z.string(), undo: z.string() })),
  /** Undoes an edit, merge or removal of this run. Error: `unknown-id` (it is too old, or something came of it since). */
  undoEdit: changing('jobs', 'library', 'products', 'sources').input(z.object({ undo: z.string() })),
}
