import { ActionIcon, Modal } from '@mantine/core'
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useRef, useState, type WheelEvent } from 'react'
import type { SheetCell, SheetRow } from '../../../shared/answers/sheet.ts'
import { formatCount } from '../../../shared/base/number-words.ts'
import { previewUrl } from '../../bridge.ts'
import { Icon } from '../../ui/icon.tsx'
import { hasMod } from '../../ui/keys.ts'
import { Tip } from '../../ui/tip.tsx'
import { beginEdit } from './edit-cell.ts'
import classes from './enlarged-picture.module.css'
import { focusGrid } from './focus-grid.ts'
import { moveCursor, moveToNext } from './move-cursor.ts'
import { usePending, withPending } from './pending-cells.ts'
import { redo } from './sheet-actions.ts'
import type { ShownSheet } from './sheet-queries.ts'
import { nameRow } from './sheet-row.tsx'
import { CellFacts } from './sheet-side.tsx'
import { goToCell, openDialog, useSheetView } from './sheet-view.ts'
import { decide } from './use-sheet-keys.ts'
import { fitted, moveBy, type Zoom, zoomAt } from './zoom.ts'

const close = (): void => {
  useSheetView.setState({ isEnlarged: false })
  setTimeout(focusGrid)
}

const Stage = ({ row }: { readonly row: SheetRow }) => {
  const [zoom, setZoom] = useState<Zoom>(fitted)
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const step = (by: number) => setZoom((before) => zoomAt(before, by, { x: 0, y: 0 }))
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === '+' || event.key === '=') step(1.5)
      if (event.key === '-') step(1 / 1.5)
      if (event.key === '0') setZoom(fitted)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
  const onWheel = (event: WheelEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    const point = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
    setZoom((before) => zoomAt(before, event.deltaY < 0 ? 1.2 : 1 / 1.2, point))
  }
  const onMove = (event: PointerEvent): void => {
    if (!from.current || event.buttons !== 1) return
    const by = { x: event.clientX - from.current.x, y: event.clientY - from.current.y }
    from.current = { x: event.clientX, y: event.clientY }
    setZoom((before) => moveBy(before, by))
  }
  return (
    <div className={classes.left}>
      <div
        className={classes.stage}
        data-zoomed={zoom.scale > 1 || undefined}
        onWheel={onWheel}
        onPointerDown={(event) => {
          from.current = { x: event.clientX, y: event.clientY }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={onMove}
        onPointerUp={() => {
          from.current = null
        }}
      >
        {row.imageId !== null && (
          <img
            src={previewUrl(row.imageId)}
            alt={nameRow(row)}
            draggable={false}
            style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
          />
        )}
        {row.imageId === null && <p>This product has no picture.</p>}
      </div>
      <div className={classes.zoom}>
        <Tip label="Zoom out (−)">
          <ActionIcon aria-label="Zoom out" onClick={() => step(1 / 1.5)} disabled={zoom.scale <= 1}>
            <Icon name="minus" />
          </ActionIcon>
        </Tip>
        <span className={classes.percent}>{Math.round(zoom.scale * 100)} %</span>
        <Tip label="Zoom in (+)">
          <ActionIcon aria-label="Zoom in" onClick={() => step(1.5)}>
            <Icon name="add" />
          </ActionIcon>
        </Tip>
      </div>
    </div>
  )
}

type AnswerProps = {
  readonly row: SheetRow
  readonly cell: SheetCell
  readonly label: string
  readonly isActive: boolean
  readonly choose: () => void
}

const OneAnswer = ({ row, cell: stored, label, isActive, choose }: AnswerProps) => {
  const cell = withPending(stored, usePending(row.imageId, stored.question))
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <li
      ref={ref}
      className={classes.answer}
      aria-current={isActive || undefined}
      data-review={cell.kind === 'none' ? undefined : cell.review}
    >
      <button type="button" className={classes.choose} tabIndex={-1} onClick={choose}>
        {label}
      </button>
      {cell.kind !== 'none' && (
        <p className={classes.text} dir="auto">
          {cell.text}
        </p>
      )}
      <CellFacts cell={cell} />
    </li>
  )
}

const Answers = ({ sheet, row }: { readonly sheet: ShownSheet; readonly row: SheetRow }) => {
  const { row: index, column: at } = useSheetView((view) => view.selection.active)
  return (
    <ul className={classes.answers}>
      {sheet.columns.map(({ question, label }, place) => {
        const cell = row.cells.find((one) => one.question === question)
        return (
          cell && (
            <OneAnswer
              key={question}
              row={row}
              cell={cell}
              label={label}
              isActive={place === at}
              choose={() => goToCell({ row: index, column: place }, row.key)}
            />
          )
        )
      })}
    </ul>
  )
}

const answerKey = (sheet: ShownSheet, event: KeyboardEvent): unknown => {
  const steps = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const
  const run = (act: () => unknown): void => {
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  if (event.altKey) return
  if (hasMod(event)) return event.key.toLowerCase() === 'z' && event.shiftKey ? run(redo) : undefined
  const step = steps[event.key as keyof typeof steps]
  if (step) return run(() => moveCursor(sheet, step, false))
  // A button that has the focus is pressed by Space itself.
  const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
  switch (event.key.toLowerCase()) {
    case ' ':
      return isOnButton ? undefined : run(close)
    case 'a':
      return run(() => decide(sheet, 'approved', event.shiftKey ? 'row' : 'selection'))
    case 'd':
      return run(() => decide(sheet, 'draft', 'selection'))
    case 'n':
      return run(() => moveToNext(sheet))
    case 'r':
      return run(() => openDialog('reject'))
    case 'e':
      return run(() => {
        close()
        setTimeout(() => beginEdit(sheet, null))
      })
    default:
      return
  }
}

type Props = { readonly sheet: ShownSheet; readonly rowAt: (index: number) => SheetRow | undefined }

/** The row's picture as large as the window, its answers beside it. Arrows lead on; the review keys work here, too. */
export const EnlargedPicture = memo(({ sheet, rowAt }: Props) => {
  const isOpen = useSheetView((view) => view.isEnlarged)
  const hasDialog = useSheetView((view) => view.dialog !== null)
  // It follows only while it is open, and keeps its row while it fades out.
  const shown = useSheetView((view) => (view.isEnlarged ? view.selection.active.row : null))
  const [index, setIndex] = useState(shown ?? 0)
  if (shown !== null && shown !== index) setIndex(shown)
  const row = rowAt(index)
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      fullScreen
      title={row ? nameRow(row) : 'Picture'}
      returnFocus={false}
      closeOnEscape={!hasDialog}
      trapFocus={!hasDialog}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ body: classes.body, content: classes.content }}
      onKeyDown={(event) => (hasDialog ? undefined : answerKey(sheet, event))}
    >
      {row && (
        <>
          <Stage key={row.key} row={row} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled list must be reachable by keyboard (WCAG 2.1.1) */}
          <section className={classes.right} aria-label="Answers" tabIndex={0} data-autofocus>
            <p className={classes.place}>
              Row {formatCount(index + 1)} of {formatCount(sheet.total)} · arrow keys move, A approves, R rejects, E edits
            </p>
            <Answers sheet={sheet} row={row} />
          </section>
        </>
      )}
    </Modal>
  )
})
