import { z } from 'zod'
import { call, changing, withPaths } from '../base/call.ts'
import { folderToWatch, type WatchedFolder, type WatchReport, watchedFolder, watchReport, watchRuleChanges } from './watching.ts'

const folder: z.ZodType<WatchedFolder> = watchedFolder
const report: z.ZodType<WatchReport> = watchReport
const folderId = z.object({ id: z.string() })

/** Folders whose new pictures Packshot adds by itself. Changes are announced as `watching`. */
export const watchingContract = {
  /** In the order in which they were added. */
  list: call.output(z.array(folder)),
  /**
   * Asks the person for a folder in the host’s dialog; `null`: it was closed. Errors: `usage` in a host without dialogs, with the command to
   * use instead.
   */
  choose: call.output(z.object({ target: z.string(), path: z.string(), name: z.string() }).nullable()),
  /** What is in a folder now, before it is watched. Errors: as `add`. */
  preview: withPaths('chosen')
    .input(z.object({ folder: folderToWatch, subfolders: z.boolean() }))
    .output(z.object({ pictures: z.number().int(), others: z.number().int() })),
  /**
   * Watches a folder. `onlyNew`: pictures that are in it now are left alone until they change. Errors: `usage` for a folder that can’t be
   * watched, with the reason (watching/watching-failures.ts); `file-missing`, `file-unreadable`, `unknown-id`, `read-only`.
   */
  add: withPaths('chosen', 'watching')
    .input(z.object({ folder: folderToWatch, rules: watchRuleChanges.default({}), onlyNew: z.boolean().default(false) }))
    .output(folder),
  /** Rules that are not named stay. Files that are in the library stay as they are. */
  change: changing('watching')
    .input(folderId.extend({ rules: watchRuleChanges }))
    .output(folder),
  /** Files that come meanwhile are added after `resume`. */
  pause: changing('watching').input(folderId).output(folder),
  resume: changing('watching').input(folderId).output(folder),
  /** Its pictures stay. Adding the folder again undoes it: the same files are the same pictures. */
  remove: changing('watching').input(folderId).output(folder),
  /** Looks at all of it now. Files that couldn’t be read are tried again. */
  lookNow: changing('watching').input(folderId).output(folder),
  /** What came since the last acknowledgement, of all folders. */
  report: call.output(report),
  /** The person has seen the report that had this `through`. What came after it stays. */
  acknowledge: changing('watching').input(z.object({ through: z.number().int() })),
}
