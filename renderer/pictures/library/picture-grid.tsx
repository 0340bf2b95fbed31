import { VisuallyHidden } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import type { LibraryGroup } from '../../../shared/pictures/library.ts'
import { useIsDrawn } from '../../ui/after-drawing.tsx'
import { type Size, useSize } from '../../ui/use-size.ts'
import { layOut } from './grid-layout.ts'
import { GroupHead, headHeight } from './group-head.tsx'
import { describeGroup, type GroupCounts, readGroupHead, readGroupIds, useGroupHeads } from './library-groups.ts'
import { type LibraryOrder, useLibraryRows } from './library-rows.ts'
import { type TileSize, useLibraryView } from './library-view.ts'
import { cellId, PictureCell } from './picture-cell.tsx'
import classes from './picture-grid.module.css'
import { answerRightClick } from './picture-menu.tsx'
import { selectionRead, selectOnceRead } from './select-once-read.ts'
import { addGroup, judgeGroup, without } from './selection.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { openPreview, reportUnselected, usePress } from './use-press.ts'

type GroupPlace = {
  readonly order: LibraryOrder
  readonly version: string
  /** Its first picture's place among all. */
  readonly first: number
}

/**
 * Selects the pictures that are in a group now; pictures that come later are not among them. If all are selected, deselects them. Returns what
 * to say about it.
 */
const toggleGroup = async (head: LibraryGroup, { order, version, first }: GroupPlace): Promise<string> => {
  // It adds to what was chosen before.
  await selectionRead()
  let said = ''
  await selectOnceRead(order, async () => {
    const ids = await readGroupIds(order, version, head.key)
    return (before) => {
      const isAll = judgeGroup(ids, before.ids) === 'all'
      said = `${describeGroup(head, order.groupBy).title}: ${countOf(ids.length, 'picture')} ${isAll ? 'deselected' : 'selected'}`
      return isAll ? without(before, ids) : addGroup(before, ids, first)
    }
  })
  return said
}

/** The same by its number, for the keyboard. */
const toggleGroupAt = async (group: number, place: GroupPlace): Promise<string> => {
  const head = await readGroupHead(place.order, group)
  return head ? toggleGroup(head, place) : ''
}

const tileWidths: Record<TileSize, number> = { small: 112, medium: 160, large: 232 }

/** The name and the state below a tile's picture, with its paddings. */
const captionHeight = 60

const listRowHeight = 44

/** Space left and right of the grid. */
const margin = 36

/** As many columns as fit; tiles share the remaining space. */
const measureGrid = (
  layout: 'grid' | 'list',
  tileSize: TileSize,
  width: number,
): { readonly columns: number; readonly rowHeight: number } => {
  if (layout === 'list') return { columns: 1, rowHeight: listRowHeight }
  const room = Math.max(0, width - margin)
  const columns = Math.max(1, Math.floor(room / tileWidths[tileSize]))
  const tileWidth = room / columns
  // Tiles are three quarters as high as wide: most product pictures are square or upright, and rows stay in view.
  return { columns, rowHeight: Math.max(120, Math.round(tileWidth * 0.8) + captionHeight) }
}

/** Height of the grid's bottom part that the selection bar covers, in pixels. */
const barHeight = 72

/** A double click's second press must still find the picture where it was. */
const patienceMs = 500

/** Scrolls the current row out from under the selection bar: when the bar comes, and when a row that it covers is pressed. */
const useKeepAboveBar = (box: RefObject<HTMLElement | null>, isBarShown: boolean, rowTop: number, rowHeight: number): void => {
  useEffect(() => {
    if (!isBarShown) return
    const timer = setTimeout(() => {
      const { scrollTop, clientHeight } = box.current ?? { scrollTop: 0, clientHeight: 0 }
      const top = rowTop - scrollTop
      const covered = top + rowHeight - (clientHeight - barHeight)
      // A row that is out of view stays there.
      if (covered <= 0 || top >= clientHeight || top <= covered) return
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
      box.current?.scrollBy({ top: covered, behavior: isCalm ? 'instant' : 'smooth' })
    }, patienceMs)
    return () => clearTimeout(timer)
  }, [box, isBarShown, rowTop, rowHeight])
}

