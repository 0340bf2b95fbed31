import { Button, Menu } from '@mantine/core'
import type { LibrarySort } from '../../../shared/pictures/library.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuWhenUsed } from '../../ui/menu-when-used.tsx'
import { setSort, useLibraryView } from './library-view.ts'

const fields: readonly { readonly by: LibrarySort['by']; readonly label: string; readonly descendsFirst: boolean }[] = [
  { by: 'added', label: 'Added', descendsFirst: true },
  { by: 'name', label: 'Name', descendsFirst: false },
  { by: 'bytes', label: 'File size', descendsFirst: true },
  { by: 'pixels', label: 'Pixels', descendsFirst: true },
]

/** Another field in its usual direction; the same field again turns it round. */
export const chooseSort = (sort: LibrarySort, by: LibrarySort['by']): LibrarySort =>
  sort.by === by
    ? { by, descending: !sort.descending }
    : { by, descending: fields.find((field) => field.by === by)?.descendsFirst ?? false }

export const SortMenu = () => {
  const sort = useLibraryView((view) => view.sort)
  const label = fields.find((field) => field.by === sort.by)?.label
  return (
    <MenuWhenUsed
      position="bottom-end"
      target={
        <Button
          variant="subtle"
          color="gray"
          px={8}
          rightSection={<Icon name={sort.descending ? 'down' : 'up'} size={14} />}
          aria-label={`Sort by ${label}`}
          flex="none"
        >
          {label}
        </Button>
      }
    >
      <Menu.Label>Sort by</Menu.Label>
      {fields.map(({ by, label: name }) => (
        <Menu.Item
          key={by}
          onClick={() => setSort(chooseSort(sort, by))}
          rightSection={sort.by === by ? <Icon name={sort.descending ? 'down' : 'up'} size={14} /> : null}
        >
          {name}
        </Menu.Item>
      ))}
    </MenuWhenUsed>
  )
}
