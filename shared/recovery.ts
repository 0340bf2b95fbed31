import { z } from 'zod'

/**
 * Why the library was repaired or restored. `repaired`: nothing went backwards. `behind`: it had lost its latest changes. `copy`: the folder
 * is an older state of itself, e.g. from a backup.
 */
export const recoveryReason = z.enum(['damaged', 'missing', 'behind', 'repaired', 'copy'])
export type RecoveryReason = z.infer<typeof recoveryReason>

/** Times in milliseconds since 1970. */
export const recoveryFacts = z.object({
  id: z.string(),
  reason: recoveryReason,
  /** Where the damaged file is now; `null`: there was none. */
  setAside: z.string().nullable(),
  /** Of the snapshot that was restored; `null`: none was. */
  snapshotAt: z.number().nullable(),
  begunAt: z.number(),
  /** Pictures that came back from their originals. */
  pictures: z.number().int(),
  /** Names of what could not be kept. */
  lost: z.array(z.string()),
})
export type RecoveryFacts = z.infer<typeof recoveryFacts>

/** A recovery as a person reads it, until they have acknowledged it. */
export const recoveryNotice = recoveryFacts.extend({ message: z.string(), action: z.string() })
export type RecoveryNotice = z.infer<typeof recoveryNotice>
