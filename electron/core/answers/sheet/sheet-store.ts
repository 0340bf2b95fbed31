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
import { seqOfPicture } from '../../pictures/library/picture-id.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import { cellDigest } from './cell-digest.ts'
import { type CellChange, createCellRows, placeKey } from './cell-rows.ts'
import { type CellRow, type CellState, cleanText, decideEdit, decideReview, type Person, shownText } from './decide-cell.ts'
import { emptiedOr, readEmptied } from './emptied-cells.ts'
import { type HandedCell, judgeCells, keepMine, takeTheirs } from './judge-cells.ts'
import { createSheetHistory, type Undone } from './sheet-history.ts'
import { showCells, showMovedCells } from './shown-cells.ts'

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
  readonly images: Pick<ImageStore, 'listPresent'>
}

/** Whose cells are meant, when it is written: the workspace that the person saw. `null`: of no workspace yet. */
type Owner = () => string | null
/** Cells, or what chooses them in the transaction that changes them. */
type Choice<Cell> = readonly Cell[] | ((owner: string) => readonly Cell[])
const nothing = (): void => {}

export type SheetStore = ReturnType<typeof createSheetStore>

export const digestOf = (row: CellRow | undefined): string => cellDigest(shownText(row), row?.review ?? 'draft')

/**
 * A person's changes of cells: each is one transaction, and can be undone.
 */
