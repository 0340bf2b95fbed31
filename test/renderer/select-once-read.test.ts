import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { clearSelection, setFilter, setSelection, useLibraryView } from '../../renderer/library/library-view.ts'
import { isSelecting, readSelected, selectOnceRead } from '../../renderer/library/select-once-read.ts'
import { addGroup, chooseAll, chooseOne } from '../../renderer/library/selection.ts'

const first = useLibraryView.getState()
afterEach(() => {
  clearSelection()
  useLibraryView.setState(first, true)
})

const order = () => {
  const { sort, filter, groupBy } = useLibraryView.getState()
  return { sort, filter, groupBy }
}
const shown = (): string[] => [...useLibraryView.getState().selection.ids]

/** Select all, whose ids come when the test says so. */
const beginAll = () => {
  let end: { readonly come: (ids: readonly string[]) => void; readonly fail: (error: Error) => void } | undefined
  const ids = new Promise<readonly string[]>((come, fail) => {
    end = { come, fail }
  })
  const done = selectOnceRead(order(), async () => {
    const all = await ids
    return () => chooseAll(all)
  })
  done.catch(() => {})
  return { done, come: (all: readonly string[]) => end?.come(all), fail: () => end?.fail(new Error('cut off')) }
}
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('an action right after it waits, and is about all of it', async () => {
  setSelection(chooseOne({ id: 'old', index: 0 }))
  const all = beginAll()
  const chosen = readSelected()
  expect(isSelecting()).toBe(true)
  expect(shown()).toEqual(['old'])
  all.come(['a', 'b', 'c'])
  expect([...(await chosen)]).toEqual(['a', 'b', 'c'])
  expect(isSelecting()).toBe(false)
})

it('Escape meanwhile selects nothing, also for an action that waits', async () => {
  const all = beginAll()
  const chosen = readSelected()
  clearSelection()
  all.come(['a', 'b'])
  expect((await chosen).size).toBe(0)
  expect(shown()).toEqual([])
})

it('a failure leaves what is selected, and is reported once', async () => {
  setSelection(chooseOne({ id: 'old', index: 0 }))
  const all = beginAll()
  const chosen = readSelected()
  all.fail()
  await expect(all.done).rejects.toThrow('cut off')
  expect([...(await chosen)]).toEqual(['old'])
})

it('in another order by then, no range grows from a place in the old one', async () => {
  const all = beginAll()
  setFilter({ text: 'x' })
  all.come(['a', 'b'])
  await all.done
  expect(shown()).toEqual(['a', 'b'])
  expect(useLibraryView.getState().selection.anchor).toBeNull()
})

it('what is added afterwards stays beside what came', async () => {
  const all = beginAll()
  all.come(['a'])
  await readSelected()
  await selectOnceRead(order(), async () => (before) => addGroup(before, ['g'], 5))
  expect(shown()).toEqual(['a', 'g'])
})

it('the newest gesture counts, in whatever order things are read', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('all' as const) }),
    fc.record({ kind: fc.constantFrom('come' as const, 'fail' as const), which: fc.nat(9) }),
    fc.record({ kind: fc.constant('click' as const), id: fc.constantFrom('x', 'y') }),
    fc.record({ kind: fc.constant('escape' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      clearSelection()
      const begun: ReturnType<typeof beginAll>[] = []
      const over = new Set<number>()
      /** The one whose pictures are to be selected when they come. */
      let wanted: number | undefined
      let expected: readonly string[] = []
      for (const one of steps) {
        if (one.kind === 'all') {
          wanted = begun.length
          begun.push(beginAll())
        } else if (one.kind === 'click') {
          setSelection(chooseOne({ id: one.id, index: 0 }))
          wanted = undefined
          expected = [one.id]
        } else if (one.kind === 'escape') {
          clearSelection()
          wanted = undefined
          expected = []
        } else {
          const which = one.which % Math.max(1, begun.length)
          if (!begun[which] || over.has(which)) continue
          over.add(which)
          if (one.kind === 'come') begun[which].come([`all_${which}`, 'more'])
          else begun[which].fail()
          if (which === wanted && one.kind === 'come') expected = [`all_${which}`, 'more']
          if (which === wanted) wanted = undefined
        }
        await settle()
        expect(shown()).toEqual(expected)
      }
      for (const one of begun) one.fail()
      await settle()
      expect(isSelecting()).toBe(false)
      expect(shown()).toEqual(expected)
    }),
    { numRuns: 100 },
  )
})
