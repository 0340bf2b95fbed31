import type { MatchPreview, MatchQuestion, MatchReason, PatternProblem } from '../matching.ts'
import type { CodeProgress } from '../picture-codes.ts'
import { countOf } from './numbers.ts'

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

export const describeMatchQuestion = (question: MatchQuestion): string => {
  switch (question) {
    case 'same-text':
      return 'The same text may mean several products.'
    case 'different-texts':
      return 'Its texts mean different products.'
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
  }
}

/** `1,912 pictures match 401 products. 12 questions. 76 unmatched.` */
export const describePreview = ({ matched, matchedProducts, questions, unmatched }: MatchPreview): string =>
  [
    `${countOf(matched, 'picture matches', 'pictures match')} ${countOf(matchedProducts, 'product')}.`,
    ...(questions > 0 ? [`${countOf(questions, 'picture needs', 'pictures need')} a decision.`] : []),
    ...(unmatched > 0 ? [`${countOf(unmatched, 'picture doesn’t', 'pictures don’t')} match.`] : []),
  ].join(' ')

/** `12 pictures are still being read for barcodes.` One sentence each; none when all were read. */
export const describeCodesLeft = ({ left, unreadable }: CodeProgress): string[] => [
  ...(left > 0 ? [`${countOf(left, 'picture is', 'pictures are')} still being read for barcodes.`] : []),
  ...(unreadable > 0 ? [`${countOf(unreadable, 'picture', 'pictures')} couldn’t be read for barcodes.`] : []),
]

/** For a command, which reads no more of them once it has ended. */
export const describeCodesUnread = (left: number): string[] =>
  left > 0
    ? [`${countOf(left, 'picture hasn’t', 'pictures haven’t')} been read for barcodes yet. “packshot match --by barcode” reads them first.`]
    : []

export const noProductsKnown = (folders: number): string =>
  folders === 0
    ? 'No products are known yet. Import a product list first.'
    : `No products are known yet. ${countOf(folders, 'folder')} could be products.`

export const describeKept = (changed: number): string =>
  changed === 0
    ? 'Nothing has changed since the last time.'
    : `Saved for ${countOf(changed, 'picture')}. “packshot match --undo” takes it back.`

/** `null`: there was nothing to undo. */
export const describeUndone = (pictures: number | null): string =>
  pictures === null ? 'There is nothing to undo.' : `Undone for ${countOf(pictures, 'picture')}.`
