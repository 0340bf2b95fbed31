import type { CellCheck, SetQuestion } from '../answers/question-sets.ts'
import type { ErrorRecord } from '../base/errors.ts'
import { nameLanguage } from '../base/language-words.ts'
import { countOf, formatCount } from '../base/number-words.ts'
import type { HandoverCounts, HandoverKind, HandoverPreview, HandoverResult, HandoverSide, HandoverWritten } from './handover.ts'

export const handoverKindWords: Readonly<Record<HandoverKind, string>> = {
  cell: 'Texts',
  product: 'Products',
  set: 'Question sets',
  match: 'Pictures’ products',
}

const productFields: Readonly<Record<string, string>> = {
  productId: 'Product ID',
  sku: 'SKU',
  gtin: 'GTIN',
  name: 'Name',
  handle: 'Handle',
  shows: 'Current pictures',
}

/** A product's field as a person knows it; a further column by its header. */
export const nameProductField = (field: string): string => productFields[field] ?? field

const listCounts = ({ pictures, products, sets, matches, cells }: HandoverCounts): string[] => [
  ...(pictures > 0 ? [countOf(pictures, 'picture')] : []),
  ...(products > 0 ? [countOf(products, 'product')] : []),
  ...(sets > 0 ? [countOf(sets, 'question set')] : []),
  ...(matches > 0 ? [countOf(matches, 'match', 'matches')] : []),
  ...(cells > 0 ? [countOf(cells, 'text')] : []),
]

/** Such as “2 pictures, 1 text”; `nothing` where there is none of them. */
export const describeHandoverCounts = (counts: HandoverCounts, nothing = 'nothing'): string => listCounts(counts).join(', ') || nothing

export const countDifferences = ({ differs }: Pick<HandoverPreview, 'differs'>): number =>
  differs.cell + differs.product + differs.set + differs.match

export const describeHandedOver = (written: HandoverWritten): string[] => [
  `Written to ${written.place}: ${describeHandoverCounts(written)}.`,
  ...(written.originals > 0
    ? [`${countOf(written.originals, 'picture')} with ${written.originals === 1 ? 'its file' : 'their files'}.`]
    : []),
  ...(written.originalsMissing > 0
    ? [`${countOf(written.originalsMissing, 'picture')} without a file: Packshot’s copy is missing or damaged.`]
    : []),
  ...(written.leftOut > 0 ? [`${countOf(written.leftOut, 'entry', 'entries')} left out: too long for the file.`] : []),
]

/** What a file would do, a sentence each. */
export const describeHandover = (preview: HandoverPreview): string[] => {
  const differences = countDifferences(preview)
  return [
    `In the file: ${describeHandoverCounts(preview.contains)}.`,
    `New or newer: ${describeHandoverCounts(preview.brings)}.`,
    ...(differences > 0 ? [`${countOf(differences, 'difference')} to decide.`] : []),
    ...(preview.picturesMissing > 0
      ? [
          `${countOf(preview.picturesMissing, 'picture')} in neither your library nor the file: ${preview.picturesMissing === 1 ? 'its' : 'their'} texts and matches are left out.`,
        ]
      : []),
    ...(preview.picturesRemoved > 0
      ? [`${countOf(preview.picturesRemoved, 'picture')} that you removed ${preview.picturesRemoved === 1 ? 'stays' : 'stay'} removed.`]
      : []),
  ]
}

/** What a merge did, a sentence each. `describe`: an error as a sentence. One that was interrupted has no counts: some of it came before. */
export const describeMerged = (
  result: HandoverResult,
  describe: (problem: ErrorRecord) => string,
  {
    wasInterrupted = false,
    whyRefused = 'In the library, “Files that were not added” says why.',
  }: { readonly wasInterrupted?: boolean; readonly whyRefused?: string } = {},
): string[] => [
  wasInterrupted
    ? `Merging was interrupted.${result.problem === null ? ' It is complete now.' : ''}`
    : `Merged: ${describeHandoverCounts(result, 'nothing new')}.`,
  ...(result.problem
    ? [`The rest was not merged: ${describe(result.problem)}`, 'The merged part stays. Open the file again to merge the rest.']
    : []),
  ...(result.left > 0 ? [`${countOf(result.left, 'difference')} left as in your library.`] : []),
  ...(result.kept > 0 ? [`${countOf(result.kept, 'value')} kept: changed in your library meanwhile.`] : []),
  ...(result.damaged > 0 ? [`${countOf(result.damaged, 'picture')} not added: damaged in the file.`] : []),
  ...(result.refused > 0 ? [`${countOf(result.refused, 'picture')} refused. ${whyRefused}`] : []),
  ...(result.picturesMissing > 0
    ? [
        `${countOf(result.picturesMissing, 'picture')} not in your library: texts and matches of ${result.picturesMissing === 1 ? 'it' : 'them'} are left out.`,
      ]
    : []),
]

const describeCheck = (check: CellCheck): string => {
  switch (check.kind) {
    case 'not-empty':
      return 'Must not be empty'
    case 'longest':
      return `No more than ${countOf(check.characters, 'character')}`
    case 'must-match':
      return `Must match ${check.pattern}`
    case 'must-not-begin':
      return `Must not begin with ${check.words.map((one) => `“${one}”`).join(', ')}`
    case 'language':
      return `Must be in ${nameLanguage(check.language)}`
  }
}

/** A question of a set with its checks, a line each. */
export const describeSetQuestion = ({ column, question, checks }: SetQuestion): string =>
  [`${column}: ${question}`, ...checks.map((check) => `– ${describeCheck(check)}`)].join('\n')

/** One side of a difference in a few words, beside its text. */
export const describeSide = ({ review, by, state, place, text }: HandoverSide): string => {
  if (state === 'matched') return `${text}, picture ${formatCount(place ?? 0)}`
  if (state === 'not-a-product') return 'Not a product picture'
  if (state === 'taken-out') return 'No product'
  if (state === 'question') return 'Not decided'
  if (review === 'approved') return by === null ? 'Approved' : `Approved by ${by}`
  if (review === 'rejected') return by === null ? 'Rejected' : `Rejected by ${by}`
  return review === 'draft' ? 'Draft' : ''
}
