import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createJournal } from '../../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'
import { outlineFolders, productsOfFolders } from '../../../../../electron/core/products/matching/lists/products-of-folders.ts'
import { productsOf } from '../../../../../electron/core/products/matching/match-rows.ts'
import type { FolderProposal } from '../../../../../shared/products/matching.ts'

const openJournal = (pictures: Readonly<Record<string, string | null>>, removed: readonly string[] = []) => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const add = database.prepare(
    `INSERT INTO images (id, name, folder, origin, added_at, format, bytes, width, height, checked, removed_at)
     VALUES (?, ?, ?, '{}', 1, 'png', 1, 1, 1, 2, ?)`,
  )
  database.exec('BEGIN')
  for (const [id, folder] of Object.entries(pictures)) add.run(id, `${id}.png`, folder, removed.includes(id) ? 1 : null)
  database.exec('COMMIT')
  const place = (connectionId: string, imageId: string, key: string, at: number): unknown =>
    database.prepare("INSERT INTO matches VALUES (?, ?, ?, 'matched', '{}', ?, 'person', '{}')").run(connectionId, imageId, key, at)
  return { journal: createJournal(database, systemPlatform), place }
}

const folder = (path: string, ...imageIds: string[]): FolderProposal => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  folder: path,
  imageIds,
})

it('makes one product of folders with the same SKU, one of each other folder, and puts pictures behind those that are there', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'decided', 'removed', 'placed']
  const { journal, place } = openJournal(Object.fromEntries(ids.map((id) => [id, '/x'])), ['removed'])
  place('con_1', 'placed', 'new:/1/Bowl', 4)
  // Of another workspace.
  place('con_2', 'd', 'new:/1/Mug', 7)
  const proposed = [
    folder('/1/SKU-1001', 'a', 'b', 'never'),
    folder('/2/sku-1001', 'c', 'decided'),
    folder('/1/Mug', 'd'),
    folder('/2/Mug', 'e'),
    folder('/1/Bowl', 'f'),
    folder('/1/Vase', 'removed'),
  ]
  const undecided = (connectionId: string | null, asked: readonly string[]) =>
    connectionId === 'con_1' ? asked.filter((id) => id !== 'decided') : []
  const { rows, products } = productsOfFolders(journal, 'con_1', { undecided }, proposed)
  const told = rows.map(({ imageId, match }) =>
    productsOf(match).flatMap(({ product, place }) => [imageId, product.sku, product.name, place]),
  )
  expect(told).toEqual([
    ['a', 'SKU-1001', 'SKU-1001', 1],
    ['b', 'SKU-1001', 'SKU-1001', 2],
    ['c', 'sku-1001', 'sku-1001', 3],
    ['d', null, '/1/Mug', 1],
    ['e', null, '/2/Mug', 1],
    ['f', null, 'Bowl', 5],
  ])
  const keys = rows.map(({ match }) => productsOf(match)[0]?.product.key)
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(keys.slice(3)).toEqual(['new:/1/Mug', 'new:/2/Mug', 'new:/1/Bowl'])
  expect(products).toBe(4)
  expect(rows.at(-1)).toMatchObject({ match: { products: [{ by: 'person', why: { by: 'folder', field: 'name', text: 'Bowl' } }] } })
})

it('outlines all folders of the library, the first names of them, and no picture that is removed or has no folder', async () => {
  // More pictures than one piece, and more folders than are named.
  const pictures = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`p${at}`, `/shop/Shelf ${String(at % 13).padStart(2, '0')}`]))
  const { journal } = openJournal({ ...pictures, loose: null, removed: '/shop/Cellar' }, ['removed'])
  expect(await outlineFolders(journal)).toEqual({
    folders: 13,
    pictures: 501,
    names: Array.from({ length: 12 }, (_, at) => `Shelf ${String(at).padStart(2, '0')}`),
  })
})
