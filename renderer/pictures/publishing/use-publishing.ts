import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BucketKeys, Publishing } from '../../../shared/workspaces/publishing-settings.ts'
import { client } from '../../bridge.ts'
import { api, sessionKeys } from '../../queries.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'

/** How the connected workspace's pictures get an address; `undefined` until it is read. */
export const usePublishing = () => useQuery(api.publishing.get.queryOptions()).data

/** Counts the pictures without an address again, as the requirements of questions may have changed. */
const useReadAgain = () => {
  const queries = useQueryClient()
  return () =>
    Promise.all([api.publishing.key(), ...sessionKeys(), api.questions.key()].map((queryKey) => queries.invalidateQueries({ queryKey })))
}

export const useSetPublishing = () => {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: (change: { readonly publishing: Publishing; readonly keys?: BucketKeys }) => client.publishing.set(change),
    onSuccess: async () => {
      tell('Saved', { text: 'Waiting questions resume.' })
      await readAgain()
    },
    onError: (error) => tellProblem('How questions reach pictures was not changed.', error),
  })
}

/** Tests a question with a tiny picture as `data:` once; the core remembers the result. */
export const useTryData = () => {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: () => client.publishing.tryData(),
    onSuccess: async ({ works }) => {
      if (works) tell('Pictures go inside the questions', { text: 'This workspace could read a tiny test picture.' })
      await readAgain()
    },
    onError: (error) => tellProblem('The test could not be completed.', error),
  })
}
