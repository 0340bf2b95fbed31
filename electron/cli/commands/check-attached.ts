import { AppError } from '../../../shared/base/errors.ts'
import type { ProductCheck } from '../../../shared/checks/requirement-checks.ts'
import { callProduct, namesOfRow } from '../../../shared/products/product-names-words.ts'
import { isListCertain } from '../../../shared/products/products.ts'
import type { OpenCore } from '../with-core.ts'

type Client = OpenCore['client']

/** What profiles find in a product’s list; `null`: Packshot doesn’t know all pictures that the product has. */
export type CheckedList = {
  readonly productId: string | null
  readonly name: string
  readonly attribute: string
  readonly pictures: number
  readonly profiles: readonly ProductCheck[] | null
}

/** The pictures that sources were made from, in their order; `null`: one that is not ours. */
const readPictures = async ({ library }: Client, sourceIds: readonly string[]): Promise<(string | null)[]> => {
  const known = new Map((await library.names({ by: 'source', ids: [...sourceIds] })).map(({ id, imageId }) => [id, imageId]))
  return sourceIds.map((id) => known.get(id) ?? null)
}

/** Checks the lists of products as Packshot knows them, as the Products screen does. Error: `usage` where no profile is in use. */
export const checkAttached = async (client: Client, profiles: string[] | null): Promise<readonly CheckedList[]> => {
  if (profiles === null && !(await client.checks.profiles()).some(({ isUsed }) => isUsed))
    throw new AppError('usage', { kind: 'no-profile-used' }, { kept: 'nothing-changed' })
  const checked: CheckedList[] = []
  for (const product of await client.products.list())
    for (const list of product.lists) {
      const ids = await readPictures(client, list.sourceIds ?? [])
      const found = isListCertain(list)
        ? await client.checks.product({
            imageIds: ids,
            sourceIds: list.sourceIds ?? [],
            total: ids.length,
            profiles,
          })
        : null
      checked.push({
        productId: product.productId,
        name: callProduct(namesOfRow(product)),
        attribute: list.attribute,
        pictures: ids.length,
        profiles: found,
      })
    }
  return checked
}
