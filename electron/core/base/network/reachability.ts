import type { Dispatcher } from 'undici'
import { createServiceDispatcher, forgetRoutes } from './create-dispatcher.ts'
import type { Network } from './network-port.ts'

/** Whether `origin` answers now, with any status. Never rejects. */
export type IsReachable = (origin: string) => Promise<boolean>

const probe = (dispatcher: Pick<Dispatcher, 'dispatch'>, origin: string, allowedMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    dispatcher.dispatch(
      { origin, path: '/', method: 'HEAD', reset: true, headersTimeout: allowedMs, bodyTimeout: allowedMs, body: null },
      {
        onRequestStart: () => {},
        onResponseStart: () => resolve(true),
        onResponseData: () => {},
        onResponseEnd: () => resolve(true),
        onResponseError: () => resolve(false),
      },
    )
  })

/**
 * Uses its own connections, so that a probe never waits behind the requests it checks. One probe at a time per origin.
 * `allowedMs`: of the probe, to connect, and then for the head of an answer, milliseconds.
 */
export const createReachability = ({
  allowedMs = 8_000,
  ...options
}: {
  readonly network?: Network
  readonly allowedMs?: number
} = {}): { readonly isReachable: IsReachable; readonly forgetRoutes: () => void; readonly stop: () => Promise<void> } => {
  const dispatcher = createServiceDispatcher({ ...options, connections: 1, connectMs: allowedMs })
  const underWay = new Map<string, Promise<boolean>>()
  return {
    isReachable: (origin) => {
      const known = underWay.get(origin)
      if (known !== undefined) return known
      const asked = probe(dispatcher, origin, allowedMs).finally(() => underWay.delete(origin))
      underWay.set(origin, asked)
      return asked
    },
    forgetRoutes: () => forgetRoutes(dispatcher),
    stop: () => dispatcher.destroy().catch(() => {}),
  }
}
