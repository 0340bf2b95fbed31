import { existsSync, mkdirSync, readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeError } from '../../../../shared/base/describe-error.ts'
import { type ListImporter, openListImporter } from '../../../support/list-importer.ts'

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
