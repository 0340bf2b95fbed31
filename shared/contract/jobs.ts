import { z } from 'zod'
import { call, changing } from '../call.ts'
import { job, jobRow, jobState, parkChoice } from '../jobs.ts'
import { currentStatement, operationName } from '../operations.ts'

/** Jobs, one by one. */
export const jobsContract = {
  list: call.input(z.object({ state: jobState.optional(), operation: operationName.optional() })).output(z.array(job)),
  /** A window's worth of jobs with the names of what they work on; parked first, then running, waiting and the rest, the newest change first. */
  page: call
    .input(
      z.object({
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
        /** Empty: every state. */
        states: z.array(jobState),
        operation: operationName.nullable().default(null),
      }),
    )
    .output(z.object({ total: z.number().int(), rows: z.array(jobRow) })),
  retry: changing('jobs', 'library', 'products', 'sources', 'content')
    .meta({ ends: ['not-allowed'] })
    .input(
      z.object({
        jobIds: z.array(z.string()),
        choice: parkChoice,
        /** With `exists`: the id of the product that is there, for a creation; the right product, for an attach to a wrong one. */
        productId: z.string().optional(),
        /** What the list holds now; with `exists` on a creation, the lists that wait for it. */
        current: currentStatement.optional(),
      }),
    )
    .output(z.object({ retried: z.number().int(), left: z.array(job) })),
  cancel: changing('jobs', 'library', 'answers', 'products', 'sources', 'content')
    .input(
      z.object({
        jobIds: z.array(z.string()).min(1),
        /** What became of an attach that got no answer. Absent: unknown, so its list is asked about before it is replaced again. */
        attached: z.boolean().optional(),
      }),
    )
    .output(z.object({ cancelled: z.number().int() })),
  /** All that wait in the active workspace; those of one operation where it is named. */
  cancelWaiting: changing('jobs', 'library', 'answers', 'products', 'sources', 'content')
    .input(z.object({ operation: operationName.optional() }))
    .output(z.object({ cancelled: z.number().int() })),
}
