import type { CellEdit, CellPlace, ChosenCells } from '../../../../shared/answers/sheet.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { createFindAboutEarlier } from '../../pictures/library/lists/about-earlier.ts'
import { askedIn } from '../../workspaces/connections/asked-in.ts'
import { askAgain } from '../questions/ask-again.ts'
import type { Person } from './decide-cell.ts'
import { readCellHistory } from './lists/cell-history.ts'
import { createSheetReader } from './lists/read-sheet.ts'
import { cellBits } from './lists/sheet-column.ts'
import { readAnswersIn, readWrittenFor } from './lists/written-of-cells.ts'
import { personNow } from './person-now.ts'
import { replaceIn } from './replace-text.ts'

type Ports = Pick<
  HandlerContext,
  | 'journal'
  | 'keptSelections'
  | 'connections'
  | 'cellChanges'
  | 'questionSets'
  | 'sheet'
  | 'images'
  | 'sources'
  | 'jobs'
  | 'scheduler'
  | 'settings'
  | 'shopChecks'
  | 'ports'
>

const isReviewable = { approved: cellBits.approved, rejected: cellBits.rejected } as const

/** Only a person changes an approved cell. */
const isWritable = (bits: number): boolean => (bits & cellBits.value) !== 0 && (bits & cellBits.approved) === 0

/** Pictures or products down, questions across. */
export const createSheetHandlers = (context: Ports) => {
  const { journal, connections, cellChanges, questionSets, sheet, images, jobs, scheduler, ports } = context
  const connectionId = (): string | null => connections.active()?.id ?? null
  const ownerAsked = (workspace: string | null | undefined): (() => string | null) => {
    const asked = askedIn(connections, workspace)
    return () => asked()?.id ?? null
  }
  const reader = createSheetReader({
    ...{ journal, cellChanges, connectionId, checkBasis: context.shopChecks.basis },
    findQuestions: (id) => questionSets.get(id)?.questions,
    findAboutEarlier: createFindAboutEarlier(context),
    readIds: context.keptSelections.read,
  })
  const person = (): Person => personNow(context)

  /** The chosen cells in pieces, and their questions. */
  const choose = async (what: ChosenCells, owner: () => string | null, fits: (bits: number) => boolean) => {
    if (what.kind === 'view') {
      const { pieces, skipped } = await reader.pick(what.view, what.questions, fits, owner())
      const all = reader.questionsOf(what.view, owner()).map(({ question }) => question)
      return { pieces, skipped, questions: all.filter((one) => what.questions === null || what.questions.includes(one)) }
    }
    const places: Iterable<readonly CellPlace[]> = [what.cells]
    return { pieces: places, skipped: 0, questions: [...new Set(what.cells.map(({ question }) => question))] }
  }

  return {
    keepSelection: os.sheet.keepSelection.handler(({ input }) => context.keptSelections.keep(input.imageIds)),
    page: os.sheet.page.handler(async ({ input }) => {
      const workspace = ownerAsked(input.workspace)()
      return { ...(await reader.page(input.view, input.offset, input.limit, workspace)), workspace }
    }),
    counts: os.sheet.counts.handler(({ input }) => reader.counts(input.view, ownerAsked(input.workspace)())),
    asked: os.sheet.asked.handler(() => reader.asked()),
    keys: os.sheet.keys.handler(({ input }) => reader.keys(input.view, input.offset, input.limit, ownerAsked(input.workspace)())),
    edit: os.sheet.edit.handler(async ({ input }) => {
      const done = await sheet.edit(ownerAsked(input.workspace), input.cells, input.kind, person())
      return { ...done, kept: [...done.kept] }
    }),
    review: os.sheet.review.handler(async ({ input: { what, review } }) => {
      const owner = ownerAsked(what.workspace)
      const fits = (bits: number): boolean =>
        review === 'draft'
          ? (bits & (cellBits.approved | cellBits.rejected)) !== 0
          : (bits & cellBits.value) !== 0 && (bits & isReviewable[review]) === 0
      const { pieces, skipped } = await choose(what, owner, fits)
      // Which cells the view shows is read before, what they are in the transaction that changes them.
      const cells: CellPlace[] = []
      for await (const piece of pieces) cells.push(...piece)
      const done = await sheet.review(owner, cells, review, person())
      return { ...done, skipped: skipped + done.skipped, kept: [...done.kept] }
    }),
    askAgain: os.sheet.askAgain.handler(async ({ input: { what, hint } }) => {
      const owner = ownerAsked(what.workspace)
      const { pieces, questions, skipped } = await choose(what, owner, (bits) => (bits & cellBits.approved) === 0)
      const done = await askAgain(
        { cells: pieces, questions, hint },
        { journal, jobs, images, cellRows: sheet.rows, clock: ports.clock, connectionId: owner },
      )
      scheduler.wake()
      return { asked: done.asked, skipped: skipped + done.skipped }
    }),
    answersIn: os.sheet.answersIn.handler(async ({ input: { what } }) => {
      const owner = ownerAsked(what.workspace)
      const { pieces, skipped } = await choose(what, owner, isWritable)
      const found = await readAnswersIn({ journal, rows: sheet.rows, owner: owner() ?? '' }, pieces)
      return { ...found, skipped: skipped + found.skipped }
    }),
    takeWritten: os.sheet.takeWritten.handler(async ({ input: { what } }) => {
      const owner = ownerAsked(what.workspace)
      const { pieces, skipped } = await choose(what, owner, isWritable)
      const found = await readWrittenFor({ journal, rows: sheet.rows, owner: owner() ?? '' }, pieces)
      const done = await sheet.edit(owner, found.edits, 'written', person())
      return { ...done, skipped: skipped + found.skipped, kept: [...done.kept] }
    }),
    replace: os.sheet.replace.handler(async ({ input }) => {
      const owner = ownerAsked(input.workspace)
      const edits: CellEdit[] = []
      for await (const cells of reader.walk(input.view, input.questions, owner()))
        for (const { imageId, question, text, digest } of cells) {
          const replaced = replaceIn(text, input)
          if (replaced !== null) edits.push({ imageId, question, text: replaced, seen: digest })
        }
      if (input.isDry) return { cells: edits.length, changed: 0, kept: [], change: null }
      const done = await sheet.edit(owner, edits, 'replaced', person())
      return { ...done, cells: edits.length, kept: [...done.kept] }
    }),
    undo: os.sheet.undo.handler(({ input }) =>
      input?.change === undefined ? sheet.undo(ownerAsked(input?.workspace)) : sheet.undoOnly(input.change),
    ),
    redo: os.sheet.redo.handler(({ input }) => sheet.redo(ownerAsked(input?.workspace))),
    lastChanges: os.sheet.lastChanges.handler(() => sheet.last(connectionId())),
    history: os.sheet.history.handler(({ input }) => readCellHistory(journal, connectionId() ?? '', input)),
  }
}