export const createSheetStore = ({ journal, images }: Ports) => {
  const rows = createCellRows(journal)
  const history = createSheetHistory(journal, rows)

  /**
   * Writes one change, in one transaction. `changeOne` returns what becomes of a cell, `null`: nothing; `given` is as the workspace has it then.
   * Resolves when all is on disk.
   */
  const write = async <Cell extends CellPlace, Given>(
    owner: Owner,
    kind: SheetChangeKind,
    choose: Choice<Cell>,
    at: number,
    give: (owner: string) => Given,
    changeOne: (cell: Cell, row: CellRow | undefined, isPresent: boolean, given: Given) => CellChange['to'] | null,
  ): Promise<Written> => {
    const written = journal.write((): Written => {
      const now = owner() ?? ''
      const cells = typeof choose === 'function' ? choose(now) : choose
      const current = rows.current(now, cells)
      const present = new Set(images.listPresent(cells.map(({ imageId }) => imageId)))
      const given = give(now)
      const found = new Map<string, CellChange>()
      for (const cell of cells) {
        const key = placeKey(cell)
        const row = current.get(key)
        const to = found.has(key) ? null : changeOne(cell, row, present.has(cell.imageId), given)
        if (to) found.set(key, { imageId: cell.imageId, question: cell.question, row, to })
      }
      if (found.size === 0) return { changed: 0, change: null }
      return { changed: found.size, change: history.add(now, kind, at, rows.changeAll(now, [...found.values()], at)) }
    })
    await journal.durable()
    sweepLater()
    return written
  }

  /** What keeps a cell from being changed; `null`: nothing. */
  const whyKept = (cell: CellToReview, row: CellRow | undefined, isPresent: boolean): KeptCell['why'] | null => {
    if (!isPresent) return 'removed'
    return cell.seen != null && cell.seen !== digestOf(row) ? 'changed' : null
  }

  let isSweeping = false
  /** Moves what can't be undone any more to the cells' history. */
  const sweepLater = (): void => {
    if (isSweeping) return
    isSweeping = true
    // On a full disk the next change does it.
    history
      .sweep()
      .catch(() => {})
      .finally(() => {
        isSweeping = false
      })
  }

  /** Runs a step back or forward, in one transaction. */
  const move = async (step: () => Undone | null): Promise<Undone | null> => {
    const moved = journal.write(step)
    await journal.durable()
    return moved
  }

  const give = (from: string, into: string): void => {
    const moved = journal.run('UPDATE answers SET connection_id = ? WHERE connection_id = ?', into, from)
    journal.run('UPDATE sheet_changes SET connection_id = ? WHERE connection_id = ?', into, from)
    journal.run('UPDATE cell_history SET connection_id = ? WHERE connection_id = ?', into, from)
    if (moved > 0) showMovedCells(journal, from, into)
  }

  /** Gives a picture's answers, or some of them, to another one, and with the last of a cell its history. */
  const moveCells = (imageId: string, into: string, origin: string, some: string): void => {
    const moved = journal.all(
      `UPDATE answers SET ${origin}, image_id = ?1, picture_seq = ${seqOfPicture('?1')} WHERE image_id = ?2 ${some}
       RETURNING connection_id, question, job_id`,
      into,
      imageId,
    )
    for (const { connection_id: owner, question, job_id: jobId } of moved) {
      const cells = [imageId, into].map((one) => ({ imageId: one, question: String(question) }))
      showCells(journal, String(owner), cells)
      journal.run('UPDATE sheet_before SET image_id = ? WHERE image_id = ? AND job_id = ?', into, imageId, String(jobId))
      journal.run(
        `UPDATE cell_history SET image_id = ?1 WHERE image_id = ?2 AND connection_id = ?3 AND question = ?4
         AND NOT EXISTS (SELECT 1 FROM answers WHERE image_id = ?2 AND connection_id = ?3 AND question = ?4)`,
        ...[into, imageId, String(owner), String(question)],
      )
    }
  }

  return {
    rows,
    /** Puts texts into cells, as one change. Of several edits of one cell the last one counts. */
    edit: async (owner: Owner, cells: Choice<CellEdit>, kind: SheetChangeKind, person: Person): Promise<Edited> => {
      const kept: KeptCell[] = []
      const edits = (now: string): readonly CellEdit[] => {
        const all = typeof cells === 'function' ? cells(now) : cells
        return [...new Map(all.map((cell) => [placeKey(cell), cell])).values()]
      }
      const written = await write(owner, kind, edits, person.at, nothing, (cell, row, isPresent) => {
        const { imageId, question } = cell
        const why = whyKept(cell, row, isPresent) ?? (cleanText(cell.text).length > longestCellText ? 'too-long' : null)
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
    },
    /** One person's change of one row, whichever its cell shows. Called inside `journal.write`. */
    editRow: (owner: string, place: CellPlace, row: CellRow, state: CellState | 'gone', at: number): void => {
      const { imageId, question } = place
      history.add(owner, 'typed', at, rows.changeAll(owner, [{ imageId, question, row, to: { kind: 'state', state } }], at))
    },
    /** Approves, rejects or takes that back, as one change. `skipped`: cells that are empty, or have that review already. */
    review: async (owner: Owner, cells: Choice<CellToReview>, review: CellReview, person: Person): Promise<Reviewed> => {
      const kept: KeptCell[] = []
      let skipped = 0
      const written = await write(owner, 'reviewed', cells, person.at, nothing, (cell, row, isPresent) => {
        const { imageId, question } = cell
        const state = decideReview(row, review, person)
        if (state === 'same') {
          skipped += 1
          return null
        }
        const why = whyKept(cell, row, isPresent)
        if (why) {
          kept.push({ imageId, question, why })
          return null
        }
        return { kind: 'state', state }
      })
      return { ...written, skipped, kept }
    },
    /**
     * Merges cells of a colleague's file, as one change. A cell that changed since it was compared stays as it is, whatever a person decided about the
     * other one, and is counted in `kept`.
     */
    merge: async (
      owner: Owner,
      cells: readonly CellToMerge[],
      at: number,
    ): Promise<{ readonly changed: number; readonly kept: number }> => {
      let kept = 0
      const emptied = (now: string) => readEmptied(journal, now, cells)
      const { changed } = await write(owner, 'merged', cells, at, emptied, ({ cell, seen, use, ...place }, row, isPresent, known) => {
        if (!isPresent) return null
        // A cell that was typed and emptied since it was compared is a difference now, and no person was asked about it.
        const judged = judgeCells(row ?? (use === null ? known.get(placeKey(place)) : undefined), cell)
        if (judged === 'same' || judged === 'mine') return null
        if (seen !== digestOf(row) || (judged === 'differs' && use === null)) {
          kept += 1
          return null
        }
        if (!row && use === 'mine') return { kind: 'state', state: keepMine(emptiedOr(known.get(placeKey(place))), cell) }
        if (!row) return { kind: 'bring', cell }
        return { kind: 'state', state: use === 'mine' ? keepMine(row, cell) : takeTheirs(row, cell) }
      })
      return { changed, kept }
    },
    undo: (owner: Owner): Promise<Undone | null> => move(() => history.undo(owner() ?? '')),
    /** Undoes this change, wherever the person switched meanwhile. Error: `usage` (other changes came since, or it was undone). */
    undoOnly: (change: number): Promise<Undone | null> => move(() => history.undo(history.ownerOf(change) ?? '', change)),
    redo: (owner: Owner): Promise<Undone | null> => move(() => history.redo(owner() ?? '')),
    /** What “undo” and “redo” would do. */
    last: (connectionId: string | null): { readonly undo: SheetChange | null; readonly redo: SheetChange | null } =>
      history.last(connectionId ?? ''),
    sweepLater,
    /**
     * The cells of a picture that becomes a version of another one are that one's, with their changes and history. Where both have words, the newer
     * ones count, as always. Called inside `journal.write`.
     */
    movePicture: (imageId: string, into: string): void => {
      moveCells(imageId, into, 'came_from = ifnull(came_from, image_id)', '')
      // Of cells that are empty by now.
      journal.run('UPDATE sheet_before SET image_id = ? WHERE image_id = ?', into, imageId)
      journal.run('UPDATE cell_history SET image_id = ? WHERE image_id = ?', into, imageId)
    },
    /** The same taken back: what came from `into` is its own again, with what a person changed of it meanwhile. */
    separatePicture: (imageId: string, into: string): void => moveCells(imageId, into, 'came_from = NULL', 'AND came_from = ?1'),
    /** These pictures are removed for good: an undo leaves their cells alone. Called inside `journal.write`. */
    forgetPictures: (imageIds: readonly string[]): void => {
      const ids = JSON.stringify(imageIds)
      journal.run('DELETE FROM sheet_before WHERE image_id IN (SELECT value FROM json_each(?))', ids)
      journal.run('DELETE FROM cell_history WHERE image_id IN (SELECT value FROM json_each(?))', ids)
    },
    /** Cells and changes of no workspace yet become this one's. Called inside `journal.write`. */
    adopt: (connectionId: string): void => give('', connectionId),
    /** Those of a workspace that was never reached wait for one again. Called inside `journal.write`. */
    release: (connectionId: string): void => give(connectionId, ''),
  }
}
