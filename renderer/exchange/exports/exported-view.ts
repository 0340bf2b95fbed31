import type { SetQuestion } from '../../../shared/answers/question-sets.ts'
import type { SheetViewInput } from '../../../shared/answers/sheet.ts'

/** The set whose texts go out, and what the sheet shows of it. */
export type ExportedSheet = {
  readonly set: { readonly id: string; readonly name: string; readonly questions: readonly SetQuestion[] }
  readonly view: SheetViewInput
  /** Whose cells it shows; `null`: none is connected yet. */
  readonly workspace: string | null
  /** The columns shown, in their order. */
  readonly shown: readonly SetQuestion[]
}

/** The same set and order with all rows. */
export const allRows = ({ setId, sort, rows, groupBy }: SheetViewInput): SheetViewInput => ({
  setId,
  ...(sort ? { sort } : {}),
  ...(rows ? { rows } : {}),
  ...(groupBy ? { groupBy } : {}),
})

/** Whether the sheet shows only some of the rows. */
export const isPartOf = ({ text = '', only = [], productKey = null, drop = null, images = null }: SheetViewInput): boolean =>
  text.trim() !== '' || only.length > 0 || productKey !== null || drop !== null || images !== null

const unsafe = /[\p{Cc}<>:"/\\|?*]/gu

/** A name for the file, with the day. */
export const fileNameFor = (name: string, ending: string, now: Date): string => {
  const day = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`
  return `${name.replace(unsafe, ' ').replace(/\s+/g, ' ').trim().slice(0, 80) || 'Texts'} ${day}${ending}`
}