type Props = {
  readonly order: LibraryOrder
  readonly total: number
  /** `null`: the pictures have no groups. */
  readonly groups: GroupCounts | null
}

/** All pictures as one grid for keyboard and screen reader; renders only the rows in view. */
export const PictureGrid = (props: Props) => {
  const place = useRef<HTMLDivElement>(null)
  const size = useSize(place, 'pictures')
  return (
    <div ref={place} className={classes.place}>
      {/* Not before the number of pictures in a row is known. */}
      {size.width > 0 && <SizedGrid {...props} {...size} />}
    </div>
  )
}

const useGridLayout = ({ order, total, groups }: Props, { width, height }: Size) => {
  const { layout: look, tileSize } = useLibraryView()
  const { columns, rowHeight } = measureGrid(look, tileSize, width)
  const counts = groups?.pictures ?? null
  const layout = useMemo(() => layOut(total, counts, columns), [total, counts, columns])
  const scrollRef = useRef<HTMLDivElement>(null)
  // Pictures, and the rows around those in view, are not of the first sight.
  const isDrawn = useIsDrawn()
  const usualOverscan = look === 'grid' ? 2 : 8
  const overscan = isDrawn ? usualOverscan : 0
  // The virtualizer measures each line of the library: no line below the window is of the first sight, either.
  const count = isDrawn ? layout.lines : Math.min(layout.lines, Math.ceil(height / headHeight) + 1)
  const topOf = (line: number): number => {
    const heads = (layout.groupAt(line) ?? -1) + 1
    return heads * headHeight + (line - heads) * rowHeight
  }
  /** The header of the first group in view is drawn, too: it stays at the top. */
  const rangeExtractor = useCallback(
    (range: Range): number[] => {
      const shown = defaultRangeExtractor(range)
      const group = layout.groupAt(range.startIndex)
      const head = group === null ? null : layout.headOf(group)
      return head === null || head >= (shown[0] ?? 0) ? shown : [head, ...shown]
    },
    [layout],
  )
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollRef.current,
    initialRect: { width, height },
    estimateSize: (line) => (layout.isHead(line) ? headHeight : rowHeight),
    rangeExtractor,
    overscan,
    // The selection bar floats over the last rows, and a group's header over the first.
    paddingEnd: barHeight,
    scrollPaddingEnd: barHeight,
    scrollPaddingStart: groups ? headHeight : 0,
    useFlushSync: false,
  })
  useDidUpdate(() => virtualizer.measure(), [rowHeight, columns, counts])
  // Another order, grouping or filter starts at the top.
  useDidUpdate(() => virtualizer.scrollToOffset(0), [order.sort, order.filter, order.groupBy])
  const slots = Math.ceil(height / rowHeight) + 2 * overscan + 2
  const linesInView = Math.floor((height - (groups ? headHeight : 0)) / rowHeight)
  const canvasHeight = topOf(layout.lines - 1) + rowHeight + barHeight
  const showLine = (line: number): void => {
    if (line < count) virtualizer.scrollToIndex(line)
    else scrollRef.current?.scrollTo({ top: topOf(line) + rowHeight + barHeight - height })
  }
  return { look, layout, columns, rowHeight, scrollRef, virtualizer, slots, linesInView, isDrawn, topOf, canvasHeight, showLine }
}

/** Selects groups, and says what it did to a screen reader. */
const useGroupToggle = (order: LibraryOrder, groups: GroupCounts | null) => {
  const [said, setSaid] = useState('')
  const version = groups?.version ?? ''
  const firstOf = (group: number): number => (groups?.pictures ?? []).slice(0, group).reduce((sum, one) => sum + one, 0)
  const say = (words: Promise<string>): Promise<void> => words.then(setSaid)
  return {
    said,
    version,
    toggle: (head: Parameters<typeof toggleGroup>[0], group: number): void =>
      void say(toggleGroup(head, { order, version, first: firstOf(group) })).catch(reportUnselected),
    toggleAt: (group: number): Promise<void> => say(toggleGroupAt(group, { order, version, first: firstOf(group) })),
  }
}

