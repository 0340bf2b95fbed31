import { z } from 'zod'
import { errorRecord } from '../base/error-record.ts'
import { columnRole, rowProblem } from '../base/row-problem.ts'
import { listShapes } from './list-dialects.ts'
import { columnDamage, listForm, listReading, rowSum, unclearReading } from './list-form.ts'
import { entryKinds, productIsChoices, sharedPicturesChoices } from './variants.ts'

/** The number of each role's column, from 0. Columns without a role are kept, too. */
export const listColumns = z.partialRecord(columnRole, z.number().int().min(0))
export type ListColumns = z.infer<typeof listColumns>

/** What is said of a row that came in. */
export const rowNote = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('zeros-restored'), value: z.string(), gtin: z.string() }),
  /** The row came in without its GTIN. */
  z.object({ kind: z.literal('gtin-left-out'), value: z.string(), why: z.enum(['not-a-number', 'length', 'check-digit']) }),
  /** Another product has it, too. */
  z.object({ kind: z.literal('also-in-row'), role: columnRole, value: z.string(), other: z.number().int() }),
  z.object({ kind: z.literal('date-unknown'), value: z.string() }),
  /** A quote in it is never closed, or closes too early: it was read as a letter. */
  z.object({ kind: z.literal('quote-as-text') }),
  /** It has several lines that look like rows of their own. */
  z.object({ kind: z.literal('spans-lines') }),
  /** The file ends in it, before its last cells. */
  z.object({ kind: z.literal('cut-off') }),
])
export type RowNote = z.infer<typeof rowNote>

/** A row of which something is said. `isIn`: it came in all the same. */
export const saidRow = z.discriminatedUnion('isIn', [
  z.object({ row: z.number().int(), isIn: z.literal(false), about: rowProblem }),
  z.object({ row: z.number().int(), isIn: z.literal(true), about: rowNote }),
])
export type SaidRow = z.infer<typeof saidRow>

export const productIs = z.enum(productIsChoices)
export const sharedPictures = z.enum(sharedPicturesChoices)

const listedExample = z.object({ name: z.string(), sku: z.string().nullable() })

/**
 * The products of a list. `sold`: variants, and products that have none. `examples`: of products with variants, and of variants. `proposed`: which of them
 * the workspace’s products seem to be.
 */
export const listedTree = z.object({
  products: z.number().int(),
  sold: z.number().int(),
  variants: z.number().int(),
  examples: z.object({ product: z.array(listedExample), variant: z.array(listedExample) }),
  proposed: productIs,
})
export type ListedTree = z.infer<typeof listedTree>

/** What products of the workspace are in a list; `null`: not said yet. */
export const targetsSaid = z.object({ productIs: productIs.nullable(), sharedPictures })
export type TargetsSaid = z.infer<typeof targetsSaid>

/** A list before it is imported. */
export const listPreview = z.object({
  name: z.string(),
  form: listForm,
  /** What it looks like an export of; `null`: any list. */
  shape: z.enum(listShapes).nullable(),
  /** What the file does not tell: it can't be imported until a person does. */
  unclear: z.array(unclearReading),
  /** What a person said of how it is written. */
  reading: listReading,
  headers: z.array(z.string()),
  /** As a spreadsheet counts, from 1. */
  headerRow: z.number().int(),
  columns: listColumns,
  /** Numbers of columns with ids of a shop, which are none of the workspace. */
  shopIds: z.array(z.number().int()),
  /** What becomes of its rows; `null`: they are still counted. */
  sum: rowSum.nullable(),
  /** As `sum`. */
  tree: listedTree.nullable(),
  /** Said for this workspace, or for an earlier list with these headers. */
  targets: targetsSaid,
  damage: z.array(columnDamage),
  /** They were chosen for an earlier list with these headers. */
  isRemembered: z.boolean(),
  /** The first rows, as in the file. */
  rows: z.array(z.array(z.string())),
})
export type ListPreview = z.infer<typeof listPreview>

/** Pictures of the library whose products are others now: those that still have one, and those that are open. */
export const switchedMatches = z.object({ moved: z.number().int(), open: z.number().int() })
export type SwitchedMatches = z.infer<typeof switchedMatches>

