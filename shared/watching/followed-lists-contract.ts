import { z } from 'zod'
import { call, changing, withPaths } from '../base/call.ts'
import { columnRole } from '../base/row-problem.ts'
import { importResult } from '../products/catalogue.ts'
import { listReading } from '../products/list-form.ts'
import { type FollowedList, followedList, listRhythms } from './followed-lists.ts'

const list: z.ZodType<FollowedList> = followedList
const listId = z.object({ id: z.string() })
const version = listId.extend({ version: z.string() })

/** How the command names and reads a list; as `catalogue.importFile`. */
const named = z.object({
  columns: z.partialRecord(columnRole, z.string()).default({}),
  reading: listReading.default({}),
})

/** The product list of the active workspace that is read again by itself. Changes are announced as `watching`. */
export const followedListsContract = {
  /** `null`: none is followed. */
  get: call.output(list.nullable()),
  /** Opens the list at an address, as a dropped one (`catalogue.opened`). Errors: `usage`, and those of a download. */
  open: call.input(z.object({ address: z.string().max(4_000) })).output(listId),
  /**
   * Follows a list, in the place of another one. `opened`: one that was opened from a file or an address, and is imported. The others, for the
   * command, are imported and followed in one step. Errors: as of an import; `usage` for one that is pasted, or was replaced.
   */
  follow: withPaths('chosen', 'watching', 'products')
    .input(
      z.object({
        list: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('opened'), id: z.string() }),
          named.extend({ kind: z.literal('path'), path: z.string() }),
          named.extend({ kind: z.literal('address'), address: z.string() }),
        ]),
        rhythm: z.enum(listRhythms),
        accepts: z.boolean().default(false),
      }),
    )
    .output(z.object({ list, result: importResult.nullable() })),
  /** Its products stay. Following it again undoes it. */
  unfollow: changing('watching').input(listId),
  change: changing('watching')
    .input(listId.extend({ rhythm: z.enum(listRhythms).optional(), accepts: z.boolean().optional() }))
    .output(list),
  /** Reads it now. Its problem, or the version that waits, is part of the answer. */
  check: changing('watching').input(listId).output(list),
  /** Imports exactly this version. Errors: as of an import; `usage` where another one waits by now. */
  accept: changing('watching', 'products')
    .input(version)
    .output(z.object({ list, result: importResult })),
  /** The earlier list stays, until the followed one changes again. */
  leave: changing('watching').input(version).output(list),
}
