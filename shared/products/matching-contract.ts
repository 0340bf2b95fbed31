import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import {
  folderProposal,
  foldersOutline,
  foundMatchProduct,
  keptProduct,
  keptTray,
  mappingToKeep,
  matchChange,
  matchedProduct,
  matchPreview,
  matchRule,
  matchSummary,
  pictureMatchKind,
  rememberedRule,
  rememberedRules,
  trayKind,
} from './matching.ts'

/** `null`: those that the workspace uses. */
const rules = z.array(matchRule).min(1).max(50).nullable()
const page = z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) })

/** The number of the change that was made, to undo exactly that; `null`: nothing changed. */
const change = z.int().nullable()
const changed = z.object({ changed: z.number().int(), change })

/** Pictures find their products by rules, and by a person's decisions. */
export const matchingContract = {
  /** What these rules, in this order, would do with the whole library; nothing is changed. Error: `usage` for a pattern that can't be used. */
  preview: call
    .input(
      z.object({
        rules,
        /** Only these rows; the counts are of all. */
        kind: pictureMatchKind.nullable().default(null),
        offset: z.number().int().min(0).default(0),
        limit: z.number().int().min(0).max(200_000).default(500),
      }),
    )
    .output(matchPreview),
  /**
   * Reads the barcodes of pictures that are not read yet, for up to this time in milliseconds, also without a product list. `left`: pictures
   * that are still to be read; call it again for those. `unchecked`: those of them that are still to be checked, which comes first. Error: `read-only`.
   */
  readBarcodes: call
    .input(z.object({ waitMs: z.number().int().min(0).max(60_000).default(0) }))
    .output(z.object({ left: z.number().int().nonnegative(), unchecked: z.number().int().nonnegative() })),
  /** The rules of this workspace, in the person's order, used or not. */
  rules: call.output(rememberedRules),
  /** Remembers rules and their order. Error: `usage` for a pattern that can't be used. */
  setRules: changing('products')
    .input(z.object({ rules: z.array(rememberedRule).max(50) }))
    .output(rememberedRules),
  /** Remembers a mapping file, and uses it; `null` removes it. Errors: `usage` with the line that can't be read; those of product lists for a workbook. */
  setMapping: changing('products')
    .input(z.object({ mapping: mappingToKeep.nullable() }))
    .output(rememberedRules),
  /** How many pictures have a product, how many wait, and what “undo” would undo. */
  summary: call.output(matchSummary),
  /** Known products that a text finds, the closest first, as `products.page` finds them. */
  products: call.input(z.object({ text: z.string().max(300), limit: z.number().int().min(1).max(100) })).output(z.array(foundMatchProduct)),
  /** Products that the folders' names suggest: only how many. */
  foldersOutline: call.output(foldersOutline),
  /** The folders' names become products, as one change; pictures that have a product, or that a person decided about, stay as they are. */
  useFolders: changing('products').output(z.object({ products: z.number().int(), pictures: z.number().int(), change })),
  /** Products that the folders' names suggest. */
  folders: call.output(z.array(folderProposal)),
  /**
   * Keeps what these rules find, as one change; decisions of a person stay. `changed`: pictures with a different match. `left`: those that were left out,
   * because the picture, its product or its match was changed while the rules looked. Error: `unknown-id` (the workspace was removed).
   */
  apply: changing('products')
    .input(z.object({ rules }))
    .output(changed.extend({ left: z.int().nonnegative() })),
  /** One page of the products with kept matches, and their pictures in order. `text`: finds them as `products` does. */
  page: call
    .input(page.extend({ text: z.string().max(300).default('') }))
    .output(z.object({ total: z.number().int(), pictures: z.number().int(), rows: z.array(keptProduct) })),
  /** One page of the pictures without a product, questions first. */
  tray: call.input(page.extend({ kind: trayKind.default('open') })).output(keptTray),
  /**
   * A person puts pictures into a product: in front of this picture of it, at this place, from 1, or at its end. `from`: the key of the product that they leave;
   * `null`: all that they are in. `also`: they leave none. Those that are in it already are only ordered.
   */
  move: changing('products')
    .input(
      z.object({
        imageIds: z.array(z.string()).min(1).max(5_000),
        to: matchedProduct,
        from: z.string().nullable().default(null),
        also: z.boolean().default(false),
        before: z.string().nullable().default(null),
        place: z.number().int().min(1).nullable().default(null),
      }),
    )
    .output(changed),
  /** A person says that these pictures are of no product. */
  notAProduct: changing('products')
    .input(z.object({ imageIds: z.array(z.string()).min(1).max(5_000) }))
    .output(changed),
  /**
   * A person takes pictures out of their products, or says that they are of one after all. Rules leave them there. `from`: the key of the product that they leave;
   * they stay in the others. `null`: all.
   */
  takeOut: changing('products')
    .input(z.object({ imageIds: z.array(z.string()).min(1).max(5_000), from: z.string().nullable().default(null) }))
    .output(changed),
  /**
   * Undoes the newest change of matches, as a whole; `null`: there was no change. `change`: exactly that one; another workspace may be active, and a
   * picture that a later change has keeps what that one says. Error: `usage` (it was undone, or it is too old).
   */
  undo: changing('products')
    .input(z.object({ change: z.int().optional() }).optional())
    .output(z.object({ undone: matchChange.nullable() })),
}