const SizedGrid = ({ order, total, groups, width, height }: Props & Size) => {
  const { selection, current } = useLibraryView()
  const size = { width, height }
  const { look, layout, columns, rowHeight, scrollRef, virtualizer, isDrawn, topOf, ...grid } = useGridLayout(
    { order, total, groups },
    size,
  )
  const items = virtualizer.getVirtualItems()
  const lines = items.map((item) => ({ item, line: layout.lineAt(item.index) }))
  const shown = lines.flatMap(({ line }) => (line.kind === 'pictures' ? [line] : []))
  const first = shown[0]?.first ?? 0
  const lastShown = shown.at(-1)
  const last = lastShown ? lastShown.first + lastShown.count - 1 : 0
  const rowAt = useLibraryRows(order, first, last)
  const headAt = useGroupHeads(order, layout.groupAt(items[0]?.index ?? 0) ?? 0, layout.groupAt(items.at(-1)?.index ?? 0) ?? 0)
  const { said, version, toggle, toggleAt } = useGroupToggle(order, groups)
  const onPress = usePress(order)
  const onKeyDown = useGridKeys(order, {
    layout,
    linesInView: grid.linesInView,
    showIndex: (index) => grid.showLine(layout.placeOf(index).line),
    toggleGroupOf: (index) => toggleAt(layout.groupAt(layout.placeOf(index).line) ?? 0),
  })
  const at = Math.min(current, layout.total - 1)
  const { line: currentLine } = layout.placeOf(at)
  useKeepAboveBar(scrollRef, selection.ids.size > 0, topOf(currentLine), rowHeight)
  const isCurrentThere = at >= first && at <= last
  const topGroup = layout.groupAt(virtualizer.range?.startIndex ?? 0)
  // Reuses the row that leaves the view for the one that enters: creating elements is the main cost of scrolling.
  const slots = Math.max(items.length, grid.slots)

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table */}
      <div
        ref={scrollRef}
        className={classes.scroll}
        role="grid"
        tabIndex={0}
        aria-label="Pictures"
        aria-multiselectable="true"
        aria-rowcount={layout.lines}
        aria-colcount={columns}
        aria-activedescendant={isCurrentThere ? cellId(at) : undefined}
        data-layout={look}
        data-grouped={groups !== null || undefined}
        onKeyDown={onKeyDown}
        onContextMenu={(event) => answerRightClick(event, rowAt)}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <div className={classes.canvas} style={{ height: grid.canvasHeight }} role="rowgroup">
          {lines.map(({ item, line }) =>
            line.kind === 'group' ? (
              <GroupHead
                key={`group ${line.group}`}
                head={headAt(line.group)}
                order={order}
                version={version}
                line={item.index}
                columns={columns}
                isSticky={line.group === topGroup}
                start={item.start}
                toggle={(head) => toggle(head, line.group)}
              />
            ) : (
              // biome-ignore lint/a11y/useSemanticElements: see above
              // biome-ignore lint/a11y/useFocusableInteractive: see above
              <div
                key={item.index % slots}
                role="row"
                aria-rowindex={item.index + 1}
                className={classes.row}
                style={{
                  height: rowHeight,
                  transform: `translateY(${item.start}px)`,
                  gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
                }}
              >
                {Array.from({ length: line.count }, (_, column) => {
                  const index = line.first + column
                  const picture = rowAt(index)
                  const isFirst = column === 0 && layout.isHead(item.index - 1)
                  return (
                    <PictureCell
                      // biome-ignore lint/suspicious/noArrayIndexKey: a slot, used by one picture after the other
                      key={column}
                      row={picture}
                      index={index}
                      column={column}
                      layout={look}
                      isChosen={picture !== undefined && selection.ids.has(picture.id)}
                      isCurrent={index === at}
                      hasPicture={isDrawn}
                      among={order.groupBy !== 'similar' ? undefined : isFirst ? 'keep' : 'others'}
                      onPress={onPress}
                      onOpen={openPreview}
                    />
                  )
                })}
              </div>
            ),
          )}
        </div>
      </div>
      {/* Not inside the grid, which has rows only. */}
      {groups && <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>}
    </>
  )
}
