import { checkCell } from '../../../../../shared/checks/cell-checks.ts'
import { cellMarks } from '../../../base/database/derived-cells.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepMade } from '../../../base/platform/keep-made.ts'
import { placeKey } from '../../../pictures/library/natural-key.ts'
import type { Column } from './sheet-columns.ts'

/** By a picture's `seq`. `upTo`: the number of the column's newest change in it. */
type Made<T> = { upTo: number; readonly of: T[] }

/** Columns whose texts are looked at by more than SQL, and those that are sorted by them. */
const [mostChecked, mostSorted] = [50, 2]
/** Longer texts are sorted by their beginning. */
const longestKey = 80

/** What only JavaScript tells of the texts of cells. Each text is looked at once, and again when its cell changes. */
export const createCellTexts = (journal: Journal) => {
  const [keepChecked, keepSorted] = [keepMade<Made<boolean>>(mostChecked), keepMade<Made<string>>(mostSorted)]

  const read = <T>(
    keep: ReturnType<typeof keepMade<Made<T>>>,
    name: unknown,
    { id, changes }: Column,
    make: (text: string) => T,
  ): readonly T[] => {
    if (id === null) return []
    const begin = (): Made<T> => ({ upTo: 0, of: [] })
    // What is not committed yet may never be.
    const made = journal.isWriting() ? begin() : keep(JSON.stringify([id, name]), begin)
    const changed = journal.all(
      `SELECT picture, answer, CASE WHEN marks & ${cellMarks.unknown} THEN '' ELSE coalesce(edited_text, text) END AS text
       FROM cells LEFT JOIN answers ON answers.seq = answer WHERE cell_column = ? AND changed > ?`,
      id,
      made.upTo,
    )
    for (const { picture, answer, text } of changed) {
      if (answer === 0) delete made.of[Number(picture)]
      else made.of[Number(picture)] = make(String(text))
    }
    made.upTo = changes
    return made.of
  }

  return {
    /** Which pictures have a text that fails a check. */
    failing: (column: Column): readonly number[] => {
      const { checks } = column
      if (checks.length === 0) return []
      const fails = read(keepChecked, checks, column, (text) => checkCell(text, checks).length > 0)
      return fails.flatMap((one, picture) => (one ? [picture] : []))
    },
    /** What the texts are sorted by, by picture; `''` or absent: it has none. */
    keys: (column: Column): readonly string[] =>
      read(keepSorted, 'key', column, (text) => {
        const begins = text.trim().slice(0, longestKey)
        return begins === '' ? '' : placeKey([begins], '')
      }),
  }
}
export type CellTexts = ReturnType<typeof createCellTexts>
