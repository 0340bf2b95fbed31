import type { Journal } from '../database/journal.ts'

export type ChangedCell = { readonly connectionId: string; readonly imageId: string; readonly question: string }

/** More are forgotten: whoever asks for them reads everything again. */
const mostKept = 20_000

/**
 * Cells that this process changed, in order, so that what was read of all cells can be brought up to date. A transaction may still fail, so
 * a mark never passes what isn't committed.
 */
export const createCellChanges = (journal: Pick<Journal, 'onCommit'>) => {
  let changes: ChangedCell[] = []
  /** Numbers of the first one that is kept, and of the first one whose transaction is open. */
  let [first, open] = [0, 0]
  journal.onCommit(() => {
    open = first + changes.length
    if (changes.length <= mostKept) return
    first = open
    changes = []
  })
  return {
    note: (connectionId: string, imageId: string, question: string): void => {
      changes.push({ connectionId, imageId, question })
    },
    /** Any cell may have changed. */
    noteAll: (): void => {
      first += changes.length + 1
      changes = []
    },
    /** `changed`: those after the mark of an earlier call; `null`: any. */
    since: (mark: number): { readonly mark: number; readonly changed: readonly ChangedCell[] | null } => ({
      mark: Math.max(open, first),
      changed: mark < first ? null : changes.slice(mark - first),
    }),
  }
}

export type CellChanges = ReturnType<typeof createCellChanges>
