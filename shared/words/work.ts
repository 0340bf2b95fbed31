import { countOf } from './command.ts'

/** Sentences about work that a person has to know something of. Numbers are counts of pictures. */

/** Said by `ask` where some of the questions can't be sent as things are. */
export const withoutAddressWords = (pictures: number): string =>
  `${countOf(pictures, 'picture')} can’t be fetched by this workspace yet. Their questions are kept. Choose how pictures are published (“packshot publishing”), then “packshot retry”.`
