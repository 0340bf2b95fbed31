import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { describeProblemSubjects, describeProblemTitle } from '../../shared/products/problems-words.ts'
import type { JobRow } from '../../shared/queue/jobs.ts'
import { addressOf } from '../navigation.ts'
import { api } from '../queries.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { Icon } from '../ui/icon.tsx'
import item from '../ui/item-row.module.css'
import { UnreadNote } from '../ui/unread-note.tsx'
import { rowsPerPage, usePages } from '../ui/use-pages.ts'
import { VirtualRows } from '../ui/virtual-rows.tsx'
import classes from './action-view.module.css'
import screen from './activity-screen.module.css'
import { FixAll } from './fix-all.tsx'
import { JobItem } from './job-item.tsx'
import { ProblemReason } from './problem-item.tsx'
import { leaveToList, useEscape, useReturn } from './return-to-list.ts'

/** The jobs with one problem, one by one. */
export const ProblemView = ({ problemKey }: { readonly problemKey: string }) => {
  const { data, error: unread } = useQuery(api.problems.list.queryOptions({ input: {} }))
  const problem = data?.find(({ key }) => key === problemKey)
  const { total, rowAt, onRange, error, isPending } = usePages<JobRow>((offset) =>
    api.jobs.page.queryOptions({ input: { offset, limit: rowsPerPage, states: [], problem: problemKey } }),
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEscape(leaveToList)
  useReturn(problemKey)
  const isRead = data !== undefined
  useEffect(() => {
    if (isRead) heading.current?.focus({ preventScroll: true })
  }, [isRead])
  const title = problem ? describeProblemTitle(problem) : 'Activity'
  const trouble = unread ?? error
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
            {title}
          </Title>
          {problem && (
            <div className={classes.tools}>
              <FixAll problem={problem} action={null} label={title} />
            </div>
          )}
        </div>
        {problem && (
          <div>
            <p className={item.how}>{describeProblemSubjects(problem)}</p>
            <ProblemReason problem={problem} />
          </div>
        )}
      </header>
      {trouble && <UnreadNote what="The jobs cannot be shown." error={trouble} />}
      <section className={screen.jobs} aria-label="Jobs">
        {total > 0 && (
          <VirtualRows
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
        {total === 0 && !isPending && !trouble && (
          <EmptyNote icon="activity" title="Solved" actions={<Button onClick={leaveToList}>Show all activity</Button>}>
            No job has this problem any more.
          </EmptyNote>
        )}
      </section>
    </div>
  )
}
