import type { ProductRow } from '../../../shared/products/products.ts'
import { useSession } from '../../workspaces/connections/use-session.ts'

/** False for a product of a workspace that was removed: nothing can be attached to it. */
export const useIsOfWorkspace = ({ connectionId }: ProductRow): boolean => {
  const session = useSession()
  return session === undefined || (session.connection?.id ?? null) === connectionId
}
