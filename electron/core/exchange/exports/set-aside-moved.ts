import { cellReview } from '../../../../shared/answers/sheet.ts'
import { restoreText } from '../../../../shared/base/spreadsheet-text.ts'
import type { Difference } from '../../../../shared/exchange/exports.ts'
import { cellDigest } from '../../answers/sheet/cell-digest.ts'
import type { Table } from './read-table.ts'
import { questionMark, sameLines } from './revisions.ts'

/** Fewer moved texts are a person’s own doing. */
const leastMoved = 3
/** Where `pause` lets other work run. */
const pieceSize = 500

/** How often each text is in a column now, and how often each digest was exported for it. */
const countColumn = ({ rows, questions }: Table, question: string) => {
  const column = questions.findIndex((one) => one?.question === question)
  const mark = questionMark(question)
  const written = new Map<string, number>()
  const exported = new Map<string, number>()
  for (const { cells, revisions } of rows) {
    const text = sameLines(restoreText(cells[column] ?? ''))
    written.set(text, (written.get(text) ?? 0) + 1)
    const revision = revisions?.get(mark)
    if (revision) exported.set(revision.digest ?? '', (exported.get(revision.digest ?? '') ?? 0) + 1)
  }
  return { written, exported }
}

/** How many of these texts were exported in other rows and are now in no more rows than then: copying a text down is no move. */
const countMoved = async (table: Table, question: string, texts: readonly string[], pause: () => Promise<void>): Promise<number> => {
  const { written, exported } = countColumn(table, question)
  let moved = 0
  for (const [at, text] of texts.entries()) {
    if (at % pieceSize === pieceSize - 1) await pause()
    // A cell that was left out of the export was empty there.
    let times = text === '' ? (exported.get('') ?? 0) : 0
    for (const review of cellReview.options) times += exported.get(cellDigest(text, review)) ?? 0
    if (times > 0 && (written.get(text) ?? 0) <= times) moved++
  }
  return moved
}

/**
 * Sorting only the visible columns leaves the hidden keys where they are, and each text beside another picture. Where most changes of a column
 * look like that, none of them is taken for a person’s: an edited text was moved, too.
 */
export const setAsideMoved = async (
  table: Table,
  differences: readonly Difference[],
  pause: () => Promise<void>,
): Promise<readonly Difference[]> => {
  const changed = new Map<string, string[]>()
  for (const { kind, question, text } of differences) {
    if (kind !== 'changed') continue
    const texts = changed.get(question)
    if (texts) texts.push(text)
    else changed.set(question, [text])
  }
  const moved = new Map<string, number>()
  for (const [question, texts] of changed) {
    await pause()
    moved.set(question, await countMoved(table, question, texts, pause))
  }
  const isSorted = [...moved].some(([question, count]) => count >= leastMoved && count * 2 > (changed.get(question)?.length ?? 0))
  if (!isSorted) return differences
  return differences.map((one) =>
    one.kind === 'changed' && (moved.get(one.question) ?? 0) > 0 ? { ...one, kind: 'rewritten', how: 'moved' } : one,
  )
}
