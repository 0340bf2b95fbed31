import type { CellPlace, SheetChange, SheetChangeKind } from '../../../../shared/answers/sheet.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import { createTurnsWritten } from '../../base/database/write-in-pieces.ts'
import { type PlacedEvent, toCellEvents } from './cell-events.ts'
import type { CellRows, NotedCell } from './cell-rows.ts'

/** Cells of one transaction, and how long a turn of the event loop continues with the next ones, milliseconds. */
export const pieceSize = 20
export const turnMs = 8
/** Older changes can't be undone. Their texts and reviews stay in the cells' history. */
const keptChanges = 100
/** The newest texts and reviews of a cell that stay in its history, besides those that can be undone. */
const keptEvents = 40

type State = 'writing' | 'done' | 'undoing' | 'undone' | 'redoing' | 'past' | 'over'

const toChange = ({ seq, kind, cells, at }: Row): SheetChange => ({
  change: Number(seq),
  kind: kind as SheetChangeKind,
  cells: Number(cells),
  at: Number(at),
})

export type Undone = SheetChange & { readonly kept: number }

/** Changes of cells, with what each cell was before and after. Only one of its functions may run at a time (sheet-store.ts). */
export const createSheetHistory = (journal: Journal, rows: CellRows) => {
  /** Whose change it is now: it moves with its workspace. `undefined`: there is no such change. */
  const ownerOf = (change: number): string | undefined => {
    const row = journal.get('SELECT connection_id FROM sheet_changes WHERE seq = ?', change)
    return row && String(row.connection_id)
  }

  const mark = (change: number, state: State): void => {
    journal.run('UPDATE sheet_changes SET state = ? WHERE seq = ?', state, change)
  }

  const remove = (change: number): void => {
    journal.run('DELETE FROM sheet_changes WHERE seq = ?', change)
  }

  /** Runs a step in pieces of a few milliseconds until it says that nothing is left; resolves when all of it is on disk. */
  const inPieces = async (step: () => boolean): Promise<void> => {
    const written = createTurnsWritten(journal)
    for (let isLeft = true; isLeft; ) {
      const begun = journal.monotonic()
      do isLeft = journal.write(step)
      while (isLeft && journal.monotonic() - begun < turnMs)
      written.add()
      await journal.nextTurn()
    }
    await written.durable()
  }

  /** Puts the cells of a change back, or forward again. Returns how many stay as they are, because they changed since. */
  const restoreAll = async (change: number, direction: 'back' | 'forward'): Promise<number> => {
    let [kept, after] = [0, '']
    await inPieces(() => {
      const owner = ownerOf(change)
      if (owner === undefined) return false
      const noted = journal.all(
        'SELECT job_id, image_id, question, before, after FROM sheet_before WHERE change = ? AND job_id > ? ORDER BY job_id LIMIT ?',
        change,
        after,
        pieceSize,
      )
      kept += rows.restoreAll(
        owner,
        noted.map((row) => {
          const [before, then] = [row.before, row.after] as [string | null, string | null]
          const [from, to] = direction === 'back' ? [then, before] : [before, then]
          return { imageId: String(row.image_id), question: String(row.question), jobId: String(row.job_id), from, to }
        }),
      )
      after = String(noted.at(-1)?.job_id ?? '')
      return noted.length === pieceSize
    })
    return kept
  }

  /** Puts back what a change did that was not written to its end, and forgets it. */
  const takeBack = async (change: number): Promise<void> => {
    // A piece that a full disk refused is tried again by the next change, or the next start.
    await restoreAll(change, 'back')
    journal.write(() => mark(change, 'over'))
    await journal.durable()
  }

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

  const first = (owner: string, states: readonly State[], order: 'ASC' | 'DESC'): Row | undefined =>
    journal.get(
      `SELECT seq, kind, cells, at FROM sheet_changes WHERE connection_id = ? AND state IN (SELECT value FROM json_each(?)) ORDER BY seq ${order} LIMIT 1`,
      owner,
      JSON.stringify(states),
    )
  const newest = (owner: string): Row | undefined => first(owner, ['done', 'undoing'], 'DESC')
  const next = (owner: string): Row | undefined => first(owner, ['undone', 'redoing'], 'ASC')

  const listIn = (state: State): number[] =>
    journal.all('SELECT seq FROM sheet_changes WHERE state = ? ORDER BY seq DESC', state).map(({ seq }) => Number(seq))

  const undoOne = async (row: Row): Promise<Undone> => {
    const change = Number(row.seq)
    journal.write(() => mark(change, 'undoing'))
    const kept = await restoreAll(change, 'back')
    journal.write(() => mark(change, 'undone'))
    await journal.durable()
    return { ...toChange(row), kept }
  }

  const redoOne = async (row: Row): Promise<Undone> => {
    const change = Number(row.seq)
    journal.write(() => mark(change, 'redoing'))
    const kept = await restoreAll(change, 'forward')
    journal.write(() => mark(change, 'done'))
    await journal.durable()
    return { ...toChange(row), kept }
  }

  return {
    begin: (owner: string, kind: SheetChangeKind, at: number): number =>
      Number(
        journal.get("INSERT INTO sheet_changes (connection_id, kind, at, state) VALUES (?, ?, ?, 'writing') RETURNING seq", owner, kind, at)
          ?.seq,
      ),
    ownerOf,
    note: (change: number, cells: readonly NotedCell[]): void => {
      journal.run(
        `INSERT INTO sheet_before (change, job_id, image_id, question, before, after)
         SELECT ?, value ->> '$.jobId', value ->> '$.imageId', value ->> '$.question', value ->> '$.before', value ->> '$.after' FROM json_each(?)`,
        change,
        JSON.stringify(cells),
      )
    },
    /** It is on disk, and can be undone; what was undone can't be redone any more. A change of nothing is none. */
    complete: (change: number, cells: number): void => {
      const owner = ownerOf(change)
      if (owner === undefined) return
      if (cells === 0) {
        remove(change)
        return
      }
      journal.run("UPDATE sheet_changes SET state = 'over' WHERE connection_id = ? AND state IN ('undone', 'redoing')", owner)
      journal.run("UPDATE sheet_changes SET state = 'done', cells = ? WHERE seq = ?", cells, change)
      journal.run(
        `UPDATE sheet_changes SET state = 'past' WHERE connection_id = :owner AND state = 'done' AND seq <= (
           SELECT seq FROM sheet_changes WHERE connection_id = :owner AND state = 'done' ORDER BY seq DESC LIMIT 1 OFFSET :kept
         )`,
        { owner, kept: keptChanges },
      )
    },
    takeBack,
    /**
     * Undoes the newest change, or ends its undo that failed; `null`: there is none. `change`: only if it is that one. Error: `usage` (it isn't).
     */
    undo: async (owner: string, change?: number): Promise<Undone | null> => {
      const row = newest(owner)
      if (change !== undefined && row?.seq !== change)
        throw new AppError('usage', { kind: 'change-not-newest' }, { kept: 'nothing-changed' })
      return row ? undoOne(row) : null
    },
    /** Redoes what was undone last. */
    redo: async (owner: string): Promise<Undone | null> => {
      const row = next(owner)
      return row ? redoOne(row) : null
    },
    /** What “undo” and “redo” would do. */
    last: (owner: string): { readonly undo: SheetChange | null; readonly redo: SheetChange | null } => {
      const [undo, redo] = [newest(owner), next(owner)]
      return { undo: undo ? toChange(undo) : null, redo: redo ? toChange(redo) : null }
    },
    /** Takes back changes that were not written to their end, and ends what was being undone or redone. */
    settleUnfinished: async (): Promise<void> => {
      for (const change of listIn('writing')) await takeBack(change)
      for (const [state, end] of [
        ['undoing', undoOne],
        ['redoing', redoOne],
      ] as const)
        for (const change of listIn(state)) {
          const row = journal.get('SELECT seq, kind, cells, at FROM sheet_changes WHERE seq = ?', change)
          if (row) await end(row)
        }
    },
    /**
     * Moves the texts and reviews of changes that can’t be undone any more to the cells' history, and removes what was undone; in pieces. Stops
     * after the current piece once `givesWay`. Returns whether something is left.
     */
    sweep: async (givesWay: () => boolean): Promise<boolean> => {
      const empty = async (change: number, takeSome: (change: number) => number): Promise<boolean> => {
        let isLeft = true
        await inPieces(() => {
          isLeft = takeSome(change) > 0
          if (!isLeft) remove(change)
          return isLeft && !givesWay()
        })
        return !isLeft && !givesWay()
      }
      for (const change of listIn('past').toReversed()) if (!(await empty(change, moveToHistory))) return true
      for (const change of listIn('over')) if (!(await empty(change, dropNoted))) return true
      return false
    },
  }
}

export type SheetHistory = ReturnType<typeof createSheetHistory>
