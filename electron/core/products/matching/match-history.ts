import { AppError } from '../../../../shared/base/errors.ts'
import type { MatchChange } from '../../../../shared/products/matching.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import type { MatchRows } from './match-rows.ts'

export type MatchChangeKind = MatchChange['kind']

/** What a person knows of a change, besides its kind. `pictures`: those that the person acted on, unless it is all that changed. */
export type ChangeFacts = Partial<Omit<MatchChange, 'kind' | 'change'>>

/** Older changes can't be undone. */
const keptChanges = 50

/** What is kept of a change's facts. */
const toChange = ({ seq, kind, pictures, about }: Row): MatchChange => {
  const { product = null, products = null } = about === null ? {} : (JSON.parse(String(about)) as ChangeFacts)
  return { change: Number(seq), kind: kind as MatchChangeKind, pictures: Number(pictures), product, products }
}

/** Rows of a change that can't be undone any more, removed in one turn of the event loop: nothing depends on them. */
const sweptAtOnce = 1000

/** Changes and what was before them. Call all of it but `sweep` inside `journal.write`. */
export const createMatchHistory = (journal: Journal, rows: MatchRows) => {
  /** Gives pictures' earlier state to the next change that has them, as what was before it: those keep what that one says. */
  const handOn = (change: number, owner: string): void => {
    const newer = journal.all(
      "SELECT seq FROM match_changes WHERE connection_id = ? AND seq > ? AND state = 'done' ORDER BY seq",
      owner,
      change,
    )
    for (const { seq } of newer) {
      const both = journal.all(
        'DELETE FROM match_before WHERE change = ? AND image_id IN (SELECT image_id FROM match_before WHERE change = ?) RETURNING image_id',
        Number(seq),
        change,
      )
      if (both.length === 0) continue
      journal.run(
        'UPDATE match_before SET change = ? WHERE change = ? AND image_id IN (SELECT value FROM json_each(?))',
        Number(seq),
        change,
        JSON.stringify(both.map(({ image_id }) => image_id)),
      )
    }
  }

  const find = (conditions: string, value: string | number): Row | undefined =>
    journal.get(
      `SELECT seq, connection_id, kind, pictures, about FROM match_changes WHERE ${conditions} AND state = 'done' ORDER BY seq DESC LIMIT 1`,
      value,
    )
  const newest = (owner: string): Row | undefined => find('connection_id = ?', owner)

  const takeBack = (row: Row): MatchChange => {
    const [change, owner] = [Number(row.seq), String(row.connection_id)]
    handOn(change, owner)
    rows.restore(change, owner)
    journal.run('DELETE FROM match_before WHERE change = ?', change)
    journal.run('DELETE FROM match_changes WHERE seq = ?', change)
    return toChange(row)
  }

  return {
    begin: (owner: string, kind: MatchChangeKind, at: number): number =>
      journal.insert("INSERT INTO match_changes (connection_id, kind, at, state) VALUES (?, ?, ?, 'done')", owner, kind, at),
    /** Forgets a change that changed nothing. Returns its number; `null`: it was forgotten. */
    complete: (
      change: number,
      owner: string,
      changed: number,
      { pictures = changed, product = null, products = null }: ChangeFacts,
    ): number | null => {
      if (changed === 0) {
        journal.run('DELETE FROM match_changes WHERE seq = ?', change)
        return null
      }
      const about = JSON.stringify({ product, products })
      journal.run('UPDATE match_changes SET pictures = ?, about = ? WHERE seq = ?', pictures, about, change)
      journal.run(
        `UPDATE match_changes SET state = 'over' WHERE connection_id = :owner AND state = 'done' AND seq <= (
           SELECT seq FROM match_changes WHERE connection_id = :owner AND state = 'done' ORDER BY seq DESC LIMIT 1 OFFSET :kept
         )`,
        { owner, kept: keptChanges },
      )
      return change
    },
    /** Undoes the newest change; `null`: there was none. */
    undo: (owner: string): MatchChange | null => {
      const last = newest(owner)
      return last ? takeBack(last) : null
    },
    /** Undoes this change. Error: `usage` (it can't be undone any more). */
    undoOnly: (change: number): MatchChange => {
      const row = find('seq = ?', change)
      if (!row) throw new AppError('usage', { kind: 'change-over' }, { kept: 'nothing-changed' })
      return takeBack(row)
    },
    /** What would be undone. */
    last: (owner: string): MatchChange | null => {
      const row = newest(owner)
      return row ? toChange(row) : null
    },
    /** Removes changes that can’t be undone any more. */
    sweep: async (): Promise<void> => {
      for (;;) {
        const isLeft = journal.write(() => {
          const over = journal.get("SELECT seq FROM match_changes WHERE state = 'over' LIMIT 1")
          if (!over) return false
          const change = Number(over.seq)
          const removed = journal.run(
            `DELETE FROM match_before WHERE change = ?1
               AND image_id <= (SELECT max(image_id) FROM (SELECT image_id FROM match_before WHERE change = ?1 ORDER BY image_id LIMIT ?2))`,
            change,
            sweptAtOnce,
          )
          if (removed < sweptAtOnce) journal.run('DELETE FROM match_changes WHERE seq = ?', change)
          return true
        })
        if (!isLeft) return
        // A refused commit leaves the rest to the next change, or the next start.
        await journal.durable()
      }
    },
  }
}

export type MatchHistory = ReturnType<typeof createMatchHistory>
