import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useCallback, useEffect, useState } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import { describeProductRow } from '../../../shared/products/product-state-words.ts'
import type { ProductRow } from '../../../shared/products/products.ts'
import { thumbnailUrl } from '../../bridge.ts'
import { goTo } from '../../navigation.ts'
import { api } from '../../queries.ts'
import { EmptyNote } from '../../ui/empty-note.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ScreenLayout } from '../../ui/screen.tsx'
import { UnreadNote } from '../../ui/unread-note.tsx'
import { rowsPerPage, usePages } from '../../ui/use-pages.ts'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import { FollowedListLine, ImportFromAddress } from '../../watching/followed-list.tsx'
import { openListChooser } from '../catalogue/list-input.tsx'
import { ListTargets } from '../catalogue/list-targets.tsx'
import { RefusedRows } from '../catalogue/refused-rows.tsx'
import { useDropOnProduct } from './drop-on-product.ts'
import type { ProductDialog } from './edit-product.tsx'
import { titleOf } from './name-product.ts'
import { ProductView } from './product-view.tsx'
import classes from './products-screen.module.css'
import { UnsettledNote } from './unsettled-note.tsx'

const ProductItem = ({
  product,
  isChosen,
  choose,
}: {
  readonly product: ProductRow
  readonly isChosen: boolean
  readonly choose: () => void
}) => (
  <button type="button" className={classes.item} aria-pressed={isChosen} onClick={choose} {...useDropOnProduct(product)}>
    <span className={classes.cover}>
      {product.coverId ? <img src={thumbnailUrl(product.coverId)} alt="" decoding="async" /> : <Icon name="products" />}
    </span>
    <span className={classes.words}>
      <span className={classes.name}>{titleOf(product)}</span>
      <span className={classes.quiet}>{describeProductRow(product)}</span>
    </span>
  </button>
)

type ShownProps = Omit<ComponentProps<typeof ProductView>, 'product'> & { readonly productRef: string }

/** A product with its lists, which may be long: only the selected one is read. */
const ShownProduct = ({ productRef, ...rest }: ShownProps) => {
  const { data: product, error } = useQuery(api.products.find.queryOptions({ input: { by: 'ref', ref: productRef } }))
  // It was removed, or a new list came in.
  const isGone = product === null
  const { choose } = rest
  useEffect(() => {
    if (isGone) choose(null)
  }, [isGone, choose])
  if (error) return <UnreadNote what="The product cannot be shown." error={error} />
  return product ? <ProductView product={product} {...rest} /> : null
}

const ImportButton = () => (
  <Button variant="default" leftSection={<Icon name="list" size={16} />} onClick={openListChooser}>
    Import list…
  </Button>
)

const SearchBox = ({ search }: { readonly search: (text: string) => void }) => {
  const [typed, setTyped] = useState('')
  const searchSoon = useDebouncedCallback(search, 120)
  return (
    <TextInput
      className={classes.search}
      size="sm"
      aria-label="Search products"
      placeholder="Name, SKU, GTIN, ID"
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        searchSoon(event.currentTarget.value)
      }}
    />
  )
}

/** The products that Packshot worked with and those of the imported list, and the pictures attached to the selected one. */
export const ProductsScreen = () => {
  const [text, setText] = useState('')
  const { total, rowAt, onRange, error, isPending } = usePages<ProductRow>((offset) =>
    api.products.page.queryOptions({ input: { offset, limit: rowsPerPage, text, listed: true, withWork: true } }),
  )
  const [chosen, setChosen] = useState<string | null>(null)
  /** The product whose dialog is open: another one takes its place in the list when it is gone. */
  const [asks, setAsks] = useState<{ readonly ref: string; readonly dialog: ProductDialog } | null>(null)
  const choose = useCallback((ref: string | null): void => {
    setChosen(ref)
    setAsks(null)
  }, [])
  const ref = chosen ?? rowAt(0)?.ref ?? null
  const isEmpty = total === 0 && !isPending && !error
  return (
    <ScreenLayout
      title="Products"
      aside={total > 0 ? countOf(total, 'product') : null}
      tools={
        <>
          <ImportButton />
          <ImportFromAddress />
        </>
      }
    >
      <UnsettledNote />
      <RefusedRows />
      <ListTargets />
      <FollowedListLine />
      {error && <UnreadNote what="The products cannot be shown." error={error} />}
      {isEmpty && text === '' && (
        <EmptyNote icon="products" title="No products yet" actions={<Button onClick={() => goTo('library')}>Choose pictures</Button>}>
          Select pictures in the library, then attach them to a product of the workspace or to a new one. Or import your product list: drop
          a CSV or XLSX file here.
        </EmptyNote>
      )}
      {(total > 0 || text !== '') && (
        <div className={classes.body}>
          <div className={classes.list}>
            <SearchBox
              search={(next) => {
                setText(next)
                choose(null)
              }}
            />
            {isEmpty ? (
              <p className={classes.quiet} role="status">
                No product found.
              </p>
            ) : (
              <VirtualRows
                label="Products list"
                count={total}
                estimate={56}
                onRange={onRange}
                onCurrent={(index) => choose(rowAt(index)?.ref ?? null)}
                onRemoval={(index) => {
                  const removed = index < 0 ? ref : (rowAt(index)?.ref ?? null)
                  if (removed === null) return
                  choose(removed)
                  setAsks({ ref: removed, dialog: 'remove' })
                }}
                render={(index) => {
                  const product = rowAt(index)
                  return product ? (
                    <ProductItem key={product.ref} product={product} isChosen={product.ref === ref} choose={() => choose(product.ref)} />
                  ) : (
                    <div className={classes.placeholder} />
                  )
                }}
              />
            )}
          </div>
          {ref !== null && (
            <ShownProduct
              key={ref}
              productRef={ref}
              isChosen={chosen !== null}
              choose={choose}
              asks={asks?.ref === ref ? asks.dialog : null}
              setAsks={(dialog) => setAsks(dialog && { ref, dialog })}
            />
          )}
        </div>
      )}
    </ScreenLayout>
  )
}
