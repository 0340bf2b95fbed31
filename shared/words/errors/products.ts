import type { ProductsFailure } from '../../failures/products.ts'
import type { ErrorWords } from './error-words.ts'

export const productsErrors: ErrorWords<ProductsFailure> = {}
