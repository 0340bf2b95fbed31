import { z } from 'zod'
import { errorRecord } from '../base/error-record.ts'

/** The texts that a copy of a picture can carry: alt text, extended description, title and description. */
export const pictureFields = ['alt', 'extended', 'title', 'description'] as const
export const pictureField = z.enum(pictureFields)
export type PictureField = z.infer<typeof pictureField>

/** What an exported column can have besides answers. `address`: of the picture, where it came from one. `position`: among its product's pictures, from 1. `aboutEarlier`: which of the row's texts are about an earlier file of the picture. */
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
  'aboutEarlier',
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

/** The headers of two columns with the texts of the same question: in a table that comes back, only one of them could count. */
export const findRepeatedText = (columns: readonly OutColumn[]): readonly [string, string] | undefined => {
  const seen = new Map<string, string>()
  for (const { header, from } of columns) {
    if (from.kind !== 'question') continue
    const earlier = seen.get(from.question)
    if (earlier !== undefined) return [earlier, header]
    seen.set(from.question, header)
  }
  return undefined
}

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
  /** The program that reads it takes an empty cell for a value: rows without this fact, or without any text, are left out. */
  onlyWith: outFact.optional(),
})
export type OutLayout = z.infer<typeof outLayout>

/** Only cells that a person approved, or all that have a text. */
export const outWhich = z.enum(['approved', 'all'])
export type OutWhich = z.infer<typeof outWhich>

/** A layout that a person saved. */
export const outPreset = z.object({ name: z.string().trim().min(1).max(100), layout: outLayout })
export type OutPreset = z.infer<typeof outPreset>
export const mostPresets = 100

/** How a spreadsheet changes a text on its own: to a number, to a date, cut at its limit, letters lost in an old code page, a formula without a value, sorted without the keys, a word made TRUE or FALSE. */
export const rewrite = z.enum(['number', 'date', 'cut', 'letters-lost', 'formula', 'moved', 'truth'])
export type Rewrite = z.infer<typeof rewrite>

/**
 * A cell of a table that says something else than Packshot. `changed`: only there · `conflict`: here, too, or the file doesn’t say what was exported ·
 * `rewritten`: most likely by the spreadsheet itself.
 */
const differenceFacts = {
  /** In the file, as a spreadsheet counts. */
  row: z.number().int(),
  imageId: z.string(),
  /** Of the picture. */
  name: z.string(),
  question: z.string(),
  column: z.string(),
  /** In the file. */
  text: z.string(),
  /** In Packshot. */
  now: z.string(),
  review: z.enum(['draft', 'approved', 'rejected']),
  /** The digest of what Packshot has. */
  seen: z.string(),
}
export const difference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed'), ...differenceFacts }),
  z.object({ kind: z.literal('rewritten'), how: rewrite, ...differenceFacts }),
  z.object({ kind: z.literal('conflict'), why: z.enum(['changed-here', 'approved-here', 'no-revision']), ...differenceFacts }),
])
export type Difference = z.infer<typeof difference>
export const differenceKinds = ['changed', 'conflict', 'rewritten'] as const
export const differenceKind = z.enum(differenceKinds)
export type DifferenceKind = z.infer<typeof differenceKind>

/** A row that no picture was found for. `of`: the earlier row with the same key. */
export const unknownRow = z.object({
  row: z.number().int(),
  why: z.enum(['no-key', 'not-in-library', 'repeated']),
  of: z.number().int().optional(),
})
export type UnknownRow = z.infer<typeof unknownRow>

/** A table that came back, compared with what Packshot has. */
export const comparedTable = z.object({
  id: z.string(),
  name: z.string(),
  rows: z.number().int(),
  unchanged: z.number().int(),
  counts: z.object({ changed: z.number().int(), conflict: z.number().int(), rewritten: z.number().int() }),
  /** Approved cells among the changed ones: they become drafts. */
  approved: z.number().int(),
  /** The first of them. */
  unknown: z.array(unknownRow),
  unknownRows: z.number().int(),
  /** Of each column with a header. `question`: `null`: it has none. */
  columns: z.array(z.object({ header: z.string(), question: z.string().nullable() })),
  /** Questions that were exported, and that no column is for. */
  missing: z.array(z.object({ question: z.string(), column: z.string() })),
  /** Headers of columns whose questions no set has any more. */
  forgotten: z.array(z.string()),
  /** Headers that two columns have; the left one was read. */
  repeated: z.array(z.string()),
})
export type ComparedTable = z.infer<typeof comparedTable>

/** Whose text a cell gets. */
export const outChoice = z.enum(['file', 'packshot'])
export type OutChoice = z.infer<typeof outChoice>

/** What was exported to a file. `rowsLeftOut`: see `onlyWith`. `leftOut`: texts without approval. `tooLong`: texts that a workbook’s cell can’t hold. `defused`: with an apostrophe before a formula. */
export const outWritten = z.object({
  place: z.string(),
  rows: z.number().int(),
  rowsLeftOut: z.number().int(),
  /** Those of them that have a text. */
  withoutKey: z.number().int(),
  cells: z.number().int(),
  leftOut: z.number().int(),
  tooLong: z.number().int(),
  defused: z.number().int(),
  aboutEarlier: z.number().int(),
})
export type OutWritten = z.infer<typeof outWritten>

/** What became of copies of pictures. `same`: already there with these texts. `without`: no text to write. `existing`: another file of that name stayed. */
export const pictureCopies = z.object({
  folder: z.string(),
  written: z.number().int(),
  same: z.number().int(),
  without: z.number().int(),
  existing: z.number().int(),
  failed: z.number().int(),
  /** The first of each. */
  existingNames: z.array(z.string()),
  failures: z.array(z.object({ name: z.string(), problem: errorRecord })),
})
export type PictureCopies = z.infer<typeof pictureCopies>

/** Where something goes: what a person chose in a dialog of the host, or, for the command, a path. */
export const outTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chosen'), target: z.string() }),
  z.object({ kind: z.literal('path'), path: z.string() }),
])
export type OutTarget = z.infer<typeof outTarget>
