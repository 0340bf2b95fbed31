import { z } from 'zod'
import { call, changing } from '../call.ts'

/** The proxy between this computer and a workspace. Its password never comes back. */
export const proxyView = z.object({
  /** `host:port` of the one that asked last, else of the one on the way to the active workspace; `null`: there is none. */
  host: z.string().nullable(),
  /** It wants a name and a password, or did not take what it got. */
  asks: z.boolean(),
  /** `kept`: in the keychain, or in memory where there is none; `environment`: in HTTPS_PROXY itself. */
  password: z.enum(['none', 'kept', 'environment']),
})
export type ProxyView = z.infer<typeof proxyView>

/** The proxy between this computer and a workspace, and its password. */
export const proxyContract = {
  get: call.output(proxyView),
  /** Keeps name and password for a proxy (`host:port`), after trying them where it is known for what; `null` forgets them. */
  setPassword: changing('session', 'jobs')
    .meta({ ends: ['offline'] })
    .input(z.object({ host: z.string(), password: z.object({ user: z.string(), password: z.string() }).nullable() }))
    .output(proxyView),
}
