import { z } from 'zod'
import { errorRecord } from '../base/error-record.ts'
import { publishing } from '../workspaces/publishing-settings.ts'

/** The result of sending a tiny picture as `data:`: the specification doesn't say whether a workspace accepts that. */
export const dataTrial = z.object({
  works: z.boolean(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Its answer about the tiny picture, or why it refused. Words: publishing-words.ts. */
  end: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('answered'), said: z.string() }),
    z.object({ kind: z.literal('refused'), because: errorRecord }),
  ]),
})
export type DataTrial = z.infer<typeof dataTrial>

/** How the active connection's pictures get an address, as a window may see it: no keys. */
export const publishingView = z.object({
  publishing,
  /** True if the bucket's keys are known; they never come back. */
  hasKeys: z.boolean(),
  /** Where they are stored; `memory`: for this run only. */
  storage: z.enum(['keychain', 'memory']),
  /** `null`: never tried. */
  data: dataTrial.nullable(),
  /** Objects in buckets that are no longer needed and could not be removed yet, with the reason. */
  left: z.object({ objects: z.number().int(), reason: errorRecord.nullable() }),
})
export type PublishingView = z.infer<typeof publishingView>

/** Something to know although a bucket works. */
export const bucketNote = z.enum(['bucket-is-here'])
export type BucketNote = z.infer<typeof bucketNote>

/** The result of a bucket test: an object was put, fetched by its presigned address and removed. Failures are AppErrors. */
export const bucketTest = z.object({
  /** Total duration in milliseconds. */
  tookMs: z.number(),
  notes: z.array(bucketNote),
})
export type BucketTest = z.infer<typeof bucketTest>
