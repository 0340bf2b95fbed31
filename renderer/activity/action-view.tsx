import { Button, SegmentedControl, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ActionRow } from '../../shared/activity/actions.ts'
import { describeAction } from '../../shared/activity/actions-words.ts'
import { formatCount } from '../../shared/base/number-words.ts'
import type { JobProblem } from '../../shared/products/problems.ts'
import type { JobState } from '../../shared/queue/job-states.ts'
import type { JobRow } from '../../shared/queue/jobs.ts'
import { addressOf } from '../navigation.ts'
import { openPlanProgress } from '../products/plans/plan-view.ts'
import { api } from '../queries.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { Icon } from '../ui/icon.tsx'
import { UnreadNote } from '../ui/unread-note.tsx'
import { rowsPerPage, usePages } from '../ui/use-pages.ts'
import { VirtualRows } from '../ui/virtual-rows.tsx'
import { ActionProblem, ActionState } from './action-item.tsx'
import classes from './action-view.module.css'
import screen from './activity-screen.module.css'
import { JobItem } from './job-item.tsx'
import { ProblemItem } from './problem-item.tsx'
import { leaveToList, useEscape, useReturn } from './return-to-list.ts'
import { useCancelAction, useRestoreTexts, useRetry } from './use-job-actions.ts'

const views = ['every', 'parked', 'open', 'done', 'cancelled'] as const
type View = (typeof views)[number]

const states: Record<View, JobState[]> = {
  every: [],
  parked: ['parked'],
  open: ['running', 'waiting'],
  done: ['done'],
  cancelled: ['cancelled'],
}
const labels: Record<View, string> = { every: 'All', parked: 'Needs attention', open: 'Under way', done: 'Done', cancelled: 'Cancelled' }

const countBy = ({ counts }: ActionRow): Record<View, number> => {
  const { waiting, running, parked, done, cancelled } = counts
  return { every: waiting + running + parked + done + cancelled, parked, open: waiting + running, done, cancelled }
}

const isAboutUnknownTexts = ({ problem }: ActionRow): boolean => problem?.reason.failure.kind === 'text-unknown'

/** Texts whose present words are unknown are replaced together; those that were sent are restored together. */
const TextTools = ({ row }: { readonly row: ActionRow }) => {
  const retry = useRetry()
  const restore = useRestoreTexts()
  return (
    <>
      {row.counts.done > 0 && (
        <Button variant="subtle" color="gray" loading={restore.isPending} onClick={() => restore.mutate(row.action)}>
          Restore previous texts
        </Button>
      )}
      {isAboutUnknownTexts(row) && (
        <Button
          variant="default"
          loading={retry.isPending}
          onClick={() => retry.mutate({ jobIds: [], action: row.action, choice: 'replace' })}
        >
          Replace all
        </Button>
      )}
    </>
  )
}

const Tools = ({ row }: { readonly row: ActionRow }) => {
  const retry = useRetry()
  const cancel = useCancelAction()
  const { parked, waiting } = row.counts
  const planId = row.facts?.kind === 'plan' ? row.facts.planId : null
  return (
    <div className={classes.tools}>
      {planId !== null && (
        <Button variant="default" onClick={() => openPlanProgress(planId)}>
          By product…
        </Button>
      )}
      {row.facts?.kind === 'set-text' && <TextTools row={row} />}
      {parked + waiting > 0 && (
        <Button variant="subtle" color="gray" loading={cancel.isPending} onClick={() => cancel.mutate(row.action)}>
          Cancel all
        </Button>
      )}
      {parked > 0 && !isAboutUnknownTexts(row) && (
        <Button
          variant="default"
          leftSection={<Icon name="retry" size={16} />}
          loading={retry.isPending}
          onClick={() => retry.mutate({ jobIds: [], action: row.action, choice: 'retry' })}
        >
          Retry all
        </Button>
      )}
    </div>
  )
}

const Jobs = ({ row, problems }: { readonly row: ActionRow; readonly problems: readonly JobProblem[] }) => {
  const [view, choose] = useState<View>('every')
  const counts = countBy(row)
  const { total, rowAt, onRange, error, isPending } = usePages<JobRow>((offset) =>
    api.jobs.page.queryOptions({ input: { offset, limit: rowsPerPage, states: states[view], action: row.action } }),
  )
  return (
    <>
      {problems.length > 0 && (
        <section aria-label="Problems">
          {problems.map((problem) => (
            <ProblemItem key={problem.key} problem={problem} action={row.action} />
          ))}
        </section>
      )}
      <div className={screen.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Jobs shown"
          value={view}
          onChange={(value) => choose(value as View)}
          data={views.map((value) => ({ value, label: `${labels[value]} (${formatCount(counts[value])})` }))}
        />
      </div>
      <section className={screen.jobs} aria-label="Jobs">
        {error && <UnreadNote what="The jobs cannot be shown." error={error} />}
        {total > 0 && (
          <VirtualRows
            key={view}
            label="Jobs list"
            count={total}
            estimate={64}
            onRange={onRange}
            render={(index) => {
              const job = rowAt(index)
              return job ? <JobItem key={job.id} job={job} /> : <div className={screen.placeholder} />
            }}
          />
        )}
        {total === 0 && !isPending && !error && (
          <EmptyNote icon="activity" title="None of these">
            This action has no such job.
          </EmptyNote>
        )}
      </section>
    </>
  )
}

/** One action with its jobs. */
export const ActionView = ({ action }: { readonly action: number }) => {
  const { data: row, error, isPending } = useQuery(api.actions.find.queryOptions({ input: { action } }))
  const { data: problems = [] } = useQuery(api.problems.list.queryOptions({ input: { action } }))
  const heading = useRef<HTMLHeadingElement>(null)
  useEscape(leaveToList)
  useReturn(action)
  const isRead = row !== undefined
  useEffect(() => {
    if (isRead) heading.current?.focus({ preventScroll: true })
  }, [isRead])
  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <Button
          component="a"
          variant="subtle"
          color="gray"
          size="compact-sm"
          href={addressOf('activity')}
          className={classes.back}
          leftSection={<Icon name="left" size={16} />}
        >
          All activity
        </Button>
        <div className={classes.line}>
          <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
            {row ? describeAction(row) : 'Activity'}
          </Title>
          {row && <Tools row={row} />}
        </div>
        {row && (
          <div className={classes.about}>
            <ActionState row={row} />
            {problems.length === 0 && <ActionProblem row={row} />}
          </div>
        )}
      </header>
      {error && <UnreadNote what="The jobs cannot be shown." error={error} />}
      {row && <Jobs key={row.action} row={row} problems={problems} />}
      {!row && !isPending && !error && (
        <EmptyNote icon="activity" title="Not in this workspace" actions={<Button onClick={leaveToList}>Show all activity</Button>}>
          Its jobs belong to another workspace, or were lost.
        </EmptyNote>
      )}
    </div>
  )
}
