import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ClipboardEvent, type MouseEvent, type PointerEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SheetRow as Row } from '../../../shared/answers/sheet.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { useLive } from '../../live.ts'
import { holdWords, mainHold } from '../../window/describe-queue-line.ts'
import { rangeOf, selectedInRow } from './cell-range.ts'
import { answerCopy, answerPaste } from './clipboard.ts'
import { ColumnHeads, headHeight } from './column-heads.tsx'
import { beginEdit } from './edit-cell.ts'
import { sheetGridId } from './focus-grid.ts'
import { tellRowsInView } from './move-cursor.ts'
import classes from './sheet-grid.module.css'
import { openMenu, sheetCellId } from './sheet-menu-place.ts'
import type { ShownSheet } from './sheet-queries.ts'
import { SheetRow } from './sheet-row.tsx'
import { useSheetView } from './sheet-view.ts'
import { useFollowRow } from './use-follow-row.ts'
import { usePointer } from './use-pointer.ts'
import { answerKey } from './use-sheet-keys.ts'

export const rowHeight = 68
/** Rows that are drawn above and below those in view. */
const overscan = 5

/** Why answers wait, for all cells; `null`: they don't. */
const useHold = (): string | null =>
  useLive((live) => {
    const hold = mainHold(live.queue?.holds.filter(({ operation }) => operation === null || operation === 'analyse-image') ?? [])
    return hold ? holdWords[hold.kind] : null
  })

const isInField = (target: EventTarget): boolean => target instanceof HTMLTextAreaElement

/** Scrolls only where it is needed: to find out how far it can, the browser lays the page out. */
const bringIntoView = (virtualizer: Virtualizer<HTMLDivElement, Element>, index: number): void => {
  const { scrollOffset, scrollRect, options } = virtualizer
  const item = virtualizer.measurementsCache[index]
  const size = options.horizontal ? scrollRect?.width : scrollRect?.height
  const isInView =
    item !== undefined &&
    scrollOffset !== null &&
    size !== undefined &&
    item.start >= scrollOffset + options.scrollPaddingStart &&
    item.end <= scrollOffset + size
  if (!isInView) virtualizer.scrollToIndex(index)
}

/** Roughly the room for the grid, until it is measured: else all its cells would be drawn only then, in one turn. */
const guessRoom = (): { readonly width: number; readonly height: number } => {
  const beside = (window.innerWidth < 1040 ? 64 : 208) + (useSheetView.getState().isPictureShown ? 300 : 0)
  return { width: Math.max(0, window.innerWidth - beside), height: Math.max(0, window.innerHeight - 190) }
}

type Props = {
  readonly sheet: ShownSheet
  readonly headWidth: number
  /** Requirement profiles are in use. */
  readonly isChecked: boolean
  readonly rowAt: (index: number) => Row | undefined
  readonly onRange: (first: number, last: number) => void
  /** Rows of an earlier view, until those of this one are read. */
  readonly isOld: boolean
}

/** The rows and columns in view. They share one scrolled element, so that the heads stay beside them. */
const useSheetVirtualizers = ({ sheet, headWidth, onRange }: Props, active: number, grid: React.RefObject<HTMLDivElement | null>) => {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      // The row where the keyboard is stays on the page: a screen reader reads it, and it may be being edited.
      return active >= range.count || shown.includes(active) ? shown : [...shown, active].toSorted((one, other) => one - other)
    },
    [active],
  )
  const [initialRect] = useState(guessRoom)
  const rows = useVirtualizer({
    initialRect,
    count: sheet.total,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    overscan,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    rangeExtractor,
    useFlushSync: false,
  })
  const columns = useVirtualizer({
    initialRect,
    horizontal: true,
    count: sheet.columns.length,
    getScrollElement: () => grid.current,
    estimateSize: (index) => sheet.columns[index]?.width ?? 0,
    overscan: 1,
    paddingStart: headWidth,
    scrollPaddingStart: headWidth,
    useFlushSync: false,
  })
  // The virtualizer asks for widths only once.
  const measured = useRef({ columns: sheet.columns, headWidth })
  useLayoutEffect(() => {
    const { current } = measured
    if (current.columns === sheet.columns && current.headWidth === headWidth) return
    measured.current = { columns: sheet.columns, headWidth }
    columns.measure()
  }, [columns, sheet.columns, headWidth])
  const first = Math.max(0, (rows.range?.startIndex ?? 0) - overscan)
  const last = Math.max(0, Math.min(sheet.total - 1, (rows.range?.endIndex ?? 0) + overscan))
  useEffect(() => onRange(first, last), [onRange, first, last])
  return { rows, columns }
}

