import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { WatchNames } from '../../shared/watching/watched-folders-words.ts'
import type { WatchReport } from '../../shared/watching/watching.ts'
import { api } from '../queries.ts'
import { useWorkspaces } from '../workspaces/connections/use-session.ts'

export const useWatchedFolders = () => useQuery({ ...api.watching.list.queryOptions(), placeholderData: keepPreviousData })

export const useWatchReport = (): WatchReport | undefined =>
  useQuery({ ...api.watching.report.queryOptions(), placeholderData: keepPreviousData }).data

export const useQuestionSets = () => useQuery(api.questionSets.list.queryOptions()).data

/** The names of what rules refer to; `undefined`: they are not read yet. */
export const useWatchNames = (): WatchNames | undefined => {
  const workspaces = useWorkspaces()
  const sets = useQuestionSets()
  if (!sets) return undefined
  return {
    workspace: (id) => workspaces.find((one) => one.id === id)?.name ?? null,
    questionSet: (id) => sets.find((one) => one.id === id)?.name ?? null,
  }
}
