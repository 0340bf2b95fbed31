import type { CellPlace, SheetChange, SheetChangeKind } from '../../../../shared/answers/sheet.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import { type PlacedEvent, toCellEvents } from './cell-events.ts'
import type { CellRows, NotedCell } from './cell-rows.ts'

/** Cells of one transaction of a sweep, and how long a turn of the event loop continues with the next ones, milliseconds. */
const pieceSize = 20
const turnMs = 8
/** Older changes can't be undone. Their texts and reviews stay in the cells' history. */
const keptChanges = 100
/** The newest texts and reviews of a cell that stay in its history, besides those that can be undone. */
const keptEvents = 40

type State = 'done' | 'undone' | 'past' | 'over'

const toChange = ({ seq, kind, cells, at }: Row): SheetChange => ({
  change: Number(seq),
  kind: kind as SheetChangeKind,
  cells: Number(cells),
  at: Number(at),
})

export type Undone = SheetChange & { readonly kept: number }

/** Changes of cells, with what each cell was before and after. Call all but `sweep` inside `journal.write`. */
export const createSheetHistory = (journal: Journal, rows: CellRows) => {
  /** Whose change it is now: it moves with its workspace. `undefined`: there is no such change. */
  const ownerOf = (change: number): string | undefined => {
    const row = journal.get('SELECT connection_id FROM sheet_changes WHERE seq = ?', change)
    return row && String(row.connection_id)
  }

  const remove = (change: number): void => {
    journal.run('DELETE FROM sheet_changes WHERE seq = ?', change)
  }

  /** Puts the cells of a change back, or forward again. Returns how many stay as they are, because they changed since. */
  const restoreAll = (change: number, owner: string, direction: 'back' | 'forward'): number =>
    rows.restoreAll(
      owner,
      journal
        .all('SELECT job_id, image_id, question, before, after FROM sheet_before WHERE change = ? ORDER BY job_id', change)
        .map((row) => {
          const [before, then] = [row.before, row.after] as [string | null, string | null]
          const [from, to] = direction === 'back' ? [then, before] : [before, then]
          return { imageId: String(row.image_id), question: String(row.question), jobId: String(row.job_id), from, to }
        }),
    )

  const addToHistory = (owner: string, { imageId, question }: CellPlace, events: readonly PlacedEvent[]): void => {
    for (const { at, event } of events)
      journal.run(
        'INSERT INTO cell_history (connection_id, image_id, question, at, event) VALUES (?, ?, ?, ?, ?)',
        owner,
        imageId,
        question,
        at,
        JSON.stringify(event),
      )
    if (events.length > 0)
      journal.run(
        `DELETE FROM cell_history WHERE seq IN (
           SELECT seq FROM cell_history WHERE image_id = ? AND question = ? AND connection_id = ? ORDER BY seq DESC LIMIT -1 OFFSET ${keptEvents}
         )`,
        imageId,
        question,
        owner,
      )
  }

  /** Some cells of a change: from here on only their texts and reviews are kept. Returns how many. */
  const moveToHistory = (change: number): number => {
    const row = journal.get('SELECT connection_id, at FROM sheet_changes WHERE seq = ?', change)
    const noted = journal.all(
      `SELECT noted.*, answers.text FROM (SELECT * FROM sheet_before WHERE change = ? ORDER BY job_id LIMIT ?) AS noted
       LEFT JOIN answers ON answers.job_id = noted.job_id`,
      change,
      pieceSize,
    )
    for (const { job_id, image_id, question, before, after, text } of noted) {
      const place = { imageId: String(image_id), question: String(question) }
      const events = toCellEvents(before as string | null, after as string | null, String(text ?? ''), Number(row?.at))
      addToHistory(String(row?.connection_id), place, events)
      journal.run('DELETE FROM sheet_before WHERE change = ? AND job_id = ?', change, String(job_id))
    }
    return noted.length
  }

  /** Drops some cells of a change that was undone. Returns how many. */
  const dropNoted = (change: number): number =>
    journal.run(
      'DELETE FROM sheet_before WHERE change = ?1 AND job_id IN (SELECT job_id FROM sheet_before WHERE change = ?1 LIMIT ?2)',
      change,
      pieceSize,
    )

  const first = (owner: string, state: State, order: 'ASC' | 'DESC'): Row | undefined =>
    journal.get(
      `SELECT seq, kind, cells, at FROM sheet_changes WHERE connection_id = ? AND state = ? ORDER BY seq ${order} LIMIT 1`,
      owner,
      state,
    )
  const newest = (owner: string): Row | undefined => first(owner, 'done', 'DESC')
  const next = (owner: string): Row | undefined => first(owner, 'undone', 'ASC')

  const listIn = (state: State): number[] =>
    journal.all('SELECT seq FROM sheet_changes WHERE state = ? ORDER BY seq DESC', state).map(({ seq }) => Number(seq))

  const move = (row: Row, owner: string, direction: 'back' | 'forward'): Undone => {
    const change = Number(row.seq)
    const kept = restoreAll(change, owner, direction)
    journal.run('UPDATE sheet_changes SET state = ? WHERE seq = ?', direction === 'back' ? 'undone' : 'done', change)
    return { ...toChange(row), kept }
  }

  return {
    ownerOf,
    /** Adds a change of these cells, to be undone; what was undone can't be redone any more. Returns its number. */
    add: (owner: string, kind: SheetChangeKind, at: number, cells: readonly NotedCell[]): number => {
      journal.run("UPDATE sheet_changes SET state = 'over' WHERE connection_id = ? AND state = 'undone'", owner)
      const added = journal.insert(
        "INSERT INTO sheet_changes (connection_id, kind, at, state, cells) VALUES (?, ?, ?, 'done', ?)",
        owner,
        kind,
        at,
        cells.length,
      )
      journal.run(
        `INSERT INTO sheet_before (change, job_id, image_id, question, before, after)
         SELECT ?, value ->> '$.jobId', value ->> '$.imageId', value ->> '$.question', value ->> '$.before', value ->> '$.after' FROM json_each(?)`,
        added,
        JSON.stringify(cells),
      )
      journal.run(
        `UPDATE sheet_changes SET state = 'past' WHERE connection_id = :owner AND state = 'done' AND seq <= (
           SELECT seq FROM sheet_changes WHERE connection_id = :owner AND state = 'done' ORDER BY seq DESC LIMIT 1 OFFSET :kept
         )`,
        { owner, kept: keptChanges },
      )
      return added
    },
    /** Undoes the newest change; `null`: there is none. `change`: only if it is that one. Error: `usage` (it isn't). */
    undo: (owner: string, change?: number): Undone | null => {
      const row = newest(owner)
      if (change !== undefined && row?.seq !== change)
        throw new AppError('usage', { kind: 'change-not-newest' }, { kept: 'nothing-changed' })
      return row ? move(row, owner, 'back') : null
    },
    /** Redoes what was undone last. */
    redo: (owner: string): Undone | null => {
      const row = next(owner)
      return row ? move(row, owner, 'forward') : null
    },
    /** What “undo” and “redo” would do. */
    last: (owner: string): { readonly undo: SheetChange | null; readonly redo: SheetChange | null } => {
      const [undo, redo] = [newest(owner), next(owner)]
      return { undo: undo ? toChange(undo) : null, redo: redo ? toChange(redo) : null }
    },
    /**
     * Moves the texts and reviews of changes that can’t be undone any more to the cells' history, and removes what was undone: in pieces, with
     * other work in between, as it comes by itself after a change.
     */
    sweep: async (): Promise<void> => {
      const empty = async (change: number, takeSome: (change: number) => number): Promise<void> => {
        for (let isLeft = true; isLeft; ) {
          const begun = journal.monotonic()
          do
            journal.write(() => {
              isLeft = takeSome(change) > 0
              if (!isLeft) remove(change)
            })
          while (isLeft && journal.monotonic() - begun < turnMs)
          // Other work comes before the next ones.
          await journal.durable()
        }
      }
      for (let isLeft = true; isLeft; ) {
        const [past, over] = [listIn('past').toReversed(), listIn('over')]
        for (const change of past) await empty(change, moveToHistory)
        for (const change of over) await empty(change, dropNoted)
        isLeft = past.length + over.length > 0
      }
    },
  }
}

export type SheetHistory = ReturnType<typeof createSheetHistory>
