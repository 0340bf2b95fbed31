import { Button, Loader } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { countOf } from '../../../shared/base/number-words.ts'
import { Holds } from '../../activity/holds.tsx'
import { client } from '../../bridge.ts'
import { useLive } from '../../live.ts'
import { api } from '../../queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { holdOf } from '../../window/describe-queue-line.ts'
import classes from './pending-questions.module.css'

/** How many answers are on their way. */
export const usePendingAnswers = (): number => {
  const input = { offset: 0, limit: 1, states: ['waiting' as const, 'running' as const], operation: 'analyse-image' as const }
  return useQuery(api.jobs.page.queryOptions({ input })).data?.total ?? 0
}

/** Whether questions wait for more than their turn. */
const useIsHeld = (): boolean => useLive(({ queue }) => holdOf(queue, 'analyse-image') !== null)

/** “27 answers on the way”, as long as they are. */
export const usePendingWords = (pending: number): string =>
  useIsHeld() ? `${countOf(pending, 'question')} waiting` : `${countOf(pending, 'answer')} on the way`

/** How many answers are left, what they wait for, and a button to cancel them. */
export const PendingQuestions = () => {
  const pending = usePendingAnswers()
  const isHeld = useIsHeld()
  const words = usePendingWords(pending)
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.jobs.cancelWaiting({ operation: 'analyse-image' }),
    onSuccess: ({ cancelled }) => tell(`${countOf(cancelled, 'question')} cancelled`, { text: 'Answers so far are kept.' }),
    onError: (error) => tellProblem('Not every question was cancelled.', error),
  })
  if (pending === 0) return null
  return (
    <>
      {isHeld && <Holds about="analyse-image" />}
      <div className={classes.line}>
        {isHeld ? <Icon name="clock" size={16} /> : <Loader size={14} aria-hidden="true" />}
        <span className={classes.words}>{words}</span>
        <Button size="compact-sm" variant="subtle" color="gray" loading={isPending} onClick={() => mutate()}>
          Cancel the rest
        </Button>
      </div>
    </>
  )
}
