import type { Command } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import type { ProductFields } from '../../../shared/products/product-edits.ts'
import {
  describeProductEdit,
  describeProductMerge,
  describeProductRemoval,
  productEditWords,
} from '../../../shared/products/product-edits-words.ts'
import type { ProductRow } from '../../../shared/products/products.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { printable } from '../output.ts'
import { readAllPages } from '../read-all-pages.ts'
import type { OpenCore } from '../with-core.ts'

type Client = OpenCore['client']
type EditOptions = { readonly name?: string; readonly sku?: string; readonly gtin?: string; readonly id?: string; readonly dryRun: boolean }

const pageSize = 500

/** The only product with exactly this id, SKU or name. */
const findProduct = async (client: Client, named: string): Promise<ProductRow> => {
  const rows = await readAllPages((offset) => client.products.page({ offset, limit: pageSize, text: named, listed: true }))
  const wanted = named.trim()
  for (const textOf of [
    ({ productId }: ProductRow) => productId,
    ({ listed }: ProductRow) => listed?.sku ?? null,
    ({ name }: ProductRow) => name,
  ]) {
    const found = rows.filter((row) => textOf(row)?.toLowerCase() === wanted.toLowerCase())
    const [only] = found
    if (only && found.length === 1) return only
    if (found.length > 1) throw new AppError('usage', { kind: 'product-name-shared', name: wanted, products: found.length })
  }
  throw new AppError('unknown-id', { kind: 'product-unknown', productRef: wanted }, { kept: 'nothing-changed' })
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

/** The product and what waits for it. */
const readEdited = async (client: Client, named: string) => {
  const { ref, name, productId } = await findProduct(client, named)
  const product = await client.products.edited({ ref })
  if (!product) throw new AppError('unknown-id', { kind: 'product-unknown', productRef: named }, { kept: 'nothing-changed' })
  return { ref, product, called: name ?? productId ?? named }
}

/** Changes or removes one product, and says what becomes of the work that waits for it. */
export const addEditCommands = (products: Command, { withCore, output }: CommandContext): void => {
  products
    .command('edit')
    .description('change a product here: its name, SKU, GTIN, or its ID in the workspace; nothing in the workspace changes')
    .argument('<product>', 'its ID, SKU or name')
    .option('--name <name>', 'its name ("": none)')
    .option('--sku <sku>', 'its SKU in your product list')
    .option('--gtin <gtin>', 'its GTIN in your product list')
    .option('--id <id>', 'its ID in the workspace ("": the workspace does not have it)')
    .option('--dry-run', 'say what would happen, without changing anything', false)
    .action((named: string, { name, sku, gtin, id, dryRun }: EditOptions) => {
      const fields: Partial<ProductFields> = {
        ...(name === undefined ? {} : { name: orNull(name) }),
        ...(sku === undefined ? {} : { sku: orNull(sku) }),
        ...(gtin === undefined ? {} : { gtin: orNull(gtin) }),
        ...(id === undefined ? {} : { productId: orNull(id) }),
      }
      if (Object.keys(fields).length === 0)
        throw new AppError(
          'usage',
          { kind: 'options-missing', options: ['--name', '--sku', '--gtin', '--id'] },
          { kept: 'nothing-changed' },
        )
      return withCore({ access: dryRun ? 'read' : 'write' }, async ({ client }) => {
        const { ref, product } = await readEdited(client, named)
        const sentences = describeProductEdit(product, { ...product.fields, ...fields })
        if (!dryRun) await client.products.edit({ ref, fields })
        output().result({ before: product, fields }, () => [...(dryRun ? [] : [`${productEditWords.edited}.`]), ...sentences])
        return exitCodes.done
      })
    })
  products
    .command('merge')
    .description(
      'two products are one: their list rows, matched pictures and waiting work become one product’s; nothing in the workspace changes',
    )
    .argument('<product>', 'its ID, SKU or name')
    .argument('<other>', 'the same for the other one, which stays unless only the first is in the workspace')
    .option('--dry-run', 'say what would happen, without merging them', false)
    .action((named: string, other: string, { dryRun }: { readonly dryRun: boolean }) =>
      withCore({ access: dryRun ? 'read' : 'write' }, async ({ client }) => {
        const both = { ref: (await findProduct(client, named)).ref, other: (await findProduct(client, other)).ref }
        const preview = await client.products.mergePreview(both)
        if (!dryRun) await client.products.merge(both)
        output().result(preview, () => [
          ...(dryRun ? [] : [`${productEditWords.merged}.`]),
          ...describeProductMerge(preview).map((line) => printable(line)),
        ])
        return exitCodes.done
      }),
    )
  products
    .command('remove')
    .description('remove a product here, and cancel what waits for it; nothing in the workspace changes')
    .argument('<product>', 'its ID, SKU or name')
    .option('--dry-run', 'say what would happen, without removing it', false)
    .action((named: string, { dryRun }: { readonly dryRun: boolean }) =>
      withCore({ access: dryRun ? 'read' : 'write' }, async ({ client }) => {
        const { ref, product, called } = await readEdited(client, named)
        if (!dryRun) await client.products.remove({ ref })
        output().result({ before: product }, () => [
          ...(dryRun ? [] : [`${printable(productEditWords.removed(called))}.`]),
          ...describeProductRemoval(product),
        ])
        return exitCodes.done
      }),
    )
}
