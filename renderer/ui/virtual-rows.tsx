import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
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
}

/** A long list of rows with different heights; renders only those in view. */
export const VirtualRows = ({ label, count, estimate, render, onRange, place }: Props) => {
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
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onRange?.(first, last), [onRange, first, last])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex lint/a11y/useSemanticElements: a scrolled list must be reachable by keyboard (WCAG 2.1.1)
    <div ref={ref} className={classes.scroll} tabIndex={0} role="group" aria-label={label}>
      <ul className={classes.canvas} style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
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
