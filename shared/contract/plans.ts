import { z } from 'zod'
import { call } from '../call.ts'
import { nothingStated, planPreview, planStatements } from '../plans.ts'
import { defaultAttribute } from '../products.ts'

const page = { offset: z.number().int().min(0), limit: z.number().int().min(0).max(5_000) }

/** Attaching all matched pictures of the active workspace in one step: a plan, confirmed once, with a time until which it may run. */
export const plansContract = {
  /** What a plan would do, with these answers; nothing is changed. */
  preview: call
    .input(z.object({ ...page, now: planStatements.default(nothingStated), attribute: z.string().default(defaultAttribute) }))
    .output(planPreview),
}
