import { missingScope, missingScopeWords } from '../../shared/scopes.ts'
import type { OperationName } from '../../shared/session.ts'
import { useSession } from '../connect/use-session.ts'

/** Why the sign-in does not allow an operation, and what to do; `null`: it does, or nobody is signed in and the work waits anyway. */
export const useWithheld = (operation: OperationName): string | null => {
  const session = useSession()
  if (session?.state !== 'signed-in' || session.hasApiKey || missingScope(session.scope, operation) === null) return null
  return `${missingScopeWords.message} ${missingScopeWords.action}`
}
