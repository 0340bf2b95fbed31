import { countOf } from '../base/number-words.ts'

/** The command's sentences about lists. */
export const unlikeLineWords = (id: string): string =>
  `“${id}” doesn’t look like a source ID of this workspace. If it is one, write ids:${id}.`

export const settledWords = (products: number, jobs: number): string =>
  products === 0
    ? 'No product was settled.'
    : `${countOf(products, 'product')} settled. ${countOf(jobs, 'attachment')} ${jobs === 1 ? 'continues' : 'continue'} with “packshot run”.`

export const unsettledHint =
  'Look at each product, then say what it has now: “packshot products settle FILE”, a line for each: PRODUCT;ID,ID (or none, or known).'

export const noneUnsettled = 'No product needs an answer about its pictures.'

export const leftLineWords = (line: number, text: string, problem: string): string =>
  `Line ${line}${text === '' ? '' : ` (${text})`}: ${problem}`
