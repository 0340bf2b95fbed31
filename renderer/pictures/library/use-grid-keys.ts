import { type KeyboardEvent, useRef } from 'react'
import { client } from '../../bridge.ts'
import { hasMod, isSelectAll } from '../../ui/keys.ts'
import type { GridLayout } from './grid-layout.ts'
import { type LibraryOrder, readRow } from './library-rows.ts'
import { clearSelection, setSelection, useLibraryView } from './library-view.ts'
import { openMenuAt } from './picture-menu.tsx'
import { removeSelected } from './remove-pictures.ts'
import { isSelecting, selectionRead, selectOnceRead } from './select-once-read.ts'
import { chooseAll, isMoveKey, toggleOne } from './selection.ts'
import { openPreview, press, reportUnselected } from './use-press.ts'

type Grid = {
  readonly layout: GridLayout
  readonly linesInView: number
  readonly showIndex: (index: number) => void
  /** Selects or deselects the group of a picture. */
  readonly toggleGroupOf: (index: number) => Promise<void>
}

/** All pictures that are in this order at this moment. */
export const selectAll = (order: LibraryOrder): Promise<void> =>
  selectOnceRead(order, async () => {
    const all = await client.library.ids(order)
    return () => chooseAll(all)
  })

/**
 * The keyboard of a file manager: arrows, Home, End, pages, Shift to extend, Ctrl/⌘ to move without selecting, Space, Enter, A, Delete, Escape;
 * and G for a group.
 */
export const useGridKeys = (order: LibraryOrder, { layout, linesInView, showIndex, toggleGroupOf }: Grid) => {
  /** How many moves have not selected their picture yet. */
  const moving = useRef(0)

  const move = async (index: number, shift: boolean, mod: boolean): Promise<void> => {
    useLibraryView.setState({ current: index })
    showIndex(index)
    if (mod && !shift) return
    moving.current++
    try {
      const row = await readRow(order, index)
      // While the row was read, another key may have moved on.
      if (row && useLibraryView.getState().current === index) await press(order, index, row.id, { shift, mod: false })
    } finally {
      moving.current--
    }
  }

  const toggle = async (index: number): Promise<void> => {
    const row = await readRow(order, index)
    await selectionRead()
    if (row) setSelection(toggleOne(useLibraryView.getState().selection, { id: row.id, index }))
  }

  const openMenu = async (index: number): Promise<void> => {
    const row = await readRow(order, index)
    if (!row) return
    // It may have been scrolled away.
    showIndex(index)
    await openMenuAt(row, index)
  }

  const answer = (event: KeyboardEvent): (() => Promise<void>) | null => {
    const { current, selection } = useLibraryView.getState()
    const index = Math.min(current, layout.total - 1)
    const mod = hasMod(event)
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) return () => openMenu(index)
    if (isMoveKey(event.key)) {
      const { key, shiftKey } = event
      const isFirst = selection.ids.size === 0 && moving.current === 0 && index === 0 && key.startsWith('Arrow')
      const target = isFirst ? 0 : layout.move(index, key, linesInView)
      return () => move(target, shiftKey, mod)
    }
    if (isSelectAll(event) || (event.key.toLowerCase() === 'a' && !mod && !event.altKey && !event.shiftKey)) return () => selectAll(order)
    if (mod || event.altKey) return null
    if (event.key === ' ') return () => toggle(index)
    if (event.key.toLowerCase() === 'g' && order.groupBy !== 'nothing') return () => toggleGroupOf(index)
    if (event.key === 'Enter') return async () => openPreview(index)
    if (event.key === 'Escape') return async () => clearSelection()
    if ((event.key === 'Delete' || event.key === 'Backspace') && (selection.ids.size > 0 || isSelecting())) return removeSelected
    return null
  }

  return (event: KeyboardEvent<HTMLElement>): void => {
    if (layout.total === 0) return
    // A group's checkbox has its own Space and Enter; other keys move on to the pictures.
    const isInHead = event.target !== event.currentTarget
    if (isInHead && (event.key === ' ' || event.key === 'Enter')) return
    const run = answer(event)
    if (!run) return
    event.preventDefault()
    if (isInHead && isMoveKey(event.key)) event.currentTarget.focus()
    run().catch(reportUnselected)
  }
}
