import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Compared } from '../../../../electron/core/exchange/handover/compare-handover.ts'
import { planMerge } from '../../../../electron/core/exchange/handover/merge-plan.ts'
import type { CellCheck } from '../../../../shared/answers/question-sets.ts'
import type { HandoverDifference } from '../../../../shared/exchange/handover.ts'
import { describeMerged } from '../../../../shared/exchange/handover-words.ts'
import type { TestCore } from '../../../support/open-test-core.ts'
import { prepareColleagues } from './colleagues.ts'

const { folder, person, list } = prepareColleagues()
const path = () => join(folder(), 'work.packshot-handover')
const handOver = ({ client }: TestCore) => client.handover.write({ to: { kind: 'path', path: path() }, originals: false })

it('shows what differs of two sets whose questions are the same', async () => {
  const [ann, ben] = [await person('Ann'), await person('Ben')]
  const save = ({ client }: TestCore, checks: CellCheck[]) =>
    client.questionSets.save({ name: 'Shop', questions: [{ question: 'Write alt text.', column: 'Alt text', checks }], runsOnDrop: false })
  await save(ann, [{ kind: 'longest', characters: 125 }])
  await save(ben, [{ kind: 'not-empty' }, { kind: 'language', language: 'de' }])
  await handOver(ann)
  const { id } = await ben.client.handover.open({ path: path() })
  const { rows } = await ben.client.handover.differences({ id, kind: 'set', offset: 0, limit: 10 })
  expect(rows.map(({ mine, theirs }) => [mine.text, theirs.text])).toEqual([
    ['Alt text: Write alt text.\n– Must not be empty\n– Must be in German', 'Alt text: Write alt text.\n– No more than 125 characters'],
  ])
})

it('joins two of their products that are one of mine, and counts it once', async () => {
  const [ann, ben] = [await person('Ann'), await person('Ben')]
  await list(ann, 'Product ID,SKU,Name,Season,Care\r\nprd_1,,Mug,Winter,\r\n,M-1,Mug,,Wash by hand\r\n')
  await list(ben, 'Product ID,SKU,Name\r\nprd_1,M-1,Mug\r\n')
  await handOver(ann)
  const { id, preview } = await ben.client.handover.open({ path: path() })
  expect(preview).toMatchObject({ brings: { products: 1 }, differs: { product: 0 } })
  expect(await ben.client.handover.merge({ id, choices: { usual: null, each: [] } })).toMatchObject({ products: 1, left: 0 })
  const { rows } = await ben.client.catalogue.page({ offset: 0, limit: 10 })
  expect(rows).toMatchObject([{ productId: 'prd_1', sku: 'M-1' }])
  expect(await ben.client.handover.open({ path: path() })).toMatchObject({ preview: { brings: { products: 0 } } })
})

it('leaves other work a turn between the choices of a merge', async () => {
  const count = 300
  const differences = { cell: [], product: [], set: [], match: [] } as Record<string, HandoverDifference[]>
  const cells = Array.from({ length: count }, (_, at) => ({ picture: `${at}`, question: 'Alt text?', key: `${at} Alt text?`, seen: '' }))
  const side = { text: '', review: null, by: null, at: null, state: null, place: null }
  for (const { key } of cells) differences.cell?.push({ kind: 'cell', key, about: '', part: '', mine: side, theirs: side })
  const compared = { differences, cells, sets: [], products: [], matches: [], pictures: [], preview: { picturesMissing: 0 } }
  let pauses = 0
  const about = { id: 'file', name: 'work', path: '', connectionId: null, at: 1 }
  const each = cells.map(({ key }) => ({ kind: 'cell' as const, key, use: 'theirs' as const }))
  const plan = await planMerge(compared as unknown as Compared, { usual: null, each }, about, async () => void pauses++)
  expect(plan).toMatchObject({ left: 0, cells: { length: count } })
  expect(pauses).toBe(3 * count)
})

it('gives no counts of a merge that was interrupted', () => {
  const result = { ...{ pictures: 1, products: 0, sets: 0, matches: 0, cells: 0 }, problem: null }
  const counted = { ...result, damaged: 0, refused: 0, kept: 0, left: 2, picturesMissing: 0 }
  const told = (wasInterrupted: boolean) => describeMerged(counted, () => '', { wasInterrupted })
  expect(told(false)).toEqual(['Merged: 1 picture.', '2 differences left as in your library.'])
  expect(told(true)).toEqual(['Merging was interrupted. It is complete now.', '2 differences left as in your library.'])
})
