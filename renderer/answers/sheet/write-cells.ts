import type { ChosenCells } from '../../../shared/answers/sheet.ts'
import { describeSheetChange } from '../../../shared/answers/sheet-cells-words.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { client } from '../../bridge.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { sayUnderWay } from '../../ui/under-way.ts'
import type { CellRange } from './cell-range.ts'
import { settle } from './pending-cells.ts'
import { chosenOf, undoOf } from './sheet-actions.ts'
import type { ShownSheet } from './sheet-queries.ts'

type Choices = { readonly voice: string; readonly instruction: string }

const skippedWords = (skipped: number): string => (skipped > 0 ? `${countOf(skipped, 'cell')} left out: approved, or without a text. ` : '')

/** Writes the texts of these cells with a brand voice; the cells stay as they are. */
export const writeCells = async (what: ChosenCells, choices: Choices): Promise<{ readonly queued: number }> => {
  const { jobIds, skipped } = await client.sheet.answersIn({ what })
  if (jobIds.length === 0) return { queued: 0 }
  const { queued } = await sayUnderWay(jobIds.length, `Queueing ${countOf(jobIds.length, 'text')}…`, () =>
    client.brandVoices.write({ answers: { kind: 'some', jobIds }, ...choices, again: false }),
  )
  if (queued > 0)
    tell(`Writing ${countOf(queued, 'text')}`, {
      text: `${skippedWords(skipped)}Once they are written, choose “Use written texts” in the menu of these cells.`,
      kind: 'sheet',
    })
  return { queued }
}

/** Puts the newest written texts into these cells, as one change. */
export const takeWritten = async (sheet: ShownSheet, range: CellRange): Promise<void> => {
  try {
    const what = await chosenOf(sheet, range)
    const { changed, skipped, change } = await client.sheet.takeWritten({ what })
    if (changed === 0)
      return tell('No written text to use', {
        text: 'Nothing was written from the current texts of these cells, or they are approved.',
        kind: 'sheet',
      })
    const text = skipped > 0 ? `${countOf(skipped, 'cell')} left out: approved, or nothing was written from the current text.` : ''
    tell(describeSheetChange({ kind: 'written', cells: changed }), {
      ...undoOf(change, what.workspace ?? null),
      ...(text === '' ? {} : { text }),
    })
  } catch (error) {
    tellProblem('The cells were not changed.', error)
  } finally {
    void settle()
  }
}
