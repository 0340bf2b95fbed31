import { countOf } from '../base/number-words.ts'
import type { SendAgainPreview, SendAgainUndone } from './send-again.ts'

const nothing = 'Nothing has to be sent again: the workspace has no earlier file of these pictures.'

/** About those that were to be sent again before. */
const describeUnderWay = ({ queued, stuck, productsQueued, productsStuck, undosQueued, undosStuck }: SendAgainPreview): string[] => [
  ...(queued > 0 ? [`${countOf(queued, 'picture is', 'pictures are')} already queued to be sent again.`] : []),
  ...(stuck > 0
    ? [`The upload of ${countOf(stuck, 'picture')} needs attention: Activity and “packshot status” say what to do. Then retry it.`]
    : []),
  ...(productsQueued > 0 ? [`The replacement in ${countOf(productsQueued, 'product')} is already queued.`] : []),
  // One that waits for such an upload continues with it.
  ...(productsStuck > 0 && stuck === 0
    ? [`The replacement in ${countOf(productsStuck, 'product')} needs attention: Activity and “packshot status” say what to do.`]
    : []),
  ...(undosQueued > 0 ? [`An undo is queued: the earlier files get their places back in ${countOf(undosQueued, 'product')}.`] : []),
  ...(undosStuck > 0
    ? [`The undo in ${countOf(undosStuck, 'product')} needs attention: Activity and “packshot status” say what to do.`]
    : []),
]

/** Where earlier files stay, as the service only adds to lists. */
const staysIn = (products: number): string =>
  `This service only adds to lists, so the earlier files stay in ${countOf(products, 'product')}. Remove them in the workspace itself.`

/** What will be done: “Send 3 pictures again, and replace them in 2 products.” */
export const describeSendAgain = (preview: SendAgainPreview): string => {
  const underWay = describeUnderWay(preview)
  if (preview.pictures === 0) return underWay.length === 0 ? nothing : underWay.join(' ')
  return [describeWork(preview), ...underWay].join(' ')
}

const describeWork = ({ pictures, uploads, products, replaced, onlyGrows, ...under }: SendAgainPreview): string => {
  const sent = `Send ${countOf(uploads, 'picture')} again`
  if (products === 0 && under.productsQueued + under.productsStuck > 0) return `${sent}.`
  if (products === 0) return `${sent}. ${uploads === 1 ? 'It is' : 'They are'} in no product.`
  if (onlyGrows) return uploads === 0 ? staysIn(products) : `${sent}. ${staysIn(products)}`
  if (uploads === 0) return `Replace ${countOf(replaced, 'picture')} with the current file in ${countOf(products, 'product')}.`
  const areTheSame = uploads === pictures && replaced === pictures
  const which = areTheSame ? (pictures === 1 ? 'it' : 'them') : countOf(replaced, 'picture')
  return `${sent}, and replace ${which} in ${countOf(products, 'product')}.`
}

/** Why it is offered, beside the button. */
export const describeEarlier = (preview: SendAgainPreview): string => {
  const { pictures, products, onlyGrows } = preview
  const earlier = pictures === 1 ? 'an earlier file of this picture' : `earlier files of ${countOf(pictures, 'picture')}`
  return onlyGrows ? `The workspace has ${earlier}. ${staysIn(products)}` : `The workspace has ${earlier}.`
}

/** The title of the note once it is queued. */
export const describeStarted = ({ replaced, uploads, products, onlyGrows }: SendAgainPreview): string =>
  products === 0 || onlyGrows
    ? `Sending ${countOf(uploads, 'picture')} again`
    : `Replacing ${countOf(replaced, 'picture')} in ${countOf(products, 'product')}`

/** The label of its button. */
export const nameSendAgain = ({ uploads, products, onlyGrows }: SendAgainPreview): string => {
  if (products === 0 || onlyGrows) return 'Send again'
  const where = `in ${countOf(products, 'product')}`
  return uploads === 0 ? `Replace ${where}` : `Send again and replace ${where}`
}

/** What an undo did. */
export const describeUndone = ({ cancelled, products }: SendAgainUndone): string => {
  const parts = [
    ...(products > 0 ? [`The earlier files get their places back in ${countOf(products, 'product')}.`] : []),
    ...(cancelled > 0 ? [`Cancelled in ${countOf(cancelled, 'product')}.`] : []),
  ]
  return parts.length === 0 ? 'There was nothing to put back.' : parts.join(' ')
}

/** Beside an answer. */
export const aboutEarlierFileWords = 'About an earlier file of this picture.'
