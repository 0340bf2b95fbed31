import { createHash } from 'node:crypto'
import { z } from 'zod'
import { maxQuestionLength } from '../../../../shared/answers/questions.ts'
import { cellReview, longestCellText } from '../../../../shared/answers/sheet.ts'
import { imageFormat } from '../../../../shared/pictures/picture-formats.ts'
import { imageOrigin } from '../../../../shared/pictures/pictures.ts'
import { matchCandidate, matchedProduct, matchQuestion, matchReason } from '../../../../shared/products/matching.ts'
import { entryKinds, productIsChoices, sharedPicturesChoices } from '../../../../shared/products/variants.ts'
import { maxFileBytes } from '../../pictures/intake/file-limit.ts'

/** Files of another version are refused by number. */
export const handoverVersion = 1

/** The parts of the archive; `originals/` has a file for each content, named by its SHA-256. */
export const parts = {
  manifest: 'handover.json',
  products: 'products.jsonl',
  others: 'others.jsonl',
  sets: 'sets.jsonl',
  pictures: 'pictures.jsonl',
  matches: 'matches.jsonl',
  cells: 'cells.jsonl',
} as const
export type RecordPart = Exclude<keyof typeof parts, 'manifest'>
export const recordParts: readonly RecordPart[] = ['products', 'others', 'sets', 'pictures', 'matches', 'cells']

export const originalPart = (sha256: string): string => `originals/${sha256}`

/** What a file may be at most, counted while it is read, whatever it says of itself. */
export const handoverLimits = {
  /** Bytes of the manifest. */
  manifest: 100_000,
  /** Bytes of all parts with records: they are in memory together, many times as large. */
  parts: 200 * 1024 * 1024,
  /** How much smaller than itself an original may be packed: pictures hardly shrink. */
  packing: 200,
  /** Characters of a record. */
  line: 2_000_000,
  /** Records of all parts. */
  records: 2_000_000,
  /** Files in the archive. */
  files: 500_000,
} as const

// As long as the library's own rows may be: a cell of a product list, an answer of the service.
const text = z.string().max(1_000_000)
const name = z.string().max(1_000)
const time = z.number().int().nonnegative().max(8.64e15)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()

/** A connection’s id is made of its address and client, so it is the same on each computer. */
export const digestOfWorkspace = (connectionId: string): string => createHash('sha256').update(connectionId).digest('hex').slice(0, 16)

export const manifestVersion = z.object({ packshotHandover: z.number() })

export const manifest = z.object({
  packshotHandover: z.literal(handoverVersion),
  /** Different for each file that is made. */
  id: z.string().regex(/^[0-9a-f]{16,64}$/),
  madeAt: time,
  madeBy: name,
  /** The address of its workspace. */
  workspace: name.nullable(),
  /** Tells two workspaces at one address apart (`digestOfWorkspace`). Absent: not known. */
  workspaceDigest: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .nullish(),
  /** What the list says of products with variants. Absent: it has none. */
  list: z.object({ productIs: z.enum(productIsChoices), sharedPictures: z.enum(sharedPicturesChoices) }).nullish(),
  counts: z.object({
    products: count,
    others: count.default(0),
    sets: count,
    pictures: count,
    matches: count,
    cells: count,
    originals: count,
  }),
})
export type Manifest = z.infer<typeof manifest>

const productRecord = z.object({
  productId: text.nullable(),
  sku: text.nullable(),
  gtin: z
    .string()
    .regex(/^\d{14}$/)
    .nullable(),
  name: text.nullable(),
  handle: text.nullable(),
  shows: z.array(text).max(100_000).nullable(),
  showsAt: time.nullable(),
  further: z.array(z.tuple([text, text])).max(500),
  missingSince: time.nullable(),
  /** Its place in a list with variants. `parent`: the number of a variant's product, which comes before it. */
  node: z
    .object({
      seq: count,
      kind: z.enum(entryKinds),
      parent: count.nullable(),
      options: z.array(z.tuple([text, text])).max(500),
    })
    .optional(),
})

/** As in a file of question sets (shared/answers/question-set-file.ts), which checks it. */
const setRecord = z.object({ name: z.string() }).loose()

const pictureRecord = z.object({
  sha256,
  name,
  format: imageFormat,
  bytes: count.max(maxFileBytes),
  origin: imageOrigin,
  drop: z.object({ seq: count, id: z.string().regex(/^[0-9a-zA-Z_-]{1,64}$/), at: time }).nullable(),
  /** The folder or file that a person dropped. */
  root: text.nullable(),
})
export type PictureRecord = z.infer<typeof pictureRecord>

const keptIn = z.object({
  product: matchedProduct,
  place: z.number().int().positive().max(1_000_000),
  by: z.enum(['rule', 'person']),
  why: matchReason.nullable(),
})

const keptMatch = z.discriminatedUnion('state', [
  z.object({ state: z.literal('matched'), products: z.array(keptIn).min(1).max(10_000) }),
  z.object({
    state: z.literal('question'),
    question: matchQuestion,
    candidates: z.array(matchCandidate).max(10_000),
    products: z.array(matchedProduct).max(10_000),
  }),
  z.object({ state: z.literal('not-a-product') }),
  z.object({ state: z.literal('taken-out') }),
])
/** As it was when a picture had one product. */
const singleMatch = keptIn.extend({ state: z.literal('matched') }).transform(({ state, ...one }) => ({ state, products: [one] }))

const matchRecord = z.object({ picture: sha256, match: z.union([keptMatch, singleMatch]) })
export type MatchRecord = z.infer<typeof matchRecord>

const cellRecord = z.object({
  picture: sha256,
  question: z.string().min(1).max(maxQuestionLength),
  cell: z.object({
    kind: z.enum(['answer', 'cannot-tell', 'own']),
    text,
    answeredAt: time,
    editedText: z.string().max(longestCellText).nullable(),
    review: cellReview,
    reviewedAt: time.nullable(),
    reviewedBy: name.nullable(),
    past: z.array(z.string().regex(/^[0-9a-f]{12}$/)).max(20),
  }),
})
export type CellRecord = z.infer<typeof cellRecord>

export const records = {
  products: productRecord,
  /** What the list has beside the workspace's products: products with variants, or these. Earlier versions leave this part out. */
  others: productRecord,
  sets: setRecord,
  pictures: pictureRecord,
  matches: matchRecord,
  cells: cellRecord,
} as const
export type HandoverRecords = { readonly [Part in RecordPart]: readonly z.infer<(typeof records)[Part]>[] }
