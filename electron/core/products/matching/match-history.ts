import { AppError } from '../../../../shared/base/errors.ts'
import type { MatchChange } from '../../../../shared/products/matching.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import { createTurnsWritten } from '../../base/database/write-in-pieces.ts'
import type { MatchRows } from './match-rows.ts'

export type MatchChangeKind = MatchChange['kind']

/** What a person knows of a change, besides its kind. `pictures`: those that the person acted on, unless it is all that changed. */
export type ChangeFacts = Partial<Omit<MatchChange, 'kind' | 'change'>>

/** Pictures of one turn of the event loop. */
const pieceSize = 200
/** Older changes can't be undone. */
const keptChanges = 50

/** What is kept of a change's facts. */
const toChange = ({ seq, kind, pictures, about }: Row): MatchChange => {
  const { product = null, products = null } = about === null ? {} : (JSON.parse(String(about)) as ChangeFacts)
  return { change: Number(seq), kind: kind as MatchChangeKind, pictures: Number(pictures), product, products }
}

/** Changes and what was before them. Only one of its functions may run at a time (match-store.ts). */
export const createMatchHistory = (journal: Journal, rows: MatchRows) => {
  /** Whose change it is now: it moves with its workspace. `undefined`: there is no such change. */
  const ownerOf = (change: number): string | undefined => {
    const row = journal.get('SELECT connection_id FROM match_changes WHERE seq = ?', change)
    return row && String(row.connection_id)
  }

  /** Gives these pictures' earlier state to the next change that has them, as what was before it. Returns those that no later change has. */
  const handOn = (change: number, owner: string, imageIds: readonly string[]): readonly string[] => {
    const newer = journal.all(
      "SELECT seq FROM match_changes WHERE connection_id = ? AND seq > ? AND state <> 'over' ORDER BY seq",
      owner,
      change,
    )
    const left = new Set(imageIds)
    for (const { seq } of newer) {
      if (left.size === 0) break
      const taken = journal.all(
        `UPDATE match_before AS newer SET before = (SELECT before FROM match_before WHERE change = :change AND image_id = newer.image_id)
         WHERE change = :newer AND image_id IN (SELECT value FROM json_each(:imageIds)) RETURNING image_id`,
        { change, newer: Number(seq), imageIds: JSON.stringify([...left]) },
      )
      for (const row of taken) left.delete(String(row.image_id))
    }
    return [...left]
  }

  /** Takes back some pictures of a change. A picture that a later change has keeps what that one says. */
  const takeBackPiece = (change: number): void => {
    const owner = ownerOf(change)
    if (owner === undefined) return
    const imageIds = journal
      .all('SELECT image_id FROM match_before WHERE change = ? LIMIT ?', change, pieceSize)
      .map(({ image_id }) => String(image_id))
    rows.restore(change, owner, handOn(change, owner, imageIds))
    journal.run(
      'DELETE FROM match_before WHERE change = ? AND image_id IN (SELECT value FROM json_each(?))',
      change,
      JSON.stringify(imageIds),
    )
  }

  const countPieces = (change: number): number =>
    Math.ceil(Number(journal.get('SELECT count(*) AS n FROM match_before WHERE change = ?', change)?.n) / pieceSize)

  /** Restores what was before a change, in pieces, and forgets the change. */
  const takeBack = async (change: number): Promise<void> => {
    const written = createTurnsWritten(journal)
    for (let left = countPieces(change); left > 0; left -= 1) {
      journal.write(() => takeBackPiece(change))
      written.add()
      await journal.nextTurn()
    }
    // A piece that a full disk refused is tried again by the next change, or the next start.
    await written.durable()
    journal.write(() => journal.run('DELETE FROM match_changes WHERE seq = ?', change))
    await journal.durable()
  }

  /** The newest change that can be undone, or whose undo failed. */
  const newest = (owner: string): Row | undefined =>
    journal.get(
      `SELECT seq, kind, pictures, about FROM match_changes WHERE connection_id = ? AND state IN ('done', 'undoing') ORDER BY seq DESC LIMIT 1`,
      owner,
    )

  const undo = async (row: Row): Promise<MatchChange> => {
    const change = Number(row.seq)
    journal.write(() => journal.run("UPDATE match_changes SET state = 'undoing' WHERE seq = ?", change))
    await takeBack(change)
    return toChange(row)
  }

  const takeBackAll = async (state: 'writing' | 'undoing'): Promise<void> => {
    for (const { seq } of journal.all('SELECT seq FROM match_changes WHERE state = ? ORDER BY seq DESC', state)) await takeBack(Number(seq))
  }

  return {
    begin: (owner: string, kind: MatchChangeKind, at: number): number =>
      Number(
        journal.get("INSERT INTO match_changes (connection_id, kind, at, state) VALUES (?, ?, ?, 'writing') RETURNING seq", owner, kind, at)
          ?.seq,
      ),
    ownerOf,
    /** It is on disk, and can be undone. Forgets a change that changed nothing. */
    complete: (change: number, changed: number, { pictures = changed, product = null, products = null }: ChangeFacts): void => {
      const owner = ownerOf(change)
      if (owner === undefined) return
      if (changed === 0) {
        journal.run('DELETE FROM match_changes WHERE seq = ?', change)
        return
      }
      const about = JSON.stringify({ product, products })
      journal.run("UPDATE match_changes SET state = 'done', pictures = ?, about = ? WHERE seq = ?", pictures, about, change)
      journal.run(
        `UPDATE match_changes SET state = 'over' WHERE connection_id = :owner AND state = 'done' AND seq <= (
           SELECT seq FROM match_changes WHERE connection_id = :owner AND state = 'done' ORDER BY seq DESC LIMIT 1 OFFSET :kept
         )`,
        { owner, kept: keptChanges },
      )
    },
    takeBack,
    /** Undoes the newest change, or ends its undo that failed; `null`: there was none. */
    undo: async (owner: string): Promise<MatchChange | null> => {
      const last = newest(owner)
      return last ? undo(last) : null
    },
    /** Undoes this change, or ends its undo that failed. Error: `usage` (it can't be undone any more). */
    undoOnly: async (change: number): Promise<MatchChange> => {
      const row = journal.get("SELECT seq, kind, pictures, about FROM match_changes WHERE seq = ? AND state IN ('done', 'undoing')", change)
      if (!row) throw new AppError('usage', { kind: 'change-over' }, { kept: 'nothing-changed' })
      return undo(row)
    },
    /** What would be undone. */
    last: (owner: string): MatchChange | null => {
      const row = newest(owner)
      return row ? toChange(row) : null
    },
    /** Takes back changes that were not written to their end, the newest first. */
    takeBackUnwritten: (): Promise<void> => takeBackAll('writing'),
    /** Takes back changes that were not written, or not undone, to their end. */
    takeBackUnfinished: async (): Promise<void> => {
      await takeBackAll('undoing')
      await takeBackAll('writing')
    },
    /** Removes changes that can’t be undone any more, in pieces. */
    sweep: async (): Promise<void> => {
      for (const { seq } of journal.all("SELECT seq FROM match_changes WHERE state = 'over'")) {
        const change = Number(seq)
        for (let left = countPieces(change); left >= 0; left -= 1) {
          journal.write(() => {
            const removed = journal.run(
              'DELETE FROM match_before WHERE change = ?1 AND image_id IN (SELECT image_id FROM match_before WHERE change = ?1 LIMIT ?2)',
              change,
              pieceSize,
            )
            if (removed === 0) journal.run('DELETE FROM match_changes WHERE seq = ?', change)
          })
          await journal.nextTurn()
        }
      }
    },
  }
}

export type MatchHistory = ReturnType<typeof createMatchHistory>
