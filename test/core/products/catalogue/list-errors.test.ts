import { expect, it } from 'vitest'
import { toListError } from '../../../../electron/core/products/catalogue/list-errors.ts'

it('a list that is not there is to be imported again, and is no picture to add', () => {
  const error = toListError('products.csv', Object.assign(new Error('gone'), { code: 'ENOENT' }))
  expect([error.message, error.action]).toEqual(['“products.csv” is not there.', 'Check where the file is, then import it again.'])
})
