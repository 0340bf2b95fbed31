import type { SetQuestion } from '../../../../../shared/answers/question-sets.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { createTurns } from '../../../service/session/run-in-turn.ts'
import type { CellChanges } from '../cell-changes.ts'
import { type Column, readColumn, readKeys, refreshColumn } from './sheet-column.ts'

/** Columns of a few sets. */
const mostKept = 400
/** Cells that are brought up to date in one turn of the event loop. */
const refreshedAtOnce = 500

/** `lastPicture`: the `seq` of the newest picture when it was read; one that came back may have answers already. */
type Kept = { readonly column: Column; mark: number; lastPicture: number }

/**
 * The columns of a sheet, kept in memory: they are read once, and then only the cells that changed (answers/sheet/cell-changes.ts). Another process
 * that writes makes them start over.
 */
export const createKeptColumns = (journal: Journal, changes: CellChanges) => {
  const kept = new Map<string, Kept>()
  const inTurn = createTurns()
  let dataVersion: unknown

  const forgetForeign = (): void => {
    const now = journal.get('PRAGMA data_version')?.data_version
    if (now !== dataVersion) kept.clear()
    dataVersion = now
  }

  const bringUpToDate = async (one: Kept, owner: string, asked: SetQuestion): Promise<boolean> => {
    const mark = changes.mark()
    const changed = changes.since(one.mark, owner, asked.question)
    if (changed === null) return false
    const ids = new Set(changed)
    const added = journal.all('SELECT seq, id FROM images WHERE seq > ? ORDER BY seq', one.lastPicture)
    for (const { id } of added) ids.add(String(id))
    const all = [...ids]
    for (let from = 0; from < all.length; from += refreshedAtOnce) {
      if (from > 0) await journal.nextTurn()
      refreshColumn(journal, owner, one.column, asked.checks, all.slice(from, from + refreshedAtOnce))
    }
    one.mark = mark
    one.lastPicture = Number(added.at(-1)?.seq ?? one.lastPicture)
    return true
  }

  const findColumn = async (owner: string, asked: SetQuestion): Promise<Kept> => {
    const key = JSON.stringify([owner, asked.question, asked.checks])
    const there = kept.get(key)
    if (there && (await bringUpToDate(there, owner, asked))) return there
    const mark = changes.mark()
    const lastPicture = Number(journal.get('SELECT max(seq) AS last FROM images')?.last ?? 0)
    const made: Kept = { column: await readColumn(journal, owner, asked), mark, lastPicture }
    if (kept.size >= mostKept) kept.clear()
    kept.set(key, made)
    // What came while it was read.
    await bringUpToDate(made, owner, asked)
    return made
  }

  const find = async (owner: string, asked: SetQuestion, withKeys: boolean): Promise<Column> => {
    for (;;) {
      const { column } = await findColumn(owner, asked)
      if (column.keys || !withKeys) return column
      // Cells that change meanwhile are read again after it.
      await readKeys(journal, owner, column)
    }
  }

  return {
    /** The columns of these questions in a workspace (`''`: in none yet). `keyed`: the question whose texts rows are sorted by. */
    find: async (owner: string, questions: readonly SetQuestion[], keyed: string): Promise<readonly Column[]> => {
      const columns: Column[] = []
      for (const one of questions) {
        // Who needs one column doesn't wait for all those of another call.
        const column = await inTurn(() => {
          forgetForeign()
          return find(owner, one, one.question === keyed)
        })
        columns.push(column)
      }
      return columns
    },
  }
}
