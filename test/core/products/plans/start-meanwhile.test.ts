import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { nothingStated } from '../../../../shared/products/plans.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { startScriptedService } from '../../../support/scripted-service.ts'

const library = prepareTestLibrary()
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

const start = (mark: string): Promise<unknown> =>
  library
    .client()
    .plans.start({ mark, now, validForMs: 3_600_000 })
    .then(
      () => 'started',
      ({ failure }) => failure.kind,
    )
const listed = async () => (await library.client().plans.list({ offset: 0, limit: 10 })).rows.map(({ products }) => products)

it('a plan is what the person saw, whatever changes in the moment after it was started', async () => {
  const { mark, imageId } = await prepare()
  const [outcome] = await Promise.all([start(mark), library.client().matching.takeOut({ imageIds: [imageId] })])
  expect(outcome).toBe('started')
  expect(await listed()).toEqual([30])
})

it('a plan whose matches changed in the moment before it was started is refused: the person has not seen it', async () => {
  const { mark, imageId } = await prepare()
  const [, outcome] = await Promise.all([library.client().matching.takeOut({ imageIds: [imageId] }), start(mark)])
  expect(outcome).toBe('plan-changed')
  expect(await listed()).toEqual([])
})

it('a plan is not started for a workspace that was left', async () => {
  const other = await startScriptedService()
  await library.client().session.connect({ kind: 'api-key', baseUrl: other.baseUrl, apiKey: 'key' })
  const elsewhere = (await library.client().session.get()).connection?.id ?? ''
  const { mark } = await prepare()
  await library.client().workspaces.switch({ connectionId: elsewhere })
  expect(await start(mark)).toBe('plan-changed')
  await other.stop()
})
