import { z } from 'zod'
import { call, signingIn, subjects } from '../base/call.ts'
import { errorRecord } from '../base/error-record.ts'
import { statedRates } from '../queue/operations.ts'
import { basicAuth, connection } from '../workspaces/connection.ts'
import { publishing } from '../workspaces/publishing-settings.ts'
import { offerDeparture, waitingSignIn } from '../workspaces/workspaces.ts'

/** Fields shared by both ways of connecting by hand. */
const byHand = {
  name: z.string().optional(),
  baseUrl: z.string(),
  publishing: publishing.optional(),
  rates: statedRates.optional(),
}

/** A person's settings beside a connection file; they override the file. */
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
  /** `allowsWeaker`: a link may turn protections off, which `departures` names. */
  z.object({ kind: z.literal('link'), link: z.string(), allowsWeaker: z.boolean().optional(), ...beside }),
  z.object({ kind: z.literal('sample'), ...beside }),
  z.object({ kind: z.literal('oauth'), ...byHand, clientId: z.string(), clientSecret: z.string(), basicAuth: basicAuth.optional() }),
  /**
   * `isUntried`: used without a test, for a run that waits until the workspace can be reached and reports failures itself. `insteadOf`:
   * an address mistyped in such a run; the work that waits for it moves to this workspace.
   */
  z.object({
    kind: z.literal('api-key'),
    ...byHand,
    apiKey: z.string(),
    isUntried: z.boolean().optional(),
    insteadOf: z.string().optional(),
  }),
  /** The team's server that holds the key itself; it may require its own header. */
  z.object({ kind: z.literal('relay'), ...byHand, header: z.object({ name: z.string(), value: z.string() }).nullable() }),
])
export type ConnectionForm = z.infer<typeof connectionForm>

export const sessionView = z.object({
  /** The active workspace, else the one being tested. */
  connection: connection.nullable(),
  state: z.enum(['none', 'signed-out', 'signing-in', 'signed-in', 'ended']),
  /** Where tokens are kept; `memory`: for this run only. */
  storage: z.enum(['keychain', 'memory']),
  /** Why there is no keychain. */
  storageReason: errorRecord.nullable(),
  /** Why the session ended or can't be used. */
  reason: errorRecord.nullable(),
  /** The pending sign-in in the browser, of any workspace. */
  signIn: waitingSignIn.nullable(),
  /** The granted scopes, space-separated; `null`: unknown, or an API key (scopes.ts). */
  scope: z.string().nullable(),
  /** An additional API key is stored, for actions the sign-in may not do. */
  hasApiKey: z.boolean(),
})
export type SessionView = z.infer<typeof sessionView>

/** Whether the access was revoked; `reason`: why not, and whether it is retried later. */
export const revocation = z.object({ revoked: z.boolean(), reason: errorRecord.nullable() })
export type Revocation = z.infer<typeof revocation>

/** Connecting a workspace, signing in and out. */
export const sessionContract = {
  get: call.output(sessionView),
  /**
   * Connects a workspace. It becomes active after the sign-in or, with an API key or relay, after its first
   * answer. Until then the previous workspace stays active, and no job is assigned to the new one.
   */
  connect: signingIn(...subjects)
    .input(connectionForm)
    .output(sessionView),
  /** What connecting this file or link changes of what is usual, or known of its workspace. Errors: those of `connect` for a file that can't be used. */
  departures: call.input(connectionForm).output(z.array(offerDeparture)),
  /**
   * Signs in through the browser; resolves when signed in. The authorize address goes to the host's `showAuthorizeUrl`. `scopes`: requested
   * instead of the connection's own, and saved as its own once granted. `asAnotherUser`: also while someone is signed in, whose
   * access is revoked once the other person has allowed theirs.
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
   * Tests the saved credentials with a request that changes nothing. `problem`: why they were rejected, or why the test could not
   * be completed; `view` is the session after the test.
   */
  verify: call.output(z.object({ view: sessionView, problem: errorRecord.nullable() })),
  /** Revokes and deletes the active workspace's access. The workspace stays connected, its work stays queued. */
  signOut: call.output(revocation),
  /** Takes the pasted redirect address from the browser. Resolves when signed in. */
  completeSignIn: signingIn('session', 'jobs')
    .input(z.object({ url: z.string() }))
    .output(sessionView),
  /** Opens the browser again for the pending sign-in. */
  reopenSignIn: call.output(sessionView),
  cancelSignIn: call.output(sessionView),
  /** Saves an additional API key for the active connection, after testing it; `null` deletes it. */
  setApiKey: signingIn('session', 'jobs')
    .input(z.object({ apiKey: z.string().nullable() }))
    .output(sessionView),
}
