import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createKeptLists } from '../../../../electron/core/pictures/library/kept-lists.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import { keepIdsInPieces, mostIdsAtOnce, readFoundIds } from '../../../../shared/products/id-list.ts'

const most = 20_000
const idsOf = (name: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${name}_${at}`)
const isNotKept = (error: unknown): boolean => error instanceof AppError && error.failure.kind === 'list-not-kept'

const step = fc.oneof(
  fc.record({ kind: fc.constant('offer' as const), count: fc.constantFrom(0, 3, mostIdsAtOnce, mostIdsAtOnce + 1, 12_000, 30_000) }),
  fc.record({ kind: fc.constant('begin' as const), count: fc.constantFrom(1, 700, mostIdsAtOnce) }),
  fc.record({
    kind: fc.constant('continue' as const),
    which: fc.nat(),
    count: fc.constantFrom(1, mostIdsAtOnce),
    shift: fc.constantFrom(0, 0, 0, 1),
  }),
  fc.record({ kind: fc.constant('page' as const), which: fc.nat(), from: fc.nat(15_000) }),
  fc.record({ kind: fc.constant('read' as const), which: fc.nat() }),
)

it('a list is exactly what was handed over under its name, or it is said to be gone', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let named = 0
      const lists = createKeptLists(() => `list_${++named}`, most)
      const model: { name: string; ids: string[]; isWhole: boolean }[] = []
      let lastUsed: string | undefined
      /** What the store says about a list; `undefined`: it is gone. The one used last never is. */
      const ask = <T>(name: string, act: () => T): T | undefined => {
        try {
          const said = act()
          lastUsed = name
          return said
        } catch (error) {
          expect(isNotKept(error)).toBe(true)
          expect(name).not.toBe(lastUsed)
          return undefined
        }
      }
      for (const [at, one] of steps.entries()) {
        const chosen = 'which' in one ? model[one.which % Math.max(1, model.length)] : undefined
        if (one.kind === 'offer') {
          const ids = idsOf(`offered_${at}`, one.count)
          const found = lists.offer(ids)
          expect(found.total).toBe(ids.length)
          expect(found.ids.length).toBeLessThanOrEqual(mostIdsAtOnce)
          if (found.kept === null) expect(found.ids).toEqual(ids)
          else {
            model.push({ name: found.kept, ids, isWhole: true })
            lastUsed = found.kept
          }
        } else if (one.kind === 'begin') {
          const ids = idsOf(`begun_${at}`, one.count)
          const name = lists.keep(null, 0, ids)
          model.push({ name, ids: [...ids], isWhole: false })
          lastUsed = name
        } else if (!chosen) continue
        else if (one.kind === 'continue') {
          const ids = idsOf(`more_${at}`, one.count)
          const fits = !chosen.isWhole && one.shift === 0
          if (fits) {
            if (ask(chosen.name, () => lists.keep(chosen.name, chosen.ids.length, ids)) !== undefined) chosen.ids.push(...ids)
          } else expect(() => lists.keep(chosen.name, chosen.ids.length + one.shift, ids)).toThrow(AppError)
          // A refused piece was looked for, too.
          if (!fits) lastUsed = undefined
        } else if (one.kind === 'page') {
          const page = ask(chosen.name, () => lists.page(chosen.name, one.from))
          if (page === undefined) continue
          chosen.isWhole = true
          expect(page).toEqual(chosen.ids.slice(one.from, one.from + mostIdsAtOnce))
        } else {
          const all = ask(chosen.name, () => lists.read({ kept: chosen.name }))
          if (all === undefined) continue
          chosen.isWhole = true
          expect(all).toEqual(chosen.ids)
        }
      }
    }),
    { numRuns: 200 },
  )
})

it('hands over and reads any number of ids, in pieces of at most 5,000', async () => {
  let named = 0
  const lists = createKeptLists(() => `list_${++named}`)
  for (const count of [0, 1, mostIdsAtOnce, mostIdsAtOnce + 1, 100_000]) {
    const ids = idsOf('img', count)
    const pieces: number[] = []
    const handed = await keepIdsInPieces(ids, async ({ kept, from, ids: piece }) => {
      pieces.push(piece.length)
      return { kept: lists.keep(kept, from, piece) }
    })
    expect(lists.read(handed)).toEqual(ids)
    const read = await readFoundIds(lists.offer(ids), async ({ kept, from }) => {
      const piece = lists.page(kept, from)
      pieces.push(piece.length)
      return piece
    })
    expect(read).toEqual(ids)
    expect(Math.max(0, ...pieces)).toBeLessThanOrEqual(mostIdsAtOnce)
  }
})

it('stops reading once nobody wants the rest', async () => {
  const lists = createKeptLists(() => 'list')
  let left = 2
  const read = await readFoundIds(
    lists.offer(idsOf('img', 50_000)),
    async ({ kept, from }) => lists.page(kept, from),
    () => left-- > 0,
  )
  expect(read).toHaveLength(3 * mostIdsAtOnce)
})

it('makes room by the lists that were not used for longest, and never by the only one', () => {
  let named = 0
  const lists = createKeptLists(() => `list_${++named}`, most)
  const [first, second] = [lists.offer(idsOf('a', 9_000)).kept ?? '', lists.offer(idsOf('b', 9_000)).kept ?? '']
  lists.page(first, 0)
  lists.offer(idsOf('c', 9_000))
  expect(lists.read({ kept: first })).toHaveLength(9_000)
  expect(() => lists.read({ kept: second })).toThrow(AppError)
  const large = lists.offer(idsOf('d', 50_000)).kept ?? ''
  expect(lists.read({ kept: large })).toHaveLength(50_000)
})
