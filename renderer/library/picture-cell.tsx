import { type MouseEvent, memo } from 'react'
import type { LibraryRow } from '../../shared/library.ts'
import { thumbnailUrl } from '../bridge.ts'
import { formatAgo, formatBytes } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import classes from './picture-cell.module.css'
import { StateMark, useProgress } from './state-mark.tsx'

type Props = {
  readonly row: LibraryRow | undefined
  readonly index: number
  readonly column: number
  readonly layout: 'grid' | 'list'
  readonly isChosen: boolean
  readonly isCurrent: boolean
  readonly onPress: (index: number, row: LibraryRow, event: MouseEvent) => void
  readonly onOpen: (index: number) => void
}

export const cellId = (index: number): string => `picture-${index}`

const Bar = ({ row }: { readonly row: LibraryRow }) => {
  const progress = useProgress(row)
  if (progress === null) return null
  return (
    <span className={classes.track}>
      <span className={classes.bar} style={{ transform: `scaleX(${progress})` }} />
    </span>
  )
}

const ListFacts = ({ row }: { readonly row: LibraryRow }) => (
  <>
    <span className={classes.fact}>
      {row.width} × {row.height}
    </span>
    <span className={classes.fact}>{formatBytes(row.bytes)}</span>
    <span className={classes.fact}>{formatAgo(row.addedAt, Date.now())}</span>
  </>
)

/** One picture, as a tile or as a line. The grid around it keeps the keyboard; here are only its looks and the pointer. */
export const PictureCell = memo(({ row, index, column, layout, isChosen, isCurrent, onPress, onOpen }: Props) => {
  const shared = { id: cellId(index), 'aria-colindex': column + 1, 'data-layout': layout, className: classes.cell }
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a cell of a virtual grid; the grid has the focus
  if (!row) return <div {...shared} role="gridcell" aria-label="Loading" aria-busy="true" />
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a cell of a virtual grid; the grid has the focus
    <div
      {...shared}
      role="gridcell"
      aria-label={row.name}
      aria-selected={isChosen}
      data-current={isCurrent || undefined}
      onMouseDown={(event) => onPress(index, row, event)}
      onDoubleClick={() => onOpen(index)}
    >
      <span className={classes.frame}>
        <img className={classes.image} src={thumbnailUrl(row.id)} alt="" decoding="async" draggable={false} />
        {layout === 'grid' && <Bar row={row} />}
        {isChosen && (
          <span className={classes.tick}>
            <Icon name="check" size={14} />
          </span>
        )}
      </span>
      <span className={classes.name} title={row.name}>
        {row.name}
      </span>
      <StateMark row={row} />
      {layout === 'list' && <ListFacts row={row} />}
    </div>
  )
})
