import { countOf, formatCount } from '../base/number-words.ts'
import { describeFound, namesOfRow } from './product-names-words.ts'
import type { ProductRow, ProductWork } from './products.ts'

const describeWork = (pictures: number, { coming, notUploaded, questions, answers, main }: ProductWork): readonly string[] => [
  pictures === 0 && coming > 0
    ? `${countOf(coming, 'picture')} to attach`
    : pictures === 0
      ? 'no pictures yet'
      : countOf(pictures, 'picture'),
  ...(pictures > 0 && coming > 0 ? [`${formatCount(coming)} more to attach`] : []),
  ...(questions === 0
    ? []
    : [answers === questions ? countOf(answers, 'answer') : `${formatCount(answers)} of ${countOf(questions, 'answer')}`]),
  ...(main === 'not-uploaded'
    ? ['main picture not uploaded yet']
    : notUploaded > 0
      ? [`${formatCount(notUploaded)} not uploaded yet`]
      : []),
]

/** How far a product is, in a list of many: its SKU, the field that a search found, pictures, answers, and what is missing. */
export const describeProductRow = (row: ProductRow): string => {
  const { productId, pictures, listed, work, found } = row
  const elsewhere = describeFound(found, namesOfRow(row))
  const words = [
    ...(listed?.sku ? [listed.sku] : []),
    ...(elsewhere === null ? [] : [elsewhere]),
    ...(productId === null && !listed ? ['not created yet'] : []),
    ...(work ? describeWork(pictures, work) : [countOf(pictures, 'picture')]),
    ...(listed?.isMissing ? ['missing in the list'] : []),
  ].join(' · ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
