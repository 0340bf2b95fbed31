import {
  type CellEdit,
  type CellPlace,
  type CellReview,
  type KeptCell,
  longestCellText,
  type SheetChange,
  type SheetChangeKind,
} from '../../../../shared/answers/sheet.ts'
import type { Journal } from '../../base/database/journal.ts'
import { createTurnsWritten } from '../../base/database/write-in-pieces.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import { createTurns } from '../../service/session/run-in-turn.ts'
import type { CellChanges } from './cell-changes.ts'
import { cellDigest } from './cell-digest.ts'
import { type CellChange, createCellRows, placeKey } from './cell-rows.ts'
import { type CellRow, cleanText, decideEdit, decideReview, type Person, shownText } from './decide-cell.ts'
import { emptiedOr, readEmptied } from './emptied-cells.ts'
import { type HandedCell, judgeCells, keepMine, takeTheirs } from './judge-cells.ts'
import { createSheetHistory, pieceSize, turnMs, type Undone } from './sheet-history.ts'

/** `change`: its number, to undo exactly this one; `null`: nothing changed. */
type Written = { readonly changed: number; readonly change: number | null }
export type Edited = Written & { readonly kept: readonly KeptCell[] }
export type Reviewed = Written & { readonly skipped: number; readonly kept: readonly KeptCell[] }

/** `seen`: the digest of what the person saw; absent or `null`: whatever is there. */
export type CellToReview = CellPlace & { readonly seen?: string | null | undefined }

/** A cell of a colleague's file. `seen`: the digest of the cell here as it was compared; `use`: what a person decided where both differ. */
export type CellToMerge = CellPlace & { readonly cell: HandedCell; readonly seen: string; readonly use: 'mine' | 'theirs' | null }

type Ports = {
  readonly journal: Journal
  readonly images: Pick<ImageStore, 'isPresent'>
  readonly changes: CellChanges
}

type Owner = { readonly connectionId: string | null }

export type SheetStore = ReturnType<typeof createSheetStore>

export const digestOf = (row: CellRow | undefined): string => cellDigest(shownText(row), row?.review ?? 'draft')

/**
 * A person's changes of cells: each is a whole, which can be undone. They wait for each other. `connectionId` `null`: of no workspace yet.
 */
