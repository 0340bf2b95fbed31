import { Button, SegmentedControl, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '../../../shared/answers/questions.ts'
import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import { api } from '../../queries.ts'
import { EmptyNote } from '../../ui/empty-note.tsx'
import { Icon } from '../../ui/icon.tsx'
import { UnreadNote } from '../../ui/unread-note.tsx'
import { rowsPerPage, usePages } from '../../ui/use-pages.ts'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import { AnswerRow } from './answer-row.tsx'
import classes from './answers.module.css'
import { ExportMenu } from './export-menu.tsx'
import { PendingQuestions, usePendingAnswers, usePendingWords } from './pending-questions.tsx'

/** Answers, or those that say “cannot tell”. */
type AnswerKind = 'answer' | 'cannot-tell'

const useTotal = (kind: AnswerKind): number | undefined =>
  useQuery(api.questions.page.queryOptions({ input: { offset: 0, limit: 1, kind } })).data?.total

const label = (words: string, count: number | undefined): string => (count === undefined ? words : `${words} (${formatCount(count)})`)

/** The answers as they come, the newest first; “cannot tell” apart. */
export const Answers = () => {
  const [kind, setKind] = useState<AnswerKind>('answer')
  const [text, setText] = useState('')
  const [words] = useDebouncedValue(text, 150)
  const answered = useTotal('answer')
  const unknown = useTotal('cannot-tell')
  const { total, rowAt, onRange, error, isPending } = usePages<Answer>((offset) =>
    api.questions.page.queryOptions({ input: { offset, limit: rowsPerPage, kind, text: words } }),
  )
  // Replies that say “cannot tell” come into the other list: here it would look as if nothing came.
  const [atFirst, setSeen] = useState<number | null>(null)
  if (atFirst === null && unknown !== undefined) setSeen(unknown)
  const seen = atFirst ?? unknown ?? 0
  const show = (next: AnswerKind): void => {
    setKind(next)
    if (unknown !== undefined) setSeen(unknown)
  }
  return (
    <section className={classes.answers} aria-label="Answers">
      <div className={classes.tools}>
        <Title order={2}>Answers</Title>
        <SegmentedControl
          size="xs"
          aria-label="Kind of answer"
          value={kind}
          onChange={(value) => show(value as AnswerKind)}
          data={[
            { value: 'answer', label: label('Answered', answered) },
            { value: 'cannot-tell', label: label('Cannot tell', unknown) },
          ]}
        />
        <span className={classes.space} />
        <TextInput
          className={classes.search}
          size="xs"
          aria-label="Search answers"
          placeholder="Search"
          leftSection={<Icon name="search" size={14} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ExportMenu isEmpty={!answered && !unknown} />
      </div>
      <PendingQuestions />
      {error && <UnreadNote what="The answers cannot be shown." error={error} />}
      {total > 0 && kind === 'answer' && (unknown ?? 0) > seen && (
        <div className={classes.unanswered}>
          <span className={classes.space}>{describeUnknown((unknown ?? 0) - seen)}</span>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => show('cannot-tell')}>
            {(unknown ?? 0) - seen === 1 ? 'Show the reply' : 'Show the replies'}
          </Button>
        </div>
      )}
      {total > 0 && (
        <VirtualRows
          label="Answers list"
          count={total}
          estimate={84}
          onRange={onRange}
          render={(index) => {
            const answer = rowAt(index)
            return answer ? <AnswerRow key={answer.jobId} answer={answer} /> : <div className={classes.placeholder} />
          }}
        />
      )}
      {total === 0 && !isPending && !error && <NoAnswers isSearched={words !== ''} kind={kind} unknown={unknown ?? 0} show={show} />}
    </section>
  )
}

const describeUnknown = (count: number): string => `${countOf(count, 'picture')} couldn’t be answered.`

type NoAnswersProps = {
  readonly isSearched: boolean
  readonly kind: AnswerKind
  readonly unknown: number
  readonly show: (kind: AnswerKind) => void
}

const NoAnswers = ({ isSearched, kind, unknown, show }: NoAnswersProps) => {
  const pending = usePendingAnswers()
  const waiting = usePendingWords(pending)
  if (isSearched)
    return (
      <EmptyNote icon="search" title="No matching answers">
        Try fewer words. Answers, questions and file names are searched.
      </EmptyNote>
    )
  if (kind === 'cannot-tell')
    return (
      <EmptyNote icon="questions" title="Nothing here">
        Replies that say “cannot tell” are kept here, separate from the answers and not exported.
      </EmptyNote>
    )
  if (unknown > 0)
    return (
      <EmptyNote
        icon="questions"
        title={describeUnknown(unknown)}
        actions={
          <Button variant="default" onClick={() => show('cannot-tell')}>
            {unknown === 1 ? 'Show the reply' : 'Show the replies'}
          </Button>
        }
      >
        The workspace says that it cannot tell. Its words are kept apart.
      </EmptyNote>
    )
  if (pending > 0)
    return (
      <EmptyNote icon="questions" title={waiting}>
        Each appears here as it comes.
      </EmptyNote>
    )
  return (
    <EmptyNote icon="questions" title="No answers yet">
      Write a question above and press Ask. Each picture gets its own answer, and you can edit, copy and export them.
    </EmptyNote>
  )
}
