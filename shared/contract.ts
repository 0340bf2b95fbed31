import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { call, changing, subjects } from './call.ts'
import { connectionContract } from './connection-contract.ts'
import { contentContract } from './content-contract.ts'
import { errorRecord } from './error-record.ts'
import { image, refusal } from './images.ts'
import { job, jobRow, jobState, parkChoice, queueStatus, repeat } from './jobs.ts'
import { libraryFilter, libraryRow, librarySort, pictureDetails } from './library.ts'
import { currentStatement, operationName } from './operations.ts'
import { defaultAttribute, product, unsettledList } from './products.ts'
import { bucketTest, dataTrial, noAddressReason, publishingView } from './publishing.ts'
import { bucketKeys, bucketSettings, publishing } from './publishing-settings.ts'
import { answer } from './questions.ts'
import { recoveryNotice } from './recovery.ts'
import { sessionContract } from './session-contract.ts'
import { settings, settingsChange, storageUse } from './settings.ts'
import { sourcesContract } from './sources-contract.ts'
import { visionContract } from './vision.ts'

const chosenImages = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  /** Ids, unambiguous beginnings of ids, or file names. */
  z.object({ kind: z.literal('some'), images: z.array(z.string()).min(1) }),
])
export type ChosenImages = z.infer<typeof chosenImages>

/** Something changed since the last event; at most ten a second. A window reads again what it shows. */
export const coreEvent = z.object({
  changed: z.array(z.enum(subjects)),
  queue: queueStatus,
  /** Uploads under way: image id → sent part, 0–1. */
  uploading: z.record(z.string(), z.number()),
  /** An intake that is under way, or `null`. */
  intake: z.object({ found: z.number().int(), done: z.number().int() }).nullable(),
  /** Files of ended intakes that were in the library already, since this core began. */
  alreadyThere: z.number().int(),
})
export type CoreEvent = z.infer<typeof coreEvent>

/**
 * THE table of what a window or the command can ask of the core. A capability is a line here with what it changes, its handler in
 * core/handlers and its caller. Errors are AppErrors (shared/errors.ts).
 */
