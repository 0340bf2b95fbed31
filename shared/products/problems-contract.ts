import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { jobProblem, jobRemedy } from './problems.ts'

/** Only the jobs of this action; `null`: of all. */
const action = z.number().int().nullable().default(null)

/** What several parked jobs have in common: one problem, one remedy for all of them. */
export const problemsContract = {
  /** Problems of two jobs or more, the most frequent first. `across`: only those of several actions. */
  list: call.input(z.object({ action, across: z.boolean().default(false) })).output(z.array(jobProblem)),
  /**
   * Applies a remedy to all jobs with a problem, as far as it fits them. `left`: those that stay as they are. `undo`: what `undo` takes; `null`: it can't be
   * undone. Error: `unknown-id` (no job has this problem any more).
   */
  settle: changing('jobs', 'library', 'answers', 'products', 'sources', 'content')
    .input(z.object({ key: z.string(), action, remedy: jobRemedy }))
    .output(z.object({ settled: z.number().int(), left: z.number().int(), undo: z.string().nullable() })),
  /** Undoes it for the jobs of which nothing was sent since; `left`: the others. Error: `unknown-id` (it is too old). */
  undo: changing('jobs', 'library', 'answers', 'products', 'sources', 'content')
    .input(z.object({ undo: z.string() }))
    .output(z.object({ undone: z.number().int(), left: z.number().int() })),
}
