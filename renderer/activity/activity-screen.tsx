import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { JobRow, JobState } from '../../shared/jobs.ts'
import { formatCount } from '../../shared/words/numbers.ts'
import { useLive } from '../live.ts'
import { UnsettledNote } from '../products/unsettled-note.tsx'
import { api } from '../queries.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { Icon } from '../ui/icon.tsx'
import { ScreenLayout } from '../ui/screen.tsx'
import { UnreadNote } from '../ui/unread-note.tsx'
import { rowsPerPage, usePages } from '../ui/use-pages.ts'
import { VirtualRows } from '../ui/virtual-rows.tsx'
import classes from './activity-screen.module.css'
import { Holds } from './holds.tsx'
import { JobItem } from './job-item.tsx'
import { useCancelWaiting, useRetry } from './use-job-actions.ts'

const views = ['open', 'parked', 'done', 'cancelled', 'every'] as const
type View = (typeof views)[number]

const states: Record<View, JobState[]> = {
  open: ['running', 'waiting'],
  parked: ['parked'],
  done: ['done'],
  cancelled: ['cancelled'],
  every: [],
}

const labels: Record<View, string> = { open: 'To do', parked: 'Needs attention', done: 'Done', cancelled: 'Cancelled', every: 'All' }

const useCounts = (): Record<View, number> => {
  const counts = useLive((live) => live.queue?.counts)
  const { waiting = 0, running = 0, parked = 0, done = 0, cancelled = 0 } = counts ?? {}
  return { open: waiting + running, parked, done, cancelled, every: waiting + running + parked + done + cancelled }
}

const emptyWords: Record<View, readonly [title: string, text: string]> = {
  open: ['Nothing to do', 'Uploads, questions and attachments appear here until they are done.'],
  parked: ['Nothing needs attention', 'Jobs that need a decision are listed here, with the reason and what to do.'],
  done: ['Nothing done yet', 'Finished uploads, questions and attachments are listed here.'],
  cancelled: ['Nothing was cancelled', 'Work that you cancel is listed here. It can be asked for again.'],
  every: ['No work yet', 'Add pictures in the library. Each upload, question and attachment appears here.'],
}

/** Lists every job with its state, reason and actions. */
export const ActivityScreen = () => {
  const counts = useCounts()
  const [chosen, choose] = useState<View | null>(null)
  // Until a person picks a filter, jobs that need attention come first.
  const view = chosen ?? (counts.parked > 0 ? 'parked' : counts.open > 0 ? 'open' : 'every')
  const { total, rowAt, onRange, error, isPending } = usePages<JobRow>((offset) =>
    api.jobs.page.queryOptions({ input: { offset, limit: rowsPerPage, states: states[view] } }),
  )
  const retry = useRetry()
  const cancel = useCancelWaiting()
  const [title, text] = emptyWords[view]
  return (
    <ScreenLayout
      title="Activity"
      tools={
        <>
          {counts.open > 0 && (
            <Button variant="subtle" color="gray" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel waiting
            </Button>
          )}
          {counts.parked > 0 && (
            <Button
              variant="default"
              leftSection={<Icon name="retry" size={16} />}
              loading={retry.isPending}
              onClick={() => retry.mutate({ jobIds: [], choice: 'retry' })}
            >
              Retry all
            </Button>
          )}
        </>
      }
    >
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Jobs shown"
          value={view}
          onChange={(value) => choose(value as View)}
          data={views.map((value) => ({ value, label: `${labels[value]} (${formatCount(counts[value])})` }))}
        />
      </div>
      <Holds />
      <UnsettledNote />
      <section className={classes.jobs} aria-label="Jobs">
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
              return job ? <JobItem key={job.id} job={job} /> : <div className={classes.placeholder} />
            }}
          />
        )}
        {total === 0 && !isPending && !error && (
          <EmptyNote icon="activity" title={title}>
            {text}
          </EmptyNote>
        )}
      </section>
    </ScreenLayout>
  )
}
