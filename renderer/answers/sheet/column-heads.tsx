import type { VirtualItem } from '@tanstack/react-virtual'
import { memo, type PointerEvent, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { CellRange } from './cell-range.ts'
import { holdWidth, resizeColumn, type SheetColumn } from './column-choice.ts'
import classes from './column-heads.module.css'
import { openMenu } from './sheet-menu-place.ts'
import type { ShownSheet } from './sheet-queries.ts'
import { changeLook, goToCell, useSheetView } from './sheet-view.ts'

export const headHeight = 36

/** The head's right edge, which is dragged. By keyboard the cell's menu makes columns wider or narrower. */
const ResizeEdge = ({
  setId,
  column,
  onDrag,
}: {
  readonly setId: string
  readonly column: SheetColumn
  readonly onDrag: (width: number | null) => void
}) => {
  const begin = (event: PointerEvent<HTMLSpanElement>): void => {
    event.stopPropagation()
    const edge = event.currentTarget
    const from = event.clientX
    const widthAt = (x: number): number => holdWidth(column.width + x - from)
    edge.setPointerCapture(event.pointerId)
    const move = (next: globalThis.PointerEvent): void => onDrag(widthAt(next.clientX))
    const end = (next: globalThis.PointerEvent): void => {
      edge.removeEventListener('pointermove', move)
      onDrag(null)
      changeLook(setId, (look) => resizeColumn(look, column.question, widthAt(next.clientX)))
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('pointerup', end, { once: true })
  }
  return <span className={classes.edge} data-resize aria-hidden="true" onPointerDown={begin} />
}

type HeadProps = {
  readonly sheet: ShownSheet
  readonly column: SheetColumn
  readonly at: number
  readonly left: number
  readonly isSelected: boolean
}

const ColumnHead = memo(({ sheet, column, at, left, isSelected }: HeadProps) => {
  const [dragged, setDragged] = useState<number | null>(null)
  const sort = sheet.view.sort?.by === column.question ? sheet.view.sort : null
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see sheet-grid.tsx
    <div
      role="columnheader"
      className={classes.head}
      style={{ left, width: dragged ?? column.width }}
      aria-colindex={at + 2}
      aria-sort={sort ? (sort.descending ? 'descending' : 'ascending') : undefined}
      data-column={at}
      data-selected={isSelected || undefined}
      data-dragged={dragged !== null || undefined}
      title={column.question}
    >
      <span className={classes.label}>{column.label}</span>
      {sort && <Icon name={sort.descending ? 'down' : 'up'} size={14} />}
      <button
        type="button"
        tabIndex={-1}
        className={classes.menu}
        aria-label={`Column ${column.label}`}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          goToCell({ row: useSheetView.getState().selection.active.row, column: at }, useSheetView.getState().activeKey)
          openMenu(box.left, box.bottom)
        }}
      >
        <Icon name="chevron" size={14} />
      </button>
      <ResizeEdge setId={sheet.view.setId} column={column} onDrag={setDragged} />
    </div>
  )
})

type Props = {
  readonly sheet: ShownSheet
  readonly items: readonly VirtualItem[]
  readonly headWidth: number
  readonly isChecked: boolean
  readonly width: number
  readonly range: CellRange
}

/** The row of column heads, which stays at the top. */
export const ColumnHeads = ({ sheet, items, headWidth, isChecked, width, range }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: see sheet-grid.tsx
  <div role="rowgroup" className={classes.heads} style={{ width }}>
    {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see sheet-grid.tsx */}
    <div role="row" className={classes.row} aria-rowindex={1}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see sheet-grid.tsx */}
      <div role="columnheader" className={classes.corner} style={{ width: headWidth }} aria-colindex={1} data-corner>
        {sheet.view.rows === 'products' ? 'Product' : 'Picture'}
        {isChecked && <span className={classes.checks}>Checks</span>}
      </div>
      {items.map(({ index, start }) => {
        const column = sheet.columns[index]
        return (
          column && (
            <ColumnHead
              key={column.question}
              sheet={sheet}
              column={column}
              at={index}
              left={start}
              isSelected={index >= range.left && index <= range.right}
            />
          )
        )
      })}
    </div>
  </div>
)
