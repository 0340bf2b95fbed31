import { implementer } from '../../electron/core/implementer.ts'
import type { SheetCell, SheetRow } from '../../shared/answers/sheet.ts'
import { AppError } from '../../shared/base/errors.ts'
import type { LibraryRow } from '../../shared/pictures/library.ts'
import type { Scene } from './fake-core.ts'
import { fakeSets } from './fake-sets.ts'

const os = implementer.sheet

const questionsOf = (setId: string): readonly string[] =>
  (fakeSets.find(({ id }) => id === setId)?.questions ?? []).map(({ question }) => question)

const emptyCell = (question: string): SheetCell => ({
  question,
  jobId: null,
  kind: 'none',
  text: '',
  isEdited: false,
  review: 'draft',
  reviewedBy: null,
  reviewedAt: null,
  digest: '',
  fails: [],
  work: null,
})

const texts = [
  'A glass bottle with a cork',
  'Amber',
  'Glass, cork\nand a paper label',
  'בקבוק זכוכית',
  'White',
  'New, without scratches, and with a label that is a little longer than the cell has room for, so that it is cut off after its third line',
] as const

/** Every state that a cell can have, one after the other. */
const makeCell = (question: string, row: number, column: number): SheetCell => {
  const cell: SheetCell = { ...emptyCell(question), kind: 'answer', jobId: `job_${row}_${column}`, text: texts[(row + column) % 6] ?? '' }
  const reviewed = { reviewedBy: 'Kim', reviewedAt: 1_760_000_000_000 }
  switch ((row * 5 + column * 3) % 11) {
    case 1:
      return { ...cell, review: 'approved', ...reviewed }
    case 2:
      return { ...cell, kind: 'cannot-tell', text: 'Cannot tell: the label is out of focus.' }
    case 3:
      return { ...emptyCell(question), work: { state: row % 2 === 0 ? 'waiting' : 'running', jobId: 'job_w', reason: null } }
    case 4:
      return { ...cell, isEdited: true, review: 'approved', ...reviewed }
    case 5:
      return { ...cell, fails: [{ kind: 'longest', characters: 74, limit: 60 }] }
    case 6:
      return { ...cell, review: 'rejected', ...reviewed, work: { state: 'waiting', jobId: 'job_w', reason: null } }
    case 7:
      return emptyCell(question)
    case 8:
      return {
        ...emptyCell(question),
        work: {
          state: 'parked',
          jobId: 'job_p',
          reason: new AppError('not-allowed', { kind: 'signed-in-for-reading', wanted: null }).toRecord(),
        },
      }
    default:
      return cell
  }
}

/** Pictures by sets' questions; changes stay in memory. */
export const createFakeSheet = (scene: Scene, pictures: () => readonly LibraryRow[], announce: () => void) => {
  const changed = new Map<string, Partial<SheetCell>>()
  const keyOf = (imageId: string, question: string): string => `${imageId} ${question}`
  const rowOf = (row: LibraryRow, at: number, setId: string, group: string | null): SheetRow => ({
    key: row.id,
    imageId: row.id,
    name: row.name,
    folder: row.folder,
    productKey: null,
    sku: `SKU-${1000 + Math.floor(at / 4)}`,
    productId: null,
    productName: at % 8 < 4 ? 'Glass bottle' : null,
    pictures: 1,
    group,
    ...(row.checks ? { checks: row.checks } : {}),
    cells: questionsOf(setId).map((question, column) => ({
      ...makeCell(question, at, column),
      ...changed.get(keyOf(row.id, question)),
    })),
  })
  const change = (imageId: string, question: string, to: Partial<SheetCell>): void =>
    void changed.set(keyOf(imageId, question), { ...changed.get(keyOf(imageId, question)), ...to })
  const last = { change: 1, kind: 'typed' as const, cells: 1, at: 0 }
  return {
    asked: os.asked.handler(() => []),
    page: os.page.handler(({ input: { view, offset, limit } }) => {
      const all = pictures()
        .filter(({ name }) => name.toLowerCase().includes((view.text ?? '').toLowerCase()))
        .map((row, at) => rowOf(row, at, view.setId, view.groupBy === 'nothing' ? null : `SKU-${1000 + Math.floor(at / 4)} Glass bottle`))
      return {
        total: all.length,
        rows: all.slice(offset, offset + limit),
        workspace: null,
      }
    }),
    counts: os.counts.handler(() => {
      const total = pictures().length
      return { total, cells: total * 3, approved: total, failing: 21, empty: total }
    }),
    keys: os.keys.handler(({ input: { offset, limit } }) => ({
      total: pictures().length,
      images: pictures()
        .slice(offset, offset + limit)
        .map(({ id }) => id),
    })),
    edit: os.edit.handler(({ input: { cells } }) => {
      for (const { imageId, question, text, review } of cells)
        change(imageId, question, { text, kind: 'answer', isEdited: true, review: review ?? 'draft', fails: [] })
      announce()
      return {
        changed: cells.length,
        kept: scene === 'waiting' ? cells.map((cell) => ({ ...cell, why: 'changed' as const })) : [],
        change: 1,
      }
    }),
    review: os.review.handler(({ input: { what, review } }) => {
      const cells = what.kind === 'cells' ? what.cells : []
      for (const { imageId, question } of cells) change(imageId, question, { review })
      announce()
      return { changed: cells.length, skipped: 0, kept: [], change: 1 }
    }),
    keepSelection: os.keepSelection.handler(() => 'selection_1'),
    answersIn: os.answersIn.handler(() => ({ jobIds: ['job_1'], skipped: 0 })),
    takeWritten: os.takeWritten.handler(() => ({ changed: 1, skipped: 0, kept: [], change: 1 })),
    askAgain: os.askAgain.handler(({ input: { what } }) => ({ asked: what.kind === 'cells' ? what.cells.length : 0, skipped: 0 })),
    replace: os.replace.handler(() => ({ cells: 12, changed: 12, kept: [], change: 1 })),
    undo: os.undo.handler(() => ({ ...last, kept: 0 })),
    redo: os.redo.handler(() => null),
    lastChanges: os.lastChanges.handler(() => ({ undo: scene === 'empty' ? null : last, redo: null })),
    history: os.history.handler(() => [
      { kind: 'edited' as const, text: 'A bottle', at: 1_760_000_000_000 },
      { kind: 'answer' as const, jobId: 'job_1', text: 'A glass bottle with a cork', at: 1_759_000_000_000, hint: 'shorter' },
    ]),
  }
}
