import { useDidUpdate } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Size, useSize } from '../ui/use-size.ts'
import { barHeight, useKeepAboveBar } from './keep-above-bar.ts'
import { type LibraryOrder, useLibraryRows } from './library-rows.ts'
import { useLibraryView } from './library-view.ts'
import { measureGrid } from './measure-grid.ts'
import { cellId, PictureCell } from './picture-cell.tsx'
import classes from './picture-grid.module.css'
import { answerRightClick } from './picture-menu.tsx'
import { useGridKeys } from './use-grid-keys.ts'
import { openPreview, usePress } from './use-press.ts'

type Props = { readonly order: LibraryOrder; readonly total: number }

/** All pictures as one grid for keyboard and screen reader; renders only the rows in view. */
export const PictureGrid = (props: Props) => {
  const place = useRef<HTMLDivElement>(null)
  const size = useSize(place)
  return (
    <div ref={place} className={classes.place}>
      {/* Not before the number of pictures in a row is known. */}
      {size.width > 0 && <SizedGrid {...props} {...size} />}
    </div>
  )
}

/** Loaded once the first sight is drawn, which does not need it. */
const useIsDrawn = (): boolean => {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    const waiting = requestIdleCallback(() => setIsDrawn(true), { timeout: 200 })
    return () => cancelIdleCallback(waiting)
  }, [])
  return isDrawn
}

const SizedGrid = ({ order, total, width, height }: Props & Size) => {
  const { layout, tileSize, selection, current } = useLibraryView()
  const scrollRef = useRef<HTMLDivElement>(null)
  const { columns, rowHeight } = measureGrid(layout, tileSize, width)
  const rowCount = Math.ceil(total / columns)
  const isDrawn = useIsDrawn()
  const usualOverscan = layout === 'grid' ? 2 : 8
  const overscan = isDrawn ? usualOverscan : 0
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scrollRef.current,
    initialRect: { width, height },
    estimateSize: () => rowHeight,
    overscan,
    // The selection bar floats over the last rows.
    paddingEnd: barHeight,
    scrollPaddingEnd: barHeight,
    useFlushSync: false,
  })
  useDidUpdate(() => virtualizer.measure(), [rowHeight, columns])
  // Another order or filter starts at the top.
  useDidUpdate(() => virtualizer.scrollToOffset(0), [order.sort, order.filter])
  const rows = virtualizer.getVirtualItems()
  // Reuses the row that leaves the view for the one that enters: creating elements is the main cost of scrolling.
  const slots = Math.max(rows.length, Math.ceil(height / rowHeight) + 2 * overscan + 2)
  const first = (rows[0]?.index ?? 0) * columns
  const last = Math.min(total - 1, ((rows.at(-1)?.index ?? 0) + 1) * columns - 1)
  const rowAt = useLibraryRows(order, first, last)
  const onPress = usePress(order)
  const showIndex = useCallback((index: number) => virtualizer.scrollToIndex(Math.floor(index / columns)), [virtualizer, columns])
  const onKeyDown = useGridKeys(order, { columns, total, rowsInView: Math.floor(height / rowHeight) }, showIndex)
  const at = Math.min(current, total - 1)
  useKeepAboveBar(scrollRef, selection.ids.size > 0, Math.floor(at / columns), rowHeight)
  const isCurrentThere = at >= first && at <= last

  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table
    <div
      ref={scrollRef}
      className={classes.scroll}
      role="grid"
      tabIndex={0}
      aria-label="Pictures"
      aria-multiselectable="true"
      aria-rowcount={rowCount}
      aria-colcount={columns}
      aria-activedescendant={isCurrentThere ? cellId(at) : undefined}
      data-layout={layout}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => answerRightClick(event, rowAt)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div className={classes.canvas} style={{ height: virtualizer.getTotalSize() }} role="rowgroup">
        {rows.map((row) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={row.index % slots}
            role="row"
            aria-rowindex={row.index + 1}
            className={classes.row}
            style={{
              height: rowHeight,
              transform: `translateY(${row.start}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {Array.from({ length: Math.min(columns, total - row.index * columns) }, (_, column) => {
              const index = row.index * columns + column
              const picture = rowAt(index)
              return (
                <PictureCell
                  // biome-ignore lint/suspicious/noArrayIndexKey: a slot, used by one picture after the other
                  key={column}
                  row={picture}
                  index={index}
                  column={column}
                  layout={layout}
                  isChosen={picture !== undefined && selection.ids.has(picture.id)}
                  isCurrent={index === at}
                  hasPicture={isDrawn}
                  onPress={onPress}
                  onOpen={openPreview}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}
