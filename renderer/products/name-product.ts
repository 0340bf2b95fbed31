import type { Product } from '../../shared/products.ts'

/** A product by its name, else its id; one that the service has not made yet has only the name. */
export const nameProduct = (product: Pick<Product, 'name' | 'productId'>): string => product.name ?? product.productId ?? 'New product'
