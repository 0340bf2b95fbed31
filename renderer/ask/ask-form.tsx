import { SegmentedControl, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ChosenImages } from '../../shared/images.ts'
import { maxQuestionLength } from '../../shared/questions.ts'
import { labels } from '../../shared/words/labels.ts'
import { countOf, formatCount } from '../../shared/words/numbers.ts'
import { client } from '../bridge.ts'
import { useSession } from '../connect/use-session.ts'
import { useLibrarySize } from '../library/library-rows.ts'
import { useLibraryView } from '../library/library-view.ts'
import { api, queryClient } from '../queries.ts'
import { useWithheld } from '../settings/use-scope.ts'
import { modName } from '../ui/keys.ts'
import { tell, tellProblem } from '../ui/tell.tsx'
import { WithheldButton } from '../ui/withheld-button.tsx'
import classes from './ask-form.module.css'
import { describeEstimate, estimateDuration } from './describe-estimate.ts'
import { useAskFocus } from './go-to-ask.ts'
import { NoAddress } from './no-address.tsx'
import { questionBoxId, setQuestion, useQuestionDraft } from './question-draft.ts'
import { SavedQuestions } from './saved-questions.tsx'

type Target = 'selected' | 'all'

/** The pictures a question is about: those selected in the library, else all. */
const useTarget = () => {
  const chosen = useLibraryView((view) => view.selection.ids)
  const size = useLibrarySize() ?? 0
  const [wanted, setWanted] = useState<Target>('selected')
  const target: Target = chosen.size > 0 ? wanted : 'all'
  const readImages = (): ChosenImages => (target === 'all' ? { kind: 'all' } : { kind: 'some', images: [...chosen] })
  // For an estimate, everything selected is as good as all, and shorter. Pictures that come meanwhile are not asked about.
  const readEstimated = (): ChosenImages => (chosen.size === size ? { kind: 'all' } : readImages())
  return {
    target,
    setTarget: setWanted,
    readImages,
    readEstimated,
    chosen: chosen.size,
    size,
    count: target === 'all' ? size : chosen.size,
  }
}

const askKey = ['ask']

const useAsk = () =>
  useMutation({
    mutationKey: askKey,
    mutationFn: (input: Parameters<typeof client.questions.ask>[0]) => client.questions.ask(input),
    onSuccess: ({ asked, askedBefore, pictures }, input) => {
      // Not the next question, which may be half written by now.
      if (useQuestionDraft.getState().question.trim() === input.questions[0]) setQuestion('')
      const again = () =>
        void client.questions.ask({ ...input, again: true }).then(
          (result) => tell(`Asked ${countOf(result.asked, 'question')} again`),
          (error: unknown) => tellProblem(labels.notAskedAgain, error),
        )
      if (askedBefore === 0) return tell(`Asked about ${countOf(pictures, 'picture')}`, { text: 'Answers appear here as they come.' })
      return tell(asked === 0 ? 'Asked before' : `Asked ${countOf(asked, 'new question')}`, {
        text: `${countOf(askedBefore, 'question was', 'questions were')} asked before and not sent again.`,
        action: { label: 'Ask them again', run: again },
      })
    },
    onError: (error) => tellProblem('Nothing was asked. Your question is still there.', error),
  })

const useFocusWhereWanted = (): void => {
  const isWanted = useAskFocus((focus) => focus.isWanted)
  useEffect(() => {
    if (!isWanted) return
    document.getElementById(questionBoxId)?.focus()
    useAskFocus.setState({ isWanted: false })
  }, [isWanted])
}

export const AskForm = () => {
  useFocusWhereWanted()
  const question = useQuestionDraft((draft) => draft.question)
  const { target, setTarget, readImages, readEstimated, chosen, size, count } = useTarget()
  const ask = useAsk()
  const words = question.trim()
  const [settled] = useDebouncedValue(words, 250)
  const connection = useSession()?.connection ?? null
  const atOnce = useQuery(api.settings.get.queryOptions()).data?.atOnce ?? 8
  const { data: estimate } = useQuery({
    // Not by the ids: there may be a hundred thousand, and they stay the same while this screen is shown.
    queryKey: [['questions', 'estimate'], { target, count, settled }],
    queryFn: () => client.questions.estimate({ images: readEstimated(), questions: [settled] }),
    enabled: count > 0 && settled !== '' && settled.length <= maxQuestionLength,
    gcTime: 0,
  })
  const known = estimate ?? { requests: count, askedBefore: 0, withoutAddress: 0, why: null }
  const withheld = useWithheld()
  const tooLong = words.length > maxQuestionLength
  const canAsk = words !== '' && !tooLong && count > 0 && withheld === null
  const submit = () => {
    // Asks the client, because a second press may come before the next render.
    if (canAsk && queryClient.isMutating({ mutationKey: askKey }) === 0)
      ask.mutate({ images: readImages(), questions: [words], again: false })
  }
  return (
    <form
      className={classes.form}
      aria-label="Ask a question"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={classes.head}>
        <SegmentedControl
          size="xs"
          aria-label="Pictures to ask about"
          value={target}
          onChange={(value) => setTarget(value as Target)}
          data={[
            { value: 'selected', label: `Selected (${formatCount(chosen)})`, disabled: chosen === 0 },
            { value: 'all', label: `All pictures (${formatCount(size)})` },
          ]}
        />
        <SavedQuestions question={words} choose={setQuestion} />
      </div>
      <Textarea
        id={questionBoxId}
        aria-label="Question"
        placeholder="What should be answered about each picture? For example: What does the label say?"
        autosize
        minRows={2}
        maxRows={5}
        value={question}
        error={
          tooLong &&
          `A question may have ${formatCount(maxQuestionLength)} characters; this one has ${formatCount(words.length)}. Shorten it, then ask.`
        }
        onChange={(event) => setQuestion(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault()
            submit()
          }
        }}
      />
      <div className={classes.foot}>
        <p className={classes.estimate}>
          {count === 0
            ? 'Add pictures first, then ask about them.'
            : tooLong
              ? ''
              : words === ''
                ? `One request for each of ${countOf(count, 'picture')}. Enter asks, Shift + Enter starts a new line.`
                : describeEstimate(known, estimateDuration(known.requests, connection, atOnce))}
        </p>
        <WithheldButton
          type="submit"
          withheld={withheld}
          disabled={!canAsk}
          loading={ask.isPending}
          aria-keyshortcuts="Enter"
          title={`${modName === '⌘' ? 'Return' : 'Enter'} in the question`}
        >
          Ask
        </WithheldButton>
      </div>
      {known.why !== null && <NoAddress count={known.withoutAddress} why={known.why} />}
    </form>
  )
}
