import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { nothingStated } from '../../../../shared/products/plans.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { startScriptedService } from '../../../support/scripted-service.ts'

let monotonic = 0
// Each look at the clock is another tenth of a second: every product is read in a turn of its own.
const library = prepareTestLibrary({ clock: { now: Date.now, monotonic: () => (monotonic += 100) } })
const now = { ...nothingStated, unknown: 'nothing' } as const

/** Thirty products with a picture each, and the plan that a person sees. */
const prepare = async () => {
  const skus = Array.from({ length: 30 }, (_, at) => `SKU-${100 + at}`)
  await library.connect()
  await library.add(
    skus.map((sku) => `${sku}.png`),
    false,
  )
  const path = join(library.folder(), 'list.csv')
  await writeFile(path, `Product ID,SKU\n${skus.map((sku) => `prd_${sku},${sku}\n`).join('')}`)
  await library.client().catalogue.importFile({ path, columns: {}, dryRun: false })
  await library.client().matching.apply({ rules: [{ by: 'sku' }] })
  const { mark, products } = await library.client().plans.preview({ offset: 0, limit: 0, now })
  expect(products).toBe(30)
  return { mark, imageId: (await library.row('SKU-129.png')).id }
}

/** Starts the plan, and does this while its products are read. Returns what became of the plan. */
const startDuring = async (mark: string, meanwhile: () => Promise<unknown>): Promise<unknown> => {
  const started = library
    .client()
    .plans.start({ mark, now, validForMs: 3_600_000 })
    .then(
      () => 'started',
      ({ failure }) => failure.kind,
    )
  await meanwhile()
  return started
}

it('a plan whose matches change while it is started is refused: the person has not seen it', async () => {
  const { mark, imageId } = await prepare()
  expect(await startDuring(mark, () => library.client().matching.takeOut({ imageIds: [imageId] }))).toBe('plan-changed')
  expect((await library.client().plans.list({ offset: 0, limit: 1 })).rows).toEqual([])
})

it('a plan is not started for a workspace that is left meanwhile', async () => {
  const other = await startScriptedService()
  await library.client().session.connect({ kind: 'api-key', baseUrl: other.baseUrl, apiKey: 'key' })
  const elsewhere = (await library.client().session.get()).connection?.id ?? ''
  const { mark } = await prepare()
  expect(await startDuring(mark, () => library.client().workspaces.switch({ connectionId: elsewhere }))).toBe('plan-changed')
  await other.stop()
})
