import { z } from 'zod'
import { codeProgress, type PictureCode } from '../pictures/picture-codes.ts'
import { foundIn } from './products.ts'

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

/** The fields that name a product or a variant. */
export type NamingFields = Pick<MatchProduct, 'productId' | 'sku' | 'gtin' | 'name' | 'handle'>

/** A variant of a product. `key`: of the `MatchProduct` that it is; `null`: it is not a product of the workspace. `options`: such as Color and Red. */
export type MatchVariant = {
  readonly key: string | null
  readonly names: NamingFields
  readonly options: readonly (readonly [name: string, value: string])[]
}

/** A product of the list with its variants in order. Exactly one side has keys: the product, or its variants. */
export type MatchFamily = {
  readonly key: string | null
  readonly names: NamingFields
  readonly variants: readonly MatchVariant[]
  /** Where variants are the workspace’s products: which of them get pictures of the whole product. */
  readonly shared: 'each' | 'first' | 'none'
}

/**
 * A picture as the rules see it. `folder`: its path with `/` or `\`, or empty. `droppedLevels`: how many of its innermost folders a person added; those
 * around them name no product. Without it, all count. `codes`: its barcodes, as far as they were read.
 */
export type MatchPicture = {
  readonly id: string
  readonly folder: string
  readonly name: string
  readonly droppedLevels?: number
  readonly codes?: readonly PictureCode[]
}

/**
 * A file and its product in a mapping file. `file`: its name, with or without its folders and its extension. `product`: any field of a product.
 * `place`: its place in the product, from 1; absent: the mapping says nothing of it.
 */
export const mappedFile = z.object({ file: z.string(), product: z.string(), place: z.number().int().positive().optional() })
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
  /** Such as `{sku}_{position}`; electron/core/products/matching/names/README.md has its language. */
  z.object({ by: z.literal('pattern'), pattern: z.string() }),
  z.object({ by: z.literal('mapping'), files: z.array(mappedFile) }),
])
export type MatchRule = z.infer<typeof matchRule>

/** Keys of products that a person made here, from a folder or by a name, begin like this. */
export const newProductKey = 'new:'

/** The rules that need nothing else, in their usual order. */
export const simpleRules = ['folder', 'sku', 'barcode', 'gtin', 'id', 'handle'] as const

/** The rules as long as a person sets no others. */
export const defaultMatchRules: readonly MatchRule[] = simpleRules.map((by) => ({ by }))

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
 * `barcode-against-text`: its barcode names another product than its folder or file name · `variant-unclear`: which variants of a product it shows.
 */
export const matchQuestion = z.enum([
  'same-text',
  'different-texts',
  'runs-on',
  'number-inside',
  'number-split',
  'different-barcodes',
  'barcode-against-text',
  'variant-unclear',
])
export type MatchQuestion = z.infer<typeof matchQuestion>

export const matchCandidate = z.object({ productKey: z.string(), why: matchReason })
export type MatchCandidate = z.infer<typeof matchCandidate>

/**
 * A product that an answer about the picture names. It never becomes a match by itself: only a person accepts it, so it has no place among reasons
 * and candidates, which are kept. `text`: the product's name, or the number as the answer has it.
 */
export const matchSuggestion = z.object({ productKey: z.string(), field: z.enum(['name', 'sku', 'gtin']), text: z.string() })
export type MatchSuggestion = z.infer<typeof matchSuggestion>

/** A product that a picture is matched to. `place`: from 1, among the matched pictures of the product. */
export const productMatch = z.object({ productKey: z.string(), place: z.number().int().positive(), why: matchReason })
export type ProductMatch = z.infer<typeof productMatch>

/** What the rules say about one picture. `products`: at least one, each once. */
export const pictureMatch = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('matched'), pictureId: z.string(), products: z.array(productMatch).min(1) }),
  z.object({ kind: z.literal('question'), pictureId: z.string(), question: matchQuestion, candidates: z.array(matchCandidate) }),
  z.object({ kind: z.literal('unmatched'), pictureId: z.string() }),
])
export type PictureMatch = z.infer<typeof pictureMatch>
export const pictureMatchKind = z.enum(['matched', 'question', 'unmatched'])
export type PictureMatchKind = z.infer<typeof pictureMatchKind>

/** Why a pattern can't be used. Words: matching-words.ts. */
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

/** A rule as it is remembered for a workspace; of a mapping file, that there is one. */
export const rememberedRule = z.object({
  rule: z.discriminatedUnion('by', [
    z.object({ by: z.enum(simpleRules) }),
    z.object({ by: z.literal('pattern'), pattern: z.string() }),
    z.object({ by: z.literal('mapping') }),
  ]),
  isUsed: z.boolean(),
})
export type RememberedRule = z.infer<typeof rememberedRule>

/** The rules of a workspace, in the person's order, and its mapping file. */
export const rememberedRules = z.object({
  rules: z.array(rememberedRule),
  mapping: z.object({ name: z.string(), lines: z.number().int() }).nullable(),
})
export type RememberedRules = z.infer<typeof rememberedRules>

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

