import type { FailedCheck } from '../base/failed-check.ts'
import { nameLanguage } from '../base/language-words.ts'
import { countOf, formatCount } from '../base/number-words.ts'
import type { CellReview, KeptCell, SheetCell, SheetChange, SheetChangeKind, SheetCounts, SheetFilter } from './sheet.ts'

export const reviewWords: Readonly<Record<CellReview, string>> = { draft: 'draft', approved: 'approved', rejected: 'rejected' }

/** What a row must have in one of its cells. */
export const filterWords: Readonly<Record<SheetFilter, string>> = {
  'not-asked': 'Not asked',
  'on-its-way': 'On its way',
  'no-answer': 'No answer',
  'fails-check': 'Fails a check',
  'not-approved': 'Not approved',
  approved: 'Approved',
  rejected: 'Rejected',
  edited: 'Edited',
  'earlier-file': 'About an earlier file',
}

const did: Readonly<Record<SheetChangeKind, string>> = {
  typed: 'typed',
  pasted: 'pasted',
  filled: 'filled',
  replaced: 'replaced',
  cleared: 'cleared',
  reviewed: 'reviewed',
  imported: 'imported',
  merged: 'merged',
  written: 'in a brand voice',
}

/** `5,000 cells pasted`. */
export const describeSheetChange = ({ kind, cells }: Pick<SheetChange, 'kind' | 'cells'>): string =>
  `${countOf(cells, 'cell')} ${did[kind]}`

/** How far the review of a sheet is. */
export const describeCounts = ({ cells, approved, empty, failing }: SheetCounts): string => {
  const left = Math.max(0, cells - empty - approved)
  return [
    `${formatCount(approved)} of ${countOf(cells, 'cell')} approved`,
    ...(left > 0 ? [`${formatCount(left)} left to review`] : []),
    ...(empty > 0 ? [`${formatCount(empty)} empty`] : []),
    ...(failing > 0 ? [`${formatCount(failing)} ${failing === 1 ? 'fails' : 'fail'} a check`] : []),
  ].join(' · ')
}

/** The state of a cell in a few words, for its mark and a screen reader. `hold`: why the work waits, if it does. */
export const describeCellState = ({ kind, isEdited, review, work, fails, isAboutEarlier }: SheetCell, hold: string | null): string =>
  [
    ...(work ? [describeWork(work.state, hold)] : kind === 'none' ? ['not asked'] : []),
    ...(kind === 'cannot-tell' && !isEdited ? ['no answer'] : []),
    ...(kind === 'none' ? [] : [reviewWords[review]]),
    ...(isEdited || kind === 'own' ? ['edited'] : []),
    ...(fails.length > 0 ? ['fails a check'] : []),
    ...(isAboutEarlier ? ['about an earlier file'] : []),
  ].join(', ')

const describeWork = (state: NonNullable<SheetCell['work']>['state'], hold: string | null): string => {
  switch (state) {
    case 'running':
      return 'being answered'
    case 'waiting':
      return hold ?? 'waiting for its turn'
    case 'parked':
      return 'needs attention'
  }
}

/** Why a cell stayed as it was. */
export const keptWords: Readonly<Record<KeptCell['why'], string>> = {
  changed: 'It changed meanwhile.',
  removed: 'Its picture is no longer in the library.',
  'too-long': 'The text is too long.',
}

/** A check that a text fails, as a sentence. */
export const describeFailedCheck = (check: FailedCheck): string => {
  switch (check.kind) {
    case 'not-empty':
      return 'It must not be empty.'
    case 'longest':
      return `It has ${formatCount(check.characters)} characters; ${formatCount(check.limit)} are allowed.`
    case 'must-match':
      return `It does not fit the pattern ${check.pattern}`
    case 'must-not-begin':
      return `It must not begin with “${check.words}”.`
    case 'language':
      return check.seems === null
        ? `It is not in ${nameLanguage(check.language)}.`
        : `It seems to be ${nameLanguage(check.seems)}, not ${nameLanguage(check.language)}.`
  }
}
