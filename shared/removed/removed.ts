import { z } from 'zod'

export const removedKind = z.enum(['picture', 'product', 'set'])
export type RemovedKind = z.infer<typeof removedKind>

export const removedThing = z.object({ kind: removedKind, id: z.string() })
export type RemovedThing = z.infer<typeof removedThing>

export const removedRow = removedThing.extend({
  name: z.string(),
  removedAt: z.number(),
  /** From then on it is removed for good by itself, within a day of use. */
  goesAt: z.number(),
  /** Of its files; `null`: it has none. */
  bytes: z.number().nullable(),
  /** Of a picture: the version that counts. */
  version: z.number().nullable(),
})
export type RemovedRow = z.infer<typeof removedRow>

/** `bytes`: of the files of all of them. */
export const removedPage = z.object({ total: z.number().int(), bytes: z.number(), rows: z.array(removedRow) })
export type RemovedPage = z.infer<typeof removedPage>

/** These things, or all that are there when it is done. */
export const removedChoice = z.union([z.literal('all'), z.array(removedThing).min(1).max(5_000)])
