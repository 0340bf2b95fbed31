import { z } from 'zod'
import { errorRecord } from '../base/error-record.ts'
import { jobRow } from '../queue/jobs.ts'
import { matchedProduct } from './matching.ts'
import { planSource } from './plan-sources.ts'

const hourMs = 60 * 60 * 1000

/** How long the answers of a plan count after it was confirmed, and its products may be queued, in milliseconds. */
export const planValidity = { shortestMs: hourMs, longestMs: 7 * 24 * hourMs, usualMs: 3 * 24 * hourMs } as const

/** One answer for all products whose list is known in the same way. `skip`: leave them out. `null`: not answered yet. */
export const planStatements = z.object({
  /** `nothing`: they show no pictures. */
  unknown: z.enum(['nothing', 'skip']).nullable().default(null),
  /** `use`: the imported list is right. */
  list: z.enum(['use', 'skip']).nullable().default(null),
  /** `as-known`: our record is still right. */
  old: z.enum(['as-known', 'skip']).nullable().default(null),
  doubted: z.enum(['as-known', 'skip']).nullable().default(null),
})
export type PlanStatements = z.infer<typeof planStatements>

export const nothingStated: PlanStatements = { unknown: null, list: null, old: null, doubted: null }

/** What a plan would do for one product. */
export const plannedProduct = z.object({
  product: matchedProduct,
  /** Matched to it. */
  pictures: z.number().int(),
  /** Those that are neither there nor queued for it. */
  added: z.number().int(),
  /** Those of them that an earlier plan put into another product, or is about to: they stay there. */
  elsewhere: z.number().int(),
  /** `count`: pictures in its list; `null`: unknown. `ageMs`: of that knowledge; `null`: it has no age, or an unknown one. */
  now: z.object({ source: planSource, count: z.number().int().nullable(), ageMs: z.number().nullable() }),
  /** Pictures in its list afterwards; `null`: unknown. */
  after: z.number().int().nullable(),
  /** The workspace has no such product that we know of: the plan creates it under `name`. */
  isCreated: z.boolean(),
  /** What it is called: in the list, else by its SKU, its id or its folder. */
  name: z.string(),
  /** The answer for its kind is to leave it out. */
  isSkipped: z.boolean(),
  /** Why it is not attached as it stands: an answer is missing, or it can't be. */
  problem: errorRecord.nullable(),
})
export type PlannedProduct = z.infer<typeof plannedProduct>

export const planPreview = z.object({
  /** All with matches. */
  products: z.number().int(),
  pictures: z.number().int(),
  /** Pictures that are neither there nor queued in one of their products, whatever is answered. */
  toAttach: z.number().int(),
  /** Those that the plan would change, and the pictures that it would add. */
  changed: z.number().int(),
  added: z.number().int(),
  /** Pictures among them that are matched to several products. Each is uploaded once. */
  inSeveral: z.number().int(),
  /** Pictures among them that stay in another product, too, where an earlier plan put them. */
  elsewhere: z.number().int(),
  /** New products among them. */
  created: z.number().int(),
  /** Products that get pictures, by how their list is known. */
  sources: z.record(planSource, z.number().int()),
  skipped: z.number().int(),
  /** Products without an answer for their kind. */
  unanswered: z.number().int(),
  /** Products that no answer for their kind helps. Started like this, the plan lists them as failed. */
  blocked: z.number().int(),
  /** One page of all: problems first, then in the imported list's order. */
  total: z.number().int(),
  rows: z.array(plannedProduct),
  /** Stands for what is shown; another value once anything of it has changed, apart from the answers. */
  mark: z.string(),
})
export type PlanPreview = z.infer<typeof planPreview>

/**
 * A product of a plan. `queueing`: confirmed, its jobs come next · `waiting`, `running`, `done` · `attention`: its job needs a person ·
 * `failed`: it could not be queued · `cancelled` · `restoring`, `restored`: its previous list is put back.
 */
export const planProductState = z.enum([
  'failed',
  'attention',
  'queueing',
  'running',
  'waiting',
  'restoring',
  'done',
  'cancelled',
  'restored',
])
export type PlanProductState = z.infer<typeof planProductState>

export const planProduct = z.object({
  product: matchedProduct,
  name: z.string(),
  pictures: z.number().int(),
  isCreated: z.boolean(),
  state: planProductState,
  /** Our record of it; `null`: not queued yet. */
  productRef: z.string().nullable(),
  /** The job that decides about it: the one that needs a person, if there is one. `null`: none. */
  job: jobRow.nullable(),
  /** Why it was not queued, or its list not restored, or why the job needs a person. */
  problem: errorRecord.nullable(),
})
export type PlanProduct = z.infer<typeof planProduct>

/** A plan with products that are not queued yet (`ahead`), or that could not be queued or restored (`failed`). */
export const unfinishedPlan = z.object({ planId: z.string(), ahead: z.number().int(), failed: z.number().int() })
export type UnfinishedPlan = z.infer<typeof unfinishedPlan>

export const planSummary = z.object({
  planId: z.string(),
  /** Milliseconds since 1970. */
  confirmedAt: z.number(),
  /** How much of its time is left, whatever the clock says; 0: it is over. */
  leftMs: z.number(),
  attribute: z.string(),
  /** What is under way: its products are queued, cancelled or restored one after the other; `null`: nothing more is to be queued. */
  doing: z.enum(['attach', 'cancel', 'resume', 'restore']).nullable(),
  products: z.number().int(),
  pictures: z.number().int(),
  counts: z.record(planProductState, z.number().int()),
})
export type PlanSummary = z.infer<typeof planSummary>
