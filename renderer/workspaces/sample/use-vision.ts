import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'

export const useVision = () => useQuery(api.vision.get.queryOptions()).data

type Change = Parameters<typeof client.vision.set>[0]

/** Sets the endpoint and restarts the sample workspace with it. With problems nothing is changed. */
export const useSetVision = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => client.vision.set(change),
    onSuccess: ({ view, problems }) => {
      queries.setQueryData(api.vision.get.queryKey(), view)
      if (problems.length > 0) return
      const text = 'The sample workspace was restarted with it. Waiting work resumes.'
      tell(view.endpoint ? 'Vision endpoint saved' : 'Vision endpoint removed', { text })
    },
    onError: (error) => {
      tellProblem('The vision endpoint was not changed.', error)
      void queries.invalidateQueries({ queryKey: api.vision.key() })
    },
  })
}

/** Asks the endpoint about a tiny picture, whether or not it is saved. */
export const useTryVision = () => useMutation({ mutationFn: (input: Parameters<typeof client.vision.try>[0]) => client.vision.try(input) })
