import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepIdsInPieces, mostIdsAtOnce, readFoundIds } from '../../../../shared/products/id-list.ts'
import { usualOrder } from '../../../../shared/products/usual-order.ts'
import { largeLibraryName, makeLargeLibrary } from '../../../fixtures/large-library.ts'
import { openTestCore, type TestCore } from '../../../support/open-test-core.ts'

const pictures = 12_000
const view = { sort: usualOrder, filter: {} }
let folder: string
let opened: TestCore
/** As they are shown. */
let all: readonly string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-selected-'))
  await makeLargeLibrary(folder, { pictures, waiting: 0, baseUrl: 'http://127.0.0.1:9', isActive: true, thumbnails: 1 })
  opened = await openTestCore(folder)
  const { library } = opened.client
  all = await readFoundIds(await library.ids(view), library.moreIds)
})
afterAll(async () => {
  await opened.core.stop()
  await rm(folder, { recursive: true, force: true })
})

/** What a person may do, or another host, between two pieces. */
const change = fc.oneof(
  fc.record({
    kind: fc.constantFrom('remove' as const, 'restore' as const),
    from: fc.nat(pictures - 1),
    count: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({ kind: fc.constant('read' as const), name: fc.nat(pictures - 1) }),
)
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never

const apply = async (one: Change, gone: Set<string>): Promise<void> => {
  const { library } = opened.client
  if (one.kind === 'read') {
    // Another selection, read at the same time.
    await library.ids({ ...view, filter: { text: largeLibraryName(one.name).slice(0, 9) } })
    return
  }
  const imageIds = all.slice(one.from, one.from + one.count)
  if (one.kind === 'remove') await library.remove({ imageIds })
  else await library.restore({ imageIds })
  for (const id of imageIds) {
    if (one.kind === 'remove') gone.add(id)
    else gone.delete(id)
  }
}

it('what is selected is what was there at that moment, and an action is about those of it that are left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 3 }), fc.array(change, { maxLength: 6 }), async (before, during) => {
      const { library, questions } = opened.client
      const gone = new Set<string>()
      for (const one of before) await apply(one, gone)
      const there = all.filter((id) => !gone.has(id))
      const rest = [...during]
      const between = async (): Promise<void> => {
        const next = rest.shift()
        if (next) await apply(next, gone)
      }
      const selected = await readFoundIds(await library.ids(view), async (place) => {
        await between()
        const piece = await library.moreIds(place)
        expect(piece.length).toBeLessThanOrEqual(mostIdsAtOnce)
        return piece
      })
      expect(selected).toEqual(there)
      const ids = await keepIdsInPieces(selected, async (piece) => {
        await between()
        return library.keepIds(piece)
      })
      const { pictures: found } = await questions.estimate({ images: { kind: 'selected', ids }, questions: ['What is it?'] })
      expect(found).toBe(selected.filter((id) => !gone.has(id)).length)
      await library.restore({ imageIds: await keepIdsInPieces(all, library.keepIds) })
    }),
    { numRuns: 8 },
  )
})

it('a range is from one picture to the other, wherever they are by then; one that left counts for nothing', async () => {
  const { library } = opened.client
  const between = async (one: number, other: number) => {
    const found = await library.ids({ ...view, between: [all[one] ?? '', all[other] ?? ''] })
    return readFoundIds(found, library.moreIds)
  }
  expect(await between(300, 9_000)).toEqual(all.slice(300, 9_001))
  expect(await between(9_000, 300)).toEqual(all.slice(300, 9_001))
  await library.remove({ imageIds: all.slice(0, 100) })
  expect(await between(300, 9_000)).toEqual(all.slice(300, 9_001))
  expect(await between(50, 200)).toEqual([all[200]])
  expect(await between(50, 60)).toEqual([])
  expect(await library.place({ ...view, imageId: all[200] ?? '' })).toBe(100)
  expect(await library.place({ ...view, imageId: all[50] ?? '' })).toBeNull()
  await library.restore({ imageIds: all.slice(0, 100) })
})

it('more ids than a message may have are refused, and so is an action on a list that is not kept', async () => {
  const { library, questions } = opened.client
  await expect(library.remove({ imageIds: [...all] })).rejects.toThrow()
  const notKept = { failure: { kind: 'list-not-kept' } }
  await expect(library.remove({ imageIds: { kept: 'another' } })).rejects.toMatchObject(notKept)
  await expect(library.moreIds({ kept: 'another', from: 0 })).rejects.toMatchObject(notKept)
  const images = { kind: 'selected', ids: { kept: 'another' } } as const
  await expect(questions.ask({ images, questions: ['What is it?'], again: false })).rejects.toMatchObject(notKept)
  expect((await library.page({ ...view, offset: 0, limit: 1 })).total).toBe(pictures)
})
