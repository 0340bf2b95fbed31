import { existsSync, mkdirSync, readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeError } from '../../../../shared/base/describe-error.ts'
import { type ListImporter, openListImporter } from '../../../support/list-importer.ts'
import { waitFor } from '../../../support/open-test-core.ts'

let lists: ListImporter
beforeEach(async () => {
  lists = await openListImporter()
})
afterEach(() => lists.end())

/** Copies that are kept. */
const copies = (): number => {
  const folder = join(lists.folder, 'data', 'lists')
  return existsSync(folder) ? readdirSync(folder).length : 0
}

const shown = async () => {
  const list = await lists.client.catalogue.opened()
  return (
    list && {
      id: list.id,
      name: list.name,
      says: list.state.kind === 'failed' ? describeError(list.state.problem).message : list.state.kind,
    }
  )
}

it('opens five lists of a drop, and says which others it did not open', async () => {
  const { core, client, write } = lists
  await core.addFiles(Array.from({ length: 8 }, (_, at) => write(`list-${at}.csv`, 'sku\nA\n')))
  expect(copies()).toBe(5)
  for (let at = 0; at < 5; at++) {
    const list = await shown()
    expect(list).toMatchObject({ name: `list-${at}.csv`, says: 'ready' })
    await client.catalogue.close({ id: list?.id ?? '' })
  }
  expect(copies()).toBe(0)
  const refused = await shown()
  expect(refused?.says).toBe('5 lists were already open, so these 3 were not opened: “list-5.csv”, “list-6.csv”, “list-7.csv”.')
  await client.catalogue.close({ id: refused?.id ?? '' })
  expect(await shown()).toBeNull()
})

it('never copies a list that is too large, nor a folder with the name of one', async () => {
  const { core, client, write, folder } = lists
  const large = write('large.csv', 'sku\n')
  truncateSync(large, 201 * 1024 * 1024)
  await core.addFiles([large])
  const list = await shown()
  expect(list?.says).toMatch(/200 MB/)
  expect(copies()).toBe(0)
  await client.catalogue.close({ id: list?.id ?? '' })
  mkdirSync(join(folder, 'folder.csv'))
  await core.addFiles([join(folder, 'folder.csv')])
  expect((await shown())?.says).toBe('“folder.csv” is not a file.')
})

it('stops taking bytes of a list that is too large, and keeps none of them', async () => {
  let sent = 0
  async function* endless(): AsyncGenerator<Uint8Array> {
    const piece = new Uint8Array(16 * 1024 * 1024)
    for (; sent < 1_000; sent++) yield piece
  }
  await lists.core.receiveUpload(endless(), 'endless.csv')
  expect((await shown())?.says).toMatch(/200 MB/)
  expect(sent).toBeLessThan(20)
  expect(copies()).toBe(0)
})

it('removes the copy of a list that can’t be read', async () => {
  const { core, write } = lists
  await core.addFiles([write('broken.xlsx', 'PK\u0003\u0004 and nothing else')])
  expect((await shown())?.says).toMatch(/damaged/)
  expect(copies()).toBe(0)
})

const preview = async () => {
  const list = await lists.client.catalogue.opened()
  if (list?.state.kind !== 'ready') throw new Error(`the list is ${list?.state.kind}`)
  return { id: list.id, ...list.state.preview }
}

it('says how a list is written, and what becomes of all of its rows before it is imported', async () => {
  const { core, client, write } = lists
  await core.addFiles([write('list.csv', 'sku|name\nA|one\n"B|two\n\nC|three\n')])
  const { id, form } = await preview()
  expect(form).toEqual({ kind: 'text', encoding: 'utf-8', separator: '|', quoting: 'none' })
  await waitFor(async () => (await preview()).sum !== null)
  expect((await preview()).sum).toEqual({ rows: 5, headers: 1, empty: 1, products: 3, variants: 0, pictures: 0, views: 0, refused: 0 })
  const { sum } = await client.catalogue.import({ id, columns: { sku: 0, name: 1 } })
  expect(sum).toMatchObject({ rows: 5, products: 3 })
})

it('imports no list that is unclear; read as a person says, it is imported so', async () => {
  const { core, client, write, rows } = lists
  await core.addFiles([write('list.csv', 'sku,a;name\nA,b;one\nB,c;two\n')])
  const { id, unclear, columns } = await preview()
  expect(unclear).toEqual([{ what: 'separator', choices: [',', ';'] }])
  await expect(client.catalogue.import({ id, columns })).rejects.toThrow('The separator is unclear: Comma (,) or Semicolon (;).')
  await client.catalogue.readAs({ id, reading: { separator: ';' } })
  const said = await preview()
  expect(said).toMatchObject({ unclear: [], headers: ['sku,a', 'name'], reading: { separator: ';' } })
  await client.catalogue.import({ id, columns: { sku: 0, name: 1 } })
  expect((await rows()).map(({ sku }) => sku)).toEqual(['A,b', 'B,c'])
})

it('keeps the list open where it can’t be read as a person says, and reads it again', async () => {
  const { core, client, write } = lists
  await core.addFiles([write('list.csv', 'sku;name\nA;one\n')])
  const { id } = await preview()
  await client.catalogue.readAs({ id, reading: { headerRow: 90 } })
  expect((await shown())?.says).toMatch('Row 90 is not among the first rows, or is empty.')
  await client.catalogue.readAs({ id, reading: {} })
  expect(await preview()).toMatchObject({ headers: ['sku', 'name'], headerRow: 1 })
})

it('counts a column of numbers as ids of the workspace only where it gave such', async () => {
  const { core, client, write } = lists
  const list = write('list.csv', 'Product ID,SKU\n101,A\n102,B\n')
  const columnsOf = async () => (await client.catalogue.importFile({ path: list, columns: {}, dryRun: true })).result.columns
  expect(await columnsOf()).toEqual({ sku: 1 })
  await core.addFiles([list])
  expect(await preview()).toMatchObject({ columns: { sku: 1 }, shopIds: [0] })
  const named = await client.catalogue.importFile({ path: list, columns: { productId: 'Product ID' }, dryRun: true })
  expect(named.result.columns).toEqual({ sku: 1, productId: 0 })
})
