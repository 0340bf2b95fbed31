import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { idList } from '../base/id-list.ts'
import {
  cellEdit,
  cellEvent,
  cellPlace,
  cellReview,
  chosenCells,
  keptCell,
  seenWorkspace,
  sheetChange,
  sheetChangeKind,
  sheetCounts,
  sheetRow,
  sheetUndone,
  sheetView,
} from './sheet.ts'

const count = z.number().int()
/** Cells that stay as they are, and why. */
const kept = z.array(keptCell)
/** The number of the change that was made, to undo exactly that; `null`: nothing changed. */
const change = count.nullable()

/**
 * Pictures or products down, questions across, of the active workspace unless another is named. Errors of each: `unknown-id` (a set that was
 * removed, or a workspace).
 */
export const sheetContract = {
  /**
   * A name for a selection of pictures, for views: their pages don’t carry it each time. The last few are kept, until this core ends. Views with another
   * name: `unknown-id` (`selection-not-kept`).
   */
  keepSelection: call.input(z.object({ imageIds: idList })).output(z.string()),
  /** One page of the rows, and how many there are. `workspace`: whose cells these are; `null`: none is connected yet. */
  page: call
    .input(z.object({ view: sheetView, offset: count.min(0), limit: count.min(1).max(200), workspace: seenWorkspace }))
    .output(z.object({ total: count, rows: z.array(sheetRow), workspace: z.string().nullable() })),
  /** Counts of all rows, apart from their pages: the first call reads every cell. `total`: of the rows. */
  counts: call.input(z.object({ view: sheetView, workspace: seenWorkspace })).output(sheetCounts.extend({ total: count })),
  /** The columns of `askedQuestions`, the newest first. */
  asked: call.output(z.array(z.string())),
  /** The pictures of many rows in the order shown, such as for a paste; `null`: a product without one. */
  keys: call
    .input(z.object({ view: sheetView, offset: count.min(0), limit: count.min(1), workspace: seenWorkspace }))
    .output(z.object({ total: count, images: z.array(z.string().nullable()) })),
  /** Puts texts into cells, as one change. A text that is there already changes nothing. */
  edit: changing('answers', 'library', 'content')
    .input(z.object({ cells: z.array(cellEdit).max(100_000), kind: sheetChangeKind.exclude(['reviewed']), workspace: seenWorkspace }))
    .output(z.object({ changed: count, kept, change })),
  /** Approves, rejects or takes that back, as one change. `skipped`: cells that are empty, or have that review already. */
  review: changing('answers')
    .input(z.object({ what: chosenCells, review: cellReview }))
    .output(z.object({ changed: count, skipped: count, kept, change })),
  /**
   * Asks again, or for the first time. `skipped`: approved cells, those with a person's words, and those that are on their way. `hint`: what the
   * answers should be like, such as “shorter”. Errors: `usage` (question and hint are too long).
   */
  askAgain: changing('jobs', 'library', 'answers')
    .input(z.object({ what: chosenCells, hint: z.string().nullable().default(null) }))
    .output(z.object({ asked: count, skipped: count })),
  /**
   * The answers in these cells, by their jobs, such as to write them with a brand voice (`content.write`). `skipped`: approved cells, and those
   * without a text.
   */
  answersIn: call.input(z.object({ what: chosenCells })).output(z.object({ jobIds: z.array(z.string()), skipped: count })),
  /**
   * Puts the newest text that was written from each cell's answer into the cell, as one change. `skipped`: approved cells, and those from whose
   * current text none was written.
   */
  takeWritten: changing('answers', 'library', 'content')
    .input(z.object({ what: chosenCells }))
    .output(z.object({ changed: count, skipped: count, kept, change })),
  /** Replaces a text wherever cells of the view have it, as one change. `cells`: with the text; `isDry`: nothing is changed. */
  replace: changing('answers', 'library', 'content')
    .input(
      z.object({
        view: sheetView,
        questions: z.array(z.string()).nullable().default(null),
        find: z.string().min(1).max(1_000),
        replace: z.string().max(20_000),
        matchCase: z.boolean().default(false),
        isDry: z.boolean().default(false),
        workspace: seenWorkspace,
      }),
    )
    .output(z.object({ cells: count, changed: count, kept, change })),
  /**
   * Undoes the newest change of the workspace; `null`: there is none. `change`: only if it is that one; another workspace may be active. Errors: `usage`
   * (other changes came since, or it was undone).
   */
  undo: changing('answers', 'library', 'content')
    .input(z.object({ workspace: seenWorkspace, change: count.optional() }).optional())
    .output(sheetUndone.nullable()),
  redo: changing('answers', 'library', 'content')
    .input(z.object({ workspace: seenWorkspace }).optional())
    .output(sheetUndone.nullable()),
  lastChanges: call.output(z.object({ undo: sheetChange.nullable(), redo: sheetChange.nullable() })),
  /** What became of a cell, the newest first. */
  history: call.input(cellPlace).output(z.array(cellEvent)),
}
