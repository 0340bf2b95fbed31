import { create } from 'zustand'
import type { LibraryRow } from '../../../shared/pictures/library.ts'

type Opened = {
  readonly row: LibraryRow
  /** Where it opens, in pixels of the window. */
  readonly x: number
  readonly y: number
}

/** The context menu of pictures; `null`: it is closed. */
export const usePictureMenu = create<{ readonly opened: Opened | null }>(() => ({ opened: null }))
export const openPictureMenu = (opened: Opened): void => usePictureMenu.setState({ opened })
export const closePictureMenu = (): void => usePictureMenu.setState({ opened: null })
