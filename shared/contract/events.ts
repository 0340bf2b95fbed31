import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { call, subjects } from '../call.ts'
import { queueStatus } from '../jobs.ts'

/** Something changed since the last event; at most ten a second. A window reads again what it shows. */
export const coreEvent = z.object({
  changed: z.array(z.enum(subjects)),
  queue: queueStatus,
  /** Uploads under way: image id → sent part, 0–1. */
  uploading: z.record(z.string(), z.number()),
  /** An intake that is under way, or `null`. */
  intake: z.object({ found: z.number().int(), done: z.number().int() }).nullable(),
  /** Files of ended intakes that were in the library already, since this core began. */
  alreadyThere: z.number().int(),
})
export type CoreEvent = z.infer<typeof coreEvent>

/** What happens, as it happens. */
export const eventsContract = {
  /** Never ends by itself; the first event comes at once and names everything. */
  subscribe: call.output(eventIterator(coreEvent)),
}
