import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { errorRecord } from '../base/error-record.ts'
import { idList } from '../base/id-list.ts'
import { jobState } from '../queue/job-states.ts'

/** A brand voice of the workspace ("tone" in the service's own words). */
export const voice = z.object({ id: z.string(), name: z.string(), /** How it sounds, if the service says. */ description: z.string() })
export type Voice = z.infer<typeof voice>

export const templateInput = z.object({ name: z.string(), label: z.string(), type: z.string(), isRequired: z.boolean() })
export const template = z.object({ id: z.string(), name: z.string(), description: z.string(), inputs: z.array(templateInput) })
export type Template = z.infer<typeof template>

/** The list as last read. `fetchedAt`: when, in milliseconds since 1970; `null`: never. */
const listFacts = { total: z.number().int(), fetchedAt: z.number().nullable() }
const refreshed = z.object(listFacts)

/** A text in a brand voice, with the answer it was written from. */
export const writtenText = z.object({
  /** Of the answer. */
  answerJobId: z.string(),
  /** The job that wrote it. */
  jobId: z.string(),
  /** The service's own id of the text, if it gave one. */
  textId: z.string().nullable(),
  text: z.string(),
  voiceId: z.string(),
  voiceName: z.string(),
  instruction: z.string().nullable(),
  /** Milliseconds since 1970. */
  writtenAt: z.number(),
  /** The answer has changed since this was written from it. */
  isOutdated: z.boolean(),
})
export type WrittenText = z.infer<typeof writtenText>

/** A text in progress, or one that could not be written. */
export const pendingText = z.object({
  jobId: z.string(),
  voiceName: z.string(),
  instruction: z.string().nullable(),
  state: jobState.extract(['waiting', 'running', 'parked']),
  /** Why it is parked, or why the last attempt failed. */
  reason: errorRecord.nullable(),
})
export type PendingText = z.infer<typeof pendingText>

/** The texts of one answer; both lists newest first. */
export const writing = z.object({ answerJobId: z.string(), texts: z.array(writtenText), pending: z.array(pendingText) })
export type Writing = z.infer<typeof writing>

/** Longest instruction that a person can add, in characters. */
export const maxInstructionLength = 1_000

/** Brand voices, templates, and texts written with a voice. Lists of the active workspace, stored here and readable offline. */
export const brandVoicesContract = {
  voices: {
    page: call
      .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500), text: z.string().default('') }))
      .output(z.object({ ...listFacts, rows: z.array(voice) })),
    /** Reads all of them from the workspace again. If that fails, the previous list stays. */
    refresh: changing('content').output(refreshed),
  },
  templates: {
    list: call.output(z.object({ ...listFacts, rows: z.array(template) })),
    refresh: changing('content').output(refreshed),
  },
  texts: {
    /** One for each answer, in the requested order. */
    of: call.input(z.object({ answerJobIds: z.array(z.string()).max(500) })).output(z.array(writing)),
  },
  /**
   * Queues the writing of texts, one job per answer. `voice`: an id or a name. `all`: the newest answer to each question about each
   * picture. Without `again`, it skips answers whose text in this voice with this instruction is written or queued. Errors:
   * `no-connection`, `unknown-id`, `usage`, `not-allowed`.
   */
  write: changing('jobs', 'content')
    .input(
      z.object({
        answers: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('all') }),
          z.object({ kind: z.literal('some'), jobIds: idList.min(1) }),
        ]),
        voice: z.string().min(1),
        instruction: z.string().nullable().default(null),
        again: z.boolean().default(false),
      }),
    )
    .output(
      z.object({
        queued: z.number().int(),
        /** Skipped: already written or queued. */
        before: z.number().int(),
        /** Skipped: the service could not tell, so there is nothing to rewrite. */
        withoutAnswer: z.number().int(),
        voice: voice.pick({ id: true, name: true }),
      }),
    ),
}
