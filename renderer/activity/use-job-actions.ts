import { useMutation } from '@tanstack/react-query'
import { actionWords } from '../../shared/activity/actions-words.ts'
import { countOf } from '../../shared/base/number-words.ts'
import { textsWords } from '../../shared/products/product-texts-words.ts'
import { client } from '../bridge.ts'
import { tell, tellProblem } from '../ui/tell.tsx'

/** Retries parked jobs with the choice a person made. Without ids: every job that can be retried. */
export const useRetry = () =>
  useMutation({
    mutationFn: (input: Parameters<typeof client.jobs.retry>[0]) => client.jobs.retry(input),
    onSuccess: ({ retried, left }) => {
      const rest = left > 0 ? `${countOf(left, 'other needs', 'others need')} a decision first. Open each one.` : undefined
      tell(retried === 0 ? 'Nothing was retried' : `Retrying ${countOf(retried, 'job')}`, { text: rest })
    },
    onError: (error) => tellProblem('Nothing was retried.', error),
  })

/** Puts back what the texts of an action replaced. */
export const useRestoreTexts = () =>
  useMutation({
    mutationFn: (action: number) => client.texts.restore({ action }),
    onSuccess: (result) => tell(textsWords.restored(result), { text: textsWords.left(result.left) ?? undefined }),
    onError: (error) => tellProblem('No text was restored.', error),
  })

export const useCancel = () =>
  useMutation({
    /** `attached`: a person's answer whether the pictures of an unanswered attachment are there. */
    mutationFn: ({ jobId, attached }: { readonly jobId: string; readonly attached?: boolean | undefined }) =>
      client.jobs.cancel({ jobIds: [jobId], ...(attached === undefined ? {} : { attached }) }),
    onSuccess: ({ cancelled }) => tell(cancelled > 0 ? 'Cancelled' : 'It had already ended', cancelled > 0 ? { instead: doAgain } : {}),
    onError: (error) => tellProblem('Nothing was cancelled.', error),
  })

const doAgain = 'Ask or attach again where you did it before.'

/** Cancels what is left of an action. */
export const useCancelAction = () =>
  useMutation({
    mutationFn: (action: number) => client.actions.cancel({ action }),
    onSuccess: ({ cancelled, left }) =>
      tell(`${countOf(cancelled, 'job')} cancelled`, {
        instead: doAgain,
        text: left > 0 ? actionWords.someLeft(left) : 'Pictures and answers are kept. Running jobs finish.',
      }),
    onError: (error) => tellProblem('Not everything was cancelled.', error),
  })

/** Cancels every job that has not started. */
export const useCancelWaiting = () =>
  useMutation({
    mutationFn: () => client.jobs.cancelWaiting({}),
    onSuccess: ({ cancelled }) =>
      tell(`${countOf(cancelled, 'job')} cancelled`, { text: 'Pictures and answers are kept. Running jobs finish.', instead: doAgain }),
    onError: (error) => tellProblem('Not everything was cancelled.', error),
  })
