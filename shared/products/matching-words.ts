import { countOf, formatCount } from '../base/number-words.ts'
import type { CodeProgress } from '../pictures/picture-codes.ts'
import { showGtin } from './gtin.ts'
import type {
  KeptProduct,
  KeptTray,
  MatchChange,
  MatchedProductRow,
  MatchPreview,
  MatchQuestion,
  MatchReason,
  MatchSuggestion,
  MatchSummary,
  PatternProblem,
  RememberedRule,
} from './matching.ts'
import { titleOfProduct } from './product-names-words.ts'

export const describePatternProblem = (problem: PatternProblem): string => {
  switch (problem.kind) {
    case 'pattern-empty':
      return 'It is empty.'
    case 'pattern-too-long':
      return `It is longer than ${problem.most} characters.`
    case 'pattern-brace':
      return `The brace at character ${problem.at + 1} has no partner.`
    case 'pattern-word-unknown':
      return `{${problem.word}} isn’t a placeholder. There are {sku}, {id}, {gtin}, {handle}, {product}, {position}, {any} and {folder}.`
    case 'pattern-names-no-product':
      return 'Nothing in it names a product. Add {sku}, {id}, {gtin}, {handle} or {product}.'
    case 'pattern-names-two-products':
      return 'It names the product twice. Use {any} for the other place.'
    case 'pattern-two-positions':
      return 'It has {position} twice.'
    case 'pattern-matches-everything':
      return 'It would find a product anywhere in any name.'
    case 'pattern-unclear':
      return `Nothing separates ${problem.words[0]} from ${problem.words[1]}.`
    case 'pattern-empty-folder':
      return 'A folder in it has no name.'
  }
}

const fields: Readonly<Record<MatchReason['field'], string>> = { sku: 'SKU', id: 'ID', gtin: 'GTIN', handle: 'handle', name: 'name' }

/** `SKU “sku_100” in the file name`. */
export const describeReason = ({ by, field, text }: MatchReason): string => {
  switch (by) {
    case 'folder':
      return `${fields[field]} “${text}” as a folder`
    case 'pattern':
      return `${fields[field]} “${text}” by your pattern`
    case 'mapping':
      return `“${text}” in your mapping`
    case 'sku':
    case 'id':
    case 'gtin':
    case 'handle':
      return `${fields[field]} “${text}” in the file name`
    case 'barcode':
      return `barcode ${text}`
  }
}

/** The same without the text, in a tile’s 120 pixels; `null`: a person put the picture there. */
export const nameReason = (why: MatchReason | null): string => {
  if (why === null) return 'chosen by you'
  switch (why.by) {
    case 'folder':
      return 'folder name'
    case 'pattern':
      return 'your pattern'
    case 'mapping':
      return 'your mapping file'
    case 'sku':
    case 'id':
    case 'gtin':
    case 'handle':
      return `${fields[why.field]} in file name`
    case 'barcode':
      return 'barcode in picture'
  }
}

/** What stands beside a suggested product. */
export const suggestedWord = 'Suggested'

/** `Suggested: its answer names this product`. */
export const describeSuggestion = ({ field, text }: Pick<MatchSuggestion, 'field' | 'text'>): string =>
  field === 'name' ? 'Suggested: its answer names this product' : `Suggested: its answer has the ${fields[field]} “${text}”`

/** A rule in the list of rules. */
export const nameRule = (rule: RememberedRule['rule']): string => {
  switch (rule.by) {
    case 'folder':
      return 'Folder name'
    case 'sku':
      return 'SKU in the file name'
    case 'id':
      return 'Product ID in the file name'
    case 'gtin':
      return 'GTIN in the file name'
    case 'handle':
      return 'Handle in the file name'
    case 'barcode':
      return 'Barcode in the picture'
    case 'pattern':
      return `Pattern ${rule.pattern}`
    case 'mapping':
      return 'Mapping file'
  }
}

/** What a product is called, and a code that tells it from others; `null`: none, or it is the name. */
export const nameMatched = (product: MatchedProductRow): string => titleOfProduct(product)

export const codeOfMatched = (product: MatchedProductRow): string | null => {
  const { sku, productId, gtin, handle } = product
  const code = sku ?? (gtin === null ? null : showGtin(gtin)) ?? handle ?? productId
  return code === nameMatched(product) ? null : code
}

/** `Mug (AB-12)`: with another code if it has no SKU, where several may have its name. */
export const callMatched = (product: MatchedProductRow): string => {
  const code = codeOfMatched(product)
  return code === null ? nameMatched(product) : `${nameMatched(product)} (${code})`
}

/** `1,912 pictures matched to 401 products · 38 to decide · 50 without a product`. */
export const describeSummary = ({ matched, inSeveral, products, questions, open }: MatchSummary): string =>
  [
    `${countOf(matched, 'picture')} matched to ${countOf(products, 'product')}`,
    ...(inSeveral > 0 ? [`${formatCount(inSeveral)} in several products`] : []),
    ...(questions > 0 ? [`${formatCount(questions)} to decide`] : []),
    ...(open > questions ? [`${formatCount(open - questions)} without a product`] : []),
  ].join(' · ')