export const createSheetStore = ({ journal, images, changes }: Ports) => {
  const rows = createCellRows(journal, changes)
  const history = createSheetHistory(journal, rows)
  const inTurn = createTurns()

  /**
   * Writes one change, in pieces. `changeOne` returns what becomes of a cell of a piece; `null`: nothing. If it fails, nothing is changed. Resolves when
   * all is on disk.
   */
  const write = async <Cell extends CellPlace>(
    owner: Owner,
    kind: SheetChangeKind,
    pieces: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
    at: number,
    changeOne: (owner: string, cell: Cell, row: CellRow | undefined, piece: readonly Cell[]) => CellChange['to'] | null,
  ): Promise<Written> => {
    const change = journal.write(() => history.begin(owner.connectionId ?? '', kind, at))
    const written = createTurnsWritten(journal)
    let changed = 0
    const writePiece = (piece: readonly Cell[]): void => {
      // The workspace may have been connected since the last piece.
      const now = history.ownerOf(change)
      if (now === undefined) return
      const current = rows.current(now, piece)
      const cells = new Map<string, CellChange>()
      for (const cell of piece) {
        const [key, row] = [placeKey(cell), current.get(placeKey(cell))]
        const to = cells.has(key) ? null : changeOne(now, cell, row, piece)
        if (to) cells.set(key, { imageId: cell.imageId, question: cell.question, row, to })
      }
      history.note(change, rows.changeAll(now, [...cells.values()], at))
      changed += cells.size
    }
    try {
      for await (const cells of pieces)
        for (let from = 0; from < cells.length; ) {
          const begun = journal.monotonic()
          do {
            const piece = cells.slice(from, from + pieceSize)
            journal.write(() => writePiece(piece))
            from += pieceSize
          } while (from < cells.length && journal.monotonic() - begun < turnMs)
          written.add()
          await journal.nextTurn()
        }
      await written.durable()
      journal.write(() => history.complete(change, changed))
      await journal.durable()
    } catch (error) {
      // If this fails too, the next change does it, or the next start.
      await history.takeBack(change).catch(() => {})
      throw error
    }
    sweepLater()
    return { changed, change: changed === 0 ? null : change }
  }

  /** What keeps a cell from being changed; `null`: nothing. */
  const whyKept = (cell: CellToReview, row: CellRow | undefined): KeptCell['why'] | null => {
    if (!images.isPresent(cell.imageId)) return 'removed'
    return cell.seen != null && cell.seen !== digestOf(row) ? 'changed' : null
  }

  /** Changes that wait for their turn. */
  let waiting = 0
  const settled = <T>(task: () => Promise<T>): Promise<T> => {
    waiting += 1
    return inTurn(async () => {
      waiting -= 1
      await history.settleUnfinished()
      return task()
    })
  }

  let isSweepNext = false
  /** Moves what can't be undone any more to the cells' history, after the changes that wait. It gives way to each that comes. */
  const sweepLater = (): void => {
    if (isSweepNext) return
    isSweepNext = true
    const sweep = async (): Promise<void> => {
      isSweepNext = false
      if (await history.sweep(() => waiting > 0)) sweepLater()
    }
    // On a full disk the next change does it.
    inTurn(sweep).catch(() => {})
  }

  /** A change belongs to the workspace it was asked in, wherever the person switched while it waited. Of none: that one may be connected by now. */
  const settledFor = <T>(owner: () => string | null, task: (owner: string | null) => Promise<T>): Promise<T> => {
    const asked = owner()
    return settled(() => task(asked ?? owner()))
  }

  const move = (from: string, into: string): void => {
    const moved = journal.run('UPDATE answers SET connection_id = ? WHERE connection_id = ?', into, from)
    journal.run('UPDATE sheet_changes SET connection_id = ? WHERE connection_id = ?', into, from)
    journal.run('UPDATE cell_history SET connection_id = ? WHERE connection_id = ?', into, from)
    if (moved > 0) changes.noteAll()
  }

  return {
    rows,
    /** Puts texts into cells, as one change. Of several edits of one cell the last one counts. */
    edit: (owner: () => string | null, cells: readonly CellEdit[], kind: SheetChangeKind, person: Person): Promise<Edited> =>
      settledFor(owner, async (connectionId) => {
        const kept: KeptCell[] = []
        const edits = [...new Map(cells.map((cell) => [placeKey(cell), cell])).values()]
        const written = await write({ connectionId }, kind, [edits], person.at, (_owner, cell, row) => {
          const { imageId, question } = cell
          const why = whyKept(cell, row) ?? (cleanText(cell.text).length > longestCellText ? 'too-long' : null)
          // What is there already was not overwritten.
          const state = decideEdit(row, cell, person)
          if (state === 'same') return null
          if (why) {
            kept.push({ imageId, question, why })
            return null
          }
          return { kind: 'state', state }
        })
        return { ...written, kept }
      }),
    /** Approves, rejects or takes that back, as one change. `skipped`: cells that are empty, or have that review already. */
    review: (
      owner: () => string | null,
      pieces: AsyncIterable<readonly CellToReview[]> | Iterable<readonly CellToReview[]>,
      review: CellReview,
      person: Person,
    ): Promise<Reviewed> =>
      settledFor(owner, async (connectionId) => {
        const kept: KeptCell[] = []
        let skipped = 0
        const written = await write({ connectionId }, 'reviewed', pieces, person.at, (_owner, cell, row) => {
          const { imageId, question } = cell
          const state = decideReview(row, review, person)
          if (state === 'same') {
            skipped += 1
            return null
          }
          const why = whyKept(cell, row)
          if (why) {
            kept.push({ imageId, question, why })
            return null
          }
          return { kind: 'state', state }
        })
        return { ...written, skipped, kept }
      }),
    /**
     * Merges cells of a colleague's file, as one change. A cell that changed since it was compared stays as it is, whatever a person decided about the
     * other one, and is counted in `kept`.
     */
    merge: (
      owner: () => string | null,
      pieces: AsyncIterable<readonly CellToMerge[]> | Iterable<readonly CellToMerge[]>,
      at: number,
    ): Promise<{ readonly changed: number; readonly kept: number }> =>
      settledFor(owner, async (connectionId) => {
        let kept = 0
        // Once for each piece: most cells of a first merge have no row.
        let emptied: { readonly of: readonly CellToMerge[]; readonly cells: ReturnType<typeof readEmptied> } | undefined
        const findEmptied = (now: string, place: CellPlace, of: readonly CellToMerge[]) => {
          if (emptied?.of !== of) emptied = { of, cells: readEmptied(journal, now, of) }
          return emptied.cells.get(placeKey(place))
        }
        const { changed } = await write({ connectionId }, 'merged', pieces, at, (now, { cell, seen, use, ...place }, row, piece) => {
          if (!images.isPresent(place.imageId)) return null
          // A cell that was typed and emptied since it was compared is a difference now, and no person was asked about it.
          const judged = judgeCells(row ?? (use === null ? findEmptied(now, place, piece) : undefined), cell)
          if (judged === 'same' || judged === 'mine') return null
          if (seen !== digestOf(row) || (judged === 'differs' && use === null)) {
            kept += 1
            return null
          }
          if (!row && use === 'mine') {
            return { kind: 'state', state: keepMine(emptiedOr(findEmptied(now, place, piece)), cell) }
          }
          if (!row) return { kind: 'bring', cell }
          return { kind: 'state', state: use === 'mine' ? keepMine(row, cell) : takeTheirs(row, cell) }
        })
        return { changed, kept }
      }),
    undo: (owner: () => string | null): Promise<Undone | null> => settledFor(owner, (connectionId) => history.undo(connectionId ?? '')),
    /** Undoes this change, wherever the person switched meanwhile. Error: `usage` (other changes came since, or it was undone). */
    undoOnly: (change: number): Promise<Undone | null> => settled(() => history.undo(history.ownerOf(change) ?? '', change)),
    redo: (owner: () => string | null): Promise<Undone | null> => settledFor(owner, (connectionId) => history.redo(connectionId ?? '')),
    /** What “undo” and “redo” would do. */
    last: (connectionId: string | null): { readonly undo: SheetChange | null; readonly redo: SheetChange | null } =>
      history.last(connectionId ?? ''),
    /** Settles what an interruption left. */
    settleUnfinished: (): Promise<void> => settled(async () => sweepLater()),
    /** Cells and changes of no workspace yet become this one's. Called inside `journal.write`. */
    adopt: (connectionId: string): void => move('', connectionId),
    /** Those of a workspace that was never reached wait for one again. Called inside `journal.write`. */
    release: (connectionId: string): void => move(connectionId, ''),
  }
}
