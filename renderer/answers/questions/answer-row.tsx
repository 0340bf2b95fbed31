import { ActionIcon, Button, Group, Menu, Textarea } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { create } from 'zustand'
import type { Answer } from '../../../shared/answers/questions.ts'
import { readSuggestedQuestions } from '../../../shared/answers/suggested-questions.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { labels } from '../../../shared/base/label-words.ts'
import { shownText } from '../../../shared/exchange/export-answers.ts'
import { client, thumbnailUrl } from '../../bridge.ts'
import { showPicture } from '../../pictures/library/show-picture.ts'
import { copyText } from '../../ui/copy-text.ts'
import { useHoldLists } from '../../ui/hold-lists.ts'
import { Icon } from '../../ui/icon.tsx'
import { keepForReload } from '../../ui/keep-for-reload.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { Tip } from '../../ui/tip.tsx'
import { useWithheld } from '../../workspaces/settings/use-scope.ts'
import { WriteWithVoice } from '../brand-voices/write-with-voice.tsx'
import classes from './answer-row.module.css'
import { AnswerText } from './answer-text.tsx'
import { suggestQuestion } from './question-draft.ts'

/** Questions that the workspace says it can answer, below one it could not; empty if it names none. */
const SuggestedQuestions = ({ answer }: { readonly answer: Answer }) => {
  const questions = answer.kind === 'cannot-tell' && answer.editedText === null ? readSuggestedQuestions(answer.text, answer.question) : []
  if (questions.length === 0) return null
  return (
    <Group gap={6} mt={6} role="group" aria-label="Questions that this workspace can answer">
      {questions.map((question) => (
        <Button key={question} size="compact-xs" variant="light" color="gray" onClick={() => suggestQuestion(question)}>
          {question}
        </Button>
      ))}
    </Group>
  )
}

/** `seen`: the text that the person saw. */
type Draft = { readonly text: string; readonly seen: string }
/** Drafts of answers being edited, by job: scrolling or another screen loses none of them. */
const useAnswerDrafts = create<Readonly<Record<string, Draft>>>(() => ({}))
keepForReload('answer-drafts', useAnswerDrafts)
const setDraft = (jobId: string, draft: Draft): void => useAnswerDrafts.setState({ [jobId]: draft })
const dropDraft = (jobId: string): void =>
  useAnswerDrafts.setState((drafts) => Object.fromEntries(Object.entries(drafts).filter(([id]) => id !== jobId)), true)

type EditProps = { readonly answer: Answer; readonly draft: Draft; readonly takesFocus: boolean }

const EditAnswer = ({ answer, draft: { text, seen }, takesFocus }: EditProps) => {
  useHoldLists()
  const close = () => dropDraft(answer.jobId)
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.questions.edit({ jobId: answer.jobId, text, seen }),
    onSuccess: () => close(),
    onError: (error) => {
      // It says what is there now: who saves again has seen that.
      if (error instanceof AppError && error.failure.kind === 'answer-changed') setDraft(answer.jobId, { text, seen: error.failure.text })
      tellProblem('Your edit wasn’t saved. The text is still in the field.', error)
    },
  })
  return (
    <div className={classes.edit}>
      <Textarea
        aria-label="Edited answer"
        autosize
        minRows={2}
        maxRows={8}
        autoFocus={takesFocus}
        value={text}
        onChange={(event) => setDraft(answer.jobId, { text: event.currentTarget.value, seen })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
        }}
      />
      <Group gap={8} mt={8} justify="flex-end">
        <Button size="xs" variant="default" onClick={close}>
          Cancel
        </Button>
        <Button size="xs" loading={isPending} onClick={() => mutate()}>
          Save
        </Button>
      </Group>
    </div>
  )
}

const askAgain = ({ imageId, question }: Answer): Promise<void> =>
  client.questions.ask({ images: { kind: 'some', images: [imageId] }, questions: [question], again: true }).then(
    () => tell('Asked again', { text: 'The new answer replaces this one, unless you edited it. The picture’s details show both.' }),
    (error: unknown) => tellProblem(labels.notAskedAgain, error),
  )

/** One answer: the picture, the question, the text and its actions. */
export const AnswerRow = ({ answer }: { readonly answer: Answer }) => {
  const draft = useAnswerDrafts((drafts) => drafts[answer.jobId])
  const isEditing = draft !== undefined
  const editButton = useRef<HTMLButtonElement>(null)
  const isOpenedHere = useRef(false)
  const edit = () => {
    isOpenedHere.current = true
    setDraft(answer.jobId, { text: shownText(answer), seen: shownText(answer) })
  }
  // The focus goes back to where it came from.
  useDidUpdate(() => {
    if (!isEditing) editButton.current?.focus()
  }, [isEditing])
  const withheld = useWithheld()
  return (
    <article className={classes.row} aria-label={answer.imageName}>
      <img className={classes.image} src={thumbnailUrl(answer.imageId)} alt="" decoding="async" />
      <div className={classes.words}>
        <p className={classes.about}>
          <b>{answer.imageName}</b> <span>{answer.question}</span>
        </p>
        {isEditing ? <EditAnswer answer={answer} draft={draft} takesFocus={isOpenedHere.current} /> : <AnswerText answer={answer} />}
        <WriteWithVoice answer={answer} />
        {!isEditing && <SuggestedQuestions answer={answer} />}
      </div>
      {!isEditing && (
        <div className={classes.actions}>
          <Tip label="Copy">
            <ActionIcon aria-label={`Copy the answer about ${answer.imageName}`} onClick={() => void copyText(shownText(answer), 'Answer')}>
              <Icon name="copy" size={18} />
            </ActionIcon>
          </Tip>
          <Tip label="Edit">
            <ActionIcon ref={editButton} aria-label={`Edit the answer about ${answer.imageName}`} onClick={edit}>
              <Icon name="edit" size={18} />
            </ActionIcon>
          </Tip>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={`More about ${answer.imageName}`}>
                <Icon name="more" size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<Icon name="retry" size={16} />}
                disabled={withheld !== null}
                title={withheld ?? undefined}
                onClick={() => void askAgain(answer)}
              >
                Ask again
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="picture" size={16} />} onClick={() => void showPicture(answer.imageId, answer.imageName)}>
                Show picture
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
    </article>
  )
}
