import type { Product } from '../../shared/products.ts'

/** A product's name, else its id. A product that the service has not created yet has only a name. */
export const nameProduct = (product: Pick<Product, 'name' | 'productId'>): string => product.name ?? product.productId ?? 'New product'
