import { Button, Loader } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { client } from '../bridge.ts'
import { api } from '../queries.ts'
import { countOf, formatCount } from '../ui/format.ts'
import { tell, tellProblem } from '../ui/tell.tsx'
import classes from './pending-questions.module.css'

const cancelWaiting = async (): Promise<number> => {
  const waiting = await client.jobs.list({ state: 'waiting', operation: 'analyse-image' })
  if (waiting.length === 0) return 0
  return (await client.jobs.cancel({ jobIds: waiting.map((job) => job.id) })).cancelled
}

/** How many answers are still to come, and the way to stop them. */
export const PendingQuestions = () => {
  const input = { offset: 0, limit: 1, states: ['waiting' as const, 'running' as const], operation: 'analyse-image' as const }
  const pending = useQuery(api.jobs.page.queryOptions({ input })).data?.total ?? 0
  const { mutate, isPending } = useMutation({
    mutationFn: cancelWaiting,
    onSuccess: (cancelled) => tell(`${countOf(cancelled, 'question')} cancelled`, { text: 'Answers that have come are kept.' }),
    onError: (error) => tellProblem('Nothing was cancelled.', error),
  })
  if (pending === 0) return null
  return (
    <div className={classes.line}>
      <Loader size={14} aria-hidden="true" />
      <span className={classes.words}>{formatCount(pending)} still to come</span>
      <Button size="compact-sm" variant="subtle" color="gray" loading={isPending} onClick={() => mutate()}>
        Cancel those waiting
      </Button>
    </div>
  )
}
