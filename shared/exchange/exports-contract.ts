import { z } from 'zod'
import { keptCell, sheetCounts, sheetView } from '../answers/sheet.ts'
import { call, changing, withPaths } from '../base/call.ts'
import {
  comparedTable,
  difference,
  differenceKind,
  outChoice,
  outLayout,
  outTarget,
  outWhich,
  outWritten,
  pictureCopies,
  pictureField,
} from './exports.ts'

const scope = z.object({ view: sheetView, which: outWhich })

/** By header, the question of a column of a table; `null`: none. */
const chosenColumns = z.record(z.string(), z.string().nullable()).default({})

/** Texts for other programs: tables and copies of pictures, and tables that come back. */
export const exportsContract = {
  /**
   * The first rows of a table, and how many the view has. `counts`: of the view’s cells. `result`: rows that come out; `withoutKey`: rows that have a text
   * but not what their program finds them by.
   */
  preview: call.input(scope.extend({ layout: outLayout, limit: z.number().int().min(1).max(50) })).output(
    z.object({
      total: z.number().int(),
      counts: sheetCounts,
      headers: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      result: z.object({ rows: z.int(), withoutKey: z.int() }),
    }),
  ),
  /** Asks the person for a place in a dialog of the host; `null`: it was closed. */
  choose: call
    .input(z.object({ kind: z.enum(['file', 'folder']), name: z.string().max(200) }))
    .output(z.object({ target: z.string(), place: z.string() }).nullable()),
  /** Writes a table whole, or leaves the earlier file. A window names only what was chosen. */
  write: withPaths('chosen')
    .input(scope.extend({ layout: outLayout, to: outTarget }))
    .output(outWritten),
  /** Writes copies of the pictures with their texts. `replaces`: files of the same names. */
  pictures: withPaths('chosen')
    .input(scope.extend({ fields: z.partialRecord(pictureField, z.string()), to: outTarget, replaces: z.boolean().default(false) }))
    .output(pictureCopies),
  /** Of the copies that are being written; `null`: none are. */
  progress: call.output(z.object({ done: z.number().int(), total: z.number().int() }).nullable()),
  stop: call,
  /** Compares an exported table with what Packshot has; nothing changes. `content`: the file in base64. */
  open: call.input(z.object({ name: z.string(), content: z.string() })).output(comparedTable),
  /** The same for a file by its path, for the command. */
  openFile: withPaths('command')
    .input(z.object({ path: z.string(), columns: chosenColumns }))
    .output(comparedTable),
  columns: call.input(z.object({ id: z.string(), columns: chosenColumns })).output(comparedTable),
  differences: call
    .input(z.object({ id: z.string(), kind: differenceKind, offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }))
    .output(z.object({ total: z.number().int(), rows: z.array(difference) })),
  /** Applies an opened table as one change of the sheet. `cells`: where a person chose otherwise. */
  apply: changing('answers', 'library')
    .input(
      z.object({
        id: z.string(),
        conflicts: outChoice,
        rewritten: outChoice,
        cells: z.array(z.object({ imageId: z.string(), question: z.string(), use: outChoice })).default([]),
      }),
    )
    .output(z.object({ changed: z.number().int(), kept: z.array(keptCell), left: z.number().int() })),
  close: call.input(z.object({ id: z.string() })),
}
