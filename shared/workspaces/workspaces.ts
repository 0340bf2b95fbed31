import { z } from 'zod'
import { errorRecord } from '../base/error-record.ts'
import { offeredProfile } from '../checks/requirement-checks.ts'
import type { ClientFound } from './client-findings.ts'
import { basicAuth, credentialsKind } from './connection.ts'
import { connectionFile } from './connection-file.ts'
import { offeredSet } from './offered-set.ts'
import { publishing } from './publishing-settings.ts'

/** A connected workspace, as a row of a list. */
export const workspaceRow = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  credentials: credentialsKind,
  isSample: z.boolean(),
  isActive: z.boolean(),
  /** `unknown`: the keychain cannot be read now. */
  state: z.enum(['signed-out', 'signing-in', 'signed-in', 'ended', 'unknown']),
  /** Unfinished jobs, and those that need a person. */
  waiting: z.number().int(),
  parked: z.number().int(),
})
export type WorkspaceRow = z.infer<typeof workspaceRow>

/** How an offered connection relates to the known ones. */
export const offerRelation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('new') }),
  /** The same client at the same address: its secret is replaced, everything else stays. */
  z.object({ kind: z.literal('same'), name: z.string() }),
  /** A known client at a new address: a person says whether it moved. */
  z.object({ kind: z.literal('moved'), name: z.string(), baseUrl: z.string() }),
  /** Another client under a known name: a person says whether it replaces that one. */
  z.object({ kind: z.literal('similar'), name: z.string(), baseUrl: z.string() }),
])
export type OfferRelation = z.infer<typeof offerRelation>

/** The content of a connection file or link; its secret stays in the core. */
/** A setting that an offer brings. `field`: as a link names it. `weakens`: it turns a protection off. */
export const offerDeparture = z.object({ field: z.string(), value: z.string().nullable(), weakens: z.boolean() })
export type OfferDeparture = z.infer<typeof offerDeparture>

export const offerSummary = z.object({
  name: z.string(),
  baseUrl: z.string(),
  clientId: z.string(),
  /** Another origin that its sign-in page may be at (connection-file.ts). */
  signInOrigin: z.string().nullable(),
  scopes: z.array(z.string()),
  publishing,
  from: z.enum(['file', 'link', 'managed', 'form']),
  /** The file's own name; of a managed one its path, never of a person's. */
  fileName: z.string().nullable(),
  relation: offerRelation,
  /** Compared with the known workspace, or else with the defaults. */
  departures: z.array(offerDeparture),
  /** Jobs without a workspace that would move to this one. */
  waiting: z.number().int(),
  /** Question sets in the file, kept once it is connected. */
  questionSets: z.array(offeredSet),
  /** Requirement profiles that the file brings. */
  profiles: z.array(offeredProfile),
})
export type OfferSummary = z.infer<typeof offerSummary>

/**
 * An offered connection in progress: `proposed` (nothing has happened yet; `problem`: why the last try failed), `signing-in`,
 * `to-confirm` (signed in, nothing sent: was it the right workspace?), `connected` (its file still holds the secret; `canDelete` says whether
 * the app may delete it), `unreadable` (it can't be used).
 */
export const connectionOffer = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('proposed'), id: z.string(), summary: offerSummary, problem: errorRecord.nullable() }),
  z.object({ stage: z.literal('signing-in'), id: z.string(), summary: offerSummary }),
  z.object({ stage: z.literal('to-confirm'), id: z.string(), summary: offerSummary }),
  z.object({ stage: z.literal('connected'), id: z.string(), summary: offerSummary, canDelete: z.boolean() }),
  z.object({ stage: z.literal('unreadable'), id: z.string(), fileName: z.string().nullable(), problem: errorRecord }),
])
export type ConnectionOffer = z.infer<typeof connectionOffer>

/** Offers that a page can make itself. */
export const offerForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), text: z.string(), fileName: z.string().max(1_000).nullable().default(null) }),
  z.object({ kind: z.literal('link'), link: z.string() }),
  z.object({
    kind: z.literal('oauth'),
    name: z.string().optional(),
    baseUrl: z.string(),
    clientId: z.string(),
    clientSecret: z.string(),
    basicAuth: basicAuth.optional(),
  }),
])
export type OfferForm = z.infer<typeof offerForm>

/** An admin's input while making a connection file. */
export const clientDetails = z.object({
  name: z.string(),
  baseUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  redirectUris: z.array(z.string()).min(1).max(3),
  signInOrigin: z.string().optional(),
  scopes: z.array(z.string()).min(1),
  basicAuth: basicAuth.optional(),
  publishing,
})
export type ClientDetails = z.infer<typeof clientDetails>

/** One checked point. */
export const clientFinding = z.object({
  verdict: z.enum(['good', 'note', 'bad']),
  found: z.custom<ClientFound>((value) => z.looseObject({ kind: z.string() }).safeParse(value).success),
})
export type ClientFinding = z.infer<typeof clientFinding>

export const clientCheck = z.object({
  findings: z.array(clientFinding),
  /** The file to save, its address normalized; `null` while some input is invalid. It contains the pasted secret. */
  file: connectionFile.nullable(),
  /** This computer is connected with that client: testing the sign-in ends that session. */
  isConnectedHere: z.boolean(),
})
export type ClientCheck = z.infer<typeof clientCheck>

/** A pending sign-in in the browser. */
export const waitingSignIn = z.object({
  connectionId: z.string(),
  name: z.string(),
  /** The address for the browser; `null` until it is known. */
  url: z.string().nullable(),
  /** Whether a browser was opened. */
  wasOpened: z.boolean(),
})
export type WaitingSignIn = z.infer<typeof waitingSignIn>
