import type { MatchPreview, MatchQuestion, MatchReason, PatternProblem } from '../matching.ts'
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
  }
}

/** `1,912 pictures match 401 products. 12 questions. 76 unmatched.` */
export const describePreview = ({ matched, matchedProducts, questions, unmatched }: MatchPreview): string =>
  [
    `${countOf(matched, 'picture matches', 'pictures match')} ${countOf(matchedProducts, 'product')}.`,
    ...(questions > 0 ? [`${countOf(questions, 'picture needs', 'pictures need')} a decision.`] : []),
    ...(unmatched > 0 ? [`${countOf(unmatched, 'picture doesn’t', 'pictures don’t')} match.`] : []),
  ].join(' ')

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
