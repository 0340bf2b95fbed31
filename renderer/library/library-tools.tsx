import { ActionIcon, SegmentedControl, Select, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ImageFormat } from '../../shared/images.ts'
import type { PictureState } from '../../shared/library.ts'
import { nameProduct } from '../products/name-product.ts'
import { api } from '../queries.ts'
import { Icon } from '../ui/icon.tsx'
import classes from './library-tools.module.css'
import { setFilter, type TileSize, useLibraryView } from './library-view.ts'
import { pictureStates, stateOrder } from './picture-states.ts'
import { SortMenu } from './sort-menu.tsx'

/** Lets the search box take the focus from a shortcut. */
export const focusSearch = (): void => document.querySelector<HTMLInputElement>('[data-library-search]')?.focus()

const SearchBox = () => {
  const text = useLibraryView((view) => view.filter.text)
  const [typed, setTyped] = useState(text)
  const search = useDebouncedCallback((words: string) => setFilter({ text: words }), 120)
  useEffect(() => setTyped(text), [text])
  return (
    <TextInput
      className={classes.search}
      size="sm"
      aria-label="Search by file name"
      placeholder="Search"
      data-library-search
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
        setFilter({ text: '' })
      }}
    />
  )
}

const all = 'all'

const Filters = () => {
  const { state, format, productRef } = useLibraryView((view) => view.filter)
  const products = useQuery(api.products.list.queryOptions()).data ?? []
  return (
    <>
      <Select
        className={classes.filter}
        aria-label="State"
        data={[{ value: all, label: 'Any state' }, ...stateOrder.map((value) => ({ value, label: pictureStates[value].label }))]}
        value={state ?? all}
        onChange={(value) => setFilter({ state: value === all ? null : (value as PictureState) })}
      />
      <Select
        className={classes.filter}
        aria-label="Format"
        data={[
          { value: all, label: 'Any format' },
          { value: 'jpeg', label: 'JPEG' },
          { value: 'png', label: 'PNG' },
        ]}
        value={format ?? all}
        onChange={(value) => setFilter({ format: value === all ? null : (value as ImageFormat) })}
      />
      <Select
        className={classes.filter}
        aria-label="Product"
        disabled={products.length === 0}
        searchable={products.length > 8}
        comboboxProps={{ width: 264, position: 'bottom-start', portalProps: { target: '#menus' } }}
        data={[{ value: all, label: 'Any product' }, ...products.map((product) => ({ value: product.ref, label: nameProduct(product) }))]}
        value={productRef ?? all}
        onChange={(value) => setFilter({ productRef: value === all ? null : value })}
      />
    </>
  )
}

const sizes: readonly { readonly value: TileSize; readonly label: string }[] = [
  { value: 'small', label: 'S' },
  { value: 'medium', label: 'M' },
  { value: 'large', label: 'L' },
]

/** Search, filter, order and layout of the library. */
export const LibraryTools = () => {
  const layout = useLibraryView((view) => view.layout)
  const tileSize = useLibraryView((view) => view.tileSize)
  const isDetailsOpen = useLibraryView((view) => view.isDetailsOpen)
  return (
    <div className={classes.tools}>
      <SearchBox />
      <Filters />
      <span className={classes.space} />
      <SortMenu />
      {layout === 'grid' && (
        <SegmentedControl
          className={classes.sizes}
          size="xs"
          aria-label="Picture size"
          data={[...sizes]}
          value={tileSize}
          onChange={(value) => useLibraryView.setState({ tileSize: value as TileSize })}
        />
      )}
      <Tooltip label={layout === 'grid' ? 'Show as list' : 'Show as grid'}>
        <ActionIcon
          aria-label={layout === 'grid' ? 'Show as list' : 'Show as grid'}
          onClick={() => useLibraryView.setState({ layout: layout === 'grid' ? 'list' : 'grid' })}
        >
          <Icon name={layout === 'grid' ? 'list' : 'grid'} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={isDetailsOpen ? 'Hide details' : 'Show details'}>
        <ActionIcon
          aria-label="Details pane"
          aria-pressed={isDetailsOpen}
          onClick={() => useLibraryView.setState({ isDetailsOpen: !isDetailsOpen })}
        >
          <Icon name="panel" />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
