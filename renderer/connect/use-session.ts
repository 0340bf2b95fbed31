import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import type { ConnectionForm, SessionView } from '../../shared/contract.ts'
import { client } from '../bridge.ts'
import { useLive } from '../live.ts'
import { api } from '../queries.ts'
import { tell, tellProblem } from '../ui/tell.tsx'

export const useSession = (): SessionView | undefined => useQuery(api.session.get.queryOptions()).data

/** The dialog for connecting, and whether a sign-in of this window is under way. */
export const useConnectView = create<{ readonly isOpen: boolean; readonly problem: unknown }>(() => ({ isOpen: false, problem: null }))
export const openConnect = (): void => useConnectView.setState({ isOpen: true, problem: null })
export const closeConnect = (): void => useConnectView.setState({ isOpen: false, problem: null })

/** What a person sees of the workspace at a glance. */
export type Standing = 'none' | 'signed-out' | 'signing-in' | 'ended' | 'offline' | 'connected'

export const useStanding = (): Standing => {
  const session = useSession()
  const isOffline = useLive((live) => live.queue?.holds.some((hold) => hold.kind === 'offline') ?? false)
  if (!session?.connection || session.state === 'none') return 'none'
  if (session.state !== 'signed-in') return session.state
  return isOffline ? 'offline' : 'connected'
}

const keepSession = (queries: ReturnType<typeof useQueryClient>) => (view: SessionView) =>
  queries.setQueryData(api.session.get.queryKey(), view)

/** Signs in through the browser; resolves when a person has allowed or refused it there. */
export const useSignIn = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['sign-in'],
    mutationFn: () => client.session.signIn({ openBrowser: true }),
    onSuccess: (view) => {
      keepSession(queries)(view)
      tell(`Signed in to ${view.connection?.name ?? 'the workspace'}`)
    },
    onError: (error) => tellProblem('You are not signed in.', error),
    onSettled: () => queries.invalidateQueries({ queryKey: api.session.key() }),
  })
}

/** Connects a workspace and signs in where that needs the browser. */
export const useConnect = () => {
  const queries = useQueryClient()
  const signIn = useSignIn()
  return useMutation({
    mutationKey: ['connect'],
    mutationFn: (form: ConnectionForm) => client.session.connect(form),
    onSuccess: (view, form) => {
      keepSession(queries)(view)
      closeConnect()
      if (form.kind === 'api-key') tell(`Connected to ${view.connection?.name ?? 'the workspace'}`)
      else if (view.state !== 'signed-in') signIn.mutate()
    },
    onError: (error, form) => {
      if (form.kind === 'sample') tellProblem('The sample workspace was not started.', error)
      else useConnectView.setState({ problem: error })
    },
  })
}

export const useDisconnect = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => client.session.disconnect(),
    onSuccess: ({ revoked, reason }) =>
      tell('Disconnected', {
        text: revoked
          ? 'The workspace has taken the access back. Pictures, answers and waiting work stay here.'
          : `${reason ?? 'The workspace could not be told.'} Access was forgotten on this computer. Pictures, answers and waiting work stay here.`,
      }),
    onError: (error) => tellProblem('The workspace was not disconnected.', error),
    onSettled: () => queries.invalidateQueries({ queryKey: api.session.key() }),
  })
}
