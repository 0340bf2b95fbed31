import { Menu } from '@mantine/core'
import { type MouseEvent, useLayoutEffect, useState } from 'react'
import { create } from 'zustand'
import { countOf } from '../../../shared/base/number-words.ts'
import type { LibraryRow } from '../../../shared/pictures/library.ts'
import { goToAsk } from '../../answers/questions/go-to-ask.ts'
import { client, hostKind } from '../../bridge.ts'
import { readNames } from '../../products/ledger/picture-names.ts'
import { openSendAgain } from '../../products/send-again/send-again.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { tellProblem } from '../../ui/tell.tsx'
import { useWithheld } from '../../workspaces/settings/use-scope.ts'
import { focusPictures } from './focus-pictures.ts'
import { setSelection, useLibraryView } from './library-view.ts'
import { cellId } from './picture-cell.tsx'
import { removePictures } from './remove-pictures.ts'
import { chooseOne } from './selection.ts'
import { attachChosen } from './selection-bar.tsx'

type Opened = {
  readonly row: LibraryRow
  /** Where it opens, in pixels of the window. */
  readonly x: number
  readonly y: number
}

/** The context menu of pictures; `null`: it is closed. */
const usePictureMenu = create<{ readonly opened: Opened | null }>(() => ({ opened: null }))
const openPictureMenu = (opened: Opened): void => usePictureMenu.setState({ opened })
const closePictureMenu = (): void => usePictureMenu.setState({ opened: null })

/** Opens it for the selection, or selects this picture alone. */
const openFor = (row: LibraryRow, index: number, x: number, y: number, isOfSelection: boolean): void => {
  if (!isOfSelection) setSelection(chooseOne({ id: row.id, index }))
  useLibraryView.setState({ current: index })
  openPictureMenu({ row, x, y })
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))

/** How long a picture may take to be drawn, in milliseconds. A menu that opens later would come as a surprise. */
const longestWait = 3_000

/** By keyboard: on the picture where the keyboard is, once it is drawn. It may be elsewhere than the selection, such as after a search. */
export const openMenuAt = async (row: LibraryRow, index: number): Promise<void> => {
  for (const end = performance.now() + longestWait; performance.now() < end; await nextFrame()) {
    const box = document.getElementById(cellId(index))?.getBoundingClientRect()
    if (box) {
      const hasSelection = useLibraryView.getState().selection.ids.size > 0
      return openFor(row, index, box.left + box.width / 2, box.top + box.height / 2, hasSelection)
    }
  }
}

/** By right click on a picture. If it is not selected, it alone is, as in a file manager. The system's own menu key reports the grid instead, and is answered by its keys (use-grid-keys.ts). */
export const answerRightClick = (event: MouseEvent, rowAt: (index: number) => LibraryRow | undefined): void => {
  event.preventDefault()
  const cell = event.target instanceof Element ? event.target.closest('[role="gridcell"]') : null
  const index = cell ? Number(cell.id.slice(cellId('').length)) : Number.NaN
  const row = Number.isNaN(index) ? undefined : rowAt(index)
  if (row) openFor(row, index, event.clientX, event.clientY, useLibraryView.getState().selection.ids.has(row.id))
}

const copyNames = async (ids: readonly string[]): Promise<void> => {
  try {
    const names = await readNames('image', ids)
    const all = ids.flatMap((id) => names.get(id)?.name ?? [])
    await copyText(all.join('\n'), all.length === 1 ? 'Name' : countOf(all.length, 'name'))
  } catch (error) {
    tellProblem('Nothing was copied.', error)
  }
}

const showFile = (imageId: string): Promise<void> =>
  client.library.showInFolder({ imageId }).catch((error: unknown) => tellProblem('The folder was not opened.', error))

const close = (): void => {
  closePictureMenu()
  focusPictures()
}

/** The context menu of the selected pictures, made when it is needed first. It closes with its screen. */
export const PictureMenu = () => {
  const isOpen = usePictureMenu((view) => view.opened !== null)
  const [isNeeded, setNeeded] = useState(isOpen)
  if (isOpen && !isNeeded) setNeeded(true)
  // A layout effect also ends when the screen is only hidden, because the next one is still being loaded.
  useLayoutEffect(() => closePictureMenu, [])
  return isNeeded && <MadeMenu />
}

const MadeMenu = () => {
  const opened = usePictureMenu((view) => view.opened)
  // Its words stay while it fades out.
  const [last, setLast] = useState(opened)
  if (opened && opened !== last) setLast(opened)
  const ids = useLibraryView((view) => view.selection.ids)
  const withheld = useWithheld()
  const one = ids.size <= 1
  const row = last && (ids.size === 0 || ids.has(last.row.id)) ? last.row : null
  return (
    <Menu
      opened={opened !== null}
      onClose={close}
      position="bottom-start"
      returnFocus={false}
      // Its target is only a point, which was elsewhere before: on a slow machine that would count as out of sight.
      hideDetached={false}
      // Not keys: the one that opens it would close it.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <div
          aria-hidden="true"
          style={{ position: 'fixed', left: last?.x ?? 0, top: last?.y ?? 0, width: 1, height: 1, pointerEvents: 'none' }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={one ? (row?.name ?? 'Picture') : countOf(ids.size, 'picture')}>
        <Menu.Item leftSection={<Icon name="questions" size={16} />} onClick={goToAsk}>
          Ask…
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="products" size={16} />} disabled={withheld !== null} onClick={() => void attachChosen()}>
          {one ? 'Attach to product…' : `Attach ${countOf(ids.size, 'picture')} to product…`}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="retry" size={16} />} disabled={withheld !== null} onClick={() => openSendAgain(ids)}>
          Send again…
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="copy" size={16} />} onClick={() => void copyNames([...ids])}>
          {one ? 'Copy name' : 'Copy names'}
        </Menu.Item>
        {hostKind === 'electron' && one && row?.folder != null && (
          <Menu.Item leftSection={<Icon name="file" size={16} />} onClick={() => void showFile(row.id)}>
            Show in folder
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="trash" size={16} />} onClick={() => void removePictures(ids).then(focusPictures)}>
          {one ? 'Remove from library' : `Remove ${countOf(ids.size, 'picture')} from library`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
