import { z } from 'zod'

/** The texts that a copy of a picture can carry: alt text, extended description, title and description. */
export const pictureFields = ['alt', 'extended', 'title', 'description'] as const
export const pictureField = z.enum(pictureFields)
export type PictureField = z.infer<typeof pictureField>

/** What an exported column can have besides answers. `address`: of the picture, where it came from one. `position`: among its product's pictures, from 1. */
export const outFacts = [
  'name',
  'folder',
  'path',
  'address',
  'position',
  'productId',
  'sku',
  'gtin',
  'handle',
  'productName',
  'pictures',
] as const
export const outFact = z.enum(outFacts)
export type OutFact = z.infer<typeof outFact>

/** Where a column's cells come from. `further`: a column of the product list, by its header. `fixed`: the same text in each row. */
export const outFrom = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fact'), fact: outFact }),
  z.object({ kind: z.literal('question'), question: z.string() }),
  z.object({ kind: z.literal('review'), question: z.string() }),
  z.object({ kind: z.literal('further'), header: z.string() }),
  z.object({ kind: z.literal('fixed'), text: z.string().max(1_000) }),
])
export type OutFrom = z.infer<typeof outFrom>

export const outColumn = z.object({ header: z.string().trim().min(1).max(200), from: outFrom })
export type OutColumn = z.infer<typeof outColumn>

/** How a table is written. `bom`: Excel needs it. `flat`: without line breaks in a cell. */
export const outForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('xlsx') }),
  z.object({ kind: z.literal('csv'), separator: z.enum([',', ';', '\t']), bom: z.boolean(), flat: z.boolean() }),
])
export type OutForm = z.infer<typeof outForm>

/** A row for each picture, or for each product with the texts of its main picture. */
export const outRows = z.enum(['pictures', 'products'])
export type OutRows = z.infer<typeof outRows>

/** What an exported table looks like. `comesBack`: it has a key and each cell's revision, so that it can be imported again. */
export const outLayout = z.object({
  rows: outRows,
  form: outForm,
  columns: z.array(outColumn).min(1).max(500),
  comesBack: z.boolean(),
})
export type OutLayout = z.infer<typeof outLayout>

/** A layout that a person saved. */
export const outPreset = z.object({ name: z.string().trim().min(1).max(100), layout: outLayout })
export type OutPreset = z.infer<typeof outPreset>
export const mostPresets = 100
