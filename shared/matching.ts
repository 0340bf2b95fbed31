import { z } from 'zod'
import { codeProgress, type PictureCode } from './picture-codes.ts'

/** Fields of a product that can name it in a file or folder. */
export const namingField = z.enum(['sku', 'id', 'gtin', 'handle'])
export type NamingField = z.infer<typeof namingField>

/** A product as the rules see it. `key`: the caller's own reference to it. */
export type MatchProduct = {
  readonly key: string
  readonly productId: string | null
  readonly sku: string | null
  /** GTIN-8, UPC-A, EAN-13 or GTIN-14; other digits are ignored. */
  readonly gtin: string | null
  readonly name: string | null
  readonly handle: string | null
}

/** A picture as the rules see it. `folder`: its path with `/` or `\`, or empty. `codes`: its barcodes, as far as they were read. */
export type MatchPicture = {
  readonly id: string
  readonly folder: string
  readonly name: string
  readonly codes?: readonly PictureCode[]
}

/** One line of a mapping file. `file`: a file's name, with or without its folders and its extension. `product`: any field of a product. */
export const mappedFile = z.object({ file: z.string(), product: z.string() })
export type MappedFile = z.infer<typeof mappedFile>

/** A way to find a picture's product; they are asked in the order that the person set. */
export const matchRule = z.discriminatedUnion('by', [
  /** A folder that the picture is in, at any level, is called like a product. */
  z.object({ by: z.literal('folder') }),
  z.object({ by: z.literal('sku') }),
  z.object({ by: z.literal('id') }),
  z.object({ by: z.literal('gtin') }),
  z.object({ by: z.literal('handle') }),
  /** A barcode in the picture has the product's GTIN, or its SKU. */
  z.object({ by: z.literal('barcode') }),
  /** Such as `{sku}_{position}`; electron/core/matching/README.md has its language. */
  z.object({ by: z.literal('pattern'), pattern: z.string() }),
  z.object({ by: z.literal('mapping'), files: z.array(mappedFile) }),
])
export type MatchRule = z.infer<typeof matchRule>
export type MatchRuleKind = MatchRule['by']

/** The rules as long as a person sets no others. */
export const defaultMatchRules: readonly MatchRule[] = [
  { by: 'folder' },
  { by: 'sku' },
  { by: 'barcode' },
  { by: 'gtin' },
  { by: 'id' },
  { by: 'handle' },
]

/** Why a product was found: the rule, the product's field, and the piece of text in the picture's name or folder, or in its barcode. */
export const matchReason = z.object({
  by: z.enum(['folder', 'sku', 'id', 'gtin', 'handle', 'pattern', 'mapping', 'barcode']),
  field: z.enum(['sku', 'id', 'gtin', 'handle', 'name']),
  text: z.string(),
})
export type MatchReason = z.infer<typeof matchReason>

/**
 * Why a person has to decide. `same-text`: one text names several products · `different-texts`: texts name different products ·
 * `runs-on`: the text continues without a separator · `number-inside`: a number that may be something else, such as a date or a count ·
 * `number-split`: numbers fit only when they are joined, or taken apart · `different-barcodes`: its barcodes name different products ·
 * `barcode-against-text`: its barcode names another product than its folder or file name.
 */
export const matchQuestion = z.enum([
  'same-text',
  'different-texts',
  'runs-on',
  'number-inside',
  'number-split',
  'different-barcodes',
  'barcode-against-text',
])
export type MatchQuestion = z.infer<typeof matchQuestion>

export const matchCandidate = z.object({ productKey: z.string(), why: matchReason })
export type MatchCandidate = z.infer<typeof matchCandidate>

/** Where a picture's name puts it among those of its product. */
export const namedPosition = z.object({
  /** Numbers in the name, the first one counting most; empty: it has none. */
  numbers: z.array(z.number().int().nonnegative()),
  /** A word for what it shows, such as `front`; `null`: none. */
  view: z.string().nullable(),
})
export type NamedPosition = z.infer<typeof namedPosition>

