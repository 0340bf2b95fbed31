import { countOf, formatCount } from '../base/number-words.ts'
import { isAskedText, type PlannedText, type TextSource } from './product-texts.ts'

const sources: Record<TextSource, string> = {
  ledger: '',
  old: 'last known long ago',
  doubted: 'in doubt',
  read: 'read before it is replaced',
  new: 'new product',
  unknown: 'unknown',
}

/** What an attribute holds before a text is sent: “A gray hat · last known long ago”. */
export const describeTextNow = ({ now: { source, text } }: Pick<PlannedText, 'now'>): string => {
  const words = text === null || source === 'new' ? [] : [text === '' ? 'Empty' : text]
  const known = sources[source]
  return [...words, ...(known === '' ? [] : [words.length === 0 ? `${known.charAt(0).toUpperCase()}${known.slice(1)}` : known])].join(' · ')
}

type Counts = {
  readonly total: number
  readonly products: number
  readonly same: number
  readonly blocked: number
  readonly empty: number
  readonly bySource: Readonly<Record<TextSource, number>>
}

type OfPictures = { readonly differing: number; readonly onlyOthers: number }

/** Which picture's text is sent, where several pictures of a product have one; none where that makes no difference. */
export const describeMainPicture = ({ differing, onlyOthers }: OfPictures, onlyApproved: boolean): readonly string[] => [
  ...(differing > 0
    ? [
        `${countOf(differing, 'product')} ${differing === 1 ? 'has' : 'have'} pictures with different texts. The text of the main picture is sent: the first one in the product’s order.`,
      ]
    : []),
  ...(onlyOthers > 0
    ? [
        `For ${countOf(onlyOthers, 'cell')}, only other pictures than the main one have ${onlyApproved ? 'an approved' : 'a'} text. ${onlyOthers === 1 ? 'It is' : 'These are'} not sent.`,
      ]
    : []),
]

/** “Of mug_1.png, the main picture. 2 other pictures have a different text.”; `null`: no other picture has one. */
export const describeTextPicture = ({ picture, differing }: Pick<PlannedText, 'picture' | 'differing'>): string | null =>
  differing === 0
    ? null
    : `${picture === null ? '' : `Of ${picture}, the main picture. `}${countOf(differing, 'other picture')} ${differing === 1 ? 'has' : 'have'} a different text.`

/** Texts that would be queued. */
export const countToSend = ({ total, same, blocked }: Pick<Counts, 'total' | 'same' | 'blocked'>): number => total - same - blocked

/** Texts that a person must decide about, where what they replace is unknown. */
export const countAsked = ({ bySource }: Pick<Counts, 'bySource'>): number =>
  (Object.keys(bySource) as TextSource[]).filter(isAskedText).reduce((sum, source) => sum + bySource[source], 0)

/** “12 texts for 6 products · 3 are there already · 2 cells have no approved text”. */
export const describeTexts = (counts: Counts, onlyApproved: boolean): string =>
  [
    `${countOf(countToSend(counts), 'text')} for ${countOf(counts.products, 'product')}`,
    ...(counts.same > 0 ? [`${formatCount(counts.same)} ${counts.same === 1 ? 'is' : 'are'} there already`] : []),
    ...(counts.blocked > 0 ? [`${formatCount(counts.blocked)} can’t be sent`] : []),
    ...(counts.empty > 0
      ? [`${countOf(counts.empty, 'cell')} ${counts.empty === 1 ? 'has' : 'have'} no ${onlyApproved ? 'approved ' : ''}text`]
      : []),
  ].join(' · ')

export const textsWords = {
  askedQuestion: (count: number): string =>
    count === 1
      ? 'The current text of one attribute is not known. Replace it?'
      : `The current text of ${formatCount(count)} attributes is not known. Replace them?`,
  ask: 'Decide one by one',
  replace: 'Replace',
  queued: (count: number): string => `${countOf(count, 'text')} queued`,
  restored: ({ queued, cancelled }: { readonly queued: number; readonly cancelled: number }): string =>
    [
      ...(queued > 0 || cancelled === 0 ? [`${countOf(queued, 'previous text')} queued`] : []),
      ...(cancelled > 0 ? [`${countOf(cancelled, 'waiting text')} cancelled`] : []),
    ].join(' · '),
  left: (left: Readonly<Record<'changed' | 'unknown' | 'not-sent', number>>): string | null => {
    const said = [
      ...(left.changed > 0 ? [`${formatCount(left.changed)} changed since`] : []),
      ...(left.unknown > 0 ? [`${formatCount(left.unknown)} whose previous text is unknown`] : []),
      ...(left['not-sent'] > 0 ? [`${formatCount(left['not-sent'])} not sent`] : []),
    ]
    return said.length === 0 ? null : `Left as they are: ${said.join(', ')}.`
  },
} as const
