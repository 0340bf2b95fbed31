import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { libraryFile } from '../../electron/core/base/database/library-files.ts'
import type { PlanPreview, PlanProduct, PlanSummary } from '../../shared/products/plans.ts'
import { makeTestPicture } from '../fixtures/test-pictures.ts'
import { expectNoSilentRepeats, expectSameBytes, listProducts, listSources } from '../support/compare-with-service.ts'
import { waitFor } from '../support/open-test-core.ts'
import { createPackshotUser, type ListedImage, type PackshotUser } from '../support/packshot-user.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

let user: PackshotUser
let workspace: WorkspaceProcess
beforeEach(async () => {
  user = await createPackshotUser()
  workspace = await startWorkspaceProcess()
})
afterEach(async () => {
  await workspace.remove()
  await user.remove()
})

const products = 16
const skus = Array.from({ length: products }, (_, at) => `SKU-${at + 100}`)
/** Their natural order is not that of their letters. */
const names = ['2.png', '10.png', '9.png']
const inOrder = ['2.png', '9.png', '10.png']

/** Folders named by SKU, a list of these products, and their matches; nothing is uploaded yet. */
const prepare = async (): Promise<void> => {
  for (const [at, sku] of skus.entries()) {
    await mkdir(join(user.folder, 'drop', sku), { recursive: true })
    for (const [index, name] of names.entries())
      await writeFile(join(user.folder, 'drop', sku, name), await makeTestPicture(at * 10 + index + 1, { format: 'png' }))
  }
  const list = join(user.folder, 'list.csv')
  await writeFile(list, `SKU;Name\n${skus.map((sku) => `${sku};Product ${sku}`).join('\n')}\n`)
  expect((await user.run('products', 'import', list)).code).toBe(0)
  expect((await user.run('add', join(user.folder, 'drop'), '--recursive', '--no-upload')).code).toBe(0)
  expect((await user.run('match', '--json')).json()).toMatchObject({ matched: products * names.length, questions: 0, unmatched: 0 })
}

/** Each product of the service holds exactly its folder’s pictures, in order and byte for byte, and there is one of each. */
const expectAttached = async (): Promise<void> => {
  const images = await user.list<ListedImage & { readonly folder: string }>('images')
  const nameOf = new Map(images.map((one) => [one.sourceId, `${one.folder.split('/').at(-1)}/${one.name}`]))
  const held = (await listProducts(workspace)).map(({ name, attributes }) => [name, (attributes.Images ?? []).map((id) => nameOf.get(id))])
  expect(Object.fromEntries(held)).toEqual(
    Object.fromEntries(skus.map((sku) => [`Product ${sku}`, inOrder.map((name) => `${sku}/${name}`)])),
  )
  expect(held).toHaveLength(products)
  await expectSameBytes(workspace, images, (image) => (image.origin.kind === 'file' ? image.origin.path : ''))
}

it('attaches all matched pictures by one command, offline first, and says before what it will do', async () => {
  await prepare()
  const dry: PlanPreview = (await user.run('attach', '--matched', '--dry-run', '--json')).json()
  expect(dry).toMatchObject({ products, added: products * names.length, created: products, unanswered: 0, blocked: 0 })
  expect(dry.rows.map(({ product, now, after }) => [product.sku, now.source, after])).toEqual(skus.map((sku) => [sku, 'new', names.length]))
  expect((await user.run('attach', '--matched', '--dry-run')).stdout).toMatch(/48 pictures go to 16 products, 16 of them new\./)
  expect(await user.jobs()).toEqual([])

  const started = await user.run('attach', '--matched', '--valid-for', '2d', '--json')
  expect(started.code).toBe(0)
  const { planId }: PlanSummary = started.json()
  expect((await user.work(workspace)).code).toBe(0)
  await expectAttached()
  // A created product and its row of the list are one.
  const shown = await user.list<{ readonly inList: { readonly sku: string } | null }>('products')
  expect(shown.map(({ inList }) => inList?.sku).toSorted()).toEqual(skus.toSorted())
  const plan: PlanSummary & { rows: PlanProduct[] } = (await user.run('plans', planId, '--json')).json()
  expect(plan).toMatchObject({ products, pictures: 48, doing: null, counts: { done: products, failed: 0, attention: 0 } })
  expect(plan.rows.map(({ state }) => state)).toEqual(skus.map(() => 'done'))
  expect((await user.run('attach', '--matched', '--json')).json()).toMatchObject({ error: { failure: { kind: 'plan-empty' } } })

  expect((await user.run('plans', planId, '--restore')).code).toBe(0)
  expect((await user.work(workspace)).code).toBe(0)
  expect((await listProducts(workspace)).map(({ attributes }) => attributes.Images)).toEqual(skus.map(() => []))
  expect((await user.run('plans')).stdout).toMatch(/16 products, 48 pictures: 16 restored\./)

  // A product without a job needs a person, as after a restored library: the run says so until they settle it.
  const library = new DatabaseSync(libraryFile(user.dataFolder))
  const problem = JSON.stringify({ code: 'uncertain', failure: { kind: 'plan-restored' } })
  library.prepare('UPDATE plan_products SET problem = ? WHERE position = 0').run(problem)
  library.close()
  const needed = await user.work(workspace)
  expect([needed.code, needed.stdout]).toEqual([3, expect.stringContaining('1 product of a plan needs attention.')])
  expect((await user.run('plans', planId, '--cancel')).code).toBe(0)
  expect((await user.work(workspace)).code).toBe(0)
})

