import { countOf } from '../base/number-words.ts'
import { keptDays } from './kept-days.ts'
import type { RemovedKind } from './removed.ts'

export const removedWords = {
  title: 'Recently removed',
  kinds: { picture: 'Picture', product: 'Product', set: 'Question set' } satisfies Record<RemovedKind, string>,
  kept: `Removed pictures, products and question sets can be restored for ${keptDays} days. Then they are removed for good.`,
  none: 'Nothing was removed recently.',
  restored: (count: number): string => `${countOf(count, 'item')} restored`,
  removedForGood: (count: number): string => `${countOf(count, 'item')} removed for good`,
  /** `size`: such as “2.4 MB”. */
  use: (total: number, size: string): string => `${countOf(total, 'item')} · ${size} of disk space`,
  ask: 'This cannot be undone. Pictures go with their answers. What is in your workspaces stays there.',
} as const

/** What a removal says of the way back. */
export const canRestoreWords = `You can restore them for ${keptDays} days in Settings, under “${removedWords.title}”.`
