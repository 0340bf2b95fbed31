import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readWholeList } from '../../../support/read-whole-list.ts'

// Fixtures and their sources: test/fixtures/lists/README.md.

const fixture = (name: string): Buffer => readFileSync(new URL(`../../../fixtures/lists/${name}`, import.meta.url))

type Expected = {
  readonly shape: string
  readonly skus: readonly string[]
  readonly names: readonly string[]
  /** Of the products. */
  readonly handles?: readonly (string | null)[]
  /** Header rows, products, further variants, picture rows, and rows for other views of the shop. */
  readonly sum: readonly [headers: number, products: number, variants: number, pictures: number, views?: number]
  /** Of the last variant. */
  readonly option?: readonly [name: string, value: string]
  readonly shopIds?: readonly string[]
}

const shirt = 'Linen shirt'

it.each<readonly [file: string, expected: Expected]>([
  [
    'shopify.csv',
    {
      shape: 'shopify',
      skus: ['LS-RED-S', 'LS-RED-M', 'LS-BLU-S', 'TAB-1'],
      names: [`${shirt} – Red, S`, `${shirt} – Red, M`, `${shirt} – Blue, S`, 'Oak table'],
      handles: ['linen-shirt', 'oak-table'],
      sum: [1, 2, 2, 2],
    },
  ],
  [
    'shopify-2025.csv',
    {
      shape: 'shopify',
      skus: ['LS-RED-S', 'LS-BLU-S'],
      names: [`${shirt} – Red, S`, `${shirt} – Blue, S`],
      handles: ['linen-shirt'],
      sum: [1, 1, 1, 1],
      option: ['Color', 'Blue'],
    },
  ],
  [
    'matrixify.csv',
    {
      shape: 'matrixify',
      skus: ['LS-RED', 'LS-BLU'],
      names: [`${shirt} – Red`, `${shirt} – Blue`],
      handles: ['linen-shirt'],
      sum: [1, 1, 1, 3],
      option: ['Color', 'Blue'],
      shopIds: ['ID', 'Variant Inventory Item ID', 'Variant ID'],
    },
  ],
  [
    'woocommerce.csv',
    {
      shape: 'woocommerce',
      // The shirt's last variation is the last row, so it is whole after the mug.
      skus: ['WOO-MUG', 'WOO-SHIRT-RED', 'WOO-SHIRT-BLU'],
      names: ['Mug', 'Linen shirt - Red, S', 'Linen shirt - Blue, M'],
      sum: [1, 2, 2, 0],
      option: ['Size', 'M'],
      shopIds: ['ID'],
    },
  ],
  [
    'akeneo.csv',
    {
      shape: 'akeneo',
      skus: ['AK-RED-S', 'AK-BLU-S', 'AK-MUG'],
      names: [`${shirt} – red, s`, `${shirt} – blue, s`, 'Mug'],
      handles: ['linen_shirt', null],
      sum: [1, 2, 1, 0],
      shopIds: ['uuid'],
    },
  ],
  [
    'shopware.csv',
    {
      shape: 'shopware',
      skus: ['SW-SHIRT.1', 'SW-SHIRT.2', 'SW-MUG'],
      names: [shirt, shirt, 'Mug'],
      sum: [1, 2, 2, 0],
      shopIds: ['id', 'parent_id', 'tax_id', 'cover_media_id', 'manufacturer_id'],
    },
  ],
  [
    'amazon.txt',
    {
      shape: 'amazon',
      skus: ['AMZ-RED', 'AMZ-BLU', 'AMZ-MUG'],
      names: ['Linen shirt, 12" collar – Red, S', '"Blue" linen shirt', 'Mug'],
      sum: [3, 2, 2, 0],
    },
  ],
  [
    'google.tsv',
    { shape: 'google', skus: ['G-RED', 'G-BLU', 'G-MUG'], names: [`${shirt} – red, S`, `${shirt} – blue, S`, 'Mug'], sum: [1, 2, 1, 0] },
  ],
  [
    'medusa.csv',
    {
      shape: 'medusa',
      skus: ['MED-S', 'MED-M'],
      names: [`${shirt} – S`, `${shirt} – M`],
      handles: ['linen-shirt'],
      sum: [1, 1, 1, 0],
      option: ['Size', 'M'],
      shopIds: ['Product Id', 'Variant Id'],
    },
  ],
  [
    'magento.csv',
    {
      shape: 'magento',
      // The last has no row of its own.
      skus: ['MAG-RED', 'MAG-BLU', 'MAG-GRN'],
      names: [`${shirt} red`, `${shirt} blue`, `${shirt} – Green`],
      handles: ['linen-shirt'],
      // Two rows say the first product and a variant once more, in German.
      sum: [1, 1, 2, 0, 2],
      option: ['Color', 'Green'],
    },
  ],
  [
    'etsy.csv',
    {
      shape: 'etsy',
      skus: ['TRAY-OAK', 'TRAY-MAP', 'LS-RED-S', 'LS-RED-M', 'LS-BLU-S', 'LS-BLU-M', 'MUG-1'],
      names: [
        'Oak tray – Oak',
        'Oak tray – Maple',
        `${shirt} – Red, S`,
        `${shirt} – Red, M`,
        `${shirt} – Blue, S`,
        `${shirt} – Blue, M`,
        'Mug',
      ],
      sum: [1, 3, 0, 0],
    },
  ],
])('reads %s as what it is: products with their variants, and no row lost', async (file, expected) => {
  const { head, entries, nodes, sum, said, tree } = await readWholeList(fixture(file))
  expect(head).toMatchObject({ shape: expected.shape, unclear: [] })
  expect(entries.map(({ sku }) => sku)).toEqual(expected.skus)
  expect(entries.map(({ name }) => name)).toEqual(expected.names)
  const isProduct = ({ kind }: (typeof nodes)[number]): boolean => kind !== 'variant'
  if (expected.handles) expect(nodes.filter(isProduct).map(({ handle }) => handle)).toEqual(expected.handles)
  expect(tree).toMatchObject({ products: nodes.filter(isProduct).length, sold: entries.length, proposed: 'product' })
  const [headers, products, variants, pictures, views = 0] = expected.sum
  const rows = headers + products + variants + pictures + views
  expect(sum).toEqual({ rows, headers, products, variants, pictures, views, empty: 0, refused: 0 })
  expect(head.shopIds.map((at) => head.headers[at])).toEqual(expected.shopIds ?? [])
  // A shop's ids and addresses are neither ids nor sources of a workspace.
  expect(entries.every(({ productId, shows }) => productId === null && shows === null)).toBe(true)
  expect(said.filter(({ isIn }) => !isIn)).toEqual([])
  if (expected.option) expect(nodes.at(-1)?.options).toContainEqual(expected.option)
})

it('is no known export where a person says so', async () => {
  const { head } = await readWholeList(fixture('shopify.csv'), undefined, 'list.csv', { shape: 'none' })
  expect(head.shape).toBe(null)
})
