import { oc } from '@orpc/contract'
import type { Hold } from './jobs.ts'

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
  'sets',
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
}

/** A call that only reads, or announces its changes itself. */
export const call = oc.$meta<CallMeta>({})

export const changing = (...changes: readonly Subject[]) => call.meta({ changes })

/** A new sign-in or key may be allowed more than the one before. */
export const signingIn = (...changes: readonly Subject[]) => call.meta({ changes, ends: ['signed-out', 'refused', 'not-allowed'] })
