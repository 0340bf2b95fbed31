import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { AppError } from '../../../shared/base/errors.ts'
import { labels } from '../../../shared/base/label-words.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import type { ConnectionForm, SessionView } from '../../../shared/contract.ts'
import type { WorkspaceRow } from '../../../shared/workspaces/workspaces.ts'
import { client } from '../../bridge.ts'
import { useLive } from '../../live.ts'
import { api, readSessionAgain } from '../../queries.ts'
import { loadErrorWords } from '../../ui/error-words.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { openProxy } from './proxy-view.ts'

export const useSession = (): SessionView | undefined => useQuery(api.session.get.queryOptions()).data

type Dialog = 'connect' | 'make-file' | 'api-key'

/** Which connect dialog is open. */
export const useConnectView = create<{ readonly dialog: Dialog | null; readonly problem: unknown }>(() => ({ dialog: null, problem: null }))
const show = (dialog: Dialog | null) => (): void => useConnectView.setState({ dialog, problem: null })
export const openConnect = show('connect')
export const openMakeFile = show('make-file')
export const openApiKey = show('api-key')
export const closeConnect = show(null)

/** The workspace's state at a glance. */
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
    mutationFn: (options: { readonly asAnotherUser: boolean } | undefined) => client.session.signIn({ openBrowser: true, ...options }),
    // Another workspace may be active by the time a person returns from the browser.
    onMutate: () => queries.getQueryData(api.session.get.queryKey())?.connection?.name,
    onSuccess: (view, _, name) => {
      keepSession(queries)(view)
      tell(`Signed in to ${name ?? view.connection?.name ?? 'the workspace'}`)
    },
    onError: (error) => {
      // Cancelled by a person, here or by starting another.
      if (error instanceof AppError && error.code === 'cancelled') return
      tellProblem(labels.notSignedIn, error)
      if (error instanceof AppError && error.code === 'proxy-password') openProxy()
    },
    onSettled: () => readSessionAgain(queries),
  })
}

/** Connects a workspace, and signs in through the browser if required. */
export const useConnect = () => {
  const queries = useQueryClient()
  const signIn = useSignIn()
  return useMutation({
    mutationKey: ['connect'],
    mutationFn: (form: ConnectionForm) => client.session.connect(form),
    onSuccess: (view, form) => {
      keepSession(queries)(view)
      closeConnect()
      if (form.kind === 'api-key' || form.kind === 'relay') tell(`Connected to ${view.connection?.name ?? 'the workspace'}`)
      else if (view.state !== 'signed-in') signIn.mutate(undefined)
    },
    onError: (error, form) => {
      if (form.kind === 'sample') tellProblem('The sample workspace was not started.', error)
      else useConnectView.setState({ problem: error })
    },
  })
}

/** The connected workspaces, and the one click that switches to another. */
export const useWorkspaces = (): readonly WorkspaceRow[] => useQuery(api.workspaces.list.queryOptions()).data ?? []

export const useSwitch = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (connectionId: string) => client.workspaces.switch({ connectionId }),
    onSuccess: keepSession(queries),
    onError: (error) => tellProblem('The workspace was not switched.', error),
    onSettled: () => queries.invalidateQueries(),
  })
}

type Forgetting = { readonly connectionId: string; readonly name: string; readonly queue: 'keep' | 'cancel' }

/** Revokes a workspace's access and forgets it on this computer. */
export const useForget = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ connectionId, queue }: Forgetting) => client.workspaces.forget({ connectionId, queue }),
    onSuccess: async ({ revoked, reason, cancelled }, { name, queue }) => {
      const { describeError } = await loadErrorWords()
      const kept =
        queue === 'keep' ? 'Its waiting work is kept until you connect it again.' : `${countOf(cancelled, 'waiting job')} cancelled.`
      const access = revoked
        ? labels.accessRevoked
        : `${reason === null ? '' : describeError(reason).message} The access was deleted from this computer.`.trim()
      tell(`Disconnected from ${name}`, { text: `${access} ${kept} Pictures and answers stay.` })
    },
    onError: (error) => tellProblem('The workspace was not disconnected.', error),
    onSettled: () => queries.invalidateQueries(),
  })
}
