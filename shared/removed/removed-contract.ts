import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { removedChoice, removedPage } from './removed.ts'

const changed = ['library', 'jobs', 'answers', 'products', 'content', 'sources', 'questionSets', 'catalogue'] as const

/** What was removed: pictures, products and question sets. */
export const removedContract = {
  /** The newest first. */
  page: call.input(z.object({ offset: z.int().min(0), limit: z.int().min(1).max(500) })).output(removedPage),
  /** Restores things with the work that their removal cancelled. Those that are not there any more don’t count. Errors: `usage`. */
  restore: changing(...changed)
    .input(z.object({ things: removedChoice }))
    .output(z.object({ restored: z.int() })),
  /** They can’t be restored any more, and their files are removed. */
  removeForGood: changing(...changed)
    .input(z.object({ things: removedChoice }))
    .output(z.object({ removed: z.int() })),
}
