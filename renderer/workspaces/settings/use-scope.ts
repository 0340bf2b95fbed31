import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AppError } from '../../../shared/base/errors.ts'
import { missingScope, missingScopeWords } from '../../../shared/service/scopes.ts'
import { client } from '../../bridge.ts'
import { api, readSessionAgain } from '../../queries.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { useSession } from '../connections/use-session.ts'

/** Why the sign-in allows no sending, and what to do. `null`: it does, or no one is signed in and the work waits anyway. */
export const useWithheld = (): string | null => {
  const session = useSession()
  if (session?.state !== 'signed-in' || session.hasApiKey || missingScope(session.scope, 'user') === null) return null
  return `${missingScopeWords.message} ${missingScopeWords.action}`
}

/** Signs in again and requests the missing scope in addition to the granted ones. If refused, the sign-in stays as it was. */
export const useAskForMore = () => {
  const queries = useQueryClient()
  const credentials = useSession()?.connection?.credentials
  const own = credentials?.kind === 'oauth' ? credentials.scopes : []
  return useMutation({
    mutationKey: ['sign-in'],
    mutationFn: () => client.session.signIn({ openBrowser: true, scopes: [...new Set(['user', ...own])] }),
    onSuccess: (view) => {
      queries.setQueryData(api.session.get.queryKey(), view)
      if (missingScope(view.scope, 'user') === null) tell('Signed in', { text: 'Waiting work resumes.' })
    },
    onError: (error) => {
      if (!(error instanceof AppError && error.code === 'cancelled')) tellProblem('You are signed in as before, for reading only.', error)
    },
    onSettled: () => readSessionAgain(queries),
  })
}
