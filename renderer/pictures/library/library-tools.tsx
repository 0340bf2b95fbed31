import { ActionIcon, Button, Menu, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { labels } from '../../../shared/base/label-words.ts'
import type { LibraryGrouping } from '../../../shared/pictures/library.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuWhenUsed } from '../../ui/menu-when-used.tsx'
import { Tip } from '../../ui/tip.tsx'
import { LibraryFilters } from './library-filters.tsx'
import classes from './library-tools.module.css'
import { setFilter, setGrouping, useLibraryView } from './library-view.ts'
import { PictureSizes } from './picture-sizes.tsx'
import { SortMenu } from './sort-menu.tsx'

const groupings: readonly { readonly by: LibraryGrouping; readonly label: string; readonly shown: string }[] = [
  { by: 'nothing', label: 'Nothing', shown: 'Group' },
  { by: 'folder', label: 'Folder', shown: 'By folder' },
  { by: 'product', label: 'Product', shown: 'By product' },
  { by: 'drop', label: 'Date added', shown: 'By date' },
  { by: 'similar', label: 'Similar pictures', shown: 'Similar' },
]

/** Chooses how pictures are grouped. */
const GroupMenu = () => {
  const groupBy = useLibraryView((view) => view.groupBy)
  const chosen = groupings.find(({ by }) => by === groupBy)
  return (
    <MenuWhenUsed
      position="bottom-end"
      target={
        <Button
          variant="subtle"
          color="gray"
          px={8}
          rightSection={<Icon name="chevron" size={14} />}
          aria-label={`Group by ${chosen?.label.toLowerCase()}`}
          flex="none"
        >
          {chosen?.shown}
        </Button>
      }
    >
      <Menu.Label>Group by</Menu.Label>
      {groupings.map(({ by, label }) => (
        <Menu.Item key={by} onClick={() => setGrouping(by)} rightSection={groupBy === by ? <Icon name="check" size={14} /> : null}>
          {label}
        </Menu.Item>
      ))}
    </MenuWhenUsed>
  )
}

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

/** Search, filter, order, grouping and layout of the library. */
export const LibraryTools = () => {
  const layout = useLibraryView((view) => view.layout)
  const isDetailsOpen = useLibraryView((view) => view.isDetailsOpen)
  return (
    <div className={classes.tools}>
      <SearchBox />
      <LibraryFilters />
      <div className={classes.looks}>
        <GroupMenu />
        <SortMenu />
        {layout === 'grid' && <PictureSizes />}
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
