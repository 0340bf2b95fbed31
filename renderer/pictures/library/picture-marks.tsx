import type { LibraryRow } from '../../../shared/pictures/library.ts'
import { useLive } from '../../live.ts'
import { formatPart } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import classes from './picture-marks.module.css'
import { describeAnswers, describeAttached, describeFailed, describePicture, urgentOf } from './picture-states.ts'

/** The sent share of an upload: from the latest event, else from the row. Ask once for a cell: each asks with each event. */
export const useProgress = (row: LibraryRow | undefined): number | null => {
  const live = useLive((now) => (row ? now.uploading[row.id] : undefined))
  if (!row) return null
  return row.state === 'uploading' || live !== undefined ? (live ?? row.progress) : null
}

const urgentLooks = {
  parked: { icon: 'warn', tone: 'bad' },
  uploading: { icon: 'up', tone: 'busy' },
  waiting: { icon: 'clock', tone: 'quiet' },
} as const

type MarkProps = { readonly icon: IconName; readonly tone: 'off' | 'quiet' | 'busy' | 'good' | 'bad'; readonly words?: string }

const Mark = ({ icon, tone, words }: MarkProps) => (
  <span className={classes.mark} data-tone={tone}>
    <Icon name={icon} size={14} />
    {words}
  </span>
)

type Props = {
  readonly row: LibraryRow
  /** Of its upload (`useProgress`). */
  readonly progress: number | null
  /** For `aria-describedby`: the marks are then only a description, not part of the accessible name around them. */
  readonly id: string
  readonly layout: 'grid' | 'list'
}

/** Running or waiting work first. Then always three marks in one order: uploaded, answers, attached; pale: not yet. At last rules of shops that fail. */
export const PictureMarks = ({ row, progress, id, layout }: Props) => {
  const urgent = urgentOf(row, progress)
  const said = describePicture(row, progress)
  // In a grid a bar on the picture shows it, and a small tile has no room.
  const hasPart = progress !== null && layout === 'list'
  const { questions, answers, checks: { failed } = { failed: 0 } } = row
  return (
    <span className={classes.marks} data-layout={layout} data-tight={failed > 0 || undefined} id={id} aria-hidden="true" title={said}>
      <span className={classes.said}>{said}</span>
      {urgent && <Mark {...urgentLooks[urgent.kind]} {...(hasPart ? { words: formatPart(progress) } : {})} />}
      <Mark icon="cloud" tone={row.uploaded ? 'good' : 'off'} />
      <Mark
        icon="questions"
        tone={questions === 0 ? 'off' : answers < questions ? 'quiet' : 'good'}
        {...(questions === 0 ? {} : { words: `${answers}/${questions}` })}
      />
      <Mark icon="products" tone={row.attached ? 'good' : 'off'} />
      {failed > 0 && <Mark icon="tag" tone="bad" />}
    </span>
  )
}

/** The same in words, for one picture: only what is there. */
export const MarksInWords = ({ row }: Pick<Props, 'row'>) => {
  const progress = useProgress(row)
  const urgent = urgentOf(row, progress)
  const isBare = urgent === null && !row.uploaded && row.questions === 0 && !row.attached
  const failed = row.checks?.failed ?? 0
  return (
    <span className={classes.words}>
      {urgent && <Mark {...urgentLooks[urgent.kind]} words={urgent.label} />}
      {row.uploaded && <Mark icon="cloud" tone="good" words="Uploaded" />}
      {row.questions > 0 && <Mark icon="questions" tone={row.answers < row.questions ? 'quiet' : 'good'} words={describeAnswers(row)} />}
      {row.attached && <Mark icon="products" tone="good" words={describeAttached(row)} />}
      {failed > 0 && <Mark icon="tag" tone="bad" words={describeFailed(failed)} />}
      {isBare && <Mark icon="picture" tone="quiet" words="On this computer" />}
    </span>
  )
}
