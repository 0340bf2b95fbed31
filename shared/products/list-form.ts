import { z } from 'zod'
import { damageKinds, listEncodings, listShapes, quotings, separators } from './list-dialects.ts'

/** How a list is written. */
export const listForm = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    encoding: z.enum(listEncodings),
    separator: z.enum(separators),
    quoting: z.enum(quotings),
  }),
  /** `hasMacros`: they are ignored. `otherSheets`: those that are not read. */
  z.object({ kind: z.literal('workbook'), sheet: z.string(), otherSheets: z.array(z.string()), hasMacros: z.boolean() }),
])
export type ListForm = z.infer<typeof listForm>

/** What a person says of how a list is written. What they leave out is detected. `shape` `none`: it is no known export. */
export const listReading = z.object({
  separator: z.enum(separators).optional(),
  quoting: z.enum(quotings).optional(),
  encoding: z.enum(listEncodings).optional(),
  sheet: z.string().max(200).optional(),
  headerRow: z.number().int().min(1).max(1_000_000).optional(),
  shape: z.enum([...listShapes, 'none']).optional(),
})
export type ListReading = z.infer<typeof listReading>

/** What the file doesn't tell, so that a person must. `choices`: the likely ones, the likeliest first. */
export const unclearReading = z.discriminatedUnion('what', [
  z.object({ what: z.literal('separator'), choices: z.array(z.enum(separators)) }),
  z.object({ what: z.literal('quoting'), choices: z.array(z.enum(quotings)) }),
  z.object({ what: z.literal('encoding'), choices: z.array(z.enum(listEncodings)) }),
])
export type UnclearReading = z.infer<typeof unclearReading>

/**
 * What became of each row of a list: `rows` is the sum of all others. `products`: rows that begin a product, which may be its first variant,
 * too. `variants`: its further ones. `pictures`: rows that only add pictures. `views`: rows that say a product once more, for another view of the
 * shop. `headers`: with what is above them.
 */
export const rowSum = z.object({
  rows: z.number().int(),
  headers: z.number().int(),
  empty: z.number().int(),
  products: z.number().int(),
  variants: z.number().int(),
  pictures: z.number().int(),
  views: z.number().int(),
  refused: z.number().int(),
})
export type RowSum = z.infer<typeof rowSum>

/** Damage of a column. `example`: the first such cell, as it is in the file. `cells`: how many. */
export const columnDamage = z.object({
  column: z.string(),
  kind: z.enum(damageKinds),
  cells: z.number().int(),
  row: z.number().int(),
  example: z.string(),
})
export type ColumnDamage = z.infer<typeof columnDamage>
