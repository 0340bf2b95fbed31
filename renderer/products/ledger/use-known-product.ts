import { skipToken, useQuery } from '@tanstack/react-query'
import type { Product, ProductKey } from '../../../shared/products/products.ts'
import { api } from '../../queries.ts'

/** A known product with its lists; `undefined`: unknown, or not read yet. `null`: none is meant. */
export const useKnownProduct = (key: ProductKey | null): Product | undefined =>
  useQuery(api.products.find.queryOptions({ input: key ?? skipToken })).data ?? undefined