/** What the rules say about one picture. `place`: from 1, among the matched pictures of its product. */
export const pictureMatch = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('matched'),
    pictureId: z.string(),
    productKey: z.string(),
    place: z.number().int().positive(),
    position: namedPosition,
    why: matchReason,
  }),
  z.object({ kind: z.literal('question'), pictureId: z.string(), question: matchQuestion, candidates: z.array(matchCandidate) }),
  z.object({ kind: z.literal('unmatched'), pictureId: z.string() }),
])
export type PictureMatch = z.infer<typeof pictureMatch>

/** Why a pattern can't be used. Words: words/matching.ts. */
export type PatternProblem =
  | { readonly kind: 'pattern-empty' }
  | { readonly kind: 'pattern-too-long'; readonly most: number }
  /** A brace without its partner. */
  | { readonly kind: 'pattern-brace'; readonly at: number }
  | { readonly kind: 'pattern-word-unknown'; readonly word: string }
  /** Nothing in it names a product. */
  | { readonly kind: 'pattern-names-no-product' }
  | { readonly kind: 'pattern-names-two-products' }
  | { readonly kind: 'pattern-two-positions' }
  /** It would find a product anywhere in any name. */
  | { readonly kind: 'pattern-matches-everything' }
  /** Nothing says where the one ends and the other begins. */
  | { readonly kind: 'pattern-unclear'; readonly words: readonly [string, string] }
  | { readonly kind: 'pattern-empty-folder' }

/** A product that a folder's name suggests, with its pictures in order. */
export type ProposedProduct = { readonly name: string; readonly folder: string; readonly pictureIds: readonly string[] }

/** A product as lists of matches name it. `key`: the same in each call, as long as the product is the same. */
export const matchedProduct = z.object({
  key: z.string(),
  productId: z.string().nullable(),
  sku: z.string().nullable(),
  gtin: z.string().nullable(),
  name: z.string().nullable(),
  handle: z.string().nullable(),
})

export type MatchedProductRow = z.infer<typeof matchedProduct>

/** What rules would do. */
export const matchPreview = z.object({
  pictures: z.number().int(),
  matched: z.number().int(),
  questions: z.number().int(),
  unmatched: z.number().int(),
  /** Products that are known, and those that get pictures. */
  knownProducts: z.number().int(),
  matchedProducts: z.number().int(),
  /** Lines of the mapping whose product isn't known; the first hundred. */
  unknownInMapping: z.array(mappedFile),
  /** The pictures whose barcodes the rules don't know yet; `null`: no rule asks for barcodes. */
  barcodes: codeProgress.nullable(),
  /** One page: questions first, then unmatched ones, then matches by product and place. */
  rows: z.array(z.object({ imageId: z.string(), name: z.string(), folder: z.string().nullable(), match: pictureMatch })),
  /** The products in these rows. */
  products: z.array(matchedProduct),
})
export type MatchPreview = z.infer<typeof matchPreview>

/** Folders that would be products, if there is no list. */
export const folderProposal = z.object({ name: z.string(), folder: z.string(), imageIds: z.array(z.string()) })
export type FolderProposal = z.infer<typeof folderProposal>

/** A product with the pictures that are kept for it, in order; `total`: all of them. */
export const keptProduct = z.object({
  product: matchedProduct,
  total: z.number().int(),
  pictures: z.array(
    z.object({
      imageId: z.string(),
      name: z.string(),
      folder: z.string().nullable(),
      place: z.number().int(),
      by: z.enum(['rule', 'person']),
      /** `null`: a person put it there. */
      why: matchReason.nullable(),
    }),
  ),
})
export type KeptProduct = z.infer<typeof keptProduct>

/** Pictures without a product. `question`: `null`, no rule found anything. */
export const keptTray = z.object({
  total: z.number().int(),
  questions: z.number().int(),
  rows: z.array(
    z.object({
      imageId: z.string(),
      name: z.string(),
      folder: z.string().nullable(),
      question: matchQuestion.nullable(),
      candidates: z.array(matchCandidate),
    }),
  ),
})
export type KeptTray = z.infer<typeof keptTray>
