import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Effect } from './for-tests/misbehaviour-rules.ts'

/** How a request was authenticated. */
export type CredentialKind = 'none' | 'bearer' | 'api-key' | 'basic' | 'post'

/** Facts about one request while it is answered; the request log is written from it. */
export type Exchange = {
  readonly id: string
  /** Milliseconds since 1970, by the workspace's clock. */
  readonly at: number
  credential: CredentialKind
  /** Data for tests to compare: hashes, ids, questions; never a secret. */
  facts: Readonly<Record<string, unknown>>
  /** Misbehaviour still to come once the answer is known. */
  after: Effect[]
  /** Names of the misbehaviour applied, for the log. */
  effects: string[]
  logged: boolean
}

export type AppEnv = { Bindings: HttpBindings; Variables: { exchange: Exchange } }
export type AppContext = Context<AppEnv>
