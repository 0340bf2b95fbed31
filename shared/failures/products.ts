/** What can go wrong with products and their lists. */
export type ProductsFailure = never