/**
 * The sheet: a grid (WAI-ARIA) that has the focus as a whole and names its active cell. Only cells in view are on the page. All rows are equally
 * high, so nothing is measured.
 */
export const SheetGrid = (props: Props) => {
  const { sheet, headWidth, rowAt } = props
  const grid = useRef<HTMLDivElement>(null)
  const selection = useSheetView((view) => view.selection)
  const mode = useSheetView((view) => view.mode)
  const hold = useHold()
  const { rows, columns } = useSheetVirtualizers(props, selection.active.row, grid)
  useFollowRow(sheet, rowAt, props.isOld)
  const pointer = usePointer(sheet)
  tellRowsInView(Math.max(2, Math.floor(((rows.scrollRect?.height ?? 0) - headHeight) / rowHeight)))
  // What a key moves comes into view; what is pressed is there.
  const { head } = selection
  const shown = useRef(head)
  useEffect(() => {
    if (shown.current.row === head.row && shown.current.column === head.column) return
    shown.current = head
    if (pointer.isDown.current || useSheetView.getState().isWhole) return
    bringIntoView(rows, head.row)
    bringIntoView(columns, head.column)
  }, [rows, columns, head, pointer])
  // Other rows, or in another order: they are seen from the first one on.
  const { view } = sheet
  const shownView = useRef(view)
  useEffect(() => {
    if (shownView.current === view) return
    shownView.current = view
    // Asking it to scroll there makes the browser lay the old rows out once more.
    if (rows.scrollOffset !== 0) rows.scrollToOffset(0)
  }, [rows, view])
  const range = rangeOf(selection)
  const items = columns.getVirtualItems()
  const width = columns.getTotalSize()
  const { active } = selection
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table
    <div
      ref={grid}
      id={sheetGridId}
      role="grid"
      className={classes.scroll}
      tabIndex={0}
      aria-label={`${sheet.name}, ${countOf(sheet.total, sheet.view.rows === 'products' ? 'product' : 'picture')}`}
      aria-describedby="sheet-keys"
      aria-multiselectable="true"
      aria-rowcount={sheet.total + 1}
      aria-colcount={sheet.columns.length + 1}
      aria-activedescendant={sheet.total > 0 ? sheetCellId(active.row, active.column) : undefined}
      data-mode={mode}
      onKeyDown={(event) => (isInField(event.target) ? undefined : answerKey(sheet, event))}
      onCopy={(event: ClipboardEvent) => (isInField(event.target) ? undefined : answerCopy(sheet, event))}
      onCut={(event: ClipboardEvent) => (isInField(event.target) ? undefined : answerCopy(sheet, event, true))}
      onPaste={(event: ClipboardEvent) => (isInField(event.target) ? undefined : answerPaste(sheet, event))}
      onPointerDown={(event: PointerEvent) => pointer.onDown(event)}
      onPointerMove={(event: PointerEvent) => pointer.onMove(event)}
      onDoubleClick={(event: MouseEvent) => {
        if (event.target instanceof Element && event.target.closest('[role="gridcell"]')) beginEdit(sheet, null)
      }}
      onContextMenu={(event: MouseEvent) => {
        event.preventDefault()
        openMenu(event.clientX, event.clientY)
      }}
    >
      <div className={classes.canvas} style={{ height: rows.getTotalSize(), width }}>
        <ColumnHeads sheet={sheet} items={items} headWidth={headWidth} isChecked={props.isChecked} width={width} range={range} />
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <div role="rowgroup" className={classes.rows}>
          {rows.getVirtualItems().map((item) => {
            const row = rowAt(item.index)
            const before = item.index > 0 ? rowAt(item.index - 1) : null
            const isFirst = row !== undefined && row.group !== null && before !== undefined && before?.group !== row.group
            const picked = selectedInRow(range, item.index)
            return (
              <SheetRow
                key={item.index}
                columns={sheet.columns}
                isProduct={sheet.view.rows === 'products'}
                row={row}
                index={item.index}
                start={item.start}
                headWidth={headWidth}
                isChecked={props.isChecked}
                items={items}
                group={isFirst ? row.group : null}
                from={picked?.from ?? -1}
                to={picked?.to ?? -1}
                active={item.index === active.row ? active.column : -1}
                hold={hold}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
