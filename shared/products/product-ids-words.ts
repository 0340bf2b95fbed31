import { countOf } from '../base/number-words.ts'

/** Entering the id of a product that already exists. */
export const existsWords = {
  button: 'It exists: enter its ID',
  title: 'Enter the product’s ID',
  about: 'Find the product in the workspace and copy its ID. The waiting pictures are attached to it.',
} as const

/** Choosing another product for pictures that could not be attached. */
export const changeIdWords = {
  button: 'Change product…',
  title: 'Change the product',
  about: 'The pictures and their order are kept. They are attached to the product you choose.',
  others: (count: number) => `Also for ${countOf(count, 'other attachment')} to this product with the same problem`,
} as const

/** Cancelling an attachment that got no answer: asks whether its pictures arrived. */
export const cancelUncertainWords = {
  title: 'Did the pictures arrive?',
  about: 'The attachment got no answer. Check the product in the workspace, then choose.',
  arrived: 'Yes, they are there',
  missing: 'No, they are not there',
  unknown: 'I don’t know',
  unknownMeans: 'Packshot asks about this product before it changes its pictures again.',
  action: 'Cancel attachment',
  back: 'Keep it',
} as const
