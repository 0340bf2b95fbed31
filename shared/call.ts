import { oc } from '@orpc/contract'
import type { Hold } from './jobs.ts'

/** What a window shows, by its parts. */
export const subjects = ['library', 'jobs', 'answers', 'products', 'session', 'intake', 'sources', 'content'] as const
export type Subject = (typeof subjects)[number]

/** What is known of a call besides its shapes; one middleware of the core's router acts on it when the call has succeeded. */
export type CallMeta = {
  /** Windows read these again. */
  readonly changes?: readonly Subject[]
  /** These holds have lost their reason. */
  readonly ends?: readonly Hold['kind'][]
}

/** A call that only reads, or tells of its changes itself. */
export const call = oc.$meta<CallMeta>({})

export const changing = (...changes: readonly Subject[]) => call.meta({ changes })

/** Another sign-in, or another key, may be allowed what the one before was not. */
export const signingIn = (...changes: readonly Subject[]) => call.meta({ changes, ends: ['signed-out', 'refused', 'not-allowed'] })
