import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type DragEvent, type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react'
import classes from './virtual-grid.module.css'

type Props = {
  readonly label: string
  readonly count: number
  /** Estimated height in pixels of a row in a list this wide; rows are measured when shown. */
  readonly estimate: (index: number, width: number) => number
  /** Where the keyboard is: the row comes into view when a key changes this. */
  readonly current: number
  /** The element where the keyboard is. */
  readonly activeId: string | undefined
  /** A row that is drawn even out of view, such as the one that is being dragged: without its element the drag would never end. */
  readonly pinned: number | null
  readonly render: (index: number) => ReactNode
  readonly onRange: (first: number, last: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onDragOver?: (event: DragEvent) => void
  readonly onDrop?: (event: DragEvent) => void
  readonly isOver?: boolean
  readonly gridRef: RefObject<HTMLDivElement | null>
}

/** Rows that are drawn above and below those in view. */
const overscan = 4

/** A long list of rows for keyboard and screen reader, which has the focus as a whole; renders only the rows in view. */
export const VirtualGrid = (props: Props) => {
  const { label, count, estimate, current, activeId, pinned, render, onRange, gridRef } = props
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      if (pinned === null || pinned >= range.count || shown.includes(pinned)) return shown
      return [...shown, pinned].toSorted((one, other) => one - other)
    },
    [pinned],
  )
  const width = useRef(0)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => gridRef.current,
    estimateSize: (index) => estimate(index, width.current),
    overscan,
    rangeExtractor,
    useFlushSync: false,
  })
  width.current = virtualizer.scrollRect?.width ?? 0
  const items = virtualizer.getVirtualItems()
  // Without the pinned row, which may be far away.
  const first = Math.max(0, (virtualizer.range?.startIndex ?? 0) - overscan)
  const last = Math.max(0, Math.min(count - 1, (virtualizer.range?.endIndex ?? 0) + overscan))
  useEffect(() => onRange(first, last), [onRange, first, last])
  const shown = useRef(current)
  // A row that is pressed stays where it is: it may be about to be dragged.
  const isByKey = useRef(false)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    if (isByKey.current) virtualizer.scrollToIndex(current)
  }, [virtualizer, current])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table
    <div
      ref={gridRef}
      role="grid"
      className={classes.scroll}
      tabIndex={0}
      aria-label={label}
      aria-multiselectable="true"
      aria-rowcount={count}
      aria-activedescendant={activeId}
      data-over={props.isOver || undefined}
      onPointerDown={() => {
        isByKey.current = false
      }}
      onKeyDown={(event) => {
        isByKey.current = true
        props.onKeyDown(event)
      }}
      onDragOver={props.onDragOver}
      onDrop={props.onDrop}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div className={classes.canvas} style={{ height: virtualizer.getTotalSize() }} role="rowgroup">
        {items.map((item) => (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            className={classes.row}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {render(item.index)}
          </div>
        ))}
      </div>
    </div>
  )
}
