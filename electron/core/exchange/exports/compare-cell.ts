import { cellValue, type SheetCell } from '../../../../shared/answers/sheet.ts'
import { restoreText } from '../../../../shared/base/spreadsheet-text.ts'
import type { Rewrite } from '../../../../shared/exchange/exports.ts'
import { type Revision, reviewOfRevision, sameLines } from './revisions.ts'
import { findRewrite, type Reading } from './spreadsheet-rewrites.ts'

/**
 * What a table says of a cell. `conflict`: it was changed here, too, or approved since; or the file doesn’t say what it was. `rewritten`: most likely by the
 * spreadsheet itself.
 */
export type Comparison =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly text: string }
  | { readonly kind: 'rewritten'; readonly text: string; readonly how: Rewrite }
  | { readonly kind: 'conflict'; readonly text: string; readonly why: 'changed-here' | 'approved-here' | 'no-revision' }

type Current = Pick<SheetCell, 'kind' | 'text' | 'isEdited' | 'review'>

const changeTo = (text: string, how: Rewrite | undefined): Comparison =>
  how ? { kind: 'rewritten', text, how } : { kind: 'changed', text }

const countQuotes = (text: string): number => text.length - text.replace(/^'+/, '').length

/** Without the apostrophe that the export put before a formula. One that was there before, as `now` shows, stays: workbooks get none. */
const withoutOurs = (raw: string, now: string): string =>
  countQuotes(raw) > (restoreText(now) === now ? 0 : countQuotes(now)) ? restoreText(raw) : raw

/**
 * Compares a table's cell with what was exported and with what Packshot has now.
 * @param revision `undefined`: the table does not say what was exported
 * @param read how its text was read
 */
export const compareCell = (written: string, revision: Revision | undefined, current: Current, read: Reading = {}): Comparison => {
  const raw = sameLines(written)
  const now = sameLines(cellValue(current))
  const text = withoutOurs(raw, now)
  if (raw === now || text === now) return { kind: 'unchanged' }
  if (revision === undefined) return { kind: 'conflict', text, why: 'no-revision' }
  const { digest } = revision
  if (digest === null) {
    // The export left this cell out, so an empty one says nothing.
    if (text === '') return { kind: 'unchanged' }
    return now === '' ? changeTo(text, findRewrite(now, text, read)) : { kind: 'conflict', text, why: 'changed-here' }
  }
  if (reviewOfRevision(digest, raw) ?? reviewOfRevision(digest, text)) return { kind: 'unchanged' }
  const before = reviewOfRevision(digest, now)
  if (before === undefined) return { kind: 'conflict', text, why: 'changed-here' }
  if (current.review === 'approved' && before !== 'approved') return { kind: 'conflict', text, why: 'approved-here' }
  return changeTo(text, findRewrite(now, text, read))
}