export const contract = {
  events: {
    /** Never ends by itself; the first event comes at once and names everything. */
    subscribe: call.output(eventIterator(coreEvent)),
  },
  library: {
    /** A window's worth of rows; `total` counts all that match. */
    page: call
      .input(
        z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500), sort: librarySort, filter: libraryFilter }),
      )
      .output(z.object({ total: z.number().int(), rows: z.array(libraryRow) })),
    /** The ids of all that match, in order: for selecting a range or everything. */
    ids: call.input(z.object({ sort: librarySort, filter: libraryFilter })).output(z.array(z.string())),
    details: call.input(z.object({ imageId: z.string() })).output(pictureDetails),
    /** Takes pictures out of the library; their sources stay in the workspace. Undone by `restore` until the app ends. */
    remove: changing('library', 'jobs', 'answers', 'products', 'content')
      .input(z.object({ imageIds: z.array(z.string()).min(1) }))
      .output(z.object({ removed: z.number().int() })),
    restore: changing('library', 'jobs', 'answers', 'products', 'content')
      .input(z.object({ imageIds: z.array(z.string()).min(1) }))
      .output(z.object({ restored: z.number().int() })),
  },
  settings: {
    get: call.output(settings),
    set: changing('session').input(settingsChange).output(settings),
    storage: call.output(storageUse),
    /** Deletes the staged originals of pictures whose work is all done; thumbnails and answers stay. */
    freeOriginals: changing('library').output(z.object({ freedBytes: z.number(), pictures: z.number().int() })),
    /** The installed app; `null` where Packshot runs otherwise. */
    about: call.output(z.object({ version: z.string(), updates: z.string() }).nullable()),
    /** Facts for a report, without secrets. */
    diagnostics: call.output(z.string()),
  },
  session: sessionContract,
  sources: sourcesContract,
  connections: connectionContract,
  vision: visionContract,
  publishing: {
    get: call.output(publishingView),
    /** Changes how pictures get an address; `keys` go to the keychain. Questions that were set aside for want of an address go on. */
    set: changing('session', 'jobs', 'library')
      .meta({ ends: ['not-allowed', 'failing'] })
      .input(z.object({ publishing, keys: bucketKeys.optional() }))
      .output(publishingView),
    /** Puts a tiny picture into a bucket, fetches it by its presigned address and removes it; without `keys`, with the kept ones. */
    test: call.input(z.object({ bucket: bucketSettings, keys: bucketKeys.optional() })).output(bucketTest),
    /** Asks the service about a tiny picture sent as `data:`, remembers the outcome and, if it works, uses `data:` from now on. */
    tryData: changing('session', 'jobs', 'library').output(dataTrial),
  },
  intake: {
    add: call
      .input(z.object({ named: z.array(z.string()).min(1), recursive: z.boolean(), upload: z.boolean() }))
      .output(z.object({ added: z.array(image), known: z.array(image), refused: z.array(refusal) })),
  },
  images: {
    list: call.output(
      z.array(
        image.extend({
          sourceId: z.string().nullable(),
          upload: jobState.nullable(),
          questions: z.number().int(),
          answers: z.number().int(),
        }),
      ),
    ),
    refused: call.output(z.array(refusal)),
    /** A window's worth of what was refused, the newest first; `news`: how many of all came after `since` (milliseconds since 1970). */
    refusedPage: call
      .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500), since: z.number() }))
      .output(z.object({ total: z.number().int(), news: z.number().int(), rows: z.array(refusal) })),
    /** Adds the sample pictures; those that are there already are not added twice. */
    addSamples: call.output(z.object({ added: z.number().int() })),
  },
  questions: {
    ask: changing('jobs', 'library', 'answers')
      .input(z.object({ images: chosenImages, questions: z.array(z.string()).min(1), again: z.boolean() }))
      .output(
        z.object({
          asked: z.number().int(),
          askedBefore: z.number().int(),
          pictures: z.number().int(),
          /** Pictures that the workspace can't fetch: their questions are kept, and wait for a way to publish them. */
          withoutAddress: z.number().int(),
          /** Why those have none; `null` where all have one. */
          why: noAddressReason.nullable(),
        }),
      ),
    /** One a picture and question: the newest, or the one that a person edited. */
    answers: call.output(z.array(answer)),
    /** A window's worth of these, the newest first; `text` is part of the answer, the question or the file name. */
    page: call
      .input(
        z.object({
          offset: z.number().int().min(0),
          limit: z.number().int().min(1).max(500),
          text: z.string().default(''),
          question: z.string().nullable().default(null),
          kind: z.enum(['answer', 'cannot-tell']).nullable().default(null),
        }),
      )
      .output(z.object({ total: z.number().int(), rows: z.array(answer) })),
    /** What asking would do, without doing it. `withoutAddress`: pictures that have no address the service can fetch. */
    estimate: call.input(z.object({ images: chosenImages, questions: z.array(z.string()) })).output(
      z.object({
        requests: z.number().int(),
        askedBefore: z.number().int(),
        withoutAddress: z.number().int(),
        /** Why those have none; `null` where all have one. */
        why: noAddressReason.nullable(),
      }),
    ),
    /** A person's own words for an answer; asking again never overwrites them. */
    edit: changing('answers', 'library', 'content')
      .input(z.object({ jobId: z.string(), text: z.string() }))
      .output(answer),
  },
  content: contentContract,
  products: {
    attach: changing('jobs', 'library', 'products')
      .input(
        z.object({
          images: chosenImages,
          product: z.discriminatedUnion('kind', [
            z.object({ kind: z.literal('id'), productId: z.string() }),
            z.object({ kind: z.literal('new'), name: z.string() }),
          ]),
          attribute: z.string().default(defaultAttribute),
          current: currentStatement.nullable(),
          again: z.boolean(),
        }),
      )
      .output(
        z.object({
          jobId: z.string().nullable(),
          productRef: z.string(),
          productId: z.string().nullable(),
          pictures: z.number().int(),
          notes: z.array(z.string()),
        }),
      ),
    /**
     * Replaces a product's list: reorder, detach, or restore an earlier one. `sourceIds` is the whole list in order; `current` is needed
     * where our record of the list is older than a day (`current-unknown`).
     */
    replaceList: changing('jobs', 'library', 'products')
      .input(
        z.object({
          productRef: z.string(),
          attribute: z.string(),
          sourceIds: z.array(z.string()),
          current: currentStatement.nullable().default(null),
          /** The list as the person saw it: only what they saw and left out is taken off. Absent: as our record is now. */
          seen: z.array(z.string()).optional(),
        }),
      )
      .output(z.object({ jobId: z.string() })),
    list: call.output(z.array(product)),
    /** A window's worth of the lists that parked jobs of the active workspace wait for a statement about. */
    unsettled: call
      .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }))
      .output(z.object({ total: z.number().int(), rows: z.array(unsettledList) })),
    /** Says what these lists hold now; the jobs that waited for it go on. Each on its own: `refused` names those that were not taken. */
    settle: changing('jobs', 'library', 'products')
      .input(z.object({ lists: z.array(z.object({ productRef: z.string(), attribute: z.string(), current: currentStatement })).min(1) }))
      .output(
        z.object({
          /** Jobs that go on. */
          retried: z.number().int(),
          refused: z.array(z.object({ productRef: z.string(), attribute: z.string(), reason: errorRecord })),
        }),
      ),
  },
  jobs: {
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
  },
  /** What was repaired or restored and nobody has acknowledged yet, the oldest first. */
  recovery: {
    list: call.output(z.array(recoveryNotice)),
    /** A person has read what may be missing. */
    acknowledge: call.output(z.object({ acknowledged: z.number().int() })),
  },
  queue: {
    status: call.output(queueStatus),
    pause: changing('jobs').output(queueStatus),
    resume: changing('jobs').output(queueStatus),
    /** The network is back: what waited for it is tried at once. */
    retryNow: changing('jobs').output(queueStatus),
    /** What may have been done twice, after a sequence number; of the active workspace, or of all. `last`: from where to ask on. */
    repeats: call
      .input(z.object({ after: z.number().int().min(0), limit: z.number().int().min(1).max(1_000).default(500) }))
      .output(z.object({ last: z.number().int(), items: z.array(repeat) })),
  },
}
export type Contract = typeof contract
export type { ConnectionForm, ProxyView, SessionView } from './session-contract.ts'
