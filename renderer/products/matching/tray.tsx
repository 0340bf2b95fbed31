import { SegmentedControl } from '@mantine/core'
import { type MouseEvent, useCallback, useEffect, useRef } from 'react'
import { formatCount } from '../../../shared/base/number-words.ts'
import type { MatchSummary, TrayKind } from '../../../shared/products/matching.ts'
import { useHoldLists } from '../../ui/hold-lists.ts'
import { hasMod } from '../../ui/keys.ts'
import { UnreadNote } from '../../ui/unread-note.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { chooseRange } from './choose-range.ts'
import { dragOverTray, dropOnTray } from './drag-pictures.ts'
import { type TrayRow, trayPage } from './match-queries.ts'
import { choose, showTray, toggle, useMatchView } from './match-view.ts'
import classes from './tray.module.css'
import { TrayItem, trayItemId } from './tray-item.tsx'
import { useTrayKeys } from './use-tray-keys.ts'
import { VirtualGrid } from './virtual-grid.tsx'

/** Pixels in tray.module.css. */
const estimateItem = (): number => 65

const pressRow = (event: MouseEvent, index: number, { imageId }: TrayRow): void => {
  if (event.button !== 0) return
  const { trayKind, chosen, side } = useMatchView.getState()
  if (event.shiftKey) chooseRange(trayKind, index)
  else if (hasMod(event)) toggle('tray', imageId)
  // A selection that is about to be dragged stays.
  else if (!(side === 'tray' && chosen.has(imageId))) choose('tray', [imageId])
  useMatchView.setState({ tray: { index, id: imageId }, ...(event.shiftKey ? {} : { anchor: index }) })
}

/** Follows the current picture when rows above it come or go; where it has gone, the next one takes its place. */
const useFollowCurrent = (total: number, rowAt: (index: number) => TrayRow | undefined, range: { first: number; last: number }): number => {
  const current = useMatchView((view) => view.tray)
  const index = Math.max(0, Math.min(current.index, total - 1))
  const there = rowAt(index)?.imageId ?? null
  useEffect(() => {
    if (there === null || there === current.id) return
    const moved = current.id === null ? -1 : findNear(rowAt, current.id, range)
    useMatchView.setState({ tray: moved < 0 ? { index, id: there } : { index: moved, id: current.id } })
  })
  return index
}

const findNear = (rowAt: (index: number) => TrayRow | undefined, id: string, { first, last }: { first: number; last: number }): number => {
  for (let index = first; index <= last; index++) if (rowAt(index)?.imageId === id) return index
  return -1
}

const Empty = ({ kind, summary }: { readonly kind: TrayKind; readonly summary: MatchSummary }) => (
  <p className={classes.empty} role="status">
    {kind === 'not-a-product'
      ? 'No picture is left out.'
      : summary.matched > 0 && summary.notAProduct === 0
        ? 'Every picture has a product.'
        : 'Nothing is left to decide.'}
  </p>
)

/** Pictures without a product: questions first, each with its candidates. */
export const Tray = ({ summary }: { readonly summary: MatchSummary }) => {
  const kind = useMatchView((view) => view.trayKind)
  const dragged = useMatchView((view) => view.dragged)
  const isOver = useMatchView((view) => view.over?.kind === 'tray')
  // A row that moves away under the pointer could not be dropped.
  useHoldLists(dragged !== null)
  const { total, rowAt, onRange, error } = usePages<TrayRow>(trayPage(kind))
  const grid = useRef<HTMLDivElement>(null)
  const range = useRef({ first: 0, last: 0 })
  const onShown = useCallback(
    (first: number, last: number): void => {
      range.current = { first, last }
      onRange(first, last)
    },
    [onRange],
  )
  const index = useFollowCurrent(total, rowAt, range.current)
  const row = rowAt(index)
  const onKeyDown = useTrayKeys({ kind, total, index, row })
  const pinned = dragged?.side === 'tray' ? dragged.index : null
  const kept = useRef<TrayRow | undefined>(undefined)
  if (pinned === null) kept.current = undefined
  else kept.current = rowAt(pinned) ?? kept.current
  const { open, notAProduct } = summary
  return (
    <section className={classes.tray} aria-label="Pictures without a product">
      <div className={classes.head}>
        <SegmentedControl
          size="xs"
          aria-label="Pictures to show"
          data={[
            { value: 'open', label: `No product (${formatCount(open)})` },
            { value: 'not-a-product', label: `Left out (${formatCount(notAProduct)})` },
          ]}
          value={kind}
          onChange={(value) => showTray(value as TrayKind)}
        />
      </div>
      {error && <UnreadNote what="The pictures cannot be shown." error={error} />}
      {total === 0 && !error && (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping has keys of its own
        <div className={classes.drop} data-over={isOver || undefined} onDragOver={dragOverTray} onDrop={dropOnTray}>
          <Empty kind={kind} summary={summary} />
        </div>
      )}
      {total > 0 && (
        <VirtualGrid
          gridRef={grid}
          label={kind === 'open' ? 'Without a product' : 'Left out'}
          count={total}
          estimate={estimateItem}
          current={index}
          activeId={row && trayItemId(index)}
          pinned={pinned}
          isOver={isOver}
          onRange={onShown}
          onKeyDown={onKeyDown}
          onDragOver={dragOverTray}
          onDrop={dropOnTray}
          render={(at) => {
            const shown = rowAt(at) ?? (at === pinned ? kept.current : undefined)
            return shown ? (
              <TrayItem row={shown} index={at} kind={kind} isCurrent={at === index} press={pressRow} />
            ) : (
              <div className={classes.placeholder} />
            )
          }}
        />
      )}
    </section>
  )
}
