import type { ListDoubt, ListQuestion } from '../products.ts'
import { describeQuestion } from './product-lists.ts'

type List = { readonly product: string; readonly attribute: string }
type Said = { readonly message: string; readonly action: string }

const countPictures = (count: number): string => (count === 1 ? '1 picture' : `${count} pictures`)

/** `when`: a request was about to replace the list, or a person asked for it. */
export const unknownList = (
  facts: List & { readonly why: ListQuestion; readonly doubt: ListDoubt | null; readonly when: 'sending' | 'asking' },
): Said => ({
  message: `Attaching replaces the list “${facts.attribute}” of ${facts.product}. ${describeQuestion(facts.why, facts.doubt)} ${facts.when === 'sending' ? 'Nothing was sent.' : 'Nothing was queued.'}`,
  action: 'Say what the product shows now.',
})

/** The statement “as known” about an unknown list. */
export const emptyKnowledge = ({ product, attribute }: List): Said => ({
  message: `Packshot knows nothing about the list “${attribute}” of ${product}. Nothing was changed.`,
  action: 'Say what the product shows now: nothing, or these source IDs.',
})

/** A statement that leaves out `ids`, which are known, or `maybe`, which may have arrived. */
export const contradictedStatement = (facts: List & { readonly ids: readonly string[]; readonly maybe: readonly string[] }): Said => {
  const known = facts.ids.length > 0 ? [`It leaves out what Packshot knows to be there: ${facts.ids.slice(0, 20).join(', ')}.`] : []
  const maybe =
    facts.maybe.length > 0 ? [`A request without an answer may have put this there: ${facts.maybe.slice(0, 20).join(', ')}.`] : []
  const count = facts.ids.length + facts.maybe.length
  return {
    message: `The statement about “${facts.attribute}” of ${facts.product} is incomplete. ${[...known, ...maybe].join(' ')} Nothing was changed.`,
    action: `For ${countPictures(count)}, say whether to keep it or that it was removed in the workspace.`,
  }
}

/** Pictures that were requested and that a person has removed since. */
export const leftOutNote = (count: number): string =>
  `${countPictures(count)} left out: taken off this list after this was queued. Attach again to put ${count === 1 ? 'it' : 'them'} back.`

export const nothingToAttachNote = 'All of them were attached already.'
/** A creation that is not needed: one with that name was queued or done before the workspace was connected again. */
export const sameCreationNote = (name: string): string =>
  `“${name}” was queued in this workspace already, so that one is used. Give another name to create another.`
export const sameListNote = 'The list was like this already.'

export const wrongProduct = (facts: { readonly productId: string }): Said => ({
  message: `This attachment is already for ${facts.productId}. Nothing was changed.`,
  action: 'Enter another product ID, or retry without one.',
})

/** The workspace no longer has this product. `words`: its own, or ours. */
export const productGone = (facts: { readonly productId: string; readonly words: string }): Said => ({
  message: `The workspace has no product ${facts.productId}. ${facts.words} Nothing was sent; the pictures are kept.`,
  action: 'Enter the right product ID, or cancel this.',
})

/** A list was read that doesn't show the change before. */
export const listBehind = (facts: { readonly productId: string; readonly attribute: string }): Said => ({
  message: `The workspace doesn’t show the last change of “${facts.attribute}” of ${facts.productId} yet. Nothing was sent.`,
  action: 'Packshot reads it again in a moment.',
})
