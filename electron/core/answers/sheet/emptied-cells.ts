import type { CellPlace } from '../../../../shared/answers/sheet.ts'
import type { Journal } from '../../base/database/journal.ts'
import { textDigest } from './cell-digest.ts'
import { placeKey } from './cell-rows.ts'
import { mostPast } from './decide-cell.ts'
import type { HandedCell } from './judge-cells.ts'

/** A cell without a row, as one that a person emptied. */
const toEmptied = (past: readonly string[]): HandedCell => ({
  ...{ kind: 'own', text: '', answeredAt: 0, editedText: '', past: past.slice(-mostPast) },
  ...{ review: 'draft', reviewedAt: null, reviewedBy: null },
})

/**
 * Cells that have no row since a person emptied them, by `placeKey`: their own text was all there was. What it was is known from the changes that
 * can be undone, and from the cell's history.
 */
export const readEmptied = (journal: Journal, owner: string, places: readonly CellPlace[]): ReadonlyMap<string, HandedCell> => {
  const known = new Map<string, { past: string[]; isEmptied: boolean }>()
  const of = (row: { readonly image_id?: unknown; readonly question?: unknown }) => {
    const key = placeKey({ imageId: String(row.image_id), question: String(row.question) })
    const found = known.get(key) ?? { past: [], isEmptied: false }
    known.set(key, found)
    return found
  }
  const asked = JSON.stringify(places.map(({ imageId, question }) => ({ imageId, question })))
  const earlier = journal.all(
    `SELECT image_id, question, event ->> '$.text' AS text FROM json_each(?1) AS place CROSS JOIN cell_history
     ON image_id = place.value ->> '$.imageId' AND question = place.value ->> '$.question' AND connection_id = ?2
     WHERE event ->> '$.kind' = 'edited' ORDER BY seq`,
    asked,
    owner,
  )
  for (const row of earlier) {
    const cell = of(row)
    cell.isEmptied = row.text === ''
    if (!cell.isEmptied) cell.past.push(textDigest(String(row.text)))
  }
  const changes = journal.all(
    `SELECT image_id, question, before, after FROM json_each(?1) AS place CROSS JOIN sheet_before
     ON image_id = place.value ->> '$.imageId' AND question = place.value ->> '$.question'
     CROSS JOIN sheet_changes ON sheet_changes.seq = change AND connection_id = ?2 AND state IN ('done', 'past') ORDER BY change`,
    asked,
    owner,
  )
  for (const row of changes) {
    const cell = of(row)
    cell.isEmptied = row.after === null
    if (row.before === null) continue
    const [text, , , , past] = JSON.parse(String(row.before)) as [string | null, unknown, unknown, unknown, string[]]
    cell.past.push(...past, ...(text === null ? [] : [textDigest(text)]))
  }
  return new Map([...known].flatMap(([key, { past, isEmptied }]) => (isEmptied ? [[key, toEmptied(past)] as const] : [])))
}

/** Such a cell, or one that was always empty. */
export const emptiedOr = (emptied: HandedCell | undefined): HandedCell => emptied ?? toEmptied([])
