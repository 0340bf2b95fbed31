import { ActionIcon, Button } from '@mantine/core'
import type { OtherSource } from '../../../shared/answers/other-sources.ts'
import { describeNotes } from '../../../shared/queue/job-notes-words.ts'
import type { JobState } from '../../../shared/queue/job-states.ts'
import type { Hold } from '../../../shared/queue/jobs.ts'
import type { OtherSourceKind } from '../../../shared/queue/operations.ts'
import { describeProgress } from '../../activity/describe-job.ts'
import { useRetry } from '../../activity/use-job-actions.ts'
import { useLive } from '../../live.ts'
import { copyText } from '../../ui/copy-text.ts'
import { formatBytes } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import classes from '../../ui/item-row.module.css'
import { describeProblem } from '../../ui/read-problem.ts'
import { removeSource, useCreateAgain } from './source-actions.ts'

const states: Record<JobState, string> = {
  waiting: 'Waiting',
  running: 'Sending',
  done: 'Created',
  parked: 'Needs attention',
  cancelled: 'Cancelled',
}

const kinds: Record<OtherSourceKind, { readonly label: string; readonly icon: IconName }> = {
  text: { label: 'Text', icon: 'file' },
  url: { label: 'Web address', icon: 'link' },
  knowledge: { label: 'Knowledge item', icon: 'library' },
}

const waits: Partial<Record<Hold['kind'], string>> = {
  'no-connection': 'until a workspace is connected',
  'signed-out': 'until you sign in',
  offline: 'until the workspace can be reached',
  paused: 'because work is paused',
}

/** The hold on all work, or on all work of this kind. */
const useWaitsFor = (isWaiting: boolean): string | null =>
  useLive((live) => {
    if (!isWaiting) return null
    const hold = live.queue?.holds.find(({ operation }) => operation === null || operation === 'create-source')
    return (hold && waits[hold.kind]) ?? null
  })

/** Why it is parked, or why the last attempt failed. */
const Trouble = ({ job: { status } }: Pick<OtherSource, 'job'>) => {
  const record = status.state === 'parked' ? status.reason : status.state === 'waiting' ? status.because : null
  if (!record) return null
  const trouble = describeProblem(record)
  return (
    <p className={classes.why}>
      {trouble.message} <span className={classes.quiet}>{trouble.action}</span>
    </p>
  )
}

/** A text or an address is its own title; a knowledge item shows its name, with the ID below. */
const Value = ({ source: { kind, title, excerpt } }: { readonly source: OtherSource }) => (
  <>
    <p className={classes.what} data-kind={kind}>
      {kind === 'knowledge' ? title : excerpt}
    </p>
    {kind === 'knowledge' && excerpt !== title && <p className={classes.how}>{excerpt}</p>}
  </>
)

/** One source: its title, state, id and actions. */
export const SourceItem = ({ source, canCreate }: { readonly source: OtherSource; readonly canCreate: boolean }) => {
  const { kind, title, sourceId, bytes, job } = source
  const { state } = job.status
  const waitsFor = useWaitsFor(state === 'waiting')
  const retry = useRetry()
  const again = useCreateAgain()
  return (
    <article className={classes.item} aria-label={title}>
      <span className={classes.icon} data-state={state}>
        <Icon name={kinds[kind].icon} size={18} />
      </span>
      <div className={classes.words}>
        <Value source={source} />
        <p className={classes.how}>
          {kinds[kind].label}
          {kind === 'text' && `, ${formatBytes(bytes)}`} ·{' '}
          <span className={classes.state} data-state={state}>
            {states[state]}
          </span>{' '}
          {[...(waitsFor ? [waitsFor] : []), describeProgress(job, Date.now())].filter((words) => words !== '').join(' · ')}
        </p>
        {sourceId !== null && (
          <p className={classes.id}>
            <code>{sourceId}</code>
            <ActionIcon size={24} aria-label={`Copy the ID of ${title}`} onClick={() => void copyText(sourceId, 'ID')}>
              <Icon name="copy" size={16} />
            </ActionIcon>
          </p>
        )}
        <Trouble job={job} />
        {job.notes.length > 0 && <p className={classes.why}>{describeNotes(job)}</p>}
      </div>
      <div className={classes.actions}>
        {state === 'parked' && (
          <Button size="xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate({ jobIds: [job.id], choice: 'retry' })}>
            Retry
          </Button>
        )}
        {state === 'cancelled' && canCreate && (
          <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate(source.ref)}>
            Create again
          </Button>
        )}
        <ActionIcon aria-label={`Remove ${title} from the list`} onClick={() => void removeSource(source)}>
          <Icon name="trash" size={18} />
        </ActionIcon>
      </div>
    </article>
  )
}
