import { Button, Loader } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { countOf } from '../../shared/words/numbers.ts'
import { client } from '../bridge.ts'
import { api } from '../queries.ts'
import { tell, tellProblem } from '../ui/tell.tsx'
import classes from './pending-questions.module.css'

/** How many answers are on their way. */
export const usePendingAnswers = (): number => {
  const input = { offset: 0, limit: 1, states: ['waiting' as const, 'running' as const], operation: 'analyse-image' as const }
  return useQuery(api.jobs.page.queryOptions({ input })).data?.total ?? 0
}

/** How many answers are left, and a button to cancel them. */
export const PendingQuestions = () => {
  const pending = usePendingAnswers()
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.jobs.cancelWaiting({ operation: 'analyse-image' }),
    onSuccess: ({ cancelled }) => tell(`${countOf(cancelled, 'question')} cancelled`, { text: 'Answers so far are kept.' }),
    onError: (error) => tellProblem('Not every question was cancelled.', error),
  })
  if (pending === 0) return null
  return (
    <div className={classes.line}>
      <Loader size={14} aria-hidden="true" />
      <span className={classes.words}>{countOf(pending, 'answer')} on the way</span>
      <Button size="compact-sm" variant="subtle" color="gray" loading={isPending} onClick={() => mutate()}>
        Cancel the rest
      </Button>
    </div>
  )
}
