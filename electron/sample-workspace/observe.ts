import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './exchange.ts'
import { misbehaveAfterwards, misbehaveOnArrival } from './misbehaviour/apply.ts'
import type { Misbehaviour } from './misbehaviour/rules.ts'
import { refuse } from './refusals.ts'
import type { RequestLog } from './store/request-log.ts'

export type ObservePorts = {
  readonly now: () => number
  readonly log: RequestLog
  readonly misbehaviour: Misbehaviour
  readonly isLogged: (path: string) => boolean
}

/** A page that resolves its own name to this computer must not get in (DNS rebinding). The port is free: a proxy of a test has its own. */
const isLoopbackHost = (host: string | undefined): boolean =>
  host !== undefined && /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host)

/** Around every request: begins its exchange, misbehaves as configured, and saves the log row durably before sending an answer. */
export const createObserve =
  ({ now, log, misbehaviour, isLogged }: ObservePorts): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    c.set('exchange', { id: `req_${randomUUID()}`, at: now(), credential: 'none', facts: {}, after: [], effects: [], logged: false })
    if (!isLoopbackHost(c.env.incoming.headers.host)) throw refuse(421 as 400, 'This workspace answers on this computer only.')
    if (!isLogged(c.req.path)) return next()
    const { incoming } = c.env
    const early = await misbehaveOnArrival(c, misbehaviour)
    if (early === undefined) await next()
    else c.res = early
    // The connection ended before the request was complete: nothing was done, and no one gets the answer.
    const isCut = incoming.socket.destroyed && !c.get('exchange').logged
    await log.note(c, isCut ? 0 : c.res.status)
    const instead = early === undefined ? await misbehaveAfterwards(c) : undefined
    if (instead) {
      c.res = undefined
      c.res = instead
    }
    return undefined
  }
