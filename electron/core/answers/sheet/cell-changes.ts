import type { Journal } from '../../base/database/journal.ts'

export type ChangedCell = { readonly connectionId: string; readonly imageId: string; readonly question: string }

/** More are forgotten: then everything is read again. */
const mostKept = 20_000

/**
 * Cells that this process changed, in order, so that what was read of all cells can be brought up to date. A transaction may still fail, so
 * a mark never passes what isn't committed.
 */
export const createCellChanges = (journal: Pick<Journal, 'onCommit'>) => {
  let changes: ChangedCell[] = []
  /** By workspace and question, the number of the newest change: also of those that are forgotten. */
  let newest = new Map<string, number>()
  /** Numbers of the first one that is kept, of the first one whose transaction is open, and of the first one after any cell may have changed. */
  let [first, open, known] = [0, 0, 0]
  const keyOf = (connectionId: string, question: string): string => `${connectionId}\n${question}`
  journal.onCommit(() => {
    open = first + changes.length
    if (changes.length <= mostKept) return
    // Half of them stay, so that a reader who is nearly up to date needs only these.
    changes = changes.slice(-mostKept / 2)
    first = open - changes.length
  })
  return {
    note: (connectionId: string, imageId: string, question: string): void => {
      newest.set(keyOf(connectionId, question), first + changes.length)
      changes.push({ connectionId, imageId, question })
    },
    /** Any cell may have changed. */
    noteAll: (): void => {
      first += changes.length + 1
      known = first
      changes = []
      newest = new Map()
    },
    /** Where the next call continues. */
    mark: (): number => Math.max(open, first),
    /** The pictures whose cells of a question changed after the mark; `null`: any of them. */
    since: (mark: number, connectionId: string, question: string): ReadonlySet<string> | null => {
      if (mark < known) return null
      if ((newest.get(keyOf(connectionId, question)) ?? -1) < mark) return new Set()
      if (mark < first) return null
      const ids = new Set<string>()
      for (let at = mark - first; at < changes.length; at++) {
        const one = changes[at]
        if (one?.question === question && one.connectionId === connectionId) ids.add(one.imageId)
      }
      return ids
    },
  }
}

export type CellChanges = ReturnType<typeof createCellChanges>
