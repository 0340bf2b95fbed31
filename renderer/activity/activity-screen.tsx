import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { ActionRow, ActionStanding } from '../../shared/activity/actions.ts'
import { actionWords } from '../../shared/activity/actions-words.ts'
import { countOf, formatCount } from '../../shared/base/number-words.ts'
import type { JobProblem } from '../../shared/products/problems.ts'
import type { Hold } from '../../shared/queue/jobs.ts'
import { useLive } from '../live.ts'
import { usePart } from '../navigation.ts'
import { UnsettledNote } from '../products/ledger/unsettled-note.tsx'
import { PlanNote } from '../products/plans/plan-note.tsx'
import { api } from '../queries.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { Icon } from '../ui/icon.tsx'
import { ScreenLayout } from '../ui/screen.tsx'
import { UnreadNote } from '../ui/unread-note.tsx'
import { rowsPerPage, usePages } from '../ui/use-pages.ts'
import { VirtualRows } from '../ui/virtual-rows.tsx'
import { ActionItem } from './action-item.tsx'
import { ActionView } from './action-view.tsx'
import classes from './activity-screen.module.css'
import { useActivityView, type View, views } from './activity-view.ts'
import { Holds } from './holds.tsx'
import { ProblemItem } from './problem-item.tsx'
import { ProblemView } from './problem-view.tsx'
import { useCancelWaiting, useRetry } from './use-job-actions.ts'

const standings: Record<View, ActionStanding[]> = { every: [], attention: ['attention'], open: ['open'], over: ['over'] }

const labels: Record<View, string> = { every: 'All', attention: 'Needs attention', open: 'Under way', over: 'Done' }

const emptyWords: Record<View, readonly [title: string, text: string]> = {
  every: ['No work yet', 'Add pictures in the library. Uploads, questions and attachments appear here.'],
  attention: ['Nothing needs attention', 'Work that needs a decision is listed here, with the reason and what to do.'],
  open: ['Nothing to do', 'Uploads, questions and attachments appear here until they are done.'],
  over: ['Nothing done yet', 'Finished uploads, questions and attachments are listed here.'],
}

const SearchBox = () => {
  const [typed, setTyped] = useState(useActivityView.getState().text)
  const searchSoon = useDebouncedCallback((text: string) => useActivityView.setState({ text, place: { current: 0 } }), {
    delay: 200,
    flushOnUnmount: true,
  })
  return (
    <TextInput
      className={classes.search}
      size="xs"
      aria-label={actionWords.search}
      placeholder={actionWords.covers}
      maxLength={1_000}
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        searchSoon(event.currentTarget.value)
      }}
    />
  )
}

/** About all work: a search would hide what they hit. */
const AllTools = () => {
  const counts = useLive((live) => live.queue?.counts)
  const retry = useRetry()
  const cancel = useCancelWaiting()
  return (
    <>
      {(counts?.waiting ?? 0) > 0 && (
        <Button variant="subtle" color="gray" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel {countOf(counts?.waiting ?? 0, 'waiting job')}
        </Button>
      )}
      {(counts?.parked ?? 0) > 0 && (
        <Button
          variant="default"
          leftSection={<Icon name="retry" size={16} />}
          loading={retry.isPending}
          onClick={() => retry.mutate({ jobIds: [], choice: 'retry' })}
        >
          Retry {countOf(counts?.parked ?? 0, 'job')}
        </Button>
      )}
    </>
  )
}

/** What only a person ends. A pause is what a person chose, and the rest ends by itself. */
const needsPerson: ReadonlySet<Hold['kind']> = new Set([
  'no-connection',
  'signed-out',
  'refused',
  'scope',
  'not-allowed',
  'limit',
  'disk-full',
  'damaged',
])

const heldWords = ['Work waits for you', 'The reason and what to do are above.'] as const

/** Why work waits for a person, besides what failed. */
const useHeld = (): number => useLive((live) => live.queue?.holds.filter(({ kind }) => needsPerson.has(kind)).length ?? 0)

const none: readonly JobProblem[] = []

/** What several actions need a person for, as one; a search shows each action. */
const useProblems = (text: string): readonly JobProblem[] => {
  const { data = none } = useQuery({
    ...api.problems.list.queryOptions({ input: { across: true } }),
    placeholderData: keepPreviousData,
  })
  return text.trim() === '' ? data : none
}

/** What a person asked for, action by action: the most pressing first. */
const ActionList = () => {
  const { view, text, place, opened } = useActivityView()
  const read = (offset: number) => ({ offset, limit: rowsPerPage, text, standings: standings[view], withoutProblems: true })
  const { total, rowAt, onRange, error, isPending } = usePages<ActionRow>((offset) =>
    api.actions.page.queryOptions({ input: read(offset) }),
  )
  // The same first page.
  const { data } = useQuery({ ...api.actions.page.queryOptions({ input: read(0) }), placeholderData: keepPreviousData })
  const { attention = 0, open = 0, over = 0 } = data?.counts ?? {}
  const problems = useProblems(text)
  const shown = view === 'every' || view === 'attention' ? problems : []
  const before = shown.length
  const onShown = useCallback(
    (first: number, last: number) => onRange(Math.max(0, first - before), Math.max(0, last - before)),
    [onRange, before],
  )
  const held = useHeld()
  const needing = attention + problems.length
  const counts: Record<View, number> = { every: needing + open + over, attention: needing + held, open, over }
  const isHeld = view === 'attention' && held > 0
  const [title, words] =
    text.trim() === '' ? (isHeld ? heldWords : emptyWords[view]) : ['Nothing found', `Searched in: ${actionWords.covers.toLowerCase()}.`]
  return (
    <ScreenLayout title="Activity" tools={text.trim() === '' ? <AllTools /> : null}>
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Work shown"
          value={view}
          onChange={(value) => useActivityView.setState({ view: value as View, place: { current: 0 } })}
          data={views.map((value) => ({ value, label: `${labels[value]} (${formatCount(counts[value])})` }))}
        />
        <SearchBox />
      </div>
      <Holds />
      <UnsettledNote />
      <PlanNote />
      {data?.isCut && (
        <p className={classes.cut} role="status">
          {actionWords.isCut}
        </p>
      )}
      <section className={classes.jobs} aria-label="Work">
        {error && <UnreadNote what="The work cannot be shown." error={error} />}
        {total + before > 0 && (
          <VirtualRows
            key={`${view} ${text}`}
            label="Work list"
            count={total + before}
            estimate={80}
            onRange={onShown}
            place={place}
            render={(index) => {
              const problem = shown[index]
              if (problem) return <ProblemItem key={problem.key} problem={problem} action={null} hasFocus={problem.key === opened} />
              const row = rowAt(index - before)
              return row ? (
                <ActionItem key={`${row.action} ${row.connectionId}`} row={row} hasFocus={row.action === opened} />
              ) : (
                <div className={classes.placeholder} />
              )
            }}
          />
        )}
        {total + before === 0 && !isPending && !error && (
          <EmptyNote icon="activity" title={title}>
            {words}
          </EmptyNote>
        )}
      </section>
    </ScreenLayout>
  )
}

/** All work, and the jobs of the action that is open. */
export const ActivityScreen = () => {
  const part = usePart()
  if (part === null || part === '') return <ActionList />
  const action = /^\d{1,15}$/.test(part) ? Number(part) : null
  return action === null ? <ProblemView key={part} problemKey={part} /> : <ActionView key={action} action={action} />
}
