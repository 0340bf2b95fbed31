import { z } from 'zod'
import { errorRecord } from '../base/error-record.ts'
import { type ImageFormat, imageFormat } from '../pictures/picture-formats.ts'
import { type PictureReading, pictureReading } from '../pictures/pictures.ts'
import { jobState, parkChoice } from './job-states.ts'
import { type currentStatement, jobWork, operationName } from './operations.ts'

/** All times in milliseconds since 1970. */
export const jobStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting'), notBefore: z.number(), because: errorRecord.nullable() }),
  /**
   * `isCancelled`: a person cancelled it meanwhile, so it is not tried again. `shelvedAt`: what it is about was removed then, so it is shelved unless this
   * attempt is done.
   */
  z.object({
    state: z.literal('running'),
    startedAt: z.number(),
    isCancelled: z.literal(true).optional(),
    shelvedAt: z.number().optional(),
  }),
  z.object({ state: z.literal('done'), endedAt: z.number() }),
  z.object({ state: z.literal('parked'), at: z.number(), reason: errorRecord, choices: z.array(parkChoice) }),
  /**
   * `was`: how it was parked before, so that it is parked again if it is reopened. `isShelved`: it was cancelled because what it is about was removed, and
   * nothing waits for it (core/queue/shelve-jobs.ts).
   */
  z.object({
    state: z.literal('cancelled'),
    at: z.number(),
    was: z.object({ reason: errorRecord, choices: z.array(parkChoice) }).optional(),
    isShelved: z.literal(true).optional(),
  }),
])
export type JobStatus = z.infer<typeof jobStatus>
export type CurrentStatement = z.infer<typeof currentStatement>

/** A job's operation and input; a union on `operation`. */
export type JobWork = z.infer<typeof jobWork>

const pictures = z.number().int()

/** Something to know about a job's outcome. Words: job-notes-words.ts. */
export const jobNote = z.discriminatedUnion('kind', [
  /** It was done after attempts that ended without an answer, so that it may be there twice. */
  z.object({ kind: z.literal('done-after-attempts'), attempts: z.number().int() }),
  /** Several attempts ended without an answer: two of them may have been done. */
  z.object({ kind: z.literal('attempts-without-answer'), attempts: z.number().int() }),
  /** The library was restored, so that this may be done twice. */
  z.object({ kind: z.literal('restored') }),
  // Nothing was sent, as that was so already
  z.object({ kind: z.literal('uploaded-already') }),
  z.object({ kind: z.literal('created-already') }),
  z.object({ kind: z.literal('attached-already') }),
  z.object({ kind: z.literal('list-unchanged') }),
  z.object({ kind: z.literal('text-unchanged') }),
  /** It was to be put back, but another one is there now. */
  z.object({ kind: z.literal('text-changed-since') }),
  /** A newer text was queued for the same attribute. */
  z.object({ kind: z.literal('newer-text') }),
  /** A creation of this name was queued, or done, in the workspace before it was connected again. */
  z.object({ kind: z.literal('used-other-creation'), name: z.string() }),
  /** All its pictures were removed from the library. */
  z.object({ kind: z.literal('pictures-removed') }),
  // Pictures that were left out
  z.object({ kind: z.literal('taken-off-since'), pictures }),
  z.object({ kind: z.literal('not-uploaded'), pictures }),
  /** Earlier files that were to be put back are gone from the workspace. */
  z.object({ kind: z.literal('earlier-file-left'), pictures }),
])
export type JobNote = z.infer<typeof jobNote>

export const job = z.object({
  id: z.string(),
  connectionId: z.string().nullable(),
  work: jobWork,
  status: jobStatus,
  attempts: z.number().int(),
  /** 5xx answers that count against this job (queue/README.md, 3); eight park it. */
  countedFailures: z.number().int(),
  /** Start of the first attempt that failed, since the last success or retry by a person. */
  firstFailureAt: z.number().nullable(),
  /** Attempts that may have reached the service without a complete answer. */
  uncertainAttempts: z.number().int(),
  /** Jobs that must be done before this one starts. */
  blockedBy: z.number().int(),
  notes: z.array(jobNote),
  createdAt: z.number(),
  updatedAt: z.number(),
})
export type Job = z.infer<typeof job>

/** An attachment that adds its pictures: it brings no new list, and no newer files of what is there. */
export const isAddition = ({ replaces, swap }: Extract<JobWork, { readonly operation: 'attach-sources' }>): boolean =>
  replaces == null && swap === undefined

/**
 * True for an attachment that needs attention and whose pictures may go to another product instead. Not while one of its requests may have
 * been done without an answer: those pictures may be there.
 */
export const canChangeProduct = ({ work, status, uncertainAttempts }: Pick<Job, 'work' | 'status' | 'uncertainAttempts'>): boolean => {
  if (work.operation !== 'attach-sources' || work.swap || status.state !== 'parked') return false
  if (status.reason.code === 'not-found') return true
  return work.replaces == null && uncertainAttempts === 0 && status.reason.code !== 'uncertain'
}

/** A picture's own format, and what there is to say of it. */
export interface ConvertedFrom {
  readonly format: ImageFormat
  readonly reading?: PictureReading | undefined
}
const convertedFrom: z.ZodType<ConvertedFrom> = z.object({ format: imageFormat, reading: pictureReading.optional() })

/** A job with the names of its picture or product, for display. */
export const jobRow = job.extend({
  imageId: z.string().nullable(),
  imageName: z.string().nullable(),
  productName: z.string().nullable(),
  /** Of an upload, if its picture is converted. */
  convertedFrom: convertedFrom.nullable(),
  /** When its request was sent, if no answer has come although the service can be reached; milliseconds since 1970. */
  silentSince: z.number().nullable(),
})
export type JobRow = z.infer<typeof jobRow>

/** Something that may have been done twice in the workspace. `seq`: for reading only later ones next time. */
export const repeat = z.object({
  seq: z.number().int(),
  jobId: z.string(),
  operation: operationName,
  /** Of the picture or product. */
  name: z.string().nullable(),
  note: jobNote,
})
export type Repeat = z.infer<typeof repeat>

/** Why the queue, or one operation in it, waits. `until`: the next automatic try. */
export const hold = z.object({
  kind: z.enum([
    'no-connection',
    'signed-out',
    'offline',
    'paused',
    'scope',
    'not-allowed',
    'refused',
    'failing',
    'pacing',
    'limit',
    'disk-full',
    'damaged',
  ]),
  operation: operationName.nullable(),
  until: z.number().nullable(),
  reason: errorRecord.nullable(),
})
export type Hold = z.infer<typeof hold>

export const queueStatus = z.object({
  counts: z.record(jobState, z.number().int()),
  holds: z.array(hold),
})
export type QueueStatus = z.infer<typeof queueStatus>
