import { type PointerEvent, useMemo, useRef } from 'react'
import { type Place, rangeOf } from './cell-range.ts'
import { sizeOf } from './move-cursor.ts'
import type { ShownSheet } from './sheet-queries.ts'
import { select, useSheetView } from './sheet-view.ts'

type Hit = { readonly kind: 'cell' | 'row' | 'column' | 'all'; readonly place: Place }

/** What is under the pointer, by the attributes of cells and heads. */
const hitOf = (target: EventTarget): Hit | null => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-row], [data-column], [data-corner]') : null
  if (!element) return null
  const { row, column } = element.dataset
  const place = { row: Number(row ?? 0), column: Number(column ?? 0) }
  if (row !== undefined && column !== undefined) return { kind: 'cell', place }
  return { kind: row !== undefined ? 'row' : column !== undefined ? 'column' : 'all', place }
}

/** Selects what is pressed: a cell, a row by its head, a column by its; Shift or dragging extends it. */
export const usePointer = (sheet: ShownSheet) => {
  const isDown = useRef(false)
  const kind = useRef<Hit['kind']>('cell')
  const latest = useRef(sheet)
  latest.current = sheet
  return useMemo(() => {
    const show = (hit: Hit, isExtended: boolean): void => {
      const { rows, columns } = sizeOf(latest.current)
      const { selection, activeKey } = useSheetView.getState()
      const first = { cell: hit.place, row: { ...hit.place, column: 0 }, column: { ...hit.place, row: 0 }, all: { row: 0, column: 0 } }[
        hit.kind
      ]
      const last = { row: rows - 1, column: columns - 1 }
      const head = {
        cell: hit.place,
        row: { row: hit.place.row, column: last.column },
        column: { row: last.row, column: hit.place.column },
        all: last,
      }[hit.kind]
      if (isExtended) select({ active: selection.active, head }, activeKey)
      // The row that is drawn there, which is known next (use-follow-row.ts): a page may be newer than the screen.
      else select({ active: first, head })
    }
    return {
      isDown,
      onDown: (event: PointerEvent): void => {
        const isOnControl = event.target instanceof Element && event.target.closest('button, textarea, [data-resize]') !== null
        const hit = hitOf(event.target)
        if (!hit || isOnControl) return
        const { top, bottom, left, right } = rangeOf(useSheetView.getState().selection)
        const { row, column } = hit.place
        // A right click inside a selection is about all of it.
        if (event.button !== 0 && hit.kind === 'cell' && row >= top && row <= bottom && column >= left && column <= right) return
        isDown.current = true
        kind.current = hit.kind
        show(hit, event.shiftKey)
        const end = (): void => {
          isDown.current = false
        }
        window.addEventListener('pointerup', end, { once: true })
        window.addEventListener('pointercancel', end, { once: true })
      },
      onMove: (event: PointerEvent): void => {
        if (!isDown.current || event.buttons !== 1) return
        const hit = hitOf(event.target)
        const { head } = useSheetView.getState().selection
        if (hit?.kind === kind.current && (hit.place.row !== head.row || hit.place.column !== head.column)) show(hit, true)
      },
    }
  }, [])
}
