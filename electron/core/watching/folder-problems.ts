import type { AppError, ErrorRecord } from '../../../shared/base/errors.ts'
import type { Journal } from '../base/database/journal.ts'
import { isUnreachable } from './check-folder.ts'
import type { WatchStore } from './watch-store.ts'

type Ports = { readonly journal: Journal; readonly watchedFolders: WatchStore; readonly onChange: () => void }

/** Of the folder or a part of it, of the disk that pictures are copied to, and of what its rules name. The first one there is is shown. */
type Kind = 'folder' | 'room' | 'due'

/** Why a folder can't be watched completely, or its pictures wait. The folder's row has the one that is shown. */
export const createFolderProblems = (id: string, { journal, watchedFolders, onChange }: Ports) => {
  const problems = new Map<Kind, ErrorRecord>()
  const shown = (): ErrorRecord | undefined => problems.get('folder') ?? problems.get('room') ?? problems.get('due')

  return {
    shown,
    set: (kind: Kind, error: AppError | null): void => {
      const before = JSON.stringify(shown() ?? null)
      if (error) problems.set(kind, error.toRecord())
      else problems.delete(kind)
      const after = shown() ?? null
      const folder = watchedFolders.get(id)
      if (!folder || (before === JSON.stringify(after) && JSON.stringify(folder.problem) === before)) return
      journal.write(() => watchedFolders.setProblem(folder.seq, after))
      onChange()
    },
    isReachable: (): boolean => {
      const problem = problems.get('folder')
      return problem === undefined || !isUnreachable(problem)
    },
    /** The folder inside that can't be read: a change of it may have been the permission. */
    isUnreadablePart: (path: string): boolean => {
      const failure = problems.get('folder')?.failure
      return failure?.kind === 'watch-part-unreadable' && failure.inside === path
    },
  }
}
