import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MatchPreview } from '../../shared/products/matching.ts'
import type { PlanSummary } from '../../shared/products/plans.ts'
import { makeVariantSeason, type VariantSeason } from '../support/make-variant-season.ts'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'
import { createStopwatch, expectHeld } from './compare-catalogue.ts'

let user: PackshotUser
let workspace: WorkspaceProcess
let folder: string
let season: VariantSeason
beforeEach(async () => {
  user = await createPackshotUser()
  workspace = await startWorkspaceProcess()
  folder = await mkdtemp(join(tmpdir(), 'packshot-variants-'))
  season = await makeVariantSeason(folder, { size: process.env.PACKSHOT_JOURNEY })
})
afterEach(async () => {
  await workspace.remove()
  await user.remove()
  await rm(folder, { recursive: true, force: true })
})

it.each(['product', 'variant'] as const)('takes a season with variants to a workspace whose products are each a %s', async (productIs) => {
  const { count } = season
  const expected = productIs === 'product' ? season.byProduct : season.byVariant
  const products = Object.keys(expected).length
  const { step, sum } = createStopwatch()
  const list = await step('import', () => user.run('products', 'import', season.list, '--product-is', productIs, '--json'))
  expect(list.json()).toMatchObject({ added: productIs === 'product' ? 400 : 1_600, refused: 0 })
  expect((await step('add', () => user.run('add', season.pictures, '--recursive', '--no-upload'))).code).toBe(0)
  const rules = ['--by', 'mapping,folder,sku,gtin,handle', '--mapping', season.groups]
  const match = await step('match', () => user.run('match', ...rules, '--json'))
  const found: MatchPreview = match.json()
  expect({ ...found, rows: [], products: [] }).toMatchObject({
    matched: count.pictures,
    questions: 0,
    unmatched: 0,
    matchedProducts: products,
  })
  expect((await step('plan', () => user.run('attach', '--matched', '--valid-for', '2d', '--json'))).code).toBe(0)
  expect((await step('run', () => user.work(workspace))).code).toBe(0)
  const [plan] = await user.list<PlanSummary>('plans')
  expect(plan).toMatchObject({ products, counts: { done: products, failed: 0, attention: 0 } })
  await expectHeld(workspace, { expected, count: { products, pictures: count.pictures } })
  console.log(`5 commands, ${count.pictures} pictures, ${products} products: ${sum()}`)
})