/** What a change did, to follow “Undo:” or “Undone:”. */
export const describeMatchChange = ({ kind, pictures, product, products }: MatchChange): string => {
  const count = countOf(pictures, 'picture')
  switch (kind) {
    case 'apply':
      return `rules applied to ${count}`
    case 'move':
      return `${count} moved to ${product ?? 'a product'}`
    case 'add':
      return `${count} also added to ${product ?? 'a product'}`
    case 'order':
      return `${product ?? 'a product'} reordered`
    case 'not-a-product':
      return `${count} left out`
    case 'take-out':
      return product === null ? `${count} moved to “No product”` : `${count} taken out of ${product}`
    case 'merge':
      return `${count} merged from a hand-over`
    case 'folders':
      return `${countOf(products ?? 0, 'folder name')} used as products`
  }
}

/** Where a picture without a match stands. */
export const describeUnmatched = ({ attached, isTakenOut, isLookedAt }: KeptTray['rows'][number]): string => {
  if (attached) return attached.isDone ? `Attached to ${attached.product}` : `Waiting to be attached to ${attached.product}`
  if (isTakenOut) return 'You took it out of its product'
  return isLookedAt ? 'Nothing found' : 'Not matched yet'
}

/** Where the pictures of a matched product stand; empty without pictures. */
export const describeAttached = ({ pictures, attached }: Pick<KeptProduct, 'pictures' | 'attached'>): string => {
  const left = pictures.length - attached
  if (pictures.length === 0) return ''
  if (left === 0) return 'Attached'
  return attached === 0 ? 'To attach' : `Changed: ${formatCount(left)} to attach`
}

export const describeMatchQuestion = (question: MatchQuestion): string => {
  switch (question) {
    case 'same-text':
      return 'Several products fit this name.'
    case 'different-texts':
      return 'Parts of its name mean different products.'
    case 'runs-on':
      return 'The name continues, so it may be another product.'
    case 'number-inside':
      return 'This number may be a date or a count.'
    case 'number-split':
      return 'The numbers are separated differently.'
    case 'different-barcodes':
      return 'Its barcodes mean different products.'
    case 'barcode-against-text':
      return 'Its barcode and its name mean different products.'
    case 'variant-unclear':
      return 'The name doesn’t say clearly which variant it is.'
  }
}

/** `in 3 products`; `null`: in this one alone. */
export const describeInSeveral = (products: number): string | null => (products > 1 ? `in ${formatCount(products)} products` : null)

/** `1,912 pictures match 401 products. 12 questions. 76 unmatched.` */
export const describePreview = ({ matched, inSeveral, matchedProducts, questions, unmatched, decided }: MatchPreview): string =>
  [
    `${countOf(matched, 'picture matches', 'pictures match')} ${countOf(matchedProducts, 'product')}.`,
    ...(inSeveral > 0 ? [`${countOf(inSeveral, 'picture is', 'pictures are')} in several products.`] : []),
    ...(questions > 0 ? [`${countOf(questions, 'picture needs', 'pictures need')} a decision.`] : []),
    ...(unmatched > 0 ? [`${countOf(unmatched, 'picture doesn’t', 'pictures don’t')} match.`] : []),
    ...(decided > 0 ? [`${countOf(decided, 'picture stays', 'pictures stay')} as you decided.`] : []),
  ].join(' ')

/** `12 pictures are still being read for barcodes.` One sentence each; none when all were read. */
export const describeCodesLeft = ({ left, unreadable, needsList }: CodeProgress): string[] => [
  ...(left > 0 && needsList ? ['Barcodes are read once you import a product list with SKUs or GTINs.'] : []),
  ...(left > 0 && !needsList ? [`${countOf(left, 'picture is', 'pictures are')} still being read for barcodes.`] : []),
  ...(unreadable > 0 ? [`${countOf(unreadable, 'picture', 'pictures')} couldn’t be read for barcodes.`] : []),
]

/** For a command, which reads no more of them once it has ended. */
export const describeCodesUnread = (left: number): string[] =>
  left > 0
    ? [
        `${countOf(left, 'picture hasn’t', 'pictures haven’t')} been read for barcodes yet. “packshot match --read-barcodes” reads them first.`,
      ]
    : []

/** Lines of a mapping file that name no known product. */
export const describeUnknownInMapping = ({ total, first }: MatchPreview['unknownInMapping']): string => {
  const [line] = first
  const example = line ? `, such as ${line.file} → ${line.product}` : ''
  return `${countOf(total, 'line of the mapping file names', 'lines of the mapping file name')} an unknown product${example}.`
}

export const noProductsKnown = (folders: number): string =>
  folders === 0
    ? 'No products are known yet. Import a product list first.'
    : `No products are known yet. ${countOf(folders, 'folder')} could be products: “packshot match --folders” uses their names.`

export const foldersUsed = (folders: number): string => `${countOf(folders, 'folder name is', 'folder names are')} now products.`

export const mappingKept = (name: string): string => `${name} is one of the workspace’s rules now. The next “packshot match” uses it, too.`

export const mappingLeftOut = (name: string): string =>
  `The mapping ${name} isn’t among these rules, so what only it decided is taken back. “packshot match” without rules uses it again.`

export const describeKept = (changed: number): string =>
  changed === 0
    ? 'Nothing has changed since the last time.'
    : `Saved for ${countOf(changed, 'picture')}. “packshot match --undo” undoes it.`

/** `null`: there was nothing to undo. */
export const describeUndone = (pictures: number | null): string =>
  pictures === null ? 'There is nothing to undo.' : `Undone for ${countOf(pictures, 'picture')}.`
