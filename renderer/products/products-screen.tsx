import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product } from '../../shared/products.ts'
import { countOf } from '../../shared/words/numbers.ts'
import { thumbnailUrl } from '../bridge.ts'
import { goTo } from '../navigation.ts'
import { api } from '../queries.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { Icon } from '../ui/icon.tsx'
import { ScreenLayout } from '../ui/screen.tsx'
import { UnreadNote } from '../ui/unread-note.tsx'
import { nameProduct } from './name-product.ts'
import { ProductView } from './product-view.tsx'
import classes from './products-screen.module.css'
import { UnsettledNote } from './unsettled-note.tsx'

const countPictures = (product: Product): number =>
  product.lists.reduce((sum, list) => sum + (list.sourceIds?.length ?? list.imageIds.length), 0)

const ProductItem = ({
  product,
  isChosen,
  choose,
}: {
  readonly product: Product
  readonly isChosen: boolean
  readonly choose: () => void
}) => {
  const cover = product.lists.flatMap((list) => list.imageIds)[0]
  return (
    <li>
      <button type="button" className={classes.item} aria-pressed={isChosen} onClick={choose}>
        <span className={classes.cover}>
          {cover ? <img src={thumbnailUrl(cover)} alt="" decoding="async" /> : <Icon name="products" />}
        </span>
        <span className={classes.words}>
          <span className={classes.name}>{nameProduct(product)}</span>
          <span className={classes.quiet}>
            {product.productId === null ? 'Not created yet' : countOf(countPictures(product), 'picture')}
          </span>
        </span>
      </button>
    </li>
  )
}

/** The known products, and the pictures attached to the selected one. */
export const ProductsScreen = () => {
  const { data: products, error } = useQuery(api.products.list.queryOptions())
  const [ref, choose] = useState<string | null>(null)
  const shown = products?.find((product) => product.ref === ref) ?? products?.[0]
  return (
    <ScreenLayout title="Products" aside={products && products.length > 0 ? countOf(products.length, 'product') : null}>
      <UnsettledNote />
      {error && <UnreadNote what="The products cannot be shown." error={error} />}
      {products?.length === 0 && (
        <EmptyNote icon="products" title="No products yet" actions={<Button onClick={() => goTo('library')}>Choose pictures</Button>}>
          Select pictures in the library, then attach them to a product of the workspace or to a new one.
        </EmptyNote>
      )}
      {shown && (
        <div className={classes.body}>
          <ul className={classes.list} aria-label="Products">
            {products?.map((product) => (
              <ProductItem key={product.ref} product={product} isChosen={product === shown} choose={() => choose(product.ref)} />
            ))}
          </ul>
          <ProductView key={shown.ref} product={shown} />
        </div>
      )}
    </ScreenLayout>
  )
}
