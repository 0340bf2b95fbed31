import { z } from 'zod'
import { seenWorkspace } from '../answers/sheet.ts'
import { call, changing } from '../base/call.ts'
import { plannedText, textSource, textsLeft, textsToSend, unknownText } from './product-texts.ts'

/** Texts for attributes of products, of the active workspace unless another is named. Error of both: `unknown-id` (it was removed). */
export const textsContract = {
  /**
   * What sending these texts would do; nothing is changed. `rows`: those that need a word or can't be sent come first. `bySource`: texts that
   * would be sent, by how it is known what is there. `same`: those that are there already. `empty`: cells without a text (approved, if only those are
   * sent); of these, `onlyOthers`: those that a picture other than the main one has a text for. `differing`: products whose other pictures have other texts.
   */
  preview: call
    .input(
      z.object({ what: textsToSend, workspace: seenWorkspace, offset: z.number().int().min(0), limit: z.number().int().min(0).max(500) }),
    )
    .output(
      z.object({
        total: z.number().int(),
        products: z.number().int(),
        same: z.number().int(),
        blocked: z.number().int(),
        empty: z.number().int(),
        onlyOthers: z.number().int(),
        differing: z.number().int(),
        bySource: z.record(textSource, z.number().int()),
        rows: z.array(plannedText),
      }),
    ),
  /** Names that may be attributes for texts: those that texts were sent to, the newest first, then columns of the product list. */
  attributes: call.input(z.object({ workspace: seenWorkspace })).output(z.array(z.string())),
  /**
   * Sends them; products that don't exist are created first. One that is queued or sent already is left out (`same`), as is one that can't be sent
   * (`blocked`); a waiting text of the same attribute is replaced. Error: `usage`.
   */
  send: changing('jobs', 'products')
    .input(z.object({ what: textsToSend, workspace: seenWorkspace, unknown: unknownText.default('ask') }))
    .output(z.object({ queued: z.number().int(), same: z.number().int(), blocked: z.number().int() })),
  /** Puts back what the texts of these jobs, or of this action (`actions.page`), replaced; what waits is cancelled. */
  restore: changing('jobs', 'products')
    .input(z.union([z.object({ jobIds: z.array(z.string()).min(1) }), z.object({ action: z.number().int() })]))
    .output(z.object({ queued: z.number().int(), cancelled: z.number().int(), left: textsLeft })),
}
