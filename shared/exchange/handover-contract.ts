import { z } from 'zod'
import { call, changing, withPaths } from '../base/call.ts'
import { outTarget } from './exports.ts'
import {
  type HandoverDifference,
  type HandoverPreview,
  type HandoverResult,
  type HandoverWritten,
  handoverChoices,
  handoverDifference,
  handoverKind,
  handoverPreview,
  handoverResult,
  handoverWritten,
  type OpenedHandover,
  openedHandover,
} from './handover.ts'

const ofId = z.object({ id: z.string() })
const difference: z.ZodType<HandoverDifference> = handoverDifference
const preview: z.ZodType<HandoverPreview> = handoverPreview
const result: z.ZodType<HandoverResult> = handoverResult
const written: z.ZodType<HandoverWritten> = handoverWritten
const opened: z.ZodType<OpenedHandover> = openedHandover

/** Work handed over to a colleague, or to another computer, as one file. A window sees one opened file at a time. */
export const handoverContract = {
  /** Writes a file whole, or leaves the earlier one. `originals`: with the pictures’ own files. */
  write: withPaths('chosen')
    .input(z.object({ to: outTarget, originals: z.boolean() }))
    .output(written),
  /** Of a file that is being written; `null`: none is. */
  progress: call.output(z.object({ done: z.number().int(), total: z.number().int() }).nullable()),
  /** Stops writing: the earlier file stays. */
  stop: call,
  /** Reads a file and compares it; nothing changes. For the command. */
  open: withPaths('command', 'handover')
    .input(z.object({ path: z.string() }))
    .output(ofId.extend({ preview })),
  /** The file that is open; `null`: none is. */
  view: call.output(opened.nullable()),
  differences: call
    .input(ofId.extend({ kind: handoverKind, offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }))
    .output(z.object({ total: z.number().int(), rows: z.array(difference) })),
  /** Merges the opened file. `otherWorkspace`: also where it was made in another workspace. */
  merge: changing('handover', 'answers', 'library', 'products', 'catalogue', 'questionSets')
    .input(ofId.extend({ choices: handoverChoices, otherWorkspace: z.boolean().default(false) }))
    .output(result),
  close: changing('handover').input(ofId),
}
