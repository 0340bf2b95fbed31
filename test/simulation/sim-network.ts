import type { Dispatcher } from 'undici'
import type { Connections } from '../../electron/core/base/network/open-connections.ts'
import type { Exchange, ModelService, Weather } from './model-service.ts'
import type { Life, World } from './world.ts'

export type Request = {
  readonly by: string
  readonly service: ModelService
  readonly method: string
  readonly path: string
  readonly body: string
  /** When the core sent it (monotonic): it could not know facts that it got afterwards. */
  readonly dispatchedAt: number
}

/** Events on the wire that the oracle needs. */
export type Wire = {
  /** The core starts a request, whether it will arrive or not. */
  readonly begins: (by: string) => void
  /** A complete request has reached the service, which has not answered yet. */
  readonly arrives: (request: Request) => void
  /** The service carried out a request; `isHeard`: its answer will reach the core, if nothing ends meanwhile. */
  readonly answered: (request: Request, exchange: Exchange) => void
  /** A complete answer reached the core. */
  readonly heard: (request: Request, exchange: Exchange) => void
  /** The core will get no complete answer to this; if it was never sent, it had no effect. */
  readonly unanswered: (request: Pick<Request, 'by' | 'method' | 'path'>) => void
  /** This Packshot ends. `unsettled`: products for which it may not have saved the result of a request. */
  readonly ended: (by: string, unsettled: readonly string[] | 'all') => void
}

const cut = (): Error => Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
const refused = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })

const collect = async (body: unknown): Promise<string> => {
  if (body === null || body === undefined) return ''
  if (typeof body === 'string') return body
  if (Buffer.isBuffer(body)) return body.toString('latin1')
  const chunks: Uint8Array[] = []
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

/** The HTTP exchange of one Packshot: each request takes its own time in each direction, and the weather decides whether it arrives. */
export const createSimNetwork = (
  world: World,
  life: Life,
  services: readonly ModelService[],
  weatherOf: () => Weather,
  wire: Wire,
): Connections => {
  const serve = (request: Request): Exchange => {
    wire.arrives(request)
    const weather = weatherOf()
    const turned = request.service.refuse(weather)
    const exchange = turned ?? request.service.answer(request.by, request.method, request.path, request.body)
    wire.answered(request, exchange)
    return turned === null && weather === 'odd' && world.chance(0.5) ? { ...exchange, body: { odd: true } } : exchange
  }

  const dispatch = (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean => {
    const service = services.find(({ baseUrl }) => baseUrl === String(options.origin))
    const dispatchedAt = world.monotonic()
    wire.begins(life.name)
    let isOver = false
    let isSent = false
    const controller = {
      abort: () => {
        if (!isOver) wire.unanswered({ by: life.name, method: options.method, path: String(options.path) })
        isOver = true
      },
    } as unknown as Dispatcher.DispatchController
    const later = (act: () => void | Promise<void>, of: Life | null = life): void =>
      void world.after(2 + world.random() * 150, () => void act(), of)
    const fail = (error: Error): void => {
      if (isOver || !life.isAlive) return
      isOver = true
      if (isSent) wire.unanswered({ by: life.name, method: options.method, path: String(options.path) })
      handler.onResponseError?.(controller, error)
    }
    const deliver = (request: Request, { status, body, headers = {} }: Exchange): void => {
      if (isOver) return
      isOver = true
      world.say(`${life.name} ← ${status}`)
      wire.heard(request, { status, body })
      handler.onResponseStart?.(controller, status, { 'content-type': 'application/json', ...headers })
      handler.onResponseData?.(controller, Buffer.from(JSON.stringify(body)))
      handler.onResponseEnd?.(controller, {})
    }
    later(() => {
      if (isOver) return
      if (!service || weatherOf() === 'away') return fail(refused())
      isSent = true
      handler.onRequestStart?.(controller, {})
      later(async () => {
        if (weatherOf() === 'cuts' && world.chance(0.5)) return fail(cut())
        const body = await collect(options.body).catch(() => null)
        if (body === null) return fail(cut())
        const request: Request = { by: life.name, service, method: options.method, path: String(options.path), body, dispatchedAt }
        world.say(`${life.name} → ${request.method} ${request.path} ${request.method === 'PATCH' ? body : ''}`)
        const exchange = serve(request)
        const isLost = (weatherOf() === 'lost-answers' || weatherOf() === 'cuts') && world.chance(0.6)
        if (isLost) world.say(`${life.name} loses the answer`)
        later(() => (isLost ? fail(cut()) : deliver(request, exchange)))
      }, null)
    })
    return true
  }

  const dispatcher = { dispatch, destroy: async () => {}, close: async () => {} } as unknown as Dispatcher
  return {
    dispatcher,
    reachability: {
      isReachable: () =>
        new Promise((resolve) => {
          world.after(5, () => resolve(weatherOf() !== 'away'), life)
        }),
      forgetRoutes: () => {},
      stop: async () => {},
    },
  }
}