/** A product that a search found, with how many pictures are matched to it, and the first of them. `found`: absent, if nothing was searched for. */
export const foundMatchProduct = z.object({
  product: matchedProduct,
  pictures: z.number().int(),
  coverId: z.string().nullable(),
  found: foundIn.optional(),
})
export type FoundMatchProduct = z.infer<typeof foundMatchProduct>

/** What rules would do. */
export const matchPreview = z.object({
  pictures: z.number().int(),
  /** Pictures that a person decided about: rules leave them as they are, and the other counts and the rows leave them out. */
  decided: z.number().int(),
  matched: z.number().int(),
  /** Matched pictures that are in several products. */
  inSeveral: z.number().int(),
  questions: z.number().int(),
  unmatched: z.number().int(),
  /** Products that are known, and those that get pictures. */
  knownProducts: z.number().int(),
  matchedProducts: z.number().int(),
  /** Lines of the mapping whose product isn't known; `first`: a hundred of them. */
  unknownInMapping: z.object({ total: z.number().int(), first: z.array(mappedFile) }),
  /** The pictures whose barcodes the rules don't know yet; `null`: no rule asks for barcodes. */
  barcodes: codeProgress.nullable(),
  /** One page: questions first, then unmatched ones, then matches by product and place. */
  rows: z.array(
    z.object({
      imageId: z.string(),
      name: z.string(),
      folder: z.string().nullable(),
      match: pictureMatch,
      /** By its answers; none for a picture that matches. */
      suggestions: z.array(matchSuggestion),
    }),
  ),
  /** The products in these rows. */
  products: z.array(matchedProduct),
})
export type MatchPreview = z.infer<typeof matchPreview>

/** Folders that would be products, if there is no list. */
export const folderProposal = z.object({ name: z.string(), folder: z.string(), imageIds: z.array(z.string()) })
export type FolderProposal = z.infer<typeof folderProposal>

/** How many products the folders would be, how many pictures these have, and the first names. */
export const foldersOutline = z.object({ folders: z.number().int(), pictures: z.number().int(), names: z.array(z.string()) })

/** A change of matches, as a person knows it. `product`: its name, where there is one. `products`: how many were made. */
export const matchChange = z.object({
  change: z.int(),
  kind: z.enum(['apply', 'move', 'add', 'order', 'not-a-product', 'take-out', 'folders', 'merge']),
  pictures: z.number().int(),
  product: z.string().nullable(),
  products: z.number().int().nullable(),
})
export type MatchChange = z.infer<typeof matchChange>

/** A mapping file, in base64: a table that is read like a product list. */
export const sentMapping = z.object({ name: z.string().max(300), bytes: z.string() })
export type SentMapping = z.infer<typeof sentMapping>

/** As a window sends it, or as it was read already. */
export const mappingToKeep = z.union([sentMapping, z.object({ name: sentMapping.shape.name, files: z.array(mappedFile) })])
export type MappingToKeep = z.infer<typeof mappingToKeep>

/** Counts of all pictures of the library. `open`: without a product; `questions` of them wait for a decision. */
export const matchSummary = z.object({
  pictures: z.number().int(),
  matched: z.number().int(),
  /** Matched pictures that are in several products. */
  inSeveral: z.number().int(),
  products: z.number().int(),
  open: z.number().int(),
  questions: z.number().int(),
  notAProduct: z.number().int(),
  /** Whether any product is known that pictures could belong to. */
  hasProducts: z.boolean(),
  /** Pictures whose barcodes are still being read; 0 if no product is known that a barcode could name. */
  barcodesLeft: z.number().int().nonnegative(),
  /** What “undo” would undo; `null`: nothing. */
  last: matchChange.nullable(),
})
export type MatchSummary = z.infer<typeof matchSummary>

/** A product with the pictures that are kept for it, in order; `total`: all of them. */
export const keptProduct = z.object({
  product: matchedProduct,
  /** Absent: nothing was searched for. */
  found: foundIn.optional(),
  total: z.number().int(),
  /** How many of `pictures` its list in the workspace has, or is about to get. */
  attached: z.number().int(),
  pictures: z.array(
    z.object({
      imageId: z.string(),
      name: z.string(),
      folder: z.string().nullable(),
      /** See `pictureName`. */
      isNotFirst: z.boolean(),
      by: z.enum(['rule', 'person']),
      /** `null`: a person put it there. */
      why: matchReason.nullable(),
      /** How many products it is in, this one included. */
      products: z.number().int(),
    }),
  ),
})
export type KeptProduct = z.infer<typeof keptProduct>

/** Pictures without a product, or those that are of no product. */
export const trayKind = z.enum(['open', 'not-a-product'])
export type TrayKind = z.infer<typeof trayKind>

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
      candidates: z.array(matchCandidate.extend({ product: matchedProduct })),
      /** By its answers, without its candidates. */
      suggestions: z.array(matchSuggestion.extend({ product: matchedProduct })),
      /** A person took it out of a product; rules leave it here. */
      isTakenOut: z.boolean(),
      /** Rules have looked at it, with the list of today. */
      isLookedAt: z.boolean(),
      /** A product that a person attached it to; `isDone`: the workspace confirmed it. */
      attached: z.object({ product: z.string(), isDone: z.boolean() }).nullable(),
    }),
  ),
})
export type KeptTray = z.infer<typeof keptTray>