/** What an import did, or would do. */
export const importResult = z.object({
  /** Number of the import, by which its missing products are removed and its rows listed. 0: it was only tried. */
  import: z.number().int(),
  name: z.string(),
  columns: listColumns,
  /** Rows with anything in them, without the headers. */
  rows: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** Products of the earlier list that this one lacks. They stay, marked. */
  missing: z.number().int(),
  refused: z.number().int(),
  /** Products that only refused rows name: they stay as they were in the earlier list. */
  kept: z.number().int(),
  /** Rows that came in with something to say about. */
  noted: z.number().int(),
  /** Its products and variants. The counts above are of those that are products of the workspace (`productIs`). */
  tree: listedTree,
  productIs,
  sharedPictures,
  /** Variants that the list lacks, of products that it has. */
  missingVariants: z.number().int(),
  /** Pictures follow another reading of what a product is; absent: none had to. */
  switched: switchedMatches.optional(),
  /** Cells that are merged into one (`A2:B3`); only the first of each has a value. */
  merged: z.array(z.string()),
  /** What became of its rows. */
  sum: rowSum,
  damage: z.array(columnDamage),
})
export type ImportResult = z.infer<typeof importResult>

/** A list that a person opened, until it is closed. */
export const openedList = z.object({
  id: z.string(),
  name: z.string(),
  /** It can be followed there; `null`: Packshot does not know where it is from. */
  from: z.enum(['file', 'address']).nullable(),
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('reading') }),
    z.object({ kind: z.literal('ready'), preview: listPreview }),
    /** `rows`: read so far. */
    z.object({ kind: z.literal('importing'), rows: z.number().int() }),
    z.object({ kind: z.literal('imported'), result: importResult }),
    /** `preview`: other columns may do. */
    z.object({ kind: z.literal('failed'), problem: errorRecord, preview: listPreview.nullable() }),
  ]),
})
export type OpenedList = z.infer<typeof openedList>

/** Where a value is from: a list that was imported earlier, or the person. */
export const valueOrigin = z.discriminatedUnion('by', [
  z.object({ by: z.literal('list'), name: z.string(), at: z.number() }),
  z.object({ by: z.literal('person'), at: z.number() }),
])
export type ValueOrigin = z.infer<typeof valueOrigin>
export const valueOrigins = z.record(z.string(), valueOrigin)

/** A product of the list. */
export const catalogueEntry = z.object({
  /** Valid until the next import. */
  ref: z.string(),
  productId: z.string().nullable(),
  sku: z.string().nullable(),
  /** 14 digits. */
  gtin: z.string().nullable(),
  name: z.string().nullable(),
  handle: z.string().nullable(),
  /** Its pictures in the workspace as the list says, in order; `null`: it does not say. */
  shows: z.array(z.string()).nullable(),
  /** When that was so; milliseconds since 1970. `null`: unknown. */
  showsAt: z.number().nullable(),
  /** The other columns that have a value: header and value. */
  further: z.array(z.tuple([z.string(), z.string()])),
  /** Values that are not from the list that counts, by role; `*`: all others. */
  origins: valueOrigins.optional(),
  /** Since when the imported lists lack it; milliseconds since 1970. `null`: the newest one has it. */
  missingSince: z.number().nullable(),
  kind: z.enum(entryKinds),
  /** Of a variant, such as Color and Red, in order. */
  options: z.array(z.tuple([z.string(), z.string()])),
})
export type CatalogueEntry = z.infer<typeof catalogueEntry>

/** The list that counts now. */
export const catalogueSummary = z.object({
  import: z.number().int(),
  name: z.string(),
  importedAt: z.number(),
  products: z.number().int(),
  missing: z.number().int(),
  refused: z.number().int(),
  noted: z.number().int(),
  productIs,
  sharedPictures,
  /** Products that have variants, and these: `products` counts the ones or the others. */
  parents: z.number().int(),
  variants: z.number().int(),
})
export type CatalogueSummary = z.infer<typeof catalogueSummary>
