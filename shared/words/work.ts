import { countOf } from './command.ts'

/** Sentences about work that a person has to know something of. Numbers are counts of pictures. */

/** Said by `ask` where some of the questions can't be sent as things are. */
export const withoutAddressWords = (pictures: number): string =>
  `${countOf(pictures, 'picture')} can’t be fetched by this workspace yet. Their questions are kept. Choose how pictures are published (“packshot publishing”), then “packshot retry”.`

/** `said`: the refusal in the service's words. */
export const sourceGoneWords = (facts: { readonly gone: number; readonly said: string }): { message: string; action: string } => ({
  message: `${countOf(facts.gone, 'picture')} of this list ${facts.gone === 1 ? 'is' : 'are'} no longer in the workspace. Nothing was attached, and the list is as it was. ${facts.said}`,
  action:
    facts.gone === 1
      ? 'Upload it again and replace it, or attach the rest without it.'
      : 'Upload them again and replace them, or attach the rest without them.',
})
