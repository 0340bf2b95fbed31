import { Button, Group, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ActionFacts, ActionRow } from '../../shared/activity/actions.ts'
import { describeAction, describeCounts, nameStanding } from '../../shared/activity/actions-words.ts'
import { countOf } from '../../shared/base/number-words.ts'
import { describeConversions } from '../../shared/pictures/picture-formats-words.ts'
import { describeWork } from '../../shared/queue/operations-words.ts'
import { addressOf } from '../navigation.ts'
import { api } from '../queries.ts'
import { formatAgo } from '../ui/format.ts'
import { useHoldLists } from '../ui/hold-lists.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import item from '../ui/item-row.module.css'
import { isRemoval } from '../ui/list-keys.ts'
import { describeProblem } from '../ui/read-problem.ts'
import classes from './action-item.module.css'
import { useActivityView } from './activity-view.ts'
import { FixAll } from './fix-all.tsx'
import { Choices, JobItem } from './job-item.tsx'
import { useCancelAction, useRetry } from './use-job-actions.ts'

const icons: Record<ActionFacts['kind'], IconName> = {
  add: 'up',
  ask: 'questions',
  attach: 'link',
  replace: 'link',
  'set-text': 'edit',
  'restore-text': 'edit',
  write: 'edit',
  'create-source': 'file',
  version: 'up',
  'send-again': 'up',
  'put-back': 'up',
  plan: 'products',
}

/** How its icon and state are colored: as a job of that state. */
const colorOf = ({ standing, counts }: ActionRow): string =>
  standing === 'attention'
    ? 'parked'
    : standing === 'open'
      ? counts.running > 0
        ? 'running'
        : 'waiting'
      : counts.done > 0
        ? 'done'
        : 'cancelled'

/** Done and needs attention, as shares of all. The words beside it say the same. */
const Bar = ({ counts }: Pick<ActionRow, 'counts'>) => {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const width = (count: number) => ({ width: `${(100 * count) / all}%` })
  return (
    <div className={classes.bar} aria-hidden="true">
      <span data-state="done" style={width(counts.done)} />
      <span data-state="parked" style={width(counts.parked)} />
    </div>
  )
}

export const ActionState = ({ row }: { readonly row: ActionRow }) => (
  <p className={item.how}>
    <span className={item.state} data-state={colorOf(row)}>
      {nameStanding(row)}
    </span>{' '}
    {describeCounts(row)} · {row.endedAt === null ? `started ${formatAgo(row.beganAt, Date.now())}` : formatAgo(row.endedAt, Date.now())}
    {row.converted && ` · ${describeConversions(row.converted)}`}
  </p>
)

/** The reason that its jobs share, and which job it is if there is only one. */
export const ActionProblem = ({ row }: { readonly row: ActionRow }) => {
  if (!row.problem) return null
  const { message, action } = describeProblem(row.problem.reason)
  return (
    <p className={item.why}>
      {row.job ? `${describeWork(row.job.work, row.job)}: ` : row.problem.isEach ? '' : 'For example: '}
      {message} <span className={item.quiet}>{action}</span>
    </p>
  )
}

/** What can be done about all of its jobs together, besides to retry or cancel them. */
const FixItsJobs = ({ row, title }: { readonly row: ActionRow; readonly title: string }) => {
  const { data } = useQuery(api.problems.list.queryOptions({ input: { action: row.action } }))
  const [problem, ...others] = data ?? []
  if (!problem || others.length > 0 || problem.remedies.every(({ remedy }) => remedy === 'retry' || remedy === 'leave')) return null
  return <FixAll problem={problem} action={row.action} label={title} />
}

/** Asks before a key cancels many jobs, because that can't be undone. */
const CancelQuestion = ({
  row,
  title,
  isOpen,
  close,
}: {
  readonly row: ActionRow
  readonly title: string
  readonly isOpen: boolean
  readonly close: () => void
}) => {
  const cancel = useCancelAction()
  const jobs = countOf(row.counts.parked + row.counts.waiting, 'job')
  useHoldLists(isOpen)
  return (
    <Modal opened={isOpen} onClose={close} title={`Cancel ${jobs}?`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Text size="sm">{title}: running jobs finish. Pictures and answers are kept.</Text>
      <Group gap={8} mt={16} justify="flex-end">
        <Button variant="default" onClick={close} data-autofocus>
          Keep
        </Button>
        <Button
          color="red"
          onClick={() => {
            close()
            cancel.mutate(row.action)
          }}
        >
          Cancel {jobs}
        </Button>
      </Group>
    </Modal>
  )
}

type Props = {
  readonly row: ActionRow
  /** It was open just now: the focus returns to it. */
  readonly hasFocus: boolean
}

/** One action: what was asked for, how far it is, and what a person can do. A single job is shown as itself. */
export const ActionItem = ({ row, hasFocus }: Props) => {
  const retry = useRetry()
  const [asks, setAsks] = useState(false)
  const opener = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!hasFocus) return
    opener.current?.focus({ preventScroll: true })
    useActivityView.setState({ opened: null })
  }, [hasFocus])
  const isSingle = Object.values(row.counts).reduce((sum, count) => sum + count, 0) === 1
  if (isSingle && row.job) return <JobItem job={row.job} />
  const title = describeAction(row)
  const canCancel = row.counts.parked + row.counts.waiting > 0
  return (
    <article className={item.item} aria-label={title} onKeyDown={(event) => (canCancel && isRemoval(event) ? setAsks(true) : undefined)}>
      <CancelQuestion row={row} title={title} isOpen={asks} close={() => setAsks(false)} />
      <span className={item.icon} data-state={colorOf(row)}>
        <Icon name={row.facts ? icons[row.facts.kind] : 'activity'} size={18} />
      </span>
      <div className={item.words}>
        <p className={item.what} title={title}>
          {title}
        </p>
        <ActionState row={row} />
        {row.standing !== 'over' && <Bar counts={row.counts} />}
        <ActionProblem row={row} />
      </div>
      <div className={item.actions}>
        {row.job && <Choices job={row.job} />}
        {row.counts.parked > 1 && <FixItsJobs row={row} title={title} />}
        {row.counts.parked > 1 && (
          <Button
            size="xs"
            variant="default"
            loading={retry.isPending}
            aria-label={`Retry all: ${title}`}
            onClick={() => retry.mutate({ jobIds: [], action: row.action, choice: 'retry' })}
          >
            Retry all
          </Button>
        )}
        <Button
          ref={opener}
          component="a"
          size="xs"
          variant="subtle"
          color="gray"
          href={`${addressOf('activity')}/${row.action}`}
          aria-label={`Show jobs: ${title}`}
        >
          Show jobs
        </Button>
      </div>
    </article>
  )
}
