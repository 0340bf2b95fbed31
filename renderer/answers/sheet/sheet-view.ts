import { create } from 'zustand'
import type { SheetFilter } from '../../../shared/answers/sheet.ts'
import type { Settings } from '../../../shared/base/settings.ts'
import { keepForReload } from '../../ui/keep-for-reload.ts'
import { type Place, type Selection, selectCell } from './cell-range.ts'
import { type ColumnLook, plainLook } from './column-choice.ts'
import type { SheetMode } from './sheet-keys.ts'

/** What stays after a restart: a setting of the core (remember-sheet.ts). */
export type KeptLook = Settings['sheetView']

/** A cell that is being typed into. Its text is a draft (below). */
export type EditedCell = {
  /** Whose cell it is: its text is never saved in another one. */
  readonly workspace: string | null
  readonly imageId: string
  readonly question: string
  /** For sentences: the row's name and the column's. */
  readonly name: string
  readonly label: string
  /** The digest of what the person saw when they began; `null`: their own text that is still being saved. */
  readonly seen: string | null
  /** The text before. */
  readonly before: string
}

export type SheetDialog = 'find' | 'reject' | 'ask-again' | 'history' | 'ask' | 'write'

type SheetState = KeptLook & {
  readonly text: string
  readonly only: readonly SheetFilter[]
  readonly product: { readonly key: string; readonly name: string } | null
  readonly drop: { readonly number: number; readonly name: string } | null
  /** Pictures that were selected in the library when their sheet was opened; `null`: all. */
  readonly images: { readonly name: string; readonly count: number } | null
  /** Whose cells are on the screen; `null`: none is connected, or nothing is read yet. */
  readonly workspace: string | null
  readonly mode: SheetMode
  readonly selection: Selection
  /** The row where the keyboard is, to follow it when rows above come or go; `null`: not known yet. */
  readonly activeKey: string | null
  /** The last selection was made as a whole, such as a column: the sheet is not scrolled to its end. */
  readonly isWhole: boolean
  readonly editing: EditedCell | null
  readonly isEnlarged: boolean
  readonly dialog: SheetDialog | null
  readonly menu: { readonly x: number; readonly y: number } | null
  /** After Esc, Tab leaves the sheet. */
  readonly isLeaving: boolean
  /** The last change, for a screen reader. */
  readonly said: string
}

const start = selectCell({ row: 0, column: 0 })

export const useSheetView = create<SheetState>(() => ({
  setId: null,
  rows: 'pictures',
  groupBy: 'nothing',
  order: 'row',
  isPictureShown: true,
  columns: {},
  text: '',
  only: [],
  product: null,
  drop: null,
  images: null,
  workspace: null,
  mode: 'edit',
  selection: start,
  activeKey: null,
  isWhole: false,
  editing: null,
  isEnlarged: false,
  dialog: null,
  menu: null,
  isLeaving: false,
  said: '',
}))

const set = useSheetView.setState

/** Other rows, or other columns: the keyboard begins at the top again. */
export const showRows = (
  change: Partial<Pick<SheetState, 'setId' | 'rows' | 'groupBy' | 'text' | 'only' | 'product' | 'drop' | 'images'>>,
): void => set({ ...change, selection: start, activeKey: null })

export const select = (selection: Selection, activeKey: string | null = null, isWhole = false): void =>
  set({ selection, activeKey, isWhole, isLeaving: false })
export const goToCell = (place: Place, activeKey: string | null = null): void => select(selectCell(place), activeKey)
export const turnReview = (): void => set(({ mode }) => ({ mode: mode === 'review' ? 'edit' : 'review' }))
export const openDialog = (dialog: SheetDialog): void => set({ dialog, menu: null })
export const closeDialog = (): void => set({ dialog: null })
export const say = (said: string): void => set({ said })

export const lookOf = (columns: KeptLook['columns'], setId: string): ColumnLook => columns[setId] ?? plainLook
export const changeLook = (setId: string, change: (look: ColumnLook) => ColumnLook): void =>
  set(({ columns }) => ({ columns: { ...columns, [setId]: change(lookOf(columns, setId)) } }))

/** The text in the cell that is being edited, apart from the rest: it changes with each key. */
export const useSheetDraft = create<{ readonly cell: EditedCell | null; readonly text: string }>(() => ({ cell: null, text: '' }))

/** A text that was typed and could not be saved as it is; a person decides. */
export type UnsavedText = Pick<EditedCell, 'workspace' | 'imageId' | 'question' | 'name' | 'label'> & {
  readonly text: string
  readonly why: 'changed' | 'too-long' | 'failed' | 'interrupted' | 'removed'
}

export const useUnsaved = create<{ readonly texts: readonly UnsavedText[] }>(() => ({ texts: [] }))

export const keepUnsaved = (one: UnsavedText): void =>
  useUnsaved.setState(({ texts }) => ({
    texts: [
      ...texts.filter(
        ({ workspace, imageId, question }) => workspace !== one.workspace || imageId !== one.imageId || question !== one.question,
      ),
      one,
    ],
  }))
export const dropUnsaved = (one: UnsavedText): void =>
  useUnsaved.setState(({ texts }) => ({ texts: texts.filter((other) => other !== one) }))

/** A text whose cell was left, until the core has saved it. */
export type WaitingText = { readonly cell: EditedCell; readonly text: string; readonly isApproved: boolean }

export const useWaiting = create<{ readonly texts: readonly WaitingText[] }>(() => ({ texts: [] }))

export const keepWaiting = (one: WaitingText): void => useWaiting.setState(({ texts }) => ({ texts: [...texts, one] }))
export const dropWaiting = (one: WaitingText): void =>
  useWaiting.setState(({ texts }) => ({ texts: texts.filter((other) => other !== one) }))

keepForReload('sheet-waiting', useWaiting)
keepForReload('sheet-unsaved', useUnsaved)
keepForReload('sheet-draft', useSheetDraft)
// The window was reloaded while a cell was being typed into.
const { cell, text } = useSheetDraft.getState()
if (cell) {
  const { workspace, imageId, question, name, label } = cell
  if (text !== cell.before) keepUnsaved({ workspace, imageId, question, name, label, text, why: 'interrupted' })
  useSheetDraft.setState({ cell: null, text: '' })
}
