import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MatchPreview } from '../../shared/products/matching.ts'
import type { PlanSummary } from '../../shared/products/plans.ts'
import { type Catalogue, makeCatalogue } from '../support/make-catalogue.ts'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'
import { createStopwatch, expectHeld } from './compare-catalogue.ts'

let user: PackshotUser
let workspace: WorkspaceProcess
let folder: string
let catalogue: Catalogue
beforeEach(async () => {
  user = await createPackshotUser()
  workspace = await startWorkspaceProcess()
  folder = await mkdtemp(join(tmpdir(), 'packshot-catalogue-'))
  catalogue = await makeCatalogue(folder, { size: process.env.PACKSHOT_JOURNEY })
})
afterEach(async () => {
  await workspace.remove()
  await user.remove()
  await rm(folder, { recursive: true, force: true })
})

it('takes a folder of pictures and a product list to the workspace by five commands', async () => {
  const { count } = catalogue
  const { step, sum } = createStopwatch()
  const list = await step('import', () => user.run('products', 'import', catalogue.list, '--json'))
  expect(list.json()).toMatchObject({ added: 400, refused: count.refusedRows })
  expect((await step('add', () => user.run('add', catalogue.pictures, '--recursive', '--no-upload'))).code).toBe(0)
  const rules = ['--by', 'mapping,folder,sku,barcode,gtin,id,handle', '--mapping', catalogue.allCorrections, '--read-barcodes']
  const match = await step('match', () => user.run('match', ...rules, '--json'))
  const found: MatchPreview = match.json()
  expect({ ...found, rows: [], products: [] }).toMatchObject({
    matched: count.pictures,
    questions: 0,
    unmatched: 0,
    matchedProducts: count.products,
    unknownInMapping: { total: 0 },
  })
  expect((await step('plan', () => user.run('attach', '--matched', '--valid-for', '2d', '--json'))).code).toBe(0)
  expect((await step('run', () => user.work(workspace))).code).toBe(0)
  const [plan] = await user.list<PlanSummary>('plans')
  expect(plan).toMatchObject({
    products: count.products,
    pictures: count.pictures,
    counts: { done: count.products, failed: 0, attention: 0 },
  })
  await expectHeld(workspace, catalogue)
  console.log(`5 commands, ${count.pictures} pictures, ${count.products} products, ${count.wrong} wrong ids corrected: ${sum()}`)
})
