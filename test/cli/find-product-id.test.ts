import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findProductId } from '../../electron/cli/find-product-id.ts'
import { readList } from '../../electron/core/products/catalogue/read-list.ts'
import { describeError } from '../../shared/base/describe-error.ts'
import { AppError } from '../../shared/base/errors.ts'
import { prepareTestLibrary } from '../support/open-test-library.ts'

const library = prepareTestLibrary({ readList })

it('takes the ID of the only product with a SKU or GTIN; whatever else is named counts as an ID', async () => {
  const path = join(library.folder(), 'list.csv')
  writeFileSync(
    path,
    'Product ID,SKU,GTIN,Name\nprd_1,SKU-1,4006381333931,Oil\nprd_2,SKU-2,,Penne\nprd_3,SKU-2,,Penne large\nSKU-1x,SKU-4,,Mug\n,SKU-5,,Not created\nprd_6,SKU-1x,,Cup\n',
  )
  await library.client().catalogue.importFile({ path, columns: {}, dryRun: false })
  const find = (named: string) => findProductId(library.client(), named, 'nothing-queued')
  expect(await find('prd_1')).toBe('prd_1')
  expect(await find('sku-1')).toBe('prd_1')
  expect(await find('4006381333931')).toBe('prd_1')
  // An ID counts before a SKU, and a name or a part is neither.
  expect(await find('SKU-1x')).toBe('SKU-1x')
  for (const other of ['Oil', 'SKU', 'SKU-5', 'prd_of_a_colleague']) expect(await find(other)).toBe(other)
  const refused = await find('SKU-2').catch((error: unknown) => error)
  if (!(refused instanceof AppError)) throw new Error('It was not refused.')
  expect(describeError(refused.toRecord()).message).toContain(
    'Several products have “SKU-2”: Penne (SKU-2), ID prd_2; Penne large (SKU-2), ID prd_3. Say the ID of one.',
  )
})
