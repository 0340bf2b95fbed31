import { ActionIcon, Button, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { findSetProblem, nameColumns, type SetProblem } from '../../../shared/answers/question-set-problems.ts'
import { mostQuestions } from '../../../shared/answers/question-sets.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { client } from '../../bridge.ts'
import { Icon } from '../../ui/icon.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { describeProblem } from '../../ui/read-problem.ts'
import { tell } from '../../ui/tell.tsx'
import { CheckFields } from './check-fields.tsx'
import {
  changeQuestion,
  changeSet,
  closeSet,
  countChecks,
  emptyQuestion,
  moveQuestion,
  type QuestionFields,
  type SetFields,
  toDraft,
  useSetDraft,
} from './set-draft.ts'
import classes from './sets.module.css'

const describe = (problem: SetProblem): string => {
  const { message, action } = describeProblem({ code: 'usage', failure: problem })
  return `${message} ${action}`
}

type QuestionProps = { readonly one: QuestionFields; readonly at: number; readonly count: number; readonly column: string }

const remove = (key: number): void => {
  const questions = useSetDraft.getState().fields?.questions ?? []
  const at = questions.findIndex((one) => one.key === key)
  const removed = questions[at]
  if (!removed) return
  changeSet({ questions: questions.toSpliced(at, 1) })
  if (removed.question.trim() === '') return
  const undo = () => changeSet({ questions: (useSetDraft.getState().fields?.questions ?? []).toSpliced(at, 0, removed) })
  tell('Question removed', { undo: { run: undo }, kind: 'set-question' })
}

const QuestionEditor = ({ one, at, count, column }: QuestionProps) => {
  const number = at + 1
  const [isOpen, setOpen] = useState(countChecks(one.checks) > 0)
  const id = useId()
  const checks = countChecks(one.checks)
  return (
    <li className={classes.question}>
      <div className={classes.head}>
        <span className={classes.number}>Question {number}</span>
        <ActionIcon size={26} aria-label={`Move question ${number} up`} disabled={at === 0} onClick={() => moveQuestion(one.key, -1)}>
          <Icon name="up" size={14} />
        </ActionIcon>
        <ActionIcon
          size={26}
          aria-label={`Move question ${number} down`}
          disabled={at === count - 1}
          onClick={() => moveQuestion(one.key, 1)}
        >
          <Icon name="down" size={14} />
        </ActionIcon>
        <ActionIcon size={26} aria-label={`Remove question ${number}`} onClick={() => remove(one.key)}>
          <Icon name="trash" size={16} />
        </ActionIcon>
      </div>
      <div className={classes.fields}>
        <Textarea
          aria-label={`Question ${number}`}
          placeholder="For example: Write alt text for this picture."
          autosize
          minRows={1}
          maxRows={6}
          value={one.question}
          onChange={({ currentTarget }) => changeQuestion(one.key, { question: currentTarget.value })}
        />
        <div className={classes.bar}>
          <TextInput
            size="xs"
            flex={1}
            aria-label={`Column of question ${number}`}
            placeholder={one.question.trim() === '' ? 'Column' : `Column: ${column}`}
            value={one.column}
            onChange={({ currentTarget }) => changeQuestion(one.key, { column: currentTarget.value })}
          />
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={checks === 0 ? `Add checks to question ${number}` : `${countOf(checks, 'check')} of question ${number}`}
            onClick={() => setOpen(!isOpen)}
          >
            {checks === 0 ? 'Add checks' : countOf(checks, 'check')}
          </Button>
        </div>
        <div id={id}>
          {isOpen && <CheckFields checks={one.checks} number={number} change={(next) => changeQuestion(one.key, { checks: next })} />}
        </div>
      </div>
    </li>
  )
}

const leave = (fields: SetFields, isChanged: boolean): void => {
  closeSet()
  if (isChanged) tell('Changes discarded', { undo: { run: () => useSetDraft.setState({ fields, isChanged }) }, kind: 'set-draft' })
}

/** Makes or changes a question set. What is written stays when the panel is closed. */
export const SetEditor = ({ fields }: { readonly fields: SetFields }) => {
  const isChanged = useSetDraft((draft) => draft.isChanged)
  const draft = toDraft(fields)
  const problem = findSetProblem(draft)
  const columns = nameColumns(fields.questions)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.questionSets.save({ ...draft, ...(fields.seen ? { id: fields.seen.id, seen: fields.seen.changedAt } : {}) }),
    onSuccess: ({ name }) => {
      closeSet()
      tell(`“${name}” saved`)
    },
  })
  const canAdd = fields.questions.length < mostQuestions
  return (
    <form
      aria-label={fields.seen ? `Edit ${fields.seen.name}` : 'New question set'}
      onSubmit={(event) => {
        event.preventDefault()
        if (!problem && !isPending) mutate()
      }}
    >
      <Stack gap={12}>
        <TextInput
          label="Name"
          placeholder="For example: Shop texts"
          data-autofocus
          value={fields.name}
          onChange={({ currentTarget }) => changeSet({ name: currentTarget.value })}
        />
        <Switch
          label="Ask about each picture that is dropped"
          description="Its questions are asked automatically, in the workspace that is connected then."
          checked={fields.runsOnDrop}
          onChange={({ currentTarget }) => changeSet({ runsOnDrop: currentTarget.checked })}
        />
        <ol className={`${classes.list} ${classes.fields}`} aria-label="Questions of this set">
          {fields.questions.map((one, at) => (
            <QuestionEditor key={one.key} one={one} at={at} count={fields.questions.length} column={columns[at] ?? ''} />
          ))}
        </ol>
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="add" size={14} />}
            disabled={!canAdd}
            title={canAdd ? undefined : `A set may have ${mostQuestions} questions.`}
            onClick={() => changeSet({ questions: [...fields.questions, emptyQuestion()] })}
          >
            Add question
          </Button>
        </div>
        {error && <ProblemNote what="The set wasn’t saved." error={error} />}
      </Stack>
      <div className={classes.foot}>
        <p className={classes.problem} role="status">
          {problem && (isChanged || fields.seen) ? describe(problem) : ''}
        </p>
        <Button size="sm" variant="default" onClick={() => leave(fields, isChanged)}>
          Cancel
        </Button>
        <Button size="sm" type="submit" disabled={problem !== null} loading={isPending}>
          Save set
        </Button>
      </div>
    </form>
  )
}
