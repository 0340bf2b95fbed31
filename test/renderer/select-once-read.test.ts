import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { clearSelection, setFilter, setSelection, useLibraryView } from '../../renderer/pictures/library/library-view.ts'
import { isSelecting, narrowSelection, readSelected, selectOnceRead } from '../../renderer/pictures/library/select-once-read.ts'
import { addGroup, choose, chooseAll, chooseOne, narrow, toggleOne, without } from '../../renderer/pictures/library/selection.ts'

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

/** What a view shows, as the test says it. */
const showing = (all: readonly string[]) => async (_order: unknown, chosen: ReadonlySet<string>) =>
  new Set([...chosen].filter((id) => all.includes(id)))

it('keeps what a filter hides out of every action, and selects it again in the order of choosing', async () => {
  setSelection(choose(['c', 'a', 'b']))
  await narrowSelection(showing(['a']), true)
  expect([...(await readSelected())]).toEqual(['a'])
  setSelection(toggleOne(useLibraryView.getState().selection, { id: 'd', index: 3 }))
  await narrowSelection(async () => 'all', true)
  expect([...(await readSelected())].toSorted()).toEqual(['a', 'b', 'c', 'd'])
  await narrowSelection(showing([]), true)
  setSelection(chooseOne({ id: 'e', index: 0 }))
  await narrowSelection(async () => 'all', true)
  expect(shown()).toEqual(['e'])
})

it('narrows what is still being selected, before an action that waits sees it', async () => {
  const all = beginAll()
  const narrowed = narrowSelection(showing(['b']), false)
  const chosen = readSelected()
  all.come(['a', 'b', 'c'])
  await narrowed
  expect([...(await chosen)]).toEqual(['b'])
})

it('reads what is shown again where a person chose something else, or filtered again, meanwhile', async () => {
  setSelection(choose(['a', 'b']))
  const asked: (readonly string[])[] = []
  await narrowSelection(async (_order, chosen) => {
    asked.push([...chosen])
    if (asked.length === 1) setSelection(choose(['b', 'c']))
    if (asked.length === 2) setFilter({ text: 'c' })
    return new Set(['c'])
  }, true)
  expect(asked).toEqual([
    ['a', 'b'],
    ['b', 'c'],
    ['b', 'c'],
  ])
  expect(shown()).toEqual(['c'])
})

it('an action is about shown pictures alone, whatever was chosen and hidden in which order', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const step = fc.oneof(
    id.map((one) => ({ do: 'toggle', one }) as const),
    id.map((one) => ({ do: 'one', one }) as const),
    fc.uniqueArray(id).map((ids) => ({ do: 'show', ids }) as const),
    fc.uniqueArray(id).map((ids) => ({ do: 'group', ids }) as const),
    id.map((one) => ({ do: 'remove', one }) as const),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let visible = new Set(['a', 'b', 'c', 'd', 'e'])
      let selection = choose([])
      for (const one of steps) {
        if (one.do === 'show') visible = new Set(one.ids)
        else if (one.do === 'remove') selection = without(selection, [one.one])
        // A person can only choose what is shown.
        else if (one.do === 'group')
          selection = addGroup(
            selection,
            one.ids.filter((each) => visible.has(each)),
            0,
          )
        else if (visible.has(one.one))
          selection = one.do === 'toggle' ? toggleOne(selection, { id: one.one, index: 0 }) : chooseOne({ id: one.one, index: 0 })
        selection = narrow(selection, visible)
        expect([...selection.ids].filter((each) => !visible.has(each))).toEqual([])
        expect([...selection.chosen].filter((each) => visible.has(each)).toSorted()).toEqual([...selection.ids].toSorted())
      }
    }),
  )
})
