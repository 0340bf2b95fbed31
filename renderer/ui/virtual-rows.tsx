import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isRemoval, rowOfKey } from './list-keys.ts'
import { isTyping } from './typing.ts'
import classes from './virtual-rows.module.css'

type Props = {
  readonly label: string
  readonly count: number
  /** Estimated row height in pixels; rows are measured when shown. */
  readonly estimate: number
  readonly render: (index: number) => ReactNode
  /** Called with the first and last row in view. */
  readonly onRange?: (first: number, last: number) => void
  /** How far it is scrolled, kept by the caller while the list is away. */
  readonly place?: { current: number }
  /** The keyboard has come to this row. */
  readonly onCurrent?: (index: number) => void
  /** Delete was pressed in this row; −1: in none of them. */
  readonly onRemoval?: (index: number) => void
}

/** Keys pressed here have another meaning. */
const hasOwnKeys = (target: EventTarget): boolean =>
  isTyping(target) || (target instanceof Element && target.closest('[role="menu"], [role="radiogroup"], [role="listbox"], select') !== null)

const indexOf = (target: EventTarget): number => {
  const row = target instanceof Element ? target.closest('[data-index]') : null
  return row ? Number(row.getAttribute('data-index')) : -1
}

/**
 * A long list of rows with different heights; renders only those in view. Arrows, pages, Home and End lead from row to row, to the first button of each.
 * Delete is the rows' own (jobs, actions), or the list's (`onRemoval`); in a list with neither nothing can be removed, and it does nothing.
 */
export const VirtualRows = ({ label, count, estimate, render, onRange, place, onCurrent, onRemoval }: Props) => {
  const ref = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => ref.current,
    estimateSize: () => estimate,
    overscan: 4,
    useFlushSync: false,
    initialOffset: place?.current ?? 0,
    onChange: ({ scrollOffset }) => {
      if (place) place.current = scrollOffset ?? 0
    },
  })
  const items = virtualizer.getVirtualItems()
  const [, draw] = useState(0)
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onRange?.(first, last), [onRange, first, last])
  /** The row that the keyboard goes to, once it is drawn: until then, the next key counts from it. */
  const wanted = useRef<number | null>(null)
  // Within the commit that takes the focused row out of view: a key pressed after it would reach no row.
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const row = ref.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    const first = row.querySelector<HTMLElement>('button:not(:disabled), a[href], [tabindex]')
    const target = first ?? row
    target.focus({ preventScroll: true })
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || hasOwnKeys(event.target)) return
    const now = wanted.current !== null && wanted.current < count ? wanted.current : indexOf(event.target)
    if (onRemoval && isRemoval(event)) onRemoval(now)
    const target = rowOfKey(event.key, now, count)
    if (target === null || count === 0) return
    event.preventDefault()
    wanted.current = Math.max(0, target)
    virtualizer.scrollToIndex(wanted.current)
    onCurrent?.(wanted.current)
    // Nothing is drawn again where the row is in view already.
    draw((times) => times + 1)
  }
  const dropWanted = (): void => {
    wanted.current = null
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex lint/a11y/useSemanticElements: a scrolled list must be reachable by keyboard (WCAG 2.1.1)
    <div ref={ref} className={classes.scroll} tabIndex={0} role="group" aria-label={label} onKeyDown={onKeyDown} onPointerDown={dropWanted}>
      <ul className={classes.canvas} style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            tabIndex={-1}
            className={classes.row}
            aria-setsize={count}
            aria-posinset={item.index + 1}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {render(item.index)}
          </li>
        ))}
      </ul>
    </div>
  )
}
