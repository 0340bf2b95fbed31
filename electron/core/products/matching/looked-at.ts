import { z } from 'zod'
import type { Journal } from '../../base/database/journal.ts'
import { readSetting, removeSetting, saveSetting } from '../../base/database/setting-rows.ts'
import { newestPicture, picturesAfter } from '../../pictures/library/newest-picture.ts'

/** `pictures`: the newest picture that rules have looked at, by its number; `list`: the import of the product list at that time. */
const shape = z.object({ pictures: z.int(), list: z.int().nullable() })
export type LookedAt = z.infer<typeof shape>

const keyOf = (owner: string): string => `matchedThrough ${owner}`

/**
 * What the rules of a workspace have looked at: a picture that came later, or any picture once there is another list, is “not matched yet”, which is
 * not “nothing found”. `owner`: the connection's id, or empty.
 */
export const createLookedAt = (journal: Journal) => {
  const read = (owner: string): LookedAt | null => shape.safeParse(readSetting(journal, keyOf(owner))).data ?? null
  const keep = (owner: string, looked: LookedAt): void => saveSetting(journal, keyOf(owner), looked)
  return {
    read,
    /** Called inside `journal.write`. */
    keep,
    /** Rules are to look at all pictures again. Called inside `journal.write`. */
    forget: (owner: string): void => removeSetting(journal, keyOf(owner)),
    /** Rules looked at these pictures alone. Called inside `journal.write`. */
    keepSome: (owner: string, list: number | null, imageIds: ReadonlySet<string>): void => {
      const before = read(owner)
      if (before !== null && before.list !== list) return
      const later = picturesAfter(journal, before?.pictures ?? 0)
      if (later.every((id) => imageIds.has(id))) keep(owner, { pictures: newestPicture(journal), list })
    },
    /** Called inside `journal.write`. */
    move: (from: string, to: string): void => {
      const looked = read(from)
      if (looked) keep(to, looked)
      removeSetting(journal, keyOf(from))
    },
  }
}
