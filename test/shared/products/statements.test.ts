import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Fate, findLeftOut, type KnownList, nothingSaid, type Said, toStatement } from '../../../shared/products/statements.ts'

const known: KnownList = { sourceIds: ['a', 'b'], maybeIds: ['m'], isWhole: true }
const whole: KnownList = { ...known, maybeIds: [] }

describe('a statement about a list', () => {
  it('is incomplete until something was chosen, and until ids were entered', () => {
    expect(toStatement(nothingSaid, known)).toBeNull()
    expect(toStatement({ ...nothingSaid, kind: 'ids' }, known)).toBeNull()
  })

  it('requires a decision on each id that it leaves out', () => {
    const said: Said = { ...nothingSaid, kind: 'nothing' }
    expect(findLeftOut(said, known)).toEqual(['a', 'b', 'm'])
    expect(toStatement({ ...said, fates: { a: 'removed', b: 'removed' } }, known)).toBeNull()
    expect(toStatement({ ...said, fates: { a: 'removed', b: 'keep', m: 'removed' } }, known)).toEqual({
      kind: 'ids',
      ids: ['b'],
      removed: ['a', 'm'],
    })
    expect(toStatement({ ...said, fates: { a: 'removed', b: 'removed' } }, whole)).toEqual({ kind: 'nothing', removed: ['a', 'b'] })
  })

  it('stays “as known”, unless something may have arrived since', () => {
    const said: Said = { ...nothingSaid, kind: 'as-known' }
    expect(toStatement(said, whole)).toEqual({ kind: 'as-known' })
    expect(toStatement(said, known)).toBeNull()
    expect(toStatement({ ...said, fates: { m: 'keep' } }, known)).toEqual({ kind: 'ids', ids: ['a', 'b', 'm'] })
  })

  it('never leaves out a known id without saying that it was removed', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'm', 'n'))
    const fate = fc.constantFrom<Fate | undefined>('keep', 'removed', undefined)
    const fates = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'm', 'n'), fate)
    fc.assert(
      fc.property(fc.constantFrom('nothing', 'ids', 'as-known'), ids, ids, ids, fates, (kind, sourceIds, maybeIds, entered, chosen) => {
        const list: KnownList = { sourceIds, maybeIds, isWhole: true }
        const statement = toStatement({ kind, ids: entered, fates: chosen as Record<string, Fate> }, list)
        if (statement === null || statement.kind === 'appends') return
        const there = statement.kind === 'as-known' ? sourceIds : statement.kind === 'ids' ? statement.ids : []
        const removed = statement.kind === 'as-known' ? [] : (statement.removed ?? [])
        for (const id of [...sourceIds, ...maybeIds]) expect(there.includes(id) !== removed.includes(id)).toBe(true)
        for (const id of removed) expect(chosen[id]).toBe('removed')
      }),
    )
  })
})
