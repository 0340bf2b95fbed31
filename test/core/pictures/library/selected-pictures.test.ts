import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { usualOrder } from '../../../../shared/products/usual-order.ts'
import { makeLargeLibrary } from '../../../fixtures/large-library.ts'
import { openTestCore, type TestCore } from '../../../support/open-test-core.ts'

const pictures = 12_000
const view = { sort: usualOrder, filter: {} }
let folder: string
let opened: TestCore
/** As they are shown. */
let all: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-selected-'))
  await makeLargeLibrary(folder, { pictures, waiting: 0, baseUrl: 'http://127.0.0.1:9', isActive: true, thumbnails: 1 })
  opened = await openTestCore(folder)
  await opened.client.queue.pause()
  all = await opened.client.library.ids(view)
})
afterAll(async () => {
  await opened.core.stop()
  await rm(folder, { recursive: true, force: true })
})

/** What a person may do, or another host, while pictures are selected. */
const change = fc.record({
  kind: fc.constantFrom('remove' as const, 'restore' as const),
  from: fc.nat(pictures - 1),
  count: fc.integer({ min: 1, max: 40 }),
})
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never

const apply = async ({ kind, from, count }: Change, gone: Set<string>): Promise<void> => {
  const imageIds = all.slice(from, from + count)
  await opened.client.library[kind]({ imageIds })
  for (const id of imageIds) {
    if (kind === 'remove') gone.add(id)
    else gone.delete(id)
  }
}

let last = 0
it('what is selected is what was there at that moment, and an action is about those of it that are left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 3 }), fc.array(change, { maxLength: 6 }), async (before, after) => {
      const { library, questions } = opened.client
      const gone = new Set<string>()
      for (const one of before) await apply(one, gone)
      const there = all.filter((id) => !gone.has(id))
      const selected = await library.ids(view)
      expect(selected).toEqual(there)
      for (const one of after) await apply(one, gone)
      const left = selected.filter((id) => !gone.has(id))
      expect(await library.shown({ ...view, imageIds: selected })).toEqual(left)
      const asked = { images: { kind: 'selected' as const, ids: selected }, questions: [`Question ${++last}?`] }
      expect(await questions.estimate(asked)).toMatchObject({ pictures: left.length })
      expect(await questions.ask({ ...asked, again: false })).toMatchObject({ pictures: left.length, asked: left.length })
      await library.restore({ imageIds: [...gone] })
    }),
    { numRuns: 8 },
  )
})

it('a range is from one picture to the other, wherever they are by then; one that left counts for nothing', async () => {
  const { library } = opened.client
  const between = (one: number, other: number) => library.ids({ ...view, between: [all[one] ?? '', all[other] ?? ''] })
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

it('a sheet shows the selection that it was opened for, until the core keeps newer ones instead', async () => {
  const { sheet } = opened.client
  const shown = async (images: string, text = '') => {
    const { rows, total } = await sheet.page({ view: { setId: 'asked', images, text }, offset: 0, limit: 200 })
    return { total, ids: rows.map(({ imageId }) => imageId) }
  }
  const chosen = all.slice(7_000, 7_003)
  const name = await sheet.keepSelection({ imageIds: chosen })
  expect(await shown(name)).toEqual({ total: 3, ids: chosen })
  expect((await shown(await sheet.keepSelection({ imageIds: all }))).total).toBe(pictures)
  expect(await shown(name)).toEqual({ total: 3, ids: chosen })
  for (let at = 0; at < 10; at++) await sheet.keepSelection({ imageIds: [] })
  await expect(shown(name, 'other rows')).rejects.toMatchObject({ code: 'unknown-id', failure: { kind: 'selection-not-kept' } })
})
