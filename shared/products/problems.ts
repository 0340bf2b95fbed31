import { z } from 'zod'
import { errorRecord } from '../base/error-record.ts'
import { parkChoice } from '../queue/job-states.ts'
import { operationName } from '../queue/operations.ts'

/** What a person can do about all jobs with one problem, where its jobs need no answer of their own. */
export const jobRemedy = z.enum([
  /** As for each of them (`ParkChoice`). */
  ...parkChoice.exclude(['exists']).options,
  /** Attachments to products that the workspace doesn't have: the products are created there. */
  'as-new',
  /** To the id that the product list has for another product with the same SKU. */
  'by-sku',
  /** They are cancelled. */
  'leave',
])
export type JobRemedy = z.infer<typeof jobRemedy>

/** Remedies that can be undone for what was not sent since, until Packshot ends. */
export const canUndoRemedy = (remedy: JobRemedy): boolean => remedy === 'as-new' || remedy === 'by-sku' || remedy === 'leave'

/** Parked jobs with the same operation and cause. */
export const jobProblem = z.object({
  /** The same for the same problem; letters, digits, hyphens and dots. */
  key: z.string(),
  operation: operationName,
  /** Of the newest job. `isEach`: word for word, for all of them. */
  reason: errorRecord,
  isEach: z.boolean(),
  jobs: z.number().int(),
  /** Actions that the jobs belong to. */
  actions: z.number().int(),
  /** Products that they are about; 0: they are about pictures. */
  products: z.number().int(),
  /** Some of these, by name or id. */
  examples: z.array(z.string()),
  /** For how many of the jobs. */
  remedies: z.array(z.object({ remedy: jobRemedy, jobs: z.number().int() })),
})
export type JobProblem = z.infer<typeof jobProblem>
