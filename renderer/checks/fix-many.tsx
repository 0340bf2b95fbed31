import { useQuery } from '@tanstack/react-query'
import { joinWishes, wishesOfRules } from '../../shared/checks/fix-wishes.ts'
import { api } from '../queries.ts'
import { FixPanel } from './fix-panel.tsx'

/** Fixes the selected pictures by all profiles in use; nothing where these ask for nothing that can be fixed. */
export const FixMany = ({ imageIds }: { readonly imageIds: ReadonlySet<string> }) => {
  const { data } = useQuery(api.checks.profiles.queryOptions())
  const wishes = joinWishes((data ?? []).flatMap((profile) => (profile.isUsed ? wishesOfRules(profile) : [])))
  return wishes.length === 0 ? null : <FixPanel imageIds={imageIds} wishes={wishes} what="by the shop checks in use" />
}
