import type { ErrorWords } from '../base/error-words.ts'
import type { ErrorRecord } from '../base/errors.ts'
import { countOf, formatCount } from '../base/number-words.ts'
import { describeQuestion } from './attached-lists-words.ts'
import type { ProductsFailure } from './products-failures.ts'

/** A text's beginning in quotation marks; an empty one is called so. */
const quoteStart = (text: string): string => (text === '' ? 'empty' : `“${text.length > 80 ? `${text.slice(0, 80)}…` : text}”`)

const shownIds = 20

const some = (ids: readonly string[]): string => ids.slice(0, shownIds).join(', ')

export const productsErrors: ErrorWords<ProductsFailure<ErrorRecord>> = {
  'product-unknown': ({ productRef }) => `There is no product ${productRef}.`,
  'product-not-created': ({ product }) => ({
    message: `“${product}” does not exist in the workspace yet.`,
    action: 'Try again when it has been created.',
  }),
  'product-without-id': () => ({ message: 'The product has no ID yet.', action: 'Retry when the product exists.' }),
  'product-id-empty': () => 'The product ID is empty.',
  'product-names-nothing': () => ({ message: 'Nothing names this product.', action: 'Enter a name, SKU, GTIN or ID.' }),
  'product-id-taken': ({ productId }) => ({
    message: `Another product of the list has the ID ${productId}.`,
    action: 'Check the ID, or change the other product first.',
  }),
  'product-gtin-wrong': ({ gtin }) => ({ message: `“${gtin}” is not a valid GTIN.`, action: 'Check its digits.' }),
  'product-not-listed': () => ({
    message: 'SKU and GTIN are kept in your product list, and this product is not in it.',
    action: 'Import a list that has it.',
  }),
  'products-are-one': () => ({ message: 'This is the same product.', action: 'Choose another one.' }),
  'product-has-variants': () => ({
    message: 'This product has variants in your list, so it can’t become another one.',
    action: 'Merge its variants one by one, or change the list.',
  }),
  'product-busy': () => ({
    message: 'Work on this product is under way, or has no answer yet.',
    action: 'Wait for it, or settle it in Activity (“packshot jobs”), then try again.',
  }),
  'product-name-empty': () => 'The product’s name is empty.',
  'chosen-product-gone': () => ({ message: 'The products have changed since you chose this one.', action: 'Choose the product again.' }),
  'product-name-shared': ({ name, products }) => ({
    message: `${products} products of your list are called “${name}”.`,
    action: 'Choose one from the list, or name it by its ID.',
  }),
  'existing-id-missing': () => 'Enter the ID of the product that exists.',
  'right-id-missing': () => 'Enter the ID of the right product.',
  'same-product-id': ({ productId }) => ({
    message: `This attachment is already for ${productId}.`,
    action: 'Enter another product ID, or retry without one.',
  }),
  'product-gone': ({ productId, because }, tell) => ({
    message: `The workspace has no product ${productId}. ${tell.cause(because)} Nothing was sent; the pictures are kept.`,
    action: 'Enter the right product ID, or cancel this.',
  }),
  'list-only-grows': ({ attribute }) => ({
    message: `This service adds to the list “${attribute}”, so it cannot be replaced.`,
    action: 'Change the list in the workspace itself.',
  }),
  'not-sent-again': ({ action }) => ({
    message: `Action ${action} did not send pictures again.`,
    action: 'Use the number that “packshot send-again” printed.',
  }),
  'source-id-empty': () => 'A source ID is empty.',
  'no-pictures-to-attach': () => 'There are no pictures to attach.',
  'pictures-not-uploaded': ({ left, total }) => `${left} of ${total} pictures are not uploaded.`,
  'list-unknown': ({ product, attribute, why, doubt }) =>
    `Attaching replaces the list “${attribute}” of ${product}. ${describeQuestion(why, doubt)}`,
  'text-unknown': ({ product, attribute, why, known }) => ({
    message:
      known === null
        ? `It is unknown what “${attribute}” of ${product} holds now.`
        : `“${attribute}” of ${product} ${why === 'doubted' ? 'may have been changed' : 'was last known long ago'}: ${quoteStart(known)}.`,
    action: 'Look at the product in the workspace. Then enter its current text, replace it, or cancel this.',
  }),
  'no-texts': () => ({ message: 'There are no texts to send.', action: 'Approve texts first, or send drafts as well.' }),
  'text-without-job': () => ({
    message: 'A current text belongs to one attribute of one product.',
    action: 'Name its job: “packshot jobs --state parked” lists them.',
  }),
  'text-without-use': ({ jobId }) => ({
    message: `${jobId} has no use for a current text.`,
    action: 'Name a job that sets a text, without another choice, or leave the current text out.',
  }),
  'text-too-long': ({ length, limit }) => ({
    message: `A text has ${formatCount(length)} characters; ${formatCount(limit)} are allowed.`,
    action: 'Shorten it, then send it again.',
  }),
  'attribute-is-list': ({ product, attribute }) => ({
    message: `“${attribute}” of ${product} is a list of pictures, not a text.`,
    action: 'Send the text to another attribute.',
  }),
  'attribute-is-text': ({ product, attribute }) => ({
    message: `“${attribute}” of ${product} holds a text, not pictures.`,
    action: 'Cancel this, then attach the pictures to another attribute.',
  }),
  'attribute-empty': () => ({ message: 'An attribute has no name.', action: 'Enter the attribute’s name.' }),
  'text-twice': ({ attribute }) => ({
    message: `There are two texts for “${attribute}” of one product.`,
    action: 'Leave one of them out.',
  }),
  'nothing-known-of-list': ({ product, attribute }) => ({
    message: `Packshot knows nothing about the list “${attribute}” of ${product}.`,
    action: 'Say what the product shows now: nothing, or these source IDs.',
  }),
  'statement-incomplete': ({ product, attribute, ids, maybe }) => {
    const known = ids.length > 0 ? [`It leaves out what Packshot knows to be there: ${some(ids)}.`] : []
    const unsure = maybe.length > 0 ? [`A request without an answer may have put this there: ${some(maybe)}.`] : []
    return {
      message: `The statement about “${attribute}” of ${product} is incomplete. ${[...known, ...unsure].join(' ')}`,
      action: `For ${countOf(ids.length + maybe.length, 'picture')}, say whether to keep it or that it was removed in the workspace.`,
    }
  },
  'list-behind': ({ productId, attribute }) => ({
    message: `The workspace doesn’t show the last change of “${attribute}” of ${productId} yet.`,
    action: 'Packshot reads it again in a moment.',
  }),
}
