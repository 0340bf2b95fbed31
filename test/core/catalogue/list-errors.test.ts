import { expect, it } from 'vitest'
import { toListError } from '../../../electron/core/catalogue/list-errors.ts'
import { describeError } from '../../../shared/words/errors/describe-error.ts'

it.each(['EBUSY', 'EPERM', 'EACCES'])('a list that a spreadsheet on Windows keeps open (%s) names the way out', (code) => {
  const error = toListError('products.xlsx', Object.assign(new Error(`${code}: open`), { code }))
  expect(error.code).toBe('file-unreadable')
  expect(describeError(error.toRecord())).toMatchObject({
    message: 'Another program is using “products.xlsx”.',
    action: 'Close it there, then open it again.',
  })
})
