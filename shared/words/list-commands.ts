import { countOf } from './numbers.ts'

/** Sentences about lists that the command says. `kept`: what was not done, e.g. "Nothing was queued." */
type Words = { readonly message: string; readonly action: string }

export const unlikeIdWords = (id: string, kept: string): Words => ({
  message: `“${id}” doesn’t look like a source ID of this workspace. ${kept}`,
  action: `Use --current none for a product without pictures. If it is an ID, use --current ids:${id}.`,
})

export const unlikeLineWords = (id: string): string =>
  `“${id}” doesn’t look like a source ID of this workspace. If it is one, write ids:${id}.`

export const currentFormWords = (kept: string): Words => ({
  message: `--current takes none, known, or source ids with commas between them. ${kept}`,
  action: 'Correct it and try again.',
})

export const removedFormWords = (kept: string): Words => ({
  message: `--removed names source IDs that are gone, and needs --current with the list as it is now. ${kept}`,
  action: 'Use, for example, --current src_1,src_2 --removed src_3, or --current none --removed src_3.',
})

export const settledWords = (products: number, jobs: number): string =>
  products === 0
    ? 'No product was settled.'
    : `${countOf(products, 'product')} settled. ${countOf(jobs, 'attachment')} ${jobs === 1 ? 'continues' : 'continue'} with “packshot run”.`

export const unsettledHint =
  'Look at each product, then say what it has now: “packshot products settle FILE”, a line for each: PRODUCT;ID,ID (or none, or known).'

export const noneUnsettled = 'No product needs an answer about its pictures.'

export const leftLineWords = (line: number, text: string, problem: string): string =>
  `Line ${line}${text === '' ? '' : ` (${text})`}: ${problem}`
