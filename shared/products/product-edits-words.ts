import { countOf } from '../base/number-words.ts'
import { keptDays } from '../removed/kept-days.ts'
import { roleWords } from './catalogue-words.ts'
import { type ColumnRole, columnRoles } from './column-roles.ts'
import type { EditedProduct, ProductFields, ProductMerge } from './product-edits.ts'
import { callProduct } from './product-names-words.ts'

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

const fieldWords = (field: string): string => {
  const role = columnRoles.find((one): one is ColumnRole => one === field)
  return role ? roleWords[role] : field.slice(1)
}

/** “Olive oil (SKU-10), ID prd_5” */
const callEdited = ({ fields }: EditedProduct): string =>
  [callProduct(fields), ...(fields.productId === null ? [] : [`ID ${fields.productId}`])].join(', ')

/** What merging two products does. */
export const describeProductMerge = ({ from, into, differences }: ProductMerge): string[] => {
  const waiting = nameWaiting(from)
  const hasOtherId = from.fields.productId !== null && from.fields.productId !== into.fields.productId
  return [
    `${callEdited(into)} stays. Nothing changes in the workspace.`,
    ...differences.slice(0, 10).map(({ field, mine, theirs }) => `${fieldWords(field)}: ${mine} stays, ${theirs} does not.`),
    ...(differences.length > 10 ? [`${countOf(differences.length - 10, 'more value')} of it stay.`] : []),
    ...(from.matched > 0 ? [`${countOf(from.matched, 'matched picture')} ${from.matched === 1 ? 'comes' : 'come'} after its own.`] : []),
    ...(waiting === null ? [] : [`${waiting} ${one(from, 'goes', 'go')} to it.`]),
    ...(hasOtherId ? [`What Packshot knows of the pictures under the ID ${from.fields.productId} stays with that ID.`] : []),
    ...(from.isListed && into.isListed ? ['A list that you import later may add the other one again.'] : []),
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
  merge: 'Merge with another product',
  mergeInto: 'The same product as',
  merged: 'Products merged',
  mergeNow: 'Merge products',
  isUnderWay: 'They can be merged once no work on them is under way or without an answer.',
  edited: 'Product changed',
  removed: (name: string): string => `${name} removed`,
  isBusy: 'Its ID can be changed, and it can be removed, once no work on it is under way or without an answer.',
  idComes: 'It gets its ID when it is created.',
  notListed: 'It is not in your product list, which keeps SKU and GTIN.',
  forgetIds: (ids: number): string => `Forget the ${ids === 1 ? 'product ID' : countOf(ids, 'product ID')} of the earlier list`,
  keptIds: (ids: number): string =>
    `${countOf(ids, 'product ID')} of the earlier list ${ids === 1 ? 'is' : 'are'} kept: this one has no column with IDs. If they are wrong, import it with --forget-ids.`,
} as const
