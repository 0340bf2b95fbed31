import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'

let user: PackshotUser
beforeEach(async () => {
  user = await createPackshotUser()
})
afterEach(() => user.remove())

type Listed = { readonly productId: string | null; readonly name: string; readonly inList: { readonly sku: string } }
const listed = () => user.list<Listed>('products')

it('changes and removes products by their ID, SKU or name, and says before what becomes of waiting work', async () => {
  const list = join(user.folder, 'list.csv')
  await writeFile(list, 'Product ID,SKU,Name\nold_1,SKU-1,Mug\nold_2,SKU-2,Cup\nold_3,SKU-3,Cup\n')
  expect((await user.run('products', 'import', list)).code).toBe(0)
  const dry = await user.run('products', 'edit', 'SKU-1', '--name', 'Big mug', '--id', '', '--dry-run')
  expect(dry).toMatchObject({ code: 0, stdout: 'The name changes here only, not in the workspace.\n' })
  expect((await listed())[0]?.name).toBe('Mug')
  expect((await user.run('products', 'edit', 'SKU-1', '--name', 'Big mug', '--id', '')).stdout).toMatch(/^Product changed\.\n/)
  expect((await listed())[0]).toMatchObject({ productId: null, name: 'Big mug' })
  expect((await user.run('products', 'edit', 'Cup', '--gtin', '1')).stderr).toContain('2 products')
  expect((await user.run('products', 'edit', 'old_2', '--gtin', '1')).stderr).toContain('“1” is not a valid GTIN.')
  expect((await user.run('products', 'remove', 'Spoon')).code).toBe(1)
  const removed = await user.run('products', 'remove', 'old_3')
  expect(removed.stdout).toMatch(/^Cup removed\.\nNothing changes in the workspace\. You can restore the product for 30 days\.\n/)
  expect((await listed()).map(({ inList }) => inList.sku)).toEqual(['SKU-1', 'SKU-2'])
})

it('keeps the ids of an earlier list, says so, and forgets them when it is asked to', async () => {
  const list = join(user.folder, 'list.csv')
  await writeFile(list, 'Product ID,SKU,Name\nold_1,SKU-1,Mug\nold_2,SKU-2,Cup\n')
  await user.run('products', 'import', list)
  await writeFile(list, 'SKU,Name\nSKU-1,Mug\nSKU-2,Cup\n')
  expect((await user.run('products', 'import', list)).stdout).toContain('2 product IDs of the earlier list are kept')
  expect((await listed()).map(({ productId }) => productId)).toEqual(['old_1', 'old_2'])
  const forgotten = await user.run('products', 'import', list, '--forget-ids')
  expect(forgotten.stdout).toContain('2 products of the list have no ID then')
  expect((await listed()).map(({ productId }) => productId)).toEqual([null, null])
})

it('merges two products that are one, and says before what stays', async () => {
  const list = join(user.folder, 'list.csv')
  await writeFile(list, 'Product ID,SKU,Name\nid_1,SKU-1,Mug\n,SKU-2,Old mug\n')
  await user.run('products', 'import', list)
  const dry = await user.run('products', 'merge', 'Old mug', 'id_1', '--dry-run')
  expect(dry.stdout).toContain('Mug (SKU-1), ID id_1 stays. Nothing changes in the workspace.')
  expect(dry.stdout).toContain('SKU: SKU-1 stays, SKU-2 does not.')
  expect(await listed()).toHaveLength(2)
  expect((await user.run('products', 'merge', 'Old mug', 'id_1')).stdout).toMatch(/^Products merged\.\n/)
  expect((await listed()).map(({ inList }) => inList.sku)).toEqual(['SKU-1'])
  expect((await user.run('products', 'merge', 'Mug', 'id_1')).stderr).toContain('This is the same product.')
})
