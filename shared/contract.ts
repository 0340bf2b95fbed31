import { oc } from '@orpc/contract'
import { z } from 'zod'
import { image, refusal } from './images.ts'
import { currentStatement, job, jobState, parkChoice, queueStatus } from './jobs.ts'
import { defaultAttribute, product } from './products.ts'
import { answer } from './questions.ts'
import { connection, operationName, publishing, statedRates } from './session.ts'

/**
 * THE table of what a window or the command can ask of the core. A capability is a line here, its handler in the feature's folder and
 * its caller. Errors are AppErrors (shared/errors.ts).
 */
const connectionForm = z.discriminatedUnion('kind', [
  /** The text of a connection file, or a `packshot://connect?…` link. */
  z.object({ kind: z.literal('file'), text: z.string() }),
  z.object({ kind: z.literal('link'), link: z.string() }),
  z.object({ kind: z.literal('sample') }),
  z.object({
    kind: z.literal('oauth'),
    name: z.string().optional(),
    baseUrl: z.string(),
    clientId: z.string(),
    clientSecret: z.string(),
    publishing: publishing.optional(),
    rates: statedRates.optional(),
  }),
  z.object({
    kind: z.literal('api-key'),
    name: z.string().optional(),
    baseUrl: z.string(),
    apiKey: z.string(),
    publishing: publishing.optional(),
    rates: statedRates.optional(),
  }),
])
export type ConnectionForm = z.infer<typeof connectionForm>

export const sessionView = z.object({
  connection: connection.nullable(),
  state: z.enum(['none', 'signed-out', 'signing-in', 'signed-in', 'ended']),
  /** Where tokens are kept; `memory`: for this run only. */
  storage: z.enum(['keychain', 'memory']),
  /** Why there is no keychain, in plain words. */
  storageReason: z.string().nullable(),
  reason: z.string().nullable(),
})
export type SessionView = z.infer<typeof sessionView>

const chosenImages = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  /** Ids, unambiguous beginnings of ids, or file names. */
  z.object({ kind: z.literal('some'), images: z.array(z.string()).min(1) }),
])
export type ChosenImages = z.infer<typeof chosenImages>

export const contract = {
  session: {
    get: oc.output(sessionView),
    /** Makes a connection the active one and keeps its secrets; work that waited for a connection is now its own. */
    connect: oc.input(connectionForm).output(sessionView),
    /** Signs in through the browser; resolves when signed in. The authorize address goes to the host's `showAuthorizeUrl`. */
    signIn: oc.input(z.object({ openBrowser: z.boolean() })).output(sessionView),
    disconnect: oc.output(z.object({ revoked: z.boolean(), reason: z.string().nullable() })),
  },
  intake: {
    add: oc
      .input(z.object({ named: z.array(z.string()).min(1), recursive: z.boolean(), upload: z.boolean() }))
      .output(z.object({ added: z.array(image), known: z.array(image), refused: z.array(refusal) })),
  },
  images: {
    list: oc.output(
      z.array(
        image.extend({
          sourceId: z.string().nullable(),
          upload: jobState.nullable(),
          questions: z.number().int(),
          answers: z.number().int(),
        }),
      ),
    ),
    refused: oc.output(z.array(refusal)),
  },
  questions: {
    ask: oc
      .input(z.object({ images: chosenImages, questions: z.array(z.string()).min(1), again: z.boolean() }))
      .output(z.object({ asked: z.number().int(), askedBefore: z.number().int(), pictures: z.number().int() })),
    answers: oc.output(z.array(answer)),
  },
  products: {
    attach: oc
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
    list: oc.output(z.array(product)),
  },
  jobs: {
    list: oc.input(z.object({ state: jobState.optional(), operation: operationName.optional() })).output(z.array(job)),
    retry: oc
      .input(
        z.object({
          jobIds: z.array(z.string()),
          choice: parkChoice,
          productId: z.string().optional(),
          current: currentStatement.optional(),
        }),
      )
      .output(z.object({ retried: z.number().int(), left: z.array(job) })),
    cancel: oc.input(z.object({ jobIds: z.array(z.string()).min(1) })).output(z.object({ cancelled: z.number().int() })),
  },
  queue: {
    status: oc.output(queueStatus),
    pause: oc.output(queueStatus),
    resume: oc.output(queueStatus),
  },
}
export type Contract = typeof contract
