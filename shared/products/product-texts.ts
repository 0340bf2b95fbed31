import { z } from 'zod'
import { type SheetView, type SheetViewInput, sheetView } from '../answers/sheet.ts'
import { errorRecord } from '../base/error-record.ts'

/** Characters of a text of a product; the sample workspace takes 10,000. */
export const longestText = 100_000

/** A product as `products.page` lists it (`ref`), by its id in the workspace, or one to be created. */
export const textTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('id'), productId: z.string() }),
  z.object({ kind: z.literal('new'), name: z.string() }),
  z.object({ kind: z.literal('ref'), ref: z.string() }),
])

export type TextTarget = z.infer<typeof textTarget>

/** A text for an attribute of a product; `''` empties it. */
export const productText = z.object({ product: textTarget, attribute: z.string(), text: z.string() })
export type ProductText = z.infer<typeof productText>

/**
 * How it is known what an attribute holds now. `ledger`: our record counts · `old`: it is older than the connection allows · `doubted`: it may be
 * wrong · `read`: it is read before it is replaced · `new`: the product is created first · `unknown`.
 */
export const textSource = z.enum(['ledger', 'old', 'doubted', 'read', 'new', 'unknown'])
export type TextSource = z.infer<typeof textSource>

/** Sources that need a person's word. */
export const isAskedText = (source: TextSource): boolean => source === 'old' || source === 'doubted' || source === 'unknown'

/** What sending a text would do. */
export const plannedText = z.object({
  product: z.string(),
  attribute: z.string(),
  /** `text`: what it holds as far as it is known; `null`: unknown. */
  now: z.object({ source: textSource, text: z.string().nullable(), ageMs: z.number().nullable() }),
  after: z.string(),
  /** The product's main picture, whose text it is; `null`: it is of none. */
  picture: z.string().nullable(),
  /** Other pictures of the product that have another text. */
  differing: z.number().int(),
  /** It holds that text already. */
  isSame: z.boolean(),
  /** Why it can't be sent. */
  problem: errorRecord.nullable(),
})
export type PlannedText = z.infer<typeof plannedText>

/** The texts of cells as the sheet shows them in a product's row, those of its main picture, for attributes of that product. Cells without a text are left out. */
const cellTexts = z.object({
  columns: z
    .array(z.object({ question: z.string(), attribute: z.string() }))
    .min(1)
    .max(200),
  /** Approved cells only. */
  onlyApproved: z.boolean().default(true),
  /** Of the products that it shows in rows of products; `null`: of all that have pictures. */
  view: sheetView.nullable().default(null),
})

type TextColumn = { question: string; attribute: string }

export type TextsToSend =
  | { kind: 'texts'; texts: ProductText[] }
  | { kind: 'cells'; columns: TextColumn[]; onlyApproved: boolean; view: SheetView | null }

type TextsAsked =
  | { kind: 'texts'; texts: ProductText[] }
  | { kind: 'cells'; columns: TextColumn[]; onlyApproved?: boolean; view?: SheetViewInput | null }

/** Its types are named: the whole contract’s type would be too long to write down. */
export const textsToSend: z.ZodType<TextsToSend, TextsAsked> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('texts'), texts: z.array(productText).max(100_000) }),
  cellTexts.extend({ kind: z.literal('cells') }),
])

/** Where it is unknown what the attribute holds: `ask`: the job waits for a person; `replace`: it is replaced. */
export const unknownText = z.enum(['ask', 'replace'])

/** How many texts were not put back. `changed`: another one is there now. `unknown`: what was there before is unknown. */
export const textsLeft = z.object({ changed: z.number().int(), unknown: z.number().int(), 'not-sent': z.number().int() })