it('attaches everything once, although it is killed while it queues and while it sends', async () => {
  await prepare()
  const running = user.start(['attach', '--matched'])
  const ended = running.ended.catch(() => undefined)
  const library = new DatabaseSync(libraryFile(user.dataFolder), { readOnly: true })
  const countJobs = (condition: string): number => Number(library.prepare(`SELECT count(*) AS n FROM jobs WHERE ${condition}`).get()?.n)
  await waitFor(() => countJobs("operation = 'attach-sources'") > 2 || running.child.exitCode !== null)
  running.child.kill('SIGKILL')
  await ended
  const [plan] = await user.list<PlanSummary>('plans')
  expect(plan?.products).toBe(products)

  for (let kills = 0; kills < 3; kills += 1) {
    const run = user.start(['run', '--api-key-stdin', '--base-url', workspace.baseUrl, '--rate', 'none'], { stdin: workspace.apiKey })
    const over = run.ended.catch(() => undefined)
    // A product is not created twice: one that may have been created waits for a person, so the kills come after the last answer.
    const isLate = async (): Promise<boolean> => {
      const held = await listProducts(workspace)
      const attached = held.filter(({ attributes }) => (attributes.Images?.length ?? 0) > 0).length
      return countJobs("operation = 'create-product' AND state = 'done'") === products && attached >= kills * 3
    }
    await waitFor(async () => (await isLate()) || run.child.exitCode !== null)
    run.child.kill('SIGKILL')
    await over
  }
  library.close()
  expect((await user.work(workspace)).code).toBe(0)
  await expectAttached()
  const [after] = await user.list<PlanSummary>('plans')
  expect(after).toMatchObject({ doing: null, counts: { done: products, failed: 0, attention: 0, cancelled: 0 } })
  await expectNoSilentRepeats(workspace, await user.jobs(), await user.list<ListedImage>('images'))
})

it('says which answer is missing, and which options don’t go together', async () => {
  await prepare()
  const list = join(user.folder, 'list.csv')
  await writeFile(list, `Product ID;SKU\n${skus.map((sku, at) => `prd_${at};${sku}`).join('\n')}\n`)
  await user.run('products', 'import', list)
  await user.run('match')
  const dry = await user.run('attach', '--matched', '--dry-run')
  expect([dry.code, dry.stdout]).toEqual([3, expect.stringContaining('16 products need an answer first.')])
  const open = await user.run('attach', '--matched')
  expect([open.code, open.stderr]).toEqual([1, expect.stringContaining('--unknown nothing')])
  expect((await user.run('attach', '--matched', '--unknown', 'skip', '--json')).json()).toMatchObject({
    error: { failure: { kind: 'plan-empty' } },
  })
  for (const wrong of [
    ['--matched', '--product', 'prd_1'],
    ['--new', 'Mug', '--valid-for', '2d'],
    ['--matched', '--valid-for', '8d'],
    ['--matched', '--unknown', 'perhaps'],
  ])
    expect((await user.run('attach', ...wrong)).code, wrong.join(' ')).toBe(1)
  expect((await user.run('plans', 'plan_none')).stderr).toMatch(/no plan plan_none/)
  expect((await user.run('plans', '--cancel')).code).toBe(1)
  expect(await user.jobs()).toEqual([])
})

it('uploads a picture of several products once, and attaches it to each', async () => {
  const drop = join(user.folder, 'drop')
  await mkdir(drop)
  for (const [at, name] of ['mug.png', 'cup.png', 'set.png'].entries())
    await writeFile(join(drop, name), await makeTestPicture(at + 1, { format: 'png' }))
  const [list, mapping] = [join(user.folder, 'list.csv'), join(user.folder, 'mapping.csv')]
  await writeFile(list, 'SKU;Name\nM-1;Mug\nC-2;Cup\n')
  await writeFile(mapping, 'file;product\nmug.png;M-1\ncup.png;C-2\nset.png;M-1\nset.png;C-2\n')
  expect((await user.run('products', 'import', list)).code).toBe(0)
  expect((await user.run('add', drop, '--recursive', '--no-upload')).code).toBe(0)
  const matched = await user.run('match', '--mapping', mapping)
  expect(matched.stdout).toContain('3 pictures match 2 products. 1 picture is in several products.')
  expect(matched.stdout.split('\n').filter((line) => line.includes('set.png'))).toHaveLength(2)
  expect((await user.run('attach', '--matched', '--dry-run')).stdout).toContain(
    '3 pictures go to 2 products, 2 of them new. 1 of these pictures is in several products. It is uploaded once.',
  )
  expect((await user.run('attach', '--matched')).code).toBe(0)
  expect((await user.work(workspace)).code).toBe(0)
  const images = await user.list<ListedImage>('images')
  const nameOf = new Map(images.map((one) => [one.sourceId, one.name]))
  const held = (await listProducts(workspace)).map(({ name, attributes }) => [name, (attributes.Images ?? []).map((id) => nameOf.get(id))])
  expect(Object.fromEntries(held)).toEqual({ Mug: ['mug.png', 'set.png'], Cup: ['cup.png', 'set.png'] })
  // One source for each picture, whatever the number of its products.
  await expectSameBytes(workspace, images, (image) => (image.origin.kind === 'file' ? image.origin.path : ''))
  expect(await expectNoSilentRepeats(workspace, await user.jobs(), images)).toBe(0)
  expect(await listSources(workspace)).toHaveLength(3)
})
