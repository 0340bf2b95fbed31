import { z } from 'zod'
import { call, changing } from './call.ts'

/** The proxy between this computer and a workspace. Its password never comes back. */
export const proxyView = z.object({
  /** `host:port` of the last proxy that asked for a password, else of the one used for the active workspace; `null`: no proxy. */
  host: z.string().nullable(),
  /** It requires a user name and password, or rejected the saved ones. */
  asks: z.boolean(),
  /** `kept`: in the keychain, or in memory without one; `environment`: in HTTPS_PROXY itself. */
  password: z.enum(['none', 'kept', 'environment']),
})
export type ProxyView = z.infer<typeof proxyView>

/** The proxy between this computer and a workspace, and its password. */
export const proxyContract = {
  get: call.output(proxyView),
  /** Saves user name and password of a proxy (`host:port`), tested first if its target is known; `null` deletes them. */
  setPassword: changing('session', 'jobs')
    .meta({ ends: ['offline'] })
    .input(z.object({ host: z.string(), password: z.object({ user: z.string(), password: z.string() }).nullable() }))
    .output(proxyView),
}
