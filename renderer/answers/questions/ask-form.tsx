import { SegmentedControl, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { maxQuestionLength } from '../../../shared/answers/questions.ts'
import { labels } from '../../../shared/base/label-words.ts'
import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import type { ChosenImages } from '../../../shared/pictures/pictures.ts'
import { client } from '../../bridge.ts'
import { useLive } from '../../live.ts'
import { keyOfIds, selected } from '../../picture-ids.ts'
import { useLibrarySize } from '../../pictures/library/library-rows.ts'
import { useLibraryView } from '../../pictures/library/library-view.ts'
import { queryClient } from '../../queries.ts'
import { modName } from '../../ui/keys.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { sayUnderWay } from '../../ui/under-way.ts'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { holdOf } from '../../window/describe-queue-line.ts'
import { useWithheld } from '../../workspaces/settings/use-scope.ts'
import classes from './ask-form.module.css'
import { ChosenSet, SetMenu, useChosenSet } from './chosen-set.tsx'
import { describeEstimate } from './describe-estimate.ts'
import { useAskFocus } from './go-to-ask.ts'
import { NoAddress } from './no-address.tsx'
import { questionBoxId, setQuestion, useQuestionDraft } from './question-draft.ts'
import { SavedQuestions } from './saved-questions.tsx'
import { chooseSet } from './set-choice.ts'

type Target = 'selected' | 'all'

type AskedPictures = 'all' | ReadonlySet<string>

const toChosen = (pictures: AskedPictures): ChosenImages => (pictures === 'all' ? { kind: 'all' } : selected(pictures))

/** The pictures a question is about: those selected in the library, else all. */
const useTarget = () => {
  const chosen = useLibraryView((view) => view.selection.ids)
  const size = useLibrarySize() ?? 0
  const [wanted, setWanted] = useState<Target>('selected')
  const target: Target = chosen.size > 0 ? wanted : 'all'
  const images: AskedPictures = target === 'all' ? 'all' : chosen
  return {
    target,
    setTarget: setWanted,
    images,
    chosen: chosen.size,
    size,
    count: target === 'all' ? size : chosen.size,
  }
}

const askKey = ['ask']

/** Not that answers come, where something holds them. */
const whatFollows = (): string =>
  holdOf(useLive.getState().queue, 'analyse-image')
    ? 'The questions are saved, and sent when possible.'
    : 'Answers appear here as they come.'

const cancelInActivity = 'Cancel in Activity what is not sent yet.'

/** Questions, or a set by its id. `count`: how many pairs of picture and question that is. */
type Asking = { readonly images: AskedPictures; readonly count: number; readonly again: boolean } & (
  | { readonly questions: readonly string[] }
  | { readonly set: string }
)

const askAll = (asking: Asking) =>
  sayUnderWay(asking.count, `Queueing ${countOf(asking.count, 'question')}…`, () => {
    const images = toChosen(asking.images)
    return 'set' in asking
      ? client.questionSets.ask({ id: asking.set, images, again: asking.again })
      : client.questions.ask({ images, questions: [...asking.questions], again: asking.again })
  })

const useAsk = () =>
  useMutation({
    mutationKey: askKey,
    mutationFn: askAll,
    onSuccess: ({ asked, askedBefore, pictures }, asking) => {
      // Not the next question, which may be half written by now.
      if (
        'questions' in asking &&
        linesOf(useQuestionDraft.getState().question).join('\n') === linesOf(asking.questions.join('\n')).join('\n')
      )
        setQuestion('')
      const again = () =>
        void askAll({ ...asking, again: true }).then(
          (result) => tell(`Asked ${countOf(result.asked, 'question')} again`),
          (error: unknown) => tellProblem(labels.notAskedAgain, error),
        )
      if (askedBefore === 0) return tell(`Asked about ${countOf(pictures, 'picture')}`, { text: whatFollows(), instead: cancelInActivity })
      return tell(asked === 0 ? 'Asked before' : `Asked ${countOf(asked, 'new question')}`, {
        ...(asked === 0 ? {} : { instead: cancelInActivity }),
        text: `${countOf(askedBefore, 'question was', 'questions were')} asked before and not sent again.`,
        action: { label: 'Ask them again', run: again },
      })
    },
    onError: (error) => tellProblem('Nothing was asked. Your question is still there.', error),
  })

/** The lines of a text that say something, each once. */
const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

const isTooLong = (text: string): boolean => text.length > maxQuestionLength

/** What asking these questions would take. `known` guesses until the core has said it. */
const useEstimate = (questions: readonly string[], { images, count }: ReturnType<typeof useTarget>) => {
  const { data } = useQuery({
    queryKey: [['questions', 'estimate'], { pictures: images === 'all' ? images : keyOfIds(images), count, questions }],
    queryFn: () => client.questions.estimate({ images: toChosen(images), questions: [...questions] }),
    enabled: count > 0 && questions.length > 0 && !questions.some(isTooLong),
    gcTime: 0,
  })
  const guess = { requests: count * questions.length, askedBefore: 0, approved: 0, pictures: count, ahead: 0, left: null, time: null }
  return data ?? { ...guess, withoutAddress: 0, why: null }
}

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
  const place = useTarget()
  const { target, setTarget, images, chosen, size, count } = place
  const ask = useAsk()
  const set = useChosenSet()
  const words = question.trim()
  const [settled] = useDebouncedValue(words, 250)
  const lines = linesOf(settled)
  const isSeveral = set === null && lines.length > 1 && !lines.some(isTooLong)
  const one = set ? set.questions.map((each) => each.question) : settled === '' ? [] : [settled]
  const known = useEstimate(one, place)
  const several = useEstimate(isSeveral ? lines : [], place)
  const withheld = useWithheld()
  const tooLong = set === null && isTooLong(words)
  const canAsk = (set !== null || (words !== '' && !tooLong)) && count > 0 && withheld === null
  const send = (what: { readonly questions: readonly string[] } | { readonly set: string }) => {
    // Asks the client, because a second press may come before the next render.
    const questions = 'questions' in what ? what.questions.length : (set?.questions.length ?? 1)
    if (queryClient.isMutating({ mutationKey: askKey }) === 0) ask.mutate({ images, count: count * questions, again: false, ...what })
  }
  const submit = () => {
    if (canAsk) send(set ? { set: set.id } : { questions: [words] })
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
        <SetMenu />
        <SavedQuestions
          question={set ? '' : words}
          choose={(text) => {
            chooseSet(null)
            setQuestion(text)
          }}
        />
      </div>
      {set ? (
        <ChosenSet set={set} />
      ) : (
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
      )}
      <div className={classes.foot}>
        <p className={classes.estimate}>
          {count === 0
            ? 'Add pictures first, then ask about them.'
            : tooLong
              ? ''
              : one.length === 0
                ? `${countOf(count, 'question')}, one for each picture. Enter asks, Shift + Enter starts a new line.`
                : describeEstimate(known, one.length)}
          {isSeveral && count > 0 && (
            <>
              <br />
              As {countOf(lines.length, 'question')}: {describeEstimate(several, lines.length)}
            </>
          )}
        </p>
        {isSeveral && (
          <WithheldButton variant="default" withheld={withheld} disabled={!canAsk} onClick={() => send({ questions: linesOf(words) })}>
            Ask as {countOf(lines.length, 'question')}
          </WithheldButton>
        )}
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
