import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConnectionOffer, OfferForm } from '../../../shared/workspaces/workspaces.ts'
import { client, dropFiles } from '../../bridge.ts'
import { api, readSessionAgain } from '../../queries.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { useConnectView } from './use-session.ts'

/** The offered connection in progress, from any source. */
export const useOffer = (): ConnectionOffer | null => useQuery(api.offers.get.queryOptions()).data ?? null

type AcceptedOffer = {
  readonly as: 'known' | 'new' | null
  readonly replaceSets: readonly string[]
  readonly allowsWeaker: boolean
}

/** The actions on an offer; each resolves with the next offer, or none. */
export const useOfferActions = (offerId: string) => {
  const queries = useQueryClient()
  const act = <Input>(mutationFn: (input: Input) => Promise<ConnectionOffer | null>, what: string) => ({
    mutationFn,
    onSuccess: (next: ConnectionOffer | null) => queries.setQueryData(api.offers.get.queryKey(), next),
    onError: (error: unknown) => tellProblem(what, error),
    onSettled: () => readSessionAgain(queries),
  })
  return {
    accept: useMutation(
      act(
        ({ as, replaceSets, allowsWeaker }: AcceptedOffer) =>
          client.offers.accept({ offerId, openBrowser: true, as, replaceSets: [...replaceSets], allowsWeaker }),
        'The workspace was not connected.',
      ),
    ),
    confirm: useMutation(
      act(
        (answer: { readonly isRight: boolean; readonly name?: string }) => client.offers.confirm({ offerId, ...answer }),
        'The workspace was not connected.',
      ),
    ),
    dismiss: useMutation(act(() => client.offers.dismiss({ offerId }), 'It is still there.')),
    deleteFile: useMutation({
      ...act(() => client.offers.deleteFile({ offerId }), 'The file was not deleted.'),
      onSuccess: (next) => {
        queries.setQueryData(api.offers.get.queryKey(), next)
        tell('File deleted', { text: 'The secret is in this computer’s keychain only.' })
      },
    }),
  }
}

/** Submits a chosen or typed connection. The sheet then shows it, even if it can't be used. */
export const useMakeOffer = (onMade: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (form: OfferForm) => client.offers.make(form),
    onSuccess: (offer) => {
      queries.setQueryData(api.offers.get.queryKey(), offer)
      onMade()
    },
    // The typed text stays, with the reason below it.
    onError: (problem) => useConnectView.setState({ problem }),
  })
}

/** A chosen connection file goes to the host, which knows its path and can delete it later. A file with another extension is read here. */
export const handOverFile = async (file: File, make: (form: OfferForm) => void): Promise<void> => {
  if (!/\.packshot$/i.test(file.name)) return make({ kind: 'file', text: await file.text(), fileName: file.name })
  await dropFiles([file], false).catch((error: unknown) => tellProblem('The connection was not read.', error))
}
