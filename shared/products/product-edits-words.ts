import { countOf } from '../base/number-words.ts'
import { keptDays } from '../removed/kept-days.ts'
import type { EditedProduct, ProductFields } from './product-edits.ts'

type Waiting = Pick<EditedProduct, 'attachments' | 'texts'>

/** “3 attachments and 1 text”; `null`: nothing waits. */
const nameWaiting = ({ attachments, texts }: Waiting): string | null => {
  const named = [
    ...(attachments > 0 ? [countOf(attachments, 'waiting attachment')] : []),
    ...(texts > 0 ? [countOf(texts, 'waiting text')] : []),
  ]
  return named.length === 0 ? null : named.join(' and ')
}

const one = ({ attachments, texts }: Waiting, singular: string, plural: string): string => (attachments + texts === 1 ? singular : plural)

/** What a change does besides what it changes. */
export const describeProductEdit = (product: EditedProduct, after: ProductFields): string[] => {
  const { fields, matched } = product
  const waiting = nameWaiting(product)
  const isNew = after.productId !== fields.productId
  return [
    ...(after.name === fields.name
      ? []
      : [fields.productId === null ? 'It gets this name when it is created.' : 'The name changes here only, not in the workspace.']),
    ...(isNew && waiting !== null
      ? [
          after.productId === null
            ? `${waiting} ${one(product, 'keeps', 'keep')} the old ID. Change or cancel ${one(product, 'it', 'them')} in Activity.`
            : `${waiting} ${one(product, 'goes', 'go')} to the new ID. What was sent to the old one stays there.`,
        ]
      : []),
    ...(isNew && product.attached > 0 && after.productId !== null
      ? ['What Packshot knows of the pictures under the old ID stays with that ID.']
      : []),
    ...(matched > 0 ? [`${countOf(matched, 'matched picture')} ${matched === 1 ? 'stays' : 'stay'} with it.`] : []),
  ]
}

/** What removing a product does. */
export const describeProductRemoval = (product: EditedProduct): string[] => {
  const { creation, isListed, matched, attached } = product
  const waiting = nameWaiting(product)
  return [
    `Nothing changes in the workspace. You can restore the product for ${keptDays} days.`,
    ...(creation === 'waiting' ? ['It is not created there.'] : []),
    ...(waiting === null ? [] : [`${waiting} ${one(product, 'is', 'are')} cancelled.`]),
    ...(matched > 0 ? [`${countOf(matched, 'matched picture')} ${matched === 1 ? 'has' : 'have'} no product then.`] : []),
    ...(attached > 0 ? ['Packshot forgets which pictures it has. If you attach to it again, you are asked what it has by then.'] : []),
    ...(isListed ? ['A list that you import later may add it again.'] : []),
  ]
}

/** What forgetting the ids of a list does to what waits. */
export const describeForgottenIds = (ids: number, waiting: number): string =>
  [
    `${countOf(ids, 'product')} of the list ${ids === 1 ? 'has' : 'have'} no ID then, and ${ids === 1 ? 'is' : 'are'} created as new when you attach to ${ids === 1 ? 'it' : 'them'}.`,
    'Matched pictures stay.',
    ...(waiting > 0
      ? [
          `${countOf(waiting, 'waiting attachment')} ${waiting === 1 ? 'keeps its' : 'keep their'} old ID: use “Fix all” in Activity once ${waiting === 1 ? 'it has' : 'they have'} failed, or cancel ${waiting === 1 ? 'it' : 'them'}.`,
        ]
      : []),
  ].join(' ')

export const productEditWords = {
  edit: 'Edit product',
  remove: 'Remove product',
  edited: 'Product changed',
  removed: (name: string): string => `${name} removed`,
  isBusy: 'Its ID can be changed, and it can be removed, once no work on it is under way or without an answer.',
  idComes: 'It gets its ID when it is created.',
  notListed: 'It is not in your product list, which keeps SKU and GTIN.',
  forgetIds: (ids: number): string => `Forget the ${ids === 1 ? 'product ID' : countOf(ids, 'product ID')} of the earlier list`,
  keptIds: (ids: number): string =>
    `${countOf(ids, 'product ID')} of the earlier list ${ids === 1 ? 'is' : 'are'} kept: this one has no column with IDs. If they are wrong, import it with --forget-ids.`,
} as const
