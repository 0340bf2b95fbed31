import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConnectionOffer, OfferForm } from '../../shared/workspaces.ts'
import { client, dropFiles } from '../bridge.ts'
import { api } from '../queries.ts'
import { tell, tellProblem } from '../ui/tell.tsx'
import { useConnectView } from './use-session.ts'

/** The connection that was handed over and is on its way, whoever handed it over. */
export const useOffer = (): ConnectionOffer | null => useQuery(api.session.offer.queryOptions()).data ?? null

/** What a person can do with an offer; what became of it is the next offer, or none. */
export const useOfferActions = (offerId: string) => {
  const queries = useQueryClient()
  const act = <Input>(mutationFn: (input: Input) => Promise<ConnectionOffer | null>, what: string) => ({
    mutationFn,
    onSuccess: (next: ConnectionOffer | null) => queries.setQueryData(api.session.offer.queryKey(), next),
    onError: (error: unknown) => tellProblem(what, error),
    onSettled: () => queries.invalidateQueries({ queryKey: api.session.key() }),
  })
  return {
    accept: useMutation(
      act(
        (as: 'known' | 'new' | null) => client.session.acceptOffer({ offerId, openBrowser: true, as }),
        'The workspace was not connected.',
      ),
    ),
    confirm: useMutation(
      act(
        (answer: { readonly isRight: boolean; readonly name?: string }) => client.session.confirmOffer({ offerId, ...answer }),
        'The workspace was not connected.',
      ),
    ),
    dismiss: useMutation(act(() => client.session.dismissOffer({ offerId }), 'It is still there.')),
    deleteFile: useMutation({
      ...act(() => client.session.deleteOfferFile({ offerId }), 'The file was not deleted.'),
      onSuccess: (next) => {
        queries.setQueryData(api.session.offer.queryKey(), next)
        tell('File deleted', { text: 'The secret is in this computer’s keychain only.' })
      },
    }),
  }
}

/** Hands over what a person chose or typed; the sheet shows it then, also what can't be used. */
export const useMakeOffer = (onMade: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (form: OfferForm) => client.session.makeOffer(form),
    onSuccess: (offer) => {
      queries.setQueryData(api.session.offer.queryKey(), offer)
      onMade()
    },
    // What was typed stays, with the reason below it.
    onError: (problem) => useConnectView.setState({ problem }),
  })
}

/** A chosen connection file goes to the host, which knows its path and can delete it later; one of another name is read here. */
export const handOverFile = async (file: File, make: (form: OfferForm) => void): Promise<void> => {
  if (!/\.packshot$/i.test(file.name)) return make({ kind: 'file', text: await file.text(), fileName: file.name })
  await dropFiles([file], false).catch((error: unknown) => tellProblem('The connection was not read.', error))
}
