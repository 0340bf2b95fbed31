import type { ComboboxItem, SelectProps } from '@mantine/core'
import { countOf } from '../../../shared/base/number-words.ts'
import { factsOfProduct, namesOfRow, productFieldWords, titleOfProduct } from '../../../shared/products/product-names-words.ts'
import type { ProductRow } from '../../../shared/products/products.ts'
import { thumbnailUrl } from '../../bridge.ts'
import { Icon } from '../../ui/icon.tsx'
import classes from './product-hit.module.css'

export type HitProduct = Pick<ProductRow, 'name' | 'productId' | 'listed' | 'found' | 'coverId' | 'pictures'>

/** A picture of a product, if there is one. */
export const HitCover = ({ coverId }: Pick<ProductRow, 'coverId'>) => (
  <span className={classes.cover}>
    {coverId ? <img src={thumbnailUrl(coverId)} alt="" decoding="async" /> : <Icon name="products" size={16} />}
  </span>
)

/** A product that a search found: its picture, name and SKU, and the field that matched if neither shows it. */
export const ProductHit = ({ product }: { readonly product: HitProduct }) => {
  const names = namesOfRow(product)
  const { productId, listed, pictures, found } = product
  const facts = [...factsOfProduct(names, found), productId === null && !listed ? productFieldWords.isNew : countOf(pictures, 'picture')]
  return (
    <span className={classes.hit}>
      <HitCover coverId={product.coverId} />
      <span className={classes.words}>
        <span className={classes.name}>{titleOfProduct(names)}</span>
        <span className={classes.quiet}>{facts.join(' · ')}</span>
      </span>
    </span>
  )
}

/** Draws the products among a list's options, whose values are their references; the others keep their labels. */
export const drawHits =
  (products: readonly (HitProduct & { readonly ref: string })[]): NonNullable<SelectProps['renderOption']> =>
  ({ option }: { readonly option: ComboboxItem }) => {
    const product = products.find(({ ref }) => ref === option.value)
    return product ? <ProductHit product={product} /> : option.label
  }
