import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeList, isFresh } from '../../../electron/core/products/compute-list.ts'

const base = { known: undefined, statement: null, statedAt: 100, add: ['new'], serviceAppends: false } as const

describe('the list that is sent', () => {
  it('is refused when nobody knows what is there', () => {
    expect(computeList(base)).toBeUndefined()
    expect(computeList({ ...base, statement: { kind: 'as-known' } })).toBeUndefined()
  })

  it('keeps a colleague’s pictures that a person named, in front of ours', () => {
    const plan = computeList({ ...base, statement: { kind: 'ids', ids: ['theirs'] } })
    expect(plan?.send).toEqual(['theirs', 'new'])
  })

  it('prefers what was confirmed after the statement, so that two queued attaches do not undo each other', () => {
    const known = { sourceIds: ['theirs', 'first'], confirmedAt: 200 }
    expect(computeList({ ...base, known, statement: { kind: 'ids', ids: ['theirs'] } })?.send).toEqual(['theirs', 'first', 'new'])
  })

  it('prefers the statement over an older record', () => {
    const known = { sourceIds: ['gone'], confirmedAt: 50 }
    expect(computeList({ ...base, known, statement: { kind: 'nothing' } })?.send).toEqual(['new'])
  })

  it('carries only what is new where the service appends', () => {
    const known = { sourceIds: ['a'], confirmedAt: 50 }
    expect(computeList({ ...base, known, add: ['a', 'b'], serviceAppends: true })).toEqual({ send: ['b'], after: ['a', 'b'] })
  })

  it('never drops what was known and never repeats an id', () => {
    const ids = fc.array(fc.stringMatching(/^[a-e]$/), { maxLength: 8 })
    fc.assert(
      fc.property(ids, ids, (before, add) => {
        const plan = computeList({ ...base, known: { sourceIds: before, confirmedAt: 500 }, add })
        expect(new Set(plan?.send)).toEqual(new Set([...before, ...add]))
        expect(new Set(plan?.send).size).toBe(plan?.send.length)
      }),
    )
  })

  it('calls a record fresh for a day, and never one that nobody confirmed', () => {
    const day = 24 * 60 * 60 * 1000
    expect(isFresh({ sourceIds: [], confirmedAt: 0 }, day)).toBe(true)
    expect(isFresh({ sourceIds: [], confirmedAt: 0 }, day + 1)).toBe(false)
    expect(isFresh({ sourceIds: [], confirmedAt: null }, 0)).toBe(false)
    expect(isFresh(undefined, 0)).toBe(false)
  })
})
