import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../../support/open-test-library.ts'

const library = prepareTestLibrary()
const problems = () => library.client().problems
const counts = () => library.counts()
const all = { action: null, across: false } as const

const missing = { status: 404, body: { statusCode: 404, message: 'Product not found', error: 'Not Found' } }
const importList = async (text: string) => {
  const path = join(library.folder(), 'list.csv')
  await writeFile(path, text)
  return library.client().catalogue.importFile({ path, columns: {}, dryRun: false })
}
const attachTo = (image: string, productId: string) =>
  library.attach([image], '', { product: { kind: 'id', productId }, current: { kind: 'nothing' } })

/** Four pictures are attached to products whose ids the workspace does not have, each by an action of its own. */
const prepare = async (): Promise<void> => {
  await library.add(['1.png', '2.png', '3.png', '4.png'])
  await library.connect()
  library.service().answer = ({ method, path }) => (method === 'PATCH' && path.includes('wrong') ? missing : undefined)
  await library.start()
  await library.settled()
  await importList('Product ID,SKU,Name\nwrong_1,SKU-1,Mug\nwrong_2,SKU-2,Cup\nwrong_3,SKU-3,Bowl\n')
  for (const number of [1, 2, 3]) await attachTo(`${number}.png`, `wrong_${number}`)
  await attachTo('4.png', 'wrong_4')
  await waitFor(async () => (await counts()).parked === 4)
}
const page = (more: object = {}) => library.client().actions.page({ offset: 0, limit: 10, ...more })
const created = () => library.service().received.filter(({ method, path }) => method === 'POST' && path === '/v1/products')

describe('jobs with one problem', () => {
  beforeEach(prepare)

  it('are one problem with their count, and their actions are left out of the list', async () => {
    const [problem, ...others] = await problems().list({ across: true })
    expect(others).toEqual([])
    expect(problem).toMatchObject({ operation: 'attach-sources', reason: { code: 'not-found' }, jobs: 4, actions: 4, products: 4 })
    // The list has no product with the fourth id, so nobody knows what to call it.
    expect(problem?.remedies).toEqual([
      { remedy: 'retry', jobs: 4 },
      { remedy: 'as-new', jobs: 3 },
      { remedy: 'leave', jobs: 4 },
    ])
    expect((await page()).counts.attention).toBe(4)
    expect((await page({ withoutProblems: true })).counts.attention).toBe(0)
    const jobs = await library.client().jobs.page({ offset: 1, limit: 2, states: [], problem: problem?.key ?? '' })
    expect(jobs.total).toBe(4)
    expect(jobs.rows.map(({ status }) => status.state)).toEqual(['parked', 'parked'])
    const [first] = (await page()).rows
    expect(await problems().list({ action: first?.action ?? 0 })).toEqual([])
  })

  it('are attached to new products together, which get their names and SKUs from the list', async () => {
    const [problem] = await problems().list(all)
    const settled = await problems().settle({ key: problem?.key ?? '', remedy: 'as-new' })
    expect(settled).toMatchObject({ settled: 3, left: 1 })
    await library.settled()
    expect(created().map(({ json }) => json().name)).toEqual(['Mug', 'Cup', 'Bowl'])
    expect((await counts()).parked).toBe(1)
    // The list has forgotten the wrong ids: what is attached next goes to the same products.
    const { rows } = await library.client().products.page({ offset: 0, limit: 10 })
    expect(rows.filter(({ productId }) => productId?.startsWith('wrong')).map(({ productId }) => productId)).not.toContain('wrong_1')
    expect(rows.filter(({ name }) => name === 'Mug')).toHaveLength(1)
  })

  it('go back to where they were, as long as nothing of them was sent', async () => {
    await library.client().queue.pause()
    const [problem] = await problems().list(all)
    const { undo } = await problems().settle({ key: problem?.key ?? '', remedy: 'as-new' })
    expect((await counts()).parked).toBe(1)
    expect(await problems().undo({ undo: undo ?? '' })).toEqual({ undone: 3, left: 0 })
    expect(await problems().list(all)).toEqual([{ ...problem, examples: expect.any(Array) }])
    expect((await library.client().catalogue.page({ offset: 0, limit: 5 })).rows.map(({ productId }) => productId)).toEqual([
      'wrong_1',
      'wrong_2',
      'wrong_3',
    ])
    await library.client().queue.resume()
    await library.settled()
    expect(created()).toEqual([])
    expect(
      await problems()
        .undo({ undo: undo ?? '' })
        .catch(({ code }) => code),
    ).toBe('unknown-id')
  })

  it('go to the product that the list has for the same SKU', async () => {
    await importList('Product ID,SKU,Name\nright_1,SKU-1,Mug\nright_2,SKU-2,Cup\n')
    const [problem] = await problems().list(all)
    expect(problem?.remedies).toContainEqual({ remedy: 'by-sku', jobs: 2 })
    await problems().settle({ key: problem?.key ?? '', remedy: 'by-sku' })
    const asked = async () =>
      (await library.client().jobs.list({ state: 'parked' })).filter(
        ({ status }) => status.state === 'parked' && status.reason.code === 'current-unknown',
      )
    // What these products show now, nobody has said yet.
    await waitFor(async () => (await asked()).length === 2)
    const unknown = (await problems().list(all)).find(({ reason }) => reason.code === 'current-unknown')
    expect(unknown?.remedies).toEqual([{ remedy: 'leave', jobs: 2 }])
    expect(created()).toEqual([])
  })

  it('are cancelled together, and parked again by undo', async () => {
    const [problem] = await problems().list(all)
    const { settled, undo } = await problems().settle({ key: problem?.key ?? '', remedy: 'leave' })
    expect([settled, (await counts()).cancelled]).toEqual([4, 4])
    expect(await problems().list(all)).toEqual([])
    expect(
      await problems()
        .settle({ key: problem?.key ?? '', remedy: 'leave' })
        .catch(({ code }) => code),
    ).toBe('unknown-id')
    expect(await problems().undo({ undo: undo ?? '' })).toEqual({ undone: 4, left: 0 })
    expect(await problems().list(all)).toEqual([problem])
  })
})
