import type { CellEdit, CellPlace, ChosenCells } from '../../../../shared/answers/sheet.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { createFindAboutEarlier } from '../../pictures/library/lists/about-earlier.ts'
import { askedIn } from '../../workspaces/connections/asked-in.ts'
import { askAgain } from '../questions/ask-again.ts'
import type { Person } from './decide-cell.ts'
import { readCellHistory } from './lists/cell-history.ts'
import { type Chosen, createChosenCells, isAskable, isReviewable, isWritable } from './lists/chosen-cells.ts'
import { readAnswersIn, readWrittenFor } from './lists/written-of-cells.ts'
import { personNow } from './person-now.ts'
import { replaceIn } from './replace-text.ts'
import { createSheetReader, sheetAsk } from './sheet-reader.ts'

type Ports = Pick<
  HandlerContext,
  | 'journal'
  | 'keptSelections'
  | 'connections'
  | 'reader'
  | 'sheet'
  | 'images'
  | 'sources'
  | 'jobs'
  | 'scheduler'
  | 'settings'
  | 'shopChecks'
  | 'ports'
>

/** Pictures or products down, questions across. */
export const createSheetHandlers = (context: Ports) => {
  const { journal, connections, keptSelections, reader, sheet, images, jobs, scheduler, ports } = context
  const connectionId = (): string | null => connections.active()?.id ?? null
  const ownerAsked = (workspace: string | null | undefined): (() => string | null) => {
    const asked = askedIn(connections, workspace)
    return () => asked()?.id ?? null
  }
  const pages = createSheetReader({ reader, keptSelections, checkBasis: context.shopChecks.basis })
  const chosen = createChosenCells(journal, createFindAboutEarlier(context))
  const person = (): Person => personNow(context)

  /** The chosen cells of a workspace, as they are now. */
  const choose = (what: ChosenCells, owner: string | null, condition: string): Chosen & { readonly cells: readonly CellPlace[] } =>
    what.kind === 'view'
      ? chosen.pick(sheetAsk(context, what.view, owner), what.questions, condition)
      : { cells: what.cells, questions: [...new Set(what.cells.map(({ question }) => question))], skipped: 0 }

  return {
    keepSelection: os.sheet.keepSelection.handler(async ({ input }) =>
      keptSelections.keep(await reader.read('sheet.selected', input.imageIds)),
    ),
    page: os.sheet.page.handler(async ({ input }) => {
      const workspace = ownerAsked(input.workspace)()
      return { ...(await pages.page(input.view, input.offset, input.limit, workspace)), workspace }
    }),
    counts: os.sheet.counts.handler(({ input }) => pages.counts(input.view, ownerAsked(input.workspace)())),
    asked: os.sheet.asked.handler(() => reader.read('sheet.asked', connectionId() ?? '')),
    keys: os.sheet.keys.handler(({ input }) => pages.keys(input.view, input.offset, input.limit, ownerAsked(input.workspace)())),
    edit: os.sheet.edit.handler(async ({ input }) => {
      const done = await sheet.edit(ownerAsked(input.workspace), input.cells, input.kind, person())
      return { ...done, kept: [...done.kept] }
    }),
    review: os.sheet.review.handler(async ({ input: { what, review } }) => {
      const owner = ownerAsked(what.workspace)
      let skipped = 0
      const cells = () => {
        const found = choose(what, owner(), isReviewable[review])
        skipped = found.skipped
        return found.cells
      }
      const done = await sheet.review(owner, cells, review, person())
      return { ...done, skipped: skipped + done.skipped, kept: [...done.kept] }
    }),
    askAgain: os.sheet.askAgain.handler(async ({ input: { what, hint } }) => {
      const done = await askAgain(
        { choose: (owner) => choose(what, owner, isAskable), hint },
        { journal, jobs, images, cellRows: sheet.rows, clock: ports.clock, connectionId: ownerAsked(what.workspace) },
      )
      scheduler.wake()
      return done
    }),
    answersIn: os.sheet.answersIn.handler(async ({ input: { what } }) => {
      const owner = ownerAsked(what.workspace)()
      if (what.kind === 'cells') return readAnswersIn(journal, owner ?? '', what.cells)
      return reader.read('sheet.answersIn', { ask: sheetAsk(context, what.view, owner), questions: what.questions })
    }),
    takeWritten: os.sheet.takeWritten.handler(async ({ input: { what } }) => {
      const owner = ownerAsked(what.workspace)
      let skipped = 0
      const edits = (now: string): readonly CellEdit[] => {
        const picked = choose(what, owner(), isWritable)
        const found = readWrittenFor(journal, now, picked.cells)
        skipped = picked.skipped + found.skipped
        return found.edits
      }
      const done = await sheet.edit(owner, edits, 'written', person())
      return { ...done, skipped, kept: [...done.kept] }
    }),
    replace: os.sheet.replace.handler(async ({ input }) => {
      const owner = ownerAsked(input.workspace)
      const { find, replace, matchCase, questions } = input
      const ask = () => sheetAsk(context, input.view, owner())
      if (input.isDry) {
        const cells = await reader.read('sheet.countReplaced', { ask: ask(), questions, find, replace, matchCase })
        return { cells, changed: 0, kept: [], change: null }
      }
      let cells = 0
      const edits = (): readonly CellEdit[] => {
        const found = chosen.read(ask(), questions).flatMap(({ imageId, question, text, digest }) => {
          const replaced = replaceIn(text, input)
          return replaced === null ? [] : [{ imageId, question, text: replaced, seen: digest }]
        })
        cells = found.length
        return found
      }
      const done = await sheet.edit(owner, edits, 'replaced', person())
      return { ...done, cells, kept: [...done.kept] }
    }),
    undo: os.sheet.undo.handler(({ input }) =>
      input?.change === undefined ? sheet.undo(ownerAsked(input?.workspace)) : sheet.undoOnly(input.change),
    ),
    redo: os.sheet.redo.handler(({ input }) => sheet.redo(ownerAsked(input?.workspace))),
    lastChanges: os.sheet.lastChanges.handler(() => sheet.last(connectionId())),
    history: os.sheet.history.handler(({ input }) => readCellHistory(journal, connectionId() ?? '', input)),
  }
}
