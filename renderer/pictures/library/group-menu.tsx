import { Button, Menu } from '@mantine/core'
import type { LibraryGrouping } from '../../../shared/pictures/library.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuWhenUsed } from '../../ui/menu-when-used.tsx'
import { setGrouping, useLibraryView } from './library-view.ts'

const groupings: readonly { readonly by: LibraryGrouping; readonly label: string; readonly shown: string }[] = [
  { by: 'nothing', label: 'Nothing', shown: 'Group' },
  { by: 'folder', label: 'Folder', shown: 'By folder' },
  { by: 'product', label: 'Product', shown: 'By product' },
  { by: 'drop', label: 'Date added', shown: 'By date' },
  { by: 'similar', label: 'Similar pictures', shown: 'Similar' },
]

/** Chooses how pictures are grouped. */
export const GroupMenu = () => {
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
