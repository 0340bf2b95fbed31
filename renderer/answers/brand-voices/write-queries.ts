import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Writing } from '../../../shared/answers/brand-voices-contract.ts'
import { missingScope, type ServiceScope } from '../../../shared/service/scopes.ts'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { useSession } from '../../workspaces/connections/use-session.ts'

/** Rows ask one by one as they come into view; requests of one turn are sent as one call. */
let asked: Map<string, ((writing: Promise<Writing>) => void)[]> | undefined

const sendAsked = (): void => {
  const wanted = asked ?? new Map()
  asked = undefined
  const answerJobIds = [...wanted.keys()]
  const all = client.brandVoices.texts.of({ answerJobIds })
  for (const [at, jobId] of answerJobIds.entries()) {
    const one = all.then((found): Writing => found[at] ?? { answerJobId: jobId, texts: [], pending: [] })
    for (const settle of wanted.get(jobId) ?? []) settle(one)
  }
}

const readWriting = (answerJobId: string): Promise<Writing> =>
  new Promise((resolve) => {
    if (!asked) {
      asked = new Map()
      setTimeout(sendAsked, 0)
    }
    asked.set(answerJobId, [...(asked.get(answerJobId) ?? []), resolve])
  })

/** The texts written from an answer, and those in progress. */
export const useWriting = (answerJobId: string): Writing | undefined => {
  const { queryKey } = api.brandVoices.texts.of.queryOptions({ input: { answerJobIds: [answerJobId] } })
  return useQuery({ queryKey: [...queryKey, 'one'], queryFn: () => readWriting(answerJobId) }).data
}

/** Older than this, a list is read again when it is looked at. */
const freshMs = 5 * 60_000

type Kind = 'voices' | 'templates'

/** Reads a list from the workspace again when it is shown and not fresh, or on request. `fetchedAt` `undefined`: not known yet. */
export const useListRefresh = (kind: Kind, fetchedAt: number | null | undefined, isAllowed: boolean) => {
  const refresh = useMutation({
    mutationFn: () => (kind === 'voices' ? client.brandVoices.voices.refresh() : client.brandVoices.templates.refresh()),
  })
  const { mutate, isIdle } = refresh
  const isStale = fetchedAt !== undefined && (fetchedAt === null || Date.now() - fetchedAt > freshMs)
  useEffect(() => {
    if (isAllowed && isStale && isIdle) mutate()
  }, [isAllowed, isStale, isIdle, mutate])
  return refresh
}

/** Why the sign-in does not allow something, as a sentence; `null`: it does. An additional API key allows everything. */
export const useLackOfScope = (scope: ServiceScope): string | null => {
  const session = useSession()
  if (!session) return null
  const lacking = missingScope(session.hasApiKey ? null : session.scope, scope)
  if (lacking === null) return null
  const what = scope === 'user:read' ? 'read brand voices and templates' : 'write texts'
  return `This sign-in may not ${what}. It has the scope “${session.scope}” and needs “${lacking}”. Ask the workspace’s admin to allow it, then sign in again.`
}
