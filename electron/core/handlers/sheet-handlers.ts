import type { CellEdit, CellPlace, ChosenCells } from '../../../shared/sheet.ts'
import { askAgain } from '../questions/ask-again.ts'
import type { Person } from '../questions/decide-cell.ts'
import { replaceIn } from '../questions/replace-text.ts'
import { readCellHistory } from '../views/sheet/cell-history.ts'
import { createSheetReader } from '../views/sheet/read-sheet.ts'
import { cellBits } from '../views/sheet/sheet-column.ts'
import { readAnswersIn, readWrittenFor } from '../views/sheet/written-of-cells.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'
import { personNow } from './person-now.ts'

type Ports = Pick<
  HandlerContext,
  'journal' | 'connections' | 'cellChanges' | 'questionSets' | 'sheet' | 'images' | 'jobs' | 'scheduler' | 'settings' | 'ports'
>

const isReviewable = { approved: cellBits.approved, rejected: cellBits.rejected } as const

/** Only a person changes an approved cell. */
const isWritable = (bits: number): boolean => (bits & cellBits.value) !== 0 && (bits & cellBits.approved) === 0

/** Pictures or products down, questions across. */
export const createSheetHandlers = (context: Ports) => {
  const { journal, connections, cellChanges, questionSets, sheet, images, jobs, scheduler, ports } = context
  const connectionId = (): string | null => connections.active()?.id ?? null
  /** The workspace that is active now, whichever is by the time a change is written. Of none: that one may be connected by then. */
  const ownerAsked = (): (() => string | null) => {
    const asked = connectionId()
    return () => asked ?? connectionId()
  }
  const reader = createSheetReader({ journal, cellChanges, connectionId, findQuestions: (id) => questionSets.get(id)?.questions })
  const person = (): Person => personNow(context)

  /** The chosen cells in pieces, and their questions. */
  const choose = async (what: ChosenCells, fits: (bits: number) => boolean) => {
    if (what.kind === 'view') {
      const { pieces, skipped } = await reader.pick(what.view, what.questions, fits)
      const all = reader.questionsOf(what.view).map(({ question }) => question)
      return { pieces, skipped, questions: all.filter((one) => what.questions === null || what.questions.includes(one)) }
    }
    const places: Iterable<readonly CellPlace[]> = [what.cells]
    return { pieces: places, skipped: 0, questions: [...new Set(what.cells.map(({ question }) => question))] }
  }

  return {
    page: os.sheet.page.handler(({ input }) => reader.page(input.view, input.offset, input.limit)),
    asked: os.sheet.asked.handler(() => reader.asked()),
    keys: os.sheet.keys.handler(({ input }) => reader.keys(input.view, input.offset, input.limit)),
    edit: os.sheet.edit.handler(async ({ input }) => {
      const { changed, kept } = await sheet.edit(connectionId, input.cells, input.kind, person())
      return { changed, kept: [...kept] }
    }),
    review: os.sheet.review.handler(async ({ input: { what, review } }) => {
      const owner = ownerAsked()
      const fits = (bits: number): boolean =>
        review === 'draft'
          ? (bits & (cellBits.approved | cellBits.rejected)) !== 0
          : (bits & cellBits.value) !== 0 && (bits & isReviewable[review]) === 0
      const { pieces, skipped } = await choose(what, fits)
      const done = await sheet.review(owner, pieces, review, person())
      return { changed: done.changed, skipped: skipped + done.skipped, kept: [...done.kept] }
    }),
    askAgain: os.sheet.askAgain.handler(async ({ input: { what, hint } }) => {
      const owner = ownerAsked()
      const { pieces, questions, skipped } = await choose(what, (bits) => (bits & cellBits.approved) === 0)
      const done = await askAgain(
        { cells: pieces, questions, hint },
        { journal, jobs, images, cellRows: sheet.rows, clock: ports.clock, connectionId: owner },
      )
      scheduler.wake()
      return { asked: done.asked, skipped: skipped + done.skipped }
    }),
    answersIn: os.sheet.answersIn.handler(async ({ input: { what } }) => {
      const { pieces, skipped } = await choose(what, isWritable)
      const found = await readAnswersIn({ journal, rows: sheet.rows, owner: connectionId() ?? '' }, pieces)
      return { jobIds: found.jobIds, skipped: skipped + found.skipped }
    }),
    takeWritten: os.sheet.takeWritten.handler(async ({ input: { what } }) => {
      const owner = connectionId()
      const { pieces, skipped } = await choose(what, isWritable)
      const found = await readWrittenFor({ journal, rows: sheet.rows, owner: owner ?? '' }, pieces)
      const { changed, kept } = await sheet.edit(() => owner ?? connectionId(), found.edits, 'written', person())
      return { changed, skipped: skipped + found.skipped, kept: [...kept] }
    }),
    replace: os.sheet.replace.handler(async ({ input }) => {
      const owner = ownerAsked()
      const edits: CellEdit[] = []
      for await (const cells of reader.walk(input.view, input.questions, owner()))
        for (const { imageId, question, text, digest } of cells) {
          const replaced = replaceIn(text, input)
          if (replaced !== null) edits.push({ imageId, question, text: replaced, seen: digest })
        }
      if (input.isDry) return { cells: edits.length, changed: 0, kept: [] }
      const { changed, kept } = await sheet.edit(owner, edits, 'replaced', person())
      return { cells: edits.length, changed, kept: [...kept] }
    }),
    undo: os.sheet.undo.handler(() => sheet.undo(connectionId)),
    redo: os.sheet.redo.handler(() => sheet.redo(connectionId)),
    lastChanges: os.sheet.lastChanges.handler(() => sheet.last(connectionId())),
    history: os.sheet.history.handler(({ input }) => readCellHistory(journal, connectionId() ?? '', input)),
  }
}
