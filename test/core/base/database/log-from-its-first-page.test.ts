import { expect, it } from 'vitest'
import { decide, nothingOutside } from '../../../../electron/core/base/database/examine-library.ts'
import { schemaVersion } from '../../../../electron/core/base/database/migrations.ts'

it('a library that lost its log from the first page on is not mistaken for a new one, though its few tables are sound', () => {
  const facts = { found: { kind: 'readable', version: 1, point: null }, note: null, hasKept: true, outside: nothingOutside } as const
  expect(decide({ ...facts, mark: { id: 'a', sequence: 12 } })).toMatchObject({ kind: 'recover', reason: 'behind' })
  expect(decide({ ...facts, mark: null })).toEqual({ kind: 'refuse-older', version: 1 })
})

it('a library whose log ends before its first change is not mistaken for a new one, either', () => {
  const found = { kind: 'readable', version: schemaVersion, point: { id: '', sequence: 0 } } as const
  const facts = { found, note: null, hasKept: true, outside: nothingOutside } as const
  expect(decide({ ...facts, mark: { id: 'a', sequence: 12 } })).toMatchObject({ kind: 'recover', reason: 'behind' })
  // A library that was just made has no mark.
  expect(decide({ ...facts, mark: null })).toEqual({ kind: 'open' })
})
