import type { ShownSheet } from '../../../../renderer/answers/sheet/sheet-queries.ts'
import type { SheetCell, SheetRow } from '../../../../shared/answers/sheet.ts'

export const cell = (question: string, change: Partial<SheetCell> = {}): SheetCell => ({
  question,
  jobId: 'job',
  kind: 'answer',
  text: 'A text',
  isEdited: false,
  review: 'draft',
  reviewedBy: null,
  reviewedAt: null,
  digest: 'digest',
  fails: [],
  work: null,
  ...change,
})

/** A picture with one cell. */
export const row = (id: string, change: Partial<SheetCell> = {}): SheetRow => ({
  key: id,
  imageId: id,
  name: `${id}.jpg`,
  folder: null,
  productKey: null,
  sku: null,
  productId: null,
  productName: null,
  pictures: 1,
  group: null,
  cells: [cell('Alt text?', { digest: `digest of ${id}`, ...change })],
})

export const questions = [{ question: 'Alt text?', column: 'Alt', checks: [] }]

export const sheetOf = (total: number): ShownSheet => ({
  view: { setId: 'set' },
  name: 'Shop texts',
  questions,
  columns: [{ question: 'Alt text?', label: 'Alt', width: 220 }],
  total,
})

export const pageOf = (rows: SheetRow[]) => ({
  total: rows.length,
  rows,
  workspace: 'blue',
})
