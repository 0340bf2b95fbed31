import { expect, it } from 'vitest'
import { decide, nothingOutside } from '../../../electron/core/database/examine-library.ts'

it('a library whose log was lost from its first pages on is no new library, though its few tables are sound', () => {
  const facts = { found: { kind: 'readable', version: 1, point: null }, note: null, hasKept: true, outside: nothingOutside } as const
  expect(decide({ ...facts, mark: { id: 'a', sequence: 12 } })).toMatchObject({ kind: 'recover', reason: 'behind' })
  expect(decide({ ...facts, mark: null })).toEqual({ kind: 'open' })
})
