import type { CellReview } from '../../../../shared/answers/sheet.ts'
import { takenBackDigest, textDigest } from './cell-digest.ts'

/** The row of a cell. `text`: the service's; `past`: digests of the texts that a person changed, and of reviews taken back, the newest last. */
export type CellRow = {
  readonly jobId: string
  readonly kind: 'answer' | 'cannot-tell' | 'own'
  readonly text: string
  readonly answeredAt: number
  readonly editedText: string | null
  readonly review: CellReview
  readonly reviewedAt: number | null
  readonly reviewedBy: string | null
  readonly past: readonly string[]
}

/** What a person can change of a row. */
export type CellState = Pick<CellRow, 'editedText' | 'review' | 'reviewedAt' | 'reviewedBy' | 'past'>

/** When, and who (`''`: unknown). */
export type Person = { readonly at: number; readonly by: string }

/** Earlier texts of a cell whose digests are kept. */
export const mostPast = 20

export const shownText = (row: Pick<CellRow, 'text' | 'editedText'> | undefined): string => row?.editedText ?? row?.text ?? ''

/** The text that goes out: none where the service couldn't tell and no person wrote anything. */
export const valueText = (row: Pick<CellRow, 'kind' | 'text' | 'editedText'> | undefined): string =>
  row?.kind === 'cannot-tell' && row.editedText === null ? '' : shownText(row)

/** It has a text that goes out. */
export const hasValue = (row: Pick<CellRow, 'kind' | 'text' | 'editedText'>): boolean => valueText(row).trim() !== ''

/** It stays, whatever is answered later (`answers.weight`). */
export const stays = ({ review, editedText }: Pick<CellRow, 'review' | 'editedText'>): boolean =>
  review === 'approved' || (review === 'draft' && editedText !== null && editedText !== '')

const reviewed = (review: CellReview, { at, by }: Person): Pick<CellState, 'review' | 'reviewedAt' | 'reviewedBy'> =>
  review === 'draft' ? { review, reviewedAt: null, reviewedBy: null } : { review, reviewedAt: at, reviewedBy: by === '' ? null : by }

/** As it is kept: without space around it, and with one kind of line break. */
export const cleanText = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim()

/**
 * What an edit makes of a cell's row; `gone`: it is removed, `same`: nothing changes. Another text is a draft again, unless the edit says otherwise.
 * The service's own text is no edit. Where nothing was answered, the text is the person's own.
 */
export const decideEdit = (
  row: CellRow | undefined,
  edit: { readonly text: string; readonly review?: CellReview | undefined },
  person: Person,
): CellState | 'gone' | 'same' => {
  const text = cleanText(edit.text)
  const shown = valueText(row)
  // Emptying a cell that says “No answer”, or leaving its words as they are, changes nothing.
  if (text === cleanText(shown) || text === cleanText(shownText(row)))
    return row && edit.review !== undefined ? decideReview(row, edit.review, person) : 'same'
  if (text === '' && row?.kind === 'own') return 'gone'
  const past = shown === '' ? (row?.past ?? []) : [...(row?.past ?? []), textDigest(shown)].slice(-mostPast)
  const editedText = row && row.kind !== 'own' && text === cleanText(row.text) ? null : text
  return { editedText, past, ...reviewed(text === '' ? 'draft' : (edit.review ?? 'draft'), person) }
}

/** What a review makes of a cell's row. An empty cell can't be approved or rejected. */
export const decideReview = (row: CellRow | undefined, review: CellReview, person: Person): CellState | 'same' => {
  if (!row || row.review === review || (review !== 'draft' && !hasValue(row))) return 'same'
  // So that a colleague's file doesn't bring it back without a question.
  const past = review === 'draft' ? [...row.past, takenBackDigest(shownText(row), row.review)].slice(-mostPast) : row.past
  return { editedText: row.editedText, past, ...reviewed(review, person) }
}
