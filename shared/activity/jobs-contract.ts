import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { longestText } from '../products/product-texts.ts'
import { jobState, parkChoice } from '../queue/job-states.ts'
import { job, jobRow } from '../queue/jobs.ts'
import { currentStatement, operationName } from '../queue/operations.ts'

/** Jobs, one by one. */
export const jobsContract = {
  list: call
    .input(z.object({ state: jobState.optional(), operation: operationName.optional(), action: z.number().int().optional() }))
    .output(z.array(job)),
  /** One page of jobs with the names of their pictures and products: parked, running, waiting, then the rest, newest change first. */
  page: call
    .input(
      z.object({
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
        /** Empty: every state. */
        states: z.array(jobState),
        operation: operationName.nullable().default(null),
        /** Only those of one action (activity/actions-contract.ts). */
        action: z.number().int().nullable().default(null),
        /** Only parked ones with this problem (products/problems-contract.ts), of all operations and states. */
        problem: z.string().nullable().default(null),
      }),
    )
    .output(z.object({ total: z.number().int(), rows: z.array(jobRow) })),
  /** One job, whatever its state; `null`: there is none with this id. */
  find: call.input(z.object({ jobId: z.string() })).output(jobRow.nullable()),
  /** What waits, runs or needs a person about a product: its creation, then what changes its lists, the oldest first; at most 200. */
  ofProduct: call.input(z.object({ productRef: z.string() })).output(z.array(jobRow)),
  retry: changing('jobs', 'library', 'products', 'sources', 'content')
    .meta({ ends: ['not-allowed'] })
    .input(
      z.object({
        /** Empty: all that can be retried without a choice. */
        jobIds: z.array(z.string()),
        /** Without ids: only those of this action. */
        action: z.number().int().optional(),
        choice: parkChoice,
        /** With `exists`: for a creation, the existing product's id; for an attach to a wrong product, the right one. */
        productId: z.string().optional(),
        /** The current list; with `exists` on a creation, the lists that wait for it. */
        current: currentStatement.optional(),
        /** For the named jobs that set a text: what its attribute holds now; `''`: it is empty. */
        currentText: z.string().max(longestText).optional(),
      }),
    )
    /** `left`: how many stay parked, each for a choice of its own. */
    .output(z.object({ retried: z.number().int(), left: z.number().int() })),
  cancel: changing('jobs', 'library', 'answers', 'products', 'sources', 'content')
    .input(
      z.object({
        jobIds: z.array(z.string()).min(1),
        /** The outcome of an attach that got no answer. Absent: unknown, so a person is asked about the list before it is replaced again. */
        attached: z.boolean().optional(),
      }),
    )
    .output(z.object({ cancelled: z.number().int() })),
  /** Cancels all waiting jobs of the active workspace, or those of one operation. */
  cancelWaiting: changing('jobs', 'library', 'answers', 'products', 'sources', 'content')
    .input(z.object({ operation: operationName.optional() }))
    .output(z.object({ cancelled: z.number().int() })),
}
