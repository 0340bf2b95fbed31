import { z } from 'zod'
import { call, signingIn, subjects } from '../call.ts'
import { basicAuth, connection } from '../connection.ts'
import { errorRecord } from '../error-record.ts'
import { statedRates } from '../operations.ts'
import { publishing } from '../publishing-settings.ts'
import { waitingSignIn } from '../workspaces.ts'

/** How long it takes and how it is called is the person's; both ways of connecting by hand share it. */
const byHand = {
  name: z.string().optional(),
  baseUrl: z.string(),
  publishing: publishing.optional(),
  rates: statedRates.optional(),
}

/** What a person says beside a connection file; it counts for more than the file. */
const beside = {
  over: z
    .object({
      name: z.string().min(1).max(200).optional(),
      publishing: publishing.optional(),
      rates: statedRates.optional(),
      basicAuth: basicAuth.optional(),
    })
    .optional(),
}

export const connectionForm = z.discriminatedUnion('kind', [
  /** The text of a connection file, or a `packshot://connect?…` link. */
  z.object({ kind: z.literal('file'), text: z.string(), ...beside }),
  z.object({ kind: z.literal('link'), link: z.string(), ...beside }),
  z.object({ kind: z.literal('sample'), ...beside }),
  z.object({ kind: z.literal('oauth'), ...byHand, clientId: z.string(), clientSecret: z.string(), basicAuth: basicAuth.optional() }),
  /**
   * `isUntried`: used without being tried first. For a run, which waits for a workspace that is away and says what it meets. `insteadOf`:
   * another address that was mistyped in such a run; the work that waits for it is this workspace's now.
   */
  z.object({
    kind: z.literal('api-key'),
    ...byHand,
    apiKey: z.string(),
    isUntried: z.boolean().optional(),
    insteadOf: z.string().optional(),
  }),
  /** A server of the team's that holds the key itself; it may want a header of its own. */
  z.object({ kind: z.literal('relay'), ...byHand, header: z.object({ name: z.string(), value: z.string() }).nullable() }),
])
export type ConnectionForm = z.infer<typeof connectionForm>

export const sessionView = z.object({
  /** The active workspace, or the one being tried while there is none. */
  connection: connection.nullable(),
  state: z.enum(['none', 'signed-out', 'signing-in', 'signed-in', 'ended']),
  /** Where tokens are kept; `memory`: for this run only. */
  storage: z.enum(['keychain', 'memory']),
  /** Why there is no keychain. */
  storageReason: errorRecord.nullable(),
  /** Why the session has ended, or can't be used. */
  reason: errorRecord.nullable(),
  /** A sign-in that waits for the browser, of any workspace. */
  signIn: waitingSignIn.nullable(),
  /** What the sign-in was granted, blanks between; `null`: not known, or an API key (scopes.ts). */
  scope: z.string().nullable(),
  /** An API key is kept beside the sign-in, for what refuses it. */
  hasApiKey: z.boolean(),
})
export type SessionView = z.infer<typeof sessionView>

/** Whether the workspace knows that the access is over; `reason`: why not, and whether it is told later. */
export const revocation = z.object({ revoked: z.boolean(), reason: errorRecord.nullable() })
export type Revocation = z.infer<typeof revocation>

/** Connecting a workspace, signing in and out. */
export const sessionContract = {
  get: call.output(sessionView),
  /**
   * Connects a workspace. It becomes the active one once somebody has signed in with it, or, with an API key or relay, once it has
   * answered; until then what was connected before goes on, and no job is promised to it.
   */
  connect: signingIn(...subjects)
    .input(connectionForm)
    .output(sessionView),
  /**
   * Signs in through the browser; resolves when signed in. The authorize address goes to the host's `showAuthorizeUrl`. `scopes`: asked for
   * in place of the connection's own, which they become once they are granted. `asAnotherUser`: also where somebody is signed in, whose
   * access is given back once the other one has allowed theirs.
   */
  signIn: signingIn('session', 'jobs')
    .input(
      z.object({
        openBrowser: z.boolean(),
        scopes: z
          .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/))
          .min(1)
          .optional(),
        asAnotherUser: z.boolean().optional(),
      }),
    )
    .output(sessionView),
  /**
   * Asks the workspace whether it still accepts what is kept, by a request that changes nothing. `problem`: why not, or why it could not
   * be asked; `view` is the session after that.
   */
  verify: call.output(z.object({ view: sessionView, problem: errorRecord.nullable() })),
  /** Gives the access of the active workspace back and forgets it. The workspace stays connected, its work stays queued. */
  signOut: call.output(revocation),
  /** The address that the browser was sent to, pasted. Resolves when signed in. */
  completeSignIn: signingIn('session', 'jobs')
    .input(z.object({ url: z.string() }))
    .output(sessionView),
  /** Opens the browser once more at the address of the sign-in that waits. */
  reopenSignIn: call.output(sessionView),
  cancelSignIn: call.output(sessionView),
  /** Keeps an API key beside the active connection's sign-in, after trying it; `null` forgets it. */
  setApiKey: signingIn('session', 'jobs')
    .input(z.object({ apiKey: z.string().nullable() }))
    .output(sessionView),
}
