import type { Settings } from '../../../shared/base/settings.ts'

/** How a set's columns are shown: widths in pixels by question, those that are hidden, and the order of the rows. */
export type ColumnLook = Settings['sheetView']['columns'][string]
export type SheetSort = ColumnLook['sort']

export const plainLook: ColumnLook = { widths: {}, hidden: [], sort: { by: 'place', descending: false } }

export type SheetColumn = { readonly question: string; readonly label: string; readonly width: number }

export const usualWidth = 220
export const leastWidth = 80
export const mostWidth = 900

export const holdWidth = (width: number): number => Math.round(Math.max(leastWidth, Math.min(mostWidth, width)))

type SetQuestion = { readonly question: string; readonly column: string }

/** The shown columns in the set's order. If all are hidden, all are shown: an empty sheet would offer no way back. */
export const chooseColumns = (questions: readonly SetQuestion[], look: Pick<ColumnLook, 'widths' | 'hidden'>): readonly SheetColumn[] => {
  const hidden = new Set(look.hidden)
  const shown = questions.filter(({ question }) => !hidden.has(question))
  return (shown.length > 0 ? shown : questions).map(({ question, column }) => ({
    question,
    label: column,
    width: holdWidth(look.widths[question] ?? usualWidth),
  }))
}

export const resizeColumn = (look: ColumnLook, question: string, width: number): ColumnLook => ({
  ...look,
  widths: { ...look.widths, [question]: holdWidth(width) },
})

export const hideColumn = (look: ColumnLook, question: string): ColumnLook => ({
  ...look,
  hidden: [...look.hidden.filter((one) => one !== question), question],
})

/** A column that the set no longer has can't order it. */
export const sortOf = (look: ColumnLook, questions: readonly SetQuestion[]): SheetSort =>
  look.sort.by === 'place' || questions.some(({ question }) => question === look.sort.by) ? look.sort : plainLook.sort

/** Up, down, then the order of the library again. */
export const turnSort = (sort: SheetSort, by: string): SheetSort => {
  if (sort.by !== by) return { by, descending: false }
  return sort.descending ? plainLook.sort : { by, descending: true }
}

export const showColumn = (look: ColumnLook, question: string): ColumnLook => ({
  ...look,
  hidden: look.hidden.filter((one) => one !== question),
})
