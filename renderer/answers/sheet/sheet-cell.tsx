import { memo } from 'react'
import type { SheetCell as Cell } from '../../../shared/answers/sheet.ts'
import { describeCellState } from '../../../shared/answers/sheet-cells-words.ts'
import { Icon } from '../../ui/icon.tsx'
import { describeProblem } from '../../ui/read-problem.ts'
import { CellEditor } from './cell-editor.tsx'
import type { Place } from './cell-range.ts'
import type { SheetColumn } from './column-choice.ts'
import { usePending, withPending } from './pending-cells.ts'
import classes from './sheet-cell.module.css'
import { sheetCellId } from './sheet-menu-place.ts'
import { goToCell, openDialog, useSheetView } from './sheet-view.ts'

/** From the cell's own button: about this cell alone. */
const openAskAgainAt = (place: Place): void => {
  goToCell(place)
  openDialog('ask-again')
}

/** Longer texts are shown beside the sheet; a cell has room for three lines. */
const mostShown = 400

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text)

/** The service's tag already says it. */
const withoutTag = (text: string): string => text.replace(/^cannot tell\s*[:.,–—-]\s*/i, '')

const Marks = ({ cell }: { readonly cell: Cell }) => (
  <span className={classes.marks} aria-hidden="true">
    {cell.work && cell.kind !== 'none' && <Icon name={cell.work.state === 'parked' ? 'warn' : 'clock'} size={14} />}
    {cell.isAboutEarlier && <Icon name="file" size={14} />}
    {cell.fails.length > 0 && (
      <span className={classes.fails}>
        <Icon name="warn" size={14} />
      </span>
    )}
    {(cell.isEdited || cell.kind === 'own') && <Icon name="edit" size={14} />}
    {cell.review === 'approved' && (
      <span className={classes.approved}>
        <Icon name="check" size={14} />
      </span>
    )}
    {cell.review === 'rejected' && (
      <span className={classes.rejected}>
        <Icon name="close" size={14} />
      </span>
    )}
  </span>
)

const isUnknown = ({ kind, isEdited }: Cell): boolean => kind === 'cannot-tell' && !isEdited
const canAskDifferently = (cell: Cell): boolean => (isUnknown(cell) && !cell.work) || cell.work?.state === 'parked'
const askWords = 'Ask differently…'
const noAnswer = 'No answer'

/** What the cell says: its text, or in plain words why there is none yet. */
const textOf = (cell: Cell, hold: string | null): string => {
  const { kind, text, work } = cell
  if (kind !== 'none') return cut(isUnknown(cell) ? withoutTag(text) : text, mostShown)
  switch (work?.state) {
    case undefined:
      return ''
    case 'parked':
      return work?.reason ? describeProblem(work.reason).message : 'This question needs attention.'
    case 'running':
      return 'Being answered…'
    case 'waiting':
      return hold === null ? 'Waiting for its turn' : `${hold.charAt(0).toUpperCase()}${hold.slice(1)}`
  }
}

/** As a screen reader says it: picture, question, what is there, its state. */
const nameCell = (name: string, column: string, cell: Cell | undefined, isAskable: boolean, hold: string | null): string => {
  if (!isAskable || !cell) return `${name}, ${column}${isAskable ? '' : ', no picture'}`
  const text = textOf(cell, hold)
  const said = [isUnknown(cell) ? `${noAnswer} ${text}` : text, canAskDifferently(cell) ? askWords : '']
    .filter((part) => part !== '')
    .join(' ')
  // Where there is only work, the text has said it.
  const state = cell.kind === 'none' && cell.work ? '' : describeCellState(cell, hold)
  return [name, column, said, state].filter((part) => part !== '').join(', ')
}

type FaceProps = { readonly cell: Cell; readonly hold: string | null; readonly row: number; readonly column: number }

const CellFace = ({ cell, hold, row, column }: FaceProps) => (
  <>
    <span
      className={classes.text}
      dir={cell.kind === 'none' ? undefined : 'auto'}
      data-quiet={isUnknown(cell) || cell.kind === 'none' || undefined}
      data-bad={(cell.kind === 'none' && cell.work?.state === 'parked') || undefined}
    >
      {isUnknown(cell) && <b className={classes.tag}>{noAnswer} </b>}
      {textOf(cell, hold)}
    </span>
    {canAskDifferently(cell) && (
      <button type="button" tabIndex={-1} className={classes.ask} onClick={() => openAskAgainAt({ row, column })}>
        {askWords}
      </button>
    )}
    <Marks cell={cell} />
  </>
)

type Props = {
  readonly cell: Cell | undefined
  readonly imageId: string | null
  readonly name: string
  readonly column: SheetColumn
  readonly row: number
  readonly at: number
  readonly left: number
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly hold: string | null
}

export const SheetCell = memo((props: Props) => {
  const { imageId, name, column, row, at, left, isActive, isSelected, hold } = props
  const pending = usePending(imageId, column.question)
  const editing = useSheetView((view) =>
    view.editing !== null && view.editing.imageId === imageId && view.editing.question === column.question && isActive
      ? view.editing
      : null,
  )
  const cell = props.cell && withPending(props.cell, pending)
  const isAskable = imageId !== null
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid has the focus; see sheet-grid.tsx
    <div
      role="gridcell"
      id={sheetCellId(row, at)}
      className={classes.cell}
      style={{ left, width: column.width }}
      aria-colindex={at + 2}
      aria-selected={isSelected}
      aria-readonly={!isAskable || undefined}
      aria-label={editing ? undefined : nameCell(name, column.label, cell, isAskable, hold)}
      data-row={row}
      data-column={at}
      data-active={isActive || undefined}
      data-review={cell && cell.kind !== 'none' ? cell.review : undefined}
      data-none={!isAskable || undefined}
      data-editing={editing !== null || undefined}
    >
      {editing ? <CellEditor cell={editing} /> : cell && isAskable && <CellFace cell={cell} hold={hold} row={row} column={at} />}
    </div>
  )
})
