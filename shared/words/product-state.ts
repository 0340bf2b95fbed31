import type { ProductRow, ProductWork } from '../products.ts'
import { countOf, formatCount } from './numbers.ts'

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

/** How far a product is, in a list of many: its SKU, pictures, answers, and what is missing. */
export const describeProductRow = ({ productId, pictures, listed, work }: ProductRow): string => {
  const words = [
    ...(listed?.sku ? [listed.sku] : []),
    ...(productId === null && !listed ? ['not created yet'] : []),
    ...(work ? describeWork(pictures, work) : [countOf(pictures, 'picture')]),
    ...(listed?.isMissing ? ['missing in the list'] : []),
  ].join(' · ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
