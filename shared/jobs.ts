import { z } from 'zod'
import { type ErrorCode, errorKinds } from './errors.ts'
import { operationName } from './operations.ts'

const errorCode = z.enum(Object.keys(errorKinds) as [ErrorCode, ...ErrorCode[]])

/** An error as it is stored with a job (shared/errors.ts, ErrorRecord). */
export const errorRecord = z.object({
  code: errorCode,
  message: z.string(),
  action: z.string(),
  status: z.number().optional(),
  retryAfterMs: z.number().optional(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()).readonly()])).optional(),
})

/**
 * What a person can choose for a parked job. `retry`: try it again as it is. `exists`: the product is there already, here is its id.
 * `again`: do it once more, knowing that it may be there twice. `ready`: attach the pictures that are uploaded. `wait`: for the others.
 * `replace`: upload the pictures again whose sources are gone from the workspace, and put the new ones in their place. `leave-out`: attach
 * the rest without them.
 */
export const parkChoice = z.enum(['retry', 'exists', 'again', 'ready', 'wait', 'replace', 'leave-out'])
export type ParkChoice = z.infer<typeof parkChoice>

/** All times in milliseconds since 1970. */
export const jobStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting'), notBefore: z.number(), because: errorRecord.nullable() }),
  z.object({ state: z.literal('running'), startedAt: z.number() }),
  z.object({ state: z.literal('done'), endedAt: z.number() }),
  z.object({ state: z.literal('parked'), at: z.number(), reason: errorRecord, choices: z.array(parkChoice) }),
  z.object({ state: z.literal('cancelled'), at: z.number() }),
])
export type JobStatus = z.infer<typeof jobStatus>
export const jobState = z.enum(['waiting', 'running', 'done', 'parked', 'cancelled'])
export type JobState = z.infer<typeof jobState>

/** Ids that Packshot knew of, or sent, and that the person says are not in the list any more. */
const removedInWorkspace = z.array(z.string().min(1)).optional()

/**
 * What a person says the product's list holds now, because the service cannot be asked. A statement that leaves out an id we know of is
 * refused (`current-contradicts`) until it names that id, in `ids` (keep it) or in `removed`.
 */
export const currentStatement = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nothing'), removed: removedInWorkspace }),
  z.object({ kind: z.literal('ids'), ids: z.array(z.string().min(1)), removed: removedInWorkspace }),
  z.object({ kind: z.literal('as-known') }),
  z.object({ kind: z.literal('appends') }),
])
export type CurrentStatement = z.infer<typeof currentStatement>

/** Sources other than files (service interface, "Source creation form"). */
export const otherSourceKind = z.enum(['text', 'url', 'knowledge'])
export type OtherSourceKind = z.infer<typeof otherSourceKind>

export const uploadSourceWork = z.object({ operation: z.literal('upload-source'), imageId: z.string() })

/** Another source than a file: its value has a table of its own (core/sources/other-source-store.ts). `title`: what to call it. */
export const createSourceWork = z.object({
  operation: z.literal('create-source'),
  ref: z.string(),
  kind: otherSourceKind,
  title: z.string(),
})

export const analyseImageWork = z.object({ operation: z.literal('analyse-image'), imageId: z.string(), question: z.string() })

export const createProductWork = z.object({
  operation: z.literal('create-product'),
  productRef: z.string(),
  name: z.string(),
  /** The person wants another one although there is one of that name. */
  again: z.boolean().optional(),
})

export const writeTextWork = z.object({
  operation: z.literal('write-text'),
  imageId: z.string(),
  /** The job whose answer is rewritten. */
  answerJobId: z.string(),
  voiceId: z.string(),
  voiceName: z.string(),
  /** What the person asks for besides the voice. */
  instruction: z.string().nullable(),
})

export const attachSourcesWork = z.object({
  operation: z.literal('attach-sources'),
  productRef: z.string(),
  attribute: z.string(),
  imageIds: z.array(z.string()),
  /** As the person said it when they asked; what counts is the facts about the list. `appends` is about this job alone. */
  current: currentStatement.nullable(),
  /** When it was asked for, in the order of the facts about lists: what a person took off later stays off. */
  asked: z.number(),
  /** Attach what is uploaded, leaving out the pictures whose upload is parked. */
  onlyReady: z.boolean(),
  /** A person chose to wait for the parked uploads. */
  waits: z.boolean(),
  /**
   * Absent or `null`: the pictures are added. Else the whole list that is wanted, in order; then `imageIds` are those of ours in it, and
   * those taken off.
   */
  replaceWith: z.array(z.string()).nullable().optional(),
  /** With `replaceWith`: the list that the person saw. What was attached since then stays, at the end. */
  replaceSeen: z.array(z.string()).optional(),
  /** Sources that the workspace no longer has, and what a person chose: the picture's new source takes their place, or they are left out. */
  gone: z.array(z.object({ sourceId: z.string(), imageId: z.string().nullable() })).optional(),
})

/** What a job is to do; a union on `operation`. */
export const jobWork = z.discriminatedUnion('operation', [
  uploadSourceWork,
  createSourceWork,
  analyseImageWork,
  createProductWork,
  writeTextWork,
  attachSourcesWork,
])
export type JobWork = z.infer<typeof jobWork>

export const job = z.object({
  id: z.string(),
  connectionId: z.string().nullable(),
  work: jobWork,
  status: jobStatus,
  attempts: z.number().int(),
  /** 5xx answers that count against this job (work/queue/README.md, 3); eight park it. */
  countedFailures: z.number().int(),
  /** Start of the first attempt that failed, since the last success or retry by a person. */
  firstFailureAt: z.number().nullable(),
  /** Attempts that may have reached the service without a complete answer. */
  uncertainAttempts: z.number().int(),
  /** Jobs that must be done before this one starts. */
  blockedBy: z.number().int(),
  /** Something to know about the outcome, e.g. that a spare source may exist. */
  note: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
})
export type Job = z.infer<typeof job>

/** A job with the names of what it works on, for showing. */
export const jobRow = job.extend({
  imageId: z.string().nullable(),
  imageName: z.string().nullable(),
  productName: z.string().nullable(),
  /** Since when its request waits for an answer, though the service can be reached; milliseconds since 1970. */
  silentSince: z.number().nullable(),
})
export type JobRow = z.infer<typeof jobRow>

/** Something that may have been done twice in the workspace, said of the job. `seq`: asked for again, only what came later is told. */
export const repeat = z.object({
  seq: z.number().int(),
  jobId: z.string(),
  operation: operationName,
  /** Of the picture or product. */
  name: z.string().nullable(),
  note: z.string(),
})
export type Repeat = z.infer<typeof repeat>

/** Why the queue, or one operation in it, waits. `until`: when it is tried next by itself. */
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
