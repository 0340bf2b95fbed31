import { oc } from '@orpc/contract'
import type { Hold } from '../queue/jobs.ts'

/** The parts of a window that can be read again. */
export const subjects = [
  'library',
  'jobs',
  'answers',
  'products',
  'session',
  'intake',
  'sources',
  'content',
  'catalogue',
  'questionSets',
  'barcodes',
  'checks',
  'similar',
  'handover',
  'watching',
] as const
export type Subject = (typeof subjects)[number]

/** Facts about a call besides its shapes; a middleware of the core's router acts on them after the call succeeds. */
export type CallMeta = {
  /** Parts that windows read again. */
  readonly changes?: readonly Subject[]
  /** Holds whose reason no longer applies. */
  readonly ends?: readonly Hold['kind'][]
  /** What a call does with paths of this computer that its caller names. Absent: none of its fields is a path. */
  readonly paths?: PathRule
}

/**
 * A window names no path of this computer, or a compromised page could read and replace any file. The command may name any.
 * `command`: the call is the command's alone. `chosen`: a window names what a person chose in a dialog of the host instead, by a number that it can't
 * guess. `known`: only paths that Packshot itself has named are found, in any host. `address`: a window names web addresses only.
 */
export type PathRule = 'command' | 'chosen' | 'known' | 'address'

/** A call that only reads, or announces its changes itself. */
export const call = oc.$meta<CallMeta>({})

export const changing = (...changes: readonly Subject[]) => call.meta({ changes })

/** A call with a field that may be a path of this computer. */
export const withPaths = (paths: PathRule, ...changes: readonly Subject[]) => call.meta({ paths, changes })

/** A new sign-in or key may be allowed more than the one before. */
export const signingIn = (...changes: readonly Subject[]) => call.meta({ changes, ends: ['signed-out', 'refused', 'not-allowed'] })
