import { z } from 'zod'

/**
 * Why the library was repaired or restored. `repaired`: nothing went backwards. `behind`: it had lost its latest changes. `copy`: the folder
 * is an older state of itself, e.g. from a backup.
 */
export const recoveryReason = z.enum(['damaged', 'missing', 'behind', 'repaired', 'copy'])
export type RecoveryReason = z.infer<typeof recoveryReason>

/** What could not be kept. `name`: as a person calls it, or an id; of a list: its product's. */
export const lostThing = z.object({
  kind: z.enum(['connection', 'job', 'list', 'picture', 'question set', 'requirement profile']),
  name: z.string(),
})
export type LostThing = z.infer<typeof lostThing>

/** Times in milliseconds since 1970. */
export const recoveryFacts = z.object({
  id: z.string(),
  reason: recoveryReason,
  /** New name of the damaged file; `null`: there was none. */
  setAside: z.string().nullable(),
  /** When the restored snapshot was taken; `null`: none was restored. */
  snapshotAt: z.number().nullable(),
  begunAt: z.number(),
  /** Pictures that came back from their originals. */
  pictures: z.number().int(),
  lost: z.array(lostThing),
})
export type RecoveryFacts = z.infer<typeof recoveryFacts>

/** A recovery that no one has acknowledged yet. `isMarked`: false for a copy that is only read; a writing start marks doubtful facts. */
export const recoveryNotice = recoveryFacts.extend({ isMarked: z.boolean() })
export type RecoveryNotice = z.infer<typeof recoveryNotice>
