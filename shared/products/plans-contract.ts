import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { nothingStated, planPreview, planProduct, planStatements, planSummary, planValidity, unfinishedPlan } from './plans.ts'
import { defaultAttribute } from './products.ts'

const page = { offset: z.number().int().min(0), limit: z.number().int().min(0).max(500) }
const validForMs = z.number().int().min(planValidity.shortestMs).max(planValidity.longestMs)
const attribute = z.string().default(defaultAttribute)
const planId = z.string()

/**
 * Attaching all matched pictures of the active workspace in one step: a plan, confirmed once, with a time until which its answers count. It
 * stays with its workspace, whichever is used later.
 */
export const plansContract = {
  /** What a plan would do, with these answers; nothing is changed. */
  preview: call.input(z.object({ ...page, now: planStatements.default(nothingStated), attribute })).output(planPreview),
  /**
   * Confirms the plan that was shown. Resolves when it is on disk; its products are queued one after the other from then on, after a restart, too.
   * What the person states with it counts for `validForMs`, instead of the connection's limit. Errors: `usage` (`plan-changed`, `plan-unanswered`,
   * `plan-empty`).
   */
  start: changing('jobs', 'library', 'products')
    .input(z.object({ mark: z.string(), now: planStatements, validForMs, attribute }))
    .output(z.object({ planId })),
  /** Resolves once what was asked for is queued, apart from what waits for a running job. */
  settled: call.input(z.object({ planId })).output(planSummary),
  /** One page of a plan's products, problems first. */
  page: call
    .input(z.object({ planId, ...page }))
    .output(z.object({ plan: planSummary, total: z.number().int(), rows: z.array(planProduct) })),
  /** One page of the plans of the active workspace, the newest first. */
  list: call.input(z.object(page)).output(z.object({ total: z.number().int(), rows: z.array(planSummary) })),
  /** The plans of the active workspace that have products which no job shows, the newest first, at most 100. */
  unfinished: call.output(z.array(unfinishedPlan)),
  /** Cancels what waits or needs a person, and what is not queued yet. What may have been done stays for a person to settle. */
  cancel: changing('jobs', 'library', 'products').input(z.object({ planId })).output(planSummary),
  /** Queues what was cancelled or failed again, and retries what needs no choice. `counts.attention` still needs a person. */
  resume: changing('jobs', 'library', 'products').input(z.object({ planId })).output(planSummary),
  /**
   * Takes out of each list what the plan put there; pictures added since stay. Created products stay, without these pictures. Products that are not done
   * are cancelled. Error: `usage` (`list-only-grows`).
   */
  restore: changing('jobs', 'library', 'products').input(z.object({ planId })).output(planSummary),
}
