import { type MouseEvent, memo } from 'react'
import { isSentFormat } from '../../../shared/pictures/accepted-pictures.ts'
import type { LibraryRow } from '../../../shared/pictures/library.ts'
import { describeConvertedFrom, formatNames } from '../../../shared/pictures/picture-formats-words.ts'
import { lastFolderOf, wholePath } from '../../../shared/pictures/picture-place.ts'
import { thumbnailUrl } from '../../bridge.ts'
import { formatAgo, formatBytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { dragSelection } from './drag-to-attach.ts'
import classes from './picture-cell.module.css'
import { PictureMarks, useProgress } from './picture-marks.tsx'
import { clickAlone } from './use-press.ts'

type Props = {
  readonly row: LibraryRow | undefined
  readonly index: number
  readonly column: number
  readonly layout: 'grid' | 'list'
  readonly isChosen: boolean
  readonly isCurrent: boolean
  /** `false`: its picture follows shortly. */
  readonly hasPicture: boolean
  /** Among pictures that show the same: the one to keep, or one of the others. */
  readonly among?: 'keep' | 'others' | undefined
  readonly onPress: (index: number, row: LibraryRow, event: MouseEvent) => void
  readonly onOpen: (index: number) => void
}

export const cellId = (index: number | ''): string => `picture-${index}`

const Bar = ({ progress }: { readonly progress: number }) => (
  <span className={classes.track}>
    <span className={classes.bar} style={{ transform: `scaleX(${progress})` }} />
  </span>
)

const ListFacts = ({ row, id }: { readonly row: LibraryRow; readonly id: string }) => (
  <>
    <span className={classes.fact} id={`${id}-pixels`} aria-hidden="true">
      {row.width} × {row.height}
    </span>
    <span className={classes.fact} id={`${id}-bytes`} aria-hidden="true">
      {formatBytes(row.bytes)}
    </span>
    <span className={classes.fact} id={`${id}-added`} aria-hidden="true">
      {formatAgo(row.addedAt, Date.now())}
    </span>
  </>
)

/** A cell's accessible name is its last folder and file name; its description is its marks and, in a list, the facts. */
const describedBy = (id: string, layout: Props['layout']): string =>
  (layout === 'list' ? ['state', 'pixels', 'bytes', 'added'] : ['state']).map((part) => `${id}-${part}`).join(' ')

/** One picture, as a tile or as a line. The grid handles the keyboard; this handles only looks and pointer. */
export const PictureCell = memo(({ row, index, column, layout, isChosen, isCurrent, hasPicture, among, onPress, onOpen }: Props) => {
  const id = cellId(index)
  const progress = useProgress(row)
  const isConverted = row !== undefined && !isSentFormat(row.format)
  const shared = { id, 'aria-colindex': column + 1, 'data-layout': layout, className: classes.cell }
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a cell of a virtual grid; the grid has the focus
  if (!row) return <div {...shared} role="gridcell" aria-label="Loading" aria-busy="true" />
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: a cell of a virtual grid; the grid has the focus and the keys
    <div
      {...shared}
      role="gridcell"
      aria-describedby={describedBy(id, layout)}
      aria-selected={isChosen}
      data-current={isCurrent || undefined}
      draggable
      onMouseDown={(event) => onPress(index, row, event)}
      onClick={(event) => clickAlone(index, row, event)}
      onDragStart={(event) => dragSelection(event, row.id)}
      onDoubleClick={() => onOpen(index)}
    >
      <span className={classes.frame}>
        {/* A new element per picture, so that the previous picture never shows in its place. */}
        {hasPicture && (
          <img
            key={`${row.id} ${row.version}`}
            className={classes.image}
            src={thumbnailUrl(row.id, row.version)}
            alt=""
            decoding="async"
            draggable={false}
          />
        )}
        {layout === 'grid' && among && (
          <span className={classes.among} data-keep={among === 'keep' || undefined}>
            {among === 'keep' ? 'Keep · ' : ''}
            {row.width} × {row.height}
          </span>
        )}
        {layout === 'grid' && isConverted && (
          <span className={classes.from} aria-hidden="true" title={describeConvertedFrom(row.format, row.reading)}>
            From {formatNames[row.format]}
          </span>
        )}
        {layout === 'grid' && progress !== null && <Bar progress={progress} />}
        {isChosen && (
          <span className={classes.tick}>
            <Icon name="check" size={14} />
          </span>
        )}
      </span>
      <span className={classes.name} data-converted={(layout === 'list' && isConverted) || undefined} title={wholePath(row)}>
        {row.folder !== null && <span className={classes.folder}>{lastFolderOf(row.folder)}/</span>}
        <span className={classes.file}>{row.name}</span>
        {layout === 'list' && among === 'keep' && <span className={classes.kept}>Keep</span>}
        {layout === 'list' && isConverted && (
          <span className={classes.converted} aria-hidden="true" title={describeConvertedFrom(row.format, row.reading)}>
            {describeConvertedFrom(row.format, row.reading)}
          </span>
        )}
      </span>
      <PictureMarks row={row} progress={progress} id={`${id}-state`} layout={layout} />
      {layout === 'list' && <ListFacts row={row} id={id} />}
    </div>
  )
})
