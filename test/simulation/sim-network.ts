import type { Dispatcher } from 'undici'
import type { Connections } from '../../electron/core/net/open-connections.ts'
import type { Exchange, ModelService, Weather } from './model-service.ts'
import type { Life, World } from './world.ts'

export type Request = {
  readonly by: string
  readonly service: ModelService
  readonly method: string
  readonly path: string
  readonly body: string
  /** When the core let it go (monotonic): what it was told afterwards it could not know. */
  readonly dispatchedAt: number
}

/** What the oracle wants to know of the wire. */
export type Wire = {
  /** The core begins a request, whether it will arrive or not. */
  readonly begins: (by: string) => void
  /** A complete request is at the service, before it is answered. */
  readonly arrives: (request: Request) => void
  /** The service did something; `isHeard`: its answer will reach the core, as far as nothing ends meanwhile. */
  readonly answered: (request: Request, exchange: Exchange) => void
  /** A complete answer reached the core. */
  readonly heard: (request: Request, exchange: Exchange) => void
  /** No complete answer to this will reach the core; what never left has done nothing. */
  readonly unanswered: (request: Pick<Request, 'by' | 'method' | 'path'>) => void
  /** This Packshot ends. `unsettled`: products of which it may not have kept what became of a request. */
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

/** The HTTP exchange of one Packshot: each request takes its own time there and back, and the weather decides what becomes of it. */
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
