import { cellDigest, takenBackDigest, textDigest } from './cell-digest.ts'
import { type CellRow, type CellState, cleanText, mostPast, shownText, valueText } from './decide-cell.ts'

/** A cell as another library has it. */
export type HandedCell = Omit<CellRow, 'jobId'>

/** `same`: nothing to do. `mine`, `theirs`: that side counts, and the other one is older or empty. `differs`: a person decides. */
export type Judged = 'same' | 'mine' | 'theirs' | 'differs'

const textOf = (cell: HandedCell): string => cleanText(valueText(cell))

const isCleared = ({ editedText }: HandedCell): boolean => editedText === ''

/** The cell was seen with this text, and changed since. */
const had = (cell: HandedCell, other: HandedCell): boolean => cell.past.includes(textDigest(shownText(other)))

/** A person saw this text with this review, and kept their own. */
const settled = (cell: HandedCell, other: HandedCell): boolean => cell.past.includes(cellDigest(shownText(other), other.review))

/** A person took this review of the text back. */
const tookBack = (cell: HandedCell, other: HandedCell): boolean => cell.past.includes(takenBackDigest(shownText(other), other.review))

/** Of two equal reviews the earlier one stands, on both sides. */
const isEarlier = (one: HandedCell, other: HandedCell): boolean => {
  const [at, otherAt] = [one.reviewedAt ?? Number.MAX_SAFE_INTEGER, other.reviewedAt ?? Number.MAX_SAFE_INTEGER]
  return at === otherAt ? (one.reviewedBy ?? '\uffff') < (other.reviewedBy ?? '\uffff') : at < otherAt
}

const judgeReviews = (mine: HandedCell, theirs: HandedCell): Judged => {
  if (mine.review === theirs.review) return mine.review !== 'draft' && isEarlier(theirs, mine) ? 'theirs' : 'same'
  if (settled(mine, theirs)) return 'mine'
  if (mine.review === 'draft') return tookBack(mine, theirs) ? 'differs' : 'theirs'
  if (theirs.review === 'draft') return tookBack(theirs, mine) ? 'differs' : 'mine'
  return 'differs'
}

/**
 * Which of two cells counts. With the sides changed the result is, too, unless a person has already decided: what two people decide alike, both
 * have. Another text takes an approved one's place only where a person says so.
 */
export const judgeCells = (mine: HandedCell | undefined, theirs: HandedCell): Judged => {
  if (!mine) return 'theirs'
  const [here, there] = [textOf(mine), textOf(theirs)]
  if (here === there) return here === '' ? 'same' : judgeReviews(mine, theirs)
  if (settled(mine, theirs)) return 'mine'
  // An empty cell counts only where somebody emptied it, and then it is a question.
  if (here === '') return isCleared(mine) && had(mine, theirs) ? 'differs' : 'theirs'
  if (there === '') return isCleared(theirs) && had(theirs, mine) ? 'differs' : 'mine'
  const [isMineNewer, isTheirsNewer] = [had(mine, theirs), had(theirs, mine)]
  if (isMineNewer === isTheirsNewer) return 'differs'
  if ((isMineNewer ? theirs : mine).review === 'approved') return 'differs'
  return isMineNewer ? 'mine' : 'theirs'
}

const join = (...pasts: readonly (readonly string[])[]): string[] => [...new Set(pasts.flat().toReversed())].toReversed().slice(-mostPast)

/** What becomes of a row that takes the other side’s value. */
export const takeTheirs = (mine: CellRow, theirs: HandedCell): CellState => {
  const text = textOf(theirs)
  const isSame = text === textOf(mine)
  const isOfService = mine.kind === 'answer' && text === cleanText(mine.text)
  return {
    editedText: isSame ? mine.editedText : isOfService ? null : text,
    past: join(theirs.past, mine.past, isSame ? [] : [textDigest(shownText(mine))]),
    review: theirs.review,
    reviewedAt: theirs.reviewedAt,
    reviewedBy: theirs.reviewedBy,
  }
}

/** What becomes of a row whose value a person kept: it knows the other one, so that no person is asked again. */
export const keepMine = (mine: HandedCell, theirs: HandedCell): CellState => ({
  editedText: mine.editedText,
  review: mine.review,
  reviewedAt: mine.reviewedAt,
  reviewedBy: mine.reviewedBy,
  past: join(mine.past, [textDigest(shownText(theirs)), cellDigest(shownText(theirs), theirs.review)]),
})
