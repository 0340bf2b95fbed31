import { Menu } from '@mantine/core'
import { memo, useContext, useState } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import { Icon } from '../../ui/icon.tsx'
import { modName } from '../../ui/keys.ts'
import { type CellRange, countCells, rangeOf, selectColumns } from './cell-range.ts'
import { hideColumn, resizeColumn, turnSort } from './column-choice.ts'
import { beginEdit } from './edit-cell.ts'
import { focusGrid } from './focus-grid.ts'
import { followSelection } from './follow-selection.ts'
import { sizeOf } from './move-cursor.ts'
import { clearCells, fill, review } from './sheet-actions.ts'
import { SheetContext } from './sheet-context.ts'
import { closeMenu } from './sheet-menu-place.ts'
import { changeLook, goToCell, openDialog, select, useSheetView } from './sheet-view.ts'
import { decide } from './use-sheet-keys.ts'
import { takeWritten } from './write-cells.ts'

/** Pixels that a column becomes wider or narrower by. */
const widthStep = 60

const ColumnItems = () => {
  const sheet = useContext(SheetContext)
  const selection = useSheetView((view) => view.selection)
  const column = sheet.columns[selection.active.column]
  if (!column) return null
  const { question, label, width } = column
  const setId = sheet.view.setId
  const wholeColumn = selectColumns({ active: selection.active, head: selection.active }, sizeOf(sheet))
  const whole = rangeOf(wholeColumn)
  const isSorted = sheet.view.sort?.by === question
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Column “{label}”</Menu.Label>
      <Menu.Item
        rightSection={isSorted ? <Icon name={sheet.view.sort?.descending ? 'down' : 'up'} size={14} /> : null}
        onClick={() => {
          changeLook(setId, (look) => ({ ...look, sort: turnSort(look.sort, question) }))
          goToCell({ row: 0, column: selection.active.column })
        }}
      >
        {isSorted ? (sheet.view.sort?.descending ? 'Usual order' : 'Sort Z to A') : 'Sort A to Z'}
      </Menu.Item>
      <Menu.Item onClick={() => void review(sheet, whole, 'approved')}>Approve the column</Menu.Item>
      <Menu.Item onClick={() => void review(sheet, whole, 'draft')}>Set the column back to draft</Menu.Item>
      <Menu.Item
        onClick={() => {
          select(wholeColumn, null, true)
          openDialog('write')
        }}
      >
        Write the column with brand voice…
      </Menu.Item>
      <Menu.Item onClick={() => void takeWritten(sheet, whole)}>Use the column’s written texts</Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => changeLook(setId, (look) => resizeColumn(look, question, width + widthStep))}>
        Wider
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => changeLook(setId, (look) => resizeColumn(look, question, width - widthStep))}>
        Narrower
      </Menu.Item>
      <Menu.Item disabled={sheet.columns.length === 1} onClick={() => changeLook(setId, (look) => hideColumn(look, question))}>
        Hide
      </Menu.Item>
    </>
  )
}

const CellItems = () => {
  const sheet = useContext(SheetContext)
  const selection = useSheetView((view) => view.selection)
  const count = countCells(rangeOf(selection))
  /** With the range as it is when the item is chosen. */
  const withRange = (act: (range: CellRange) => unknown): void => {
    if (followSelection(sheet)) act(rangeOf(useSheetView.getState().selection))
  }
  const about = count === 1 ? '' : ` ${countOf(count, 'cell')}`
  return (
    <>
      <Menu.Item leftSection={<Icon name="edit" size={16} />} rightSection="Enter" onClick={() => setTimeout(() => beginEdit(sheet, null))}>
        Edit
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="check" size={16} />} onClick={() => void decide(sheet, 'approved', 'selection')}>
        Approve{about}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="close" size={16} />} onClick={() => openDialog('reject')}>
        Reject{about}…
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="undo" size={16} />} onClick={() => void decide(sheet, 'draft', 'selection')}>
        Set{about} back to draft
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="questions" size={16} />} onClick={() => openDialog('ask-again')}>
        Ask{about} differently…
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => openDialog('write')}>
        Write{about} with brand voice…
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="check" size={16} />} onClick={() => withRange((range) => takeWritten(sheet, range))}>
        Use written texts
      </Menu.Item>
      <Menu.Item
        leftSection={<Icon name="down" size={16} />}
        rightSection={`${modName} D`}
        onClick={() => withRange((range) => fill(sheet, range, 'down'))}
      >
        Fill down
      </Menu.Item>
      <Menu.Item
        leftSection={<Icon name="trash" size={16} />}
        rightSection="Delete"
        onClick={() => withRange((range) => clearCells(sheet, range))}
      >
        Clear{about}
      </Menu.Item>
      {count === 1 && (
        <Menu.Item leftSection={<Icon name="clock" size={16} />} onClick={() => openDialog('history')}>
          Earlier texts…
        </Menu.Item>
      )}
    </>
  )
}

/** The menu of the selected cells and of the active cell's column: by right click, Alt + ↓, the menu key, or a column's button. */
export const SheetMenu = memo(() => {
  const opened = useSheetView((view) => view.menu)
  // It stays where it was while it fades out.
  const [last, setLast] = useState(opened)
  if (opened && opened !== last) setLast(opened)
  const y = last?.y ?? 0
  const isUpwards = y > window.innerHeight / 2
  const room = isUpwards ? y : window.innerHeight - y
  const close = (): void => {
    closeMenu()
    if (useSheetView.getState().dialog === null) focusGrid()
  }
  return (
    <Menu
      opened={opened !== null}
      onClose={close}
      position={isUpwards ? 'top-start' : 'bottom-start'}
      middlewares={{ flip: false, shift: true }}
      returnFocus={false}
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <div
          aria-hidden="true"
          style={{ position: 'fixed', left: last?.x ?? 0, top: last?.y ?? 0, width: 1, height: 1, pointerEvents: 'none' }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label="Cell and column" mah={room - 24} style={{ overflowY: 'auto' }}>
        <CellItems />
        <ColumnItems />
      </Menu.Dropdown>
    </Menu>
  )
})
