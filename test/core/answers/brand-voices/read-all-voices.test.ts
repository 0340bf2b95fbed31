import { expect, test } from 'vitest'
import { readAllVoices } from '../../../../electron/core/answers/brand-voices/read-all-voices.ts'
import { createPacer } from '../../../../electron/core/service/pace/pacer.ts'
import { answerJson, clientFor, serve } from '../../service/calls/loopback.ts'

const all = Array.from({ length: 120 }, (_, at) => ({ id: `ton_${at}`, name: `Voice ${at}` }))
const pagesOf = (size: number) => Math.ceil(all.length / size)
const next = (page: number, size: number) => (page < pagesOf(size) ? page + 1 : null)

test.each([
  [
    'numbers as text',
    50,
    (page: number) => ({ totalRecords: '120', page: `${page}`, pageSize: '50', next: next(page, 50)?.toString() ?? null }),
  ],
  ['a total as text and nothing more', 50, () => ({ totalRecords: '120' })],
  ['null for what it does not count', 50, (page: number) => ({ totalRecords: null, pageSize: null, next: next(page, 50) })],
  ['an unknown form of “next”', 50, (page: number) => ({ totalRecords: 120, next: { page } })],
  ['the size alone, smaller than asked for', 50, () => ({ pageSize: 50 })],
  ['nothing, with a page size that the service chooses', 10, () => undefined],
] as const)('every page is read where the pagination has %s', async (_, size, paginationOf) => {
  let asked = 0
  const client = clientFor(
    await serve(({ url }, response) => {
      asked += 1
      const page = Number(new URL(url ?? '', 'http://a.example').searchParams.get('page'))
      answerJson(response, 200, { data: all.slice((page - 1) * size, page * size), pagination: paginationOf(page) })
    }),
  )
  const pacer = createPacer({ clock: { now: () => 0 }, statedRate: null, defaultRate: null })
  const voices = await readAllVoices(client, pacer)
  expect(voices.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  // At most one more page than there are: the empty one.
  expect(asked).toBeLessThanOrEqual(pagesOf(size) + 1)
})

test('a list without paging is requested at most once more, and contains each voice once', async () => {
  let asked = 0
  const client = clientFor(
    await serve((_, response) => {
      asked += 1
      answerJson(response, 200, all)
    }),
  )
  const pacer = createPacer({ clock: { now: () => 0 }, statedRate: null, defaultRate: null })
  expect(await readAllVoices(client, pacer)).toHaveLength(120)
  expect(asked).toBe(2)
})
