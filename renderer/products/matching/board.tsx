import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { KeptProduct } from '../../../shared/products/matching.ts'
import { api } from '../../queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { UnreadNote } from '../../ui/unread-note.tsx'
import { usePages } from '../../ui/use-pages.ts'
import classes from './board.module.css'
import { productsPage } from './match-queries.ts'
import { searchProducts, useMatchView } from './match-view.ts'
import { estimateGroup, groupId, ProductGroup, tileId } from './product-group.tsx'
import { useBoardKeys } from './use-board-keys.ts'
import { VirtualGrid } from './virtual-grid.tsx'

/** Products without pictures that a search shows. */
const mostFound = 20

const SearchBox = () => {
  const text = useMatchView((view) => view.text)
  const [typed, setTyped] = useState(text)
  const search = useDebouncedCallback(searchProducts, 150)
  useEffect(() => setTyped(text), [text])
  return (
    <TextInput
      className={classes.search}
      size="xs"
      aria-label="Search products"
      placeholder="Search products by name, SKU, GTIN or ID"
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        search.cancel()
        setTyped('')
        searchProducts('')
      }}
    />
  )
}

/** Known products that a search finds and that have no pictures, to drop pictures on. */
const useFoundWithout = (text: string): readonly KeptProduct[] => {
  const { data } = useQuery({
    ...api.matching.products.queryOptions({ input: { text, limit: mostFound } }),
    enabled: text.trim() !== '',
  })
  if (text.trim() === '') return []
  return (data ?? []).flatMap(({ product, pictures, found }) =>
    pictures === 0 ? [{ product, total: 0, attached: 0, pictures: [], ...(found ? { found } : {}) }] : [],
  )
}

/** How far a product is followed: as far as a page of rows. */
const nearby = Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? 1 + at / 2 : -(at + 1) / 2))

/** The product where the keyboard is, followed by its key when products above it come or go. */
const useFollowProduct = (count: number, productAt: (index: number) => KeptProduct | undefined): number => {
  const { index: kept, key, picture } = useMatchView((view) => view.board)
  const index = Math.max(0, Math.min(kept, count - 1))
  const there = productAt(index)?.product.key ?? null
  useEffect(() => {
    if (there === null || there === key) return
    const near = nearby.find((by) => key !== null && productAt(index + by)?.product.key === key)
    useMatchView.setState({ board: near === undefined ? { index, key: there, picture: 0 } : { index: index + near, key, picture } })
  })
  return index
}

/** Products with their pictures in order; a search shows products without pictures, too. */
export const Board = () => {
  const text = useMatchView((view) => view.text)
  const dragged = useMatchView((view) => view.dragged)
  const picture = useMatchView((view) => view.board.picture)
  const { total, rowAt, onRange, error, isPending } = usePages<KeptProduct>(productsPage(text))
  const without = useFoundWithout(text)
  const count = total + without.length
  const productAt = (at: number): KeptProduct | undefined => (at < total ? rowAt(at) : without[at - total])
  const grid = useRef<HTMLDivElement>(null)
  const index = useFollowProduct(count, productAt)
  const current = productAt(index)
  const at = Math.max(0, Math.min(picture, (current?.pictures.length ?? 0) - 1))
  const onKeyDown = useBoardKeys({ count, index, picture: at, product: current })
  const pinned = dragged?.side === 'products' ? dragged.index : null
  const kept = useRef<KeptProduct | undefined>(undefined)
  if (pinned === null) kept.current = undefined
  else kept.current = productAt(pinned) ?? kept.current
  return (
    <section className={classes.board} aria-label="Products with their pictures">
      <div className={classes.head}>
        <SearchBox />
      </div>
      {error && <UnreadNote what="The products cannot be shown." error={error} />}
      {count === 0 && !isPending && !error && (
        <p className={classes.empty} role="status">
          {text.trim() === ''
            ? 'No picture has a product yet. Use rules to match by folder and file name, or search for a product here and drag pictures to it.'
            : 'No product found.'}
        </p>
      )}
      {count > 0 && (
        <VirtualGrid
          gridRef={grid}
          label="Products"
          count={count}
          estimate={(at, width) => estimateGroup(productAt(at), width)}
          current={index}
          activeId={current && (current.pictures.length > 0 ? tileId(index, at) : groupId(index))}
          pinned={pinned}
          onRange={onRange}
          onKeyDown={onKeyDown}
          render={(row) => {
            const product = productAt(row) ?? (row === pinned ? kept.current : undefined)
            return product ? (
              <ProductGroup kept={product} index={row} current={row === index ? at : null} />
            ) : (
              <div className={classes.placeholder} />
            )
          }}
        />
      )}
    </section>
  )
}
