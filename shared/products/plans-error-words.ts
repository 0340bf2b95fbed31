import type { ErrorWords } from '../base/error-words.ts'
import { countOf } from '../base/number-words.ts'
import { describeQuestion } from './attached-lists-words.ts'
import type { AskedSource } from './plan-sources.ts'
import type { PlansFailure } from './plans-failures.ts'

const open: Readonly<Record<AskedSource, (product: string) => string>> = {
  unknown: (product) => `Packshot doesn’t know which pictures ${product} has.`,
  list: (product) => `Only your product list says which pictures ${product} has.`,
  old: (product) => `Packshot’s record of ${product} is old: a colleague may have changed it since.`,
  doubted: (product) => `Packshot’s record of ${product} may be wrong.`,
}

export const plansErrors: ErrorWords<PlansFailure> = {
  'plan-changed': () => ({ message: 'The matches changed since this plan was shown.', action: 'Check the plan again, then confirm it.' }),
  'plan-unanswered': ({ products }) => ({
    message: `${countOf(products, 'product needs', 'products need')} an answer first.`,
    action: 'Say for each kind what its products show now, or leave them out.',
  }),
  'plan-empty': () => ({
    message: 'There is nothing to attach.',
    action: 'Match pictures to products, or look at the products that are left out.',
  }),
  'plan-unknown': ({ planId }) => `There is no plan ${planId}.`,
  'plan-restored': () => ({
    message: 'Packshot’s library was restored, so this may have been attached already.',
    action: 'Check the product in the workspace. Resume the plan to attach it again, or cancel the rest of the plan.',
  }),
  'plan-over': ({ product }) => ({
    message: `The time you confirmed for this plan ended before ${product} was queued.`,
    action: 'Cancel the rest of this plan, then attach the matched pictures again.',
  }),
  'plan-list-unknown': ({ product, attribute, why, doubt }) => ({
    message: `Attaching replaces the list “${attribute}” of ${product}. ${describeQuestion(why, doubt)}`,
    action: 'Attach the matched pictures again, and answer for this product.',
  }),
  'list-not-answered': ({ product, source }) => ({
    message: open[source](product),
    action: 'Answer for all such products at once, or leave them out.',
  }),
  'product-ambiguous': ({ product, products }) => ({
    message: `Your product list has ${countOf(products, 'product')} that could be ${product}.`,
    action: 'Add product IDs to the list, or remove the duplicates, import it again, then attach again.',
  }),
}
