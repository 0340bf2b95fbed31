import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { call, subjects } from '../base/call.ts'
import { queueStatus } from '../queue/jobs.ts'

/** Changes since the last event; at most ten a second. A window then reads its content again. */
export const coreEvent = z.object({
  changed: z.array(z.enum(subjects)),
  queue: queueStatus,
  /** Running uploads: image id → sent share, 0–1. */
  uploading: z.record(z.string(), z.number()),
  /** The running intake, or `null`. */
  intake: z.object({ found: z.number().int(), done: z.number().int() }).nullable(),
  /** Pictures of the library that are not decoded yet. Their uploads and questions wait. */
  checking: z.number().int(),
  /** How many files of finished intakes were already in the library, since this core started. */
  alreadyThere: z.number().int(),
})
export type CoreEvent = z.infer<typeof coreEvent>

/** What happens, as it happens. */
export const eventsContract = {
  /** Never ends by itself. The first event comes at once and names every part. */
  subscribe: call.output(eventIterator(coreEvent)),
}
