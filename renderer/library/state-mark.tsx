import type { LibraryRow } from '../../shared/library.ts'
import { useLive } from '../live.ts'
import { formatPart } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { pictureStates } from './picture-states.ts'
import classes from './state-mark.module.css'

/** The sent share of an upload: from the latest event, else from the row. */
export const useProgress = (row: LibraryRow): number | null => {
  const live = useLive((now) => now.uploading[row.id])
  return row.state === 'uploading' || live !== undefined ? (live ?? row.progress) : null
}

export const describeState = (row: LibraryRow, progress: number | null): string =>
  progress === null ? pictureStates[row.state].label : `Uploading ${formatPart(progress)}`

type Props = {
  readonly row: LibraryRow
  /** For `aria-describedby`: the mark is then only a description, not part of the accessible name around it. */
  readonly id?: string
}

/** A picture's state as a small icon and a word. */
export const StateMark = ({ row, id }: Props) => {
  const progress = useProgress(row)
  const { icon, tone } = progress === null ? pictureStates[row.state] : pictureStates.uploading
  return (
    <span className={classes.mark} data-tone={tone} id={id} aria-hidden={id !== undefined || undefined}>
      <Icon name={icon} size={14} />
      {describeState(row, progress)}
    </span>
  )
}
