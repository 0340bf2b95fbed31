import { countOf, formatCount } from '../base/number-words.ts'
import { describeSaid, roleWords } from '../products/catalogue-words.ts'
import { type ColumnRole, columnRoles } from '../products/column-roles.ts'
import type { ChangedExample, FollowedList, ListChanges, ListRhythm } from './followed-lists.ts'

export const rhythmWords: Readonly<Record<ListRhythm, string>> = {
  changes: 'When the file changes',
  hour: 'Every hour',
  day: 'Every day',
  hand: 'By hand',
}

/** Where one can be followed. */
export const rhythmsOf = (kind: FollowedList['kind']): readonly ListRhythm[] =>
  kind === 'file' ? ['changes', 'hour', 'day', 'hand'] : ['hour', 'day', 'hand']

export const followWords = {
  follow: 'Follow list',
  unfollow: 'Stop following',
  check: 'Check now',
  accept: 'Accept changes',
  leave: 'Keep earlier list',
  accepts: 'Accept changes without asking',
  acceptsNote: 'Packshot still asks if products are missing or rows are refused.',
  offer: 'Follow this list, and Packshot reads it again when it changes. You see the changes before they count.',
  followed: 'List followed',
  unfollowed: 'The list is no longer followed. Its products stay.',
  fromAddress: 'Import from address',
  address: 'Address of the list',
  addressNote: 'A link to a CSV, TSV or XLSX file that needs no sign-in. It must begin with https.',
  none: 'No list is followed.',
  unchanged: 'Nothing has changed.',
  left: 'The earlier list stays until this one changes again.',
  whileOpen: 'Packshot reads it again while its window is open, or with “packshot products check”.',
} as const

/** “12 products added, 3 changed, 1 missing, 2 rows refused.” */
export const changesWords = ({
  added,
  changed,
  missing,
  missingVariants,
  refused,
  kept,
}: Omit<ListChanges, 'examples' | 'matched'>): string =>
  `${[
    `${countOf(added, 'product')} added`,
    `${formatCount(changed)} changed`,
    ...(missing > 0 ? [`${formatCount(missing)} missing`] : []),
    ...(missingVariants > 0 ? [`${countOf(missingVariants, 'variant')} missing`] : []),
    ...(refused > 0 ? [`${countOf(refused, 'row')} refused`] : []),
    ...(kept > 0 ? [`${countOf(kept, 'product')} of refused rows kept as before`] : []),
  ].join(', ')}.`

/** What becomes of pictures that are matched. */
export const matchedWords = ({ missing, changed }: ListChanges['matched']): readonly string[] => [
  ...(missing > 0
    ? [
        `${countOf(missing, 'picture is', 'pictures are')} matched to missing products. Those products are marked, and the pictures stay with them.`,
      ]
    : []),
  ...(changed > 0 ? [`${countOf(changed, 'picture is', 'pictures are')} matched to changed products. They stay matched.`] : []),
]

const fieldWords = (field: string): string => {
  const role = columnRoles.find((one): one is ColumnRole => one === field)
  return role ? roleWords[role] : field.slice(1)
}

/** “Pen (S-1): Name Pen → Red pen” */
export const changedExampleWords = ({ called, changes }: ChangedExample): string =>
  `${called}: ${changes.map(([field, before, after]) => `${fieldWords(field)} ${before ?? '(empty)'} → ${after ?? '(empty)'}`).join(', ')}`

/** Examples of each kind of change, with a title for each. */
export const exampleWords = ({
  examples,
  added,
  changed,
  missing,
  refused,
}: ListChanges): readonly (readonly [string, readonly string[], number])[] =>
  (
    [
      ['Added', examples.added, added],
      ['Changed', examples.changed.map(changedExampleWords), changed],
      ['Missing', examples.missing, missing],
      ['Refused rows', examples.refused.map((one) => `Row ${formatCount(one.row)}: ${describeSaid(one)}`), refused],
    ] as const
  ).filter(([, , count]) => count > 0)

/** Examples that are not listed. */
export const moreWords = (more: number): string => `and ${formatCount(more)} more`
