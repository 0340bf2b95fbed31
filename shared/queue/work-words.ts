import { countOf } from '../base/number-words.ts'

/** Sentences about work that concern a person. Numbers are counts of pictures. */

/** Shown by `ask` when some of the questions can't be sent for now. */
export const withoutAddressWords = (pictures: number): string =>
  `${countOf(pictures, 'picture')} can’t be fetched by this workspace yet. Their questions are kept. Choose how pictures are published (“packshot publishing”), then “packshot retry”.`
