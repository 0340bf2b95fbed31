import { ActionIcon, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { labels } from '../../shared/words/labels.ts'
import { Icon } from '../ui/icon.tsx'
import { Tip } from '../ui/tip.tsx'
import { GroupMenu } from './group-menu.tsx'
import { LibraryFilters } from './library-filters.tsx'
import classes from './library-tools.module.css'
import { setFilter, type TileSize, useLibraryView } from './library-view.ts'
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
      aria-label={labels.searchLibrary}
      placeholder="Search names, folders, products, questions, answers"
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

const sizes: readonly { readonly value: TileSize; readonly label: string }[] = [
  { value: 'small', label: 'S' },
  { value: 'medium', label: 'M' },
  { value: 'large', label: 'L' },
]

/** Search, filter, order, grouping and layout of the library. */
export const LibraryTools = () => {
  const layout = useLibraryView((view) => view.layout)
  const tileSize = useLibraryView((view) => view.tileSize)
  const isDetailsOpen = useLibraryView((view) => view.isDetailsOpen)
  return (
    <div className={classes.tools}>
      <SearchBox />
      <LibraryFilters />
      <div className={classes.looks}>
        <GroupMenu />
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
        <Tip label={layout === 'grid' ? 'Show as list' : 'Show as grid'}>
          <ActionIcon
            aria-label={layout === 'grid' ? 'Show as list' : 'Show as grid'}
            onClick={() => useLibraryView.setState({ layout: layout === 'grid' ? 'list' : 'grid' })}
          >
            <Icon name={layout === 'grid' ? 'list' : 'grid'} />
          </ActionIcon>
        </Tip>
        <Tip label={isDetailsOpen ? 'Hide details' : 'Show details'}>
          <ActionIcon
            aria-label="Details pane"
            aria-pressed={isDetailsOpen}
            onClick={() => useLibraryView.setState({ isDetailsOpen: !isDetailsOpen })}
          >
            <Icon name="panel" />
          </ActionIcon>
        </Tip>
      </div>
    </div>
  )
}
