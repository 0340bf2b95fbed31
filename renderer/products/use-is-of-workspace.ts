import type { ProductRow } from '../../shared/products.ts'
import { useSession } from '../connect/use-session.ts'

/** False for a product of a workspace that was removed: nothing can be attached to it. */
export const useIsOfWorkspace = ({ connectionId }: ProductRow): boolean => {
  const session = useSession()
  return session === undefined || (session.connection?.id ?? null) === connectionId
}
