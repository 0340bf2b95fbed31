import { Agent, Dispatcher, ProxyAgent } from 'undici'
import { AppError } from '../../../../shared/base/errors.ts'
import { explainProxy } from './explain-proxy.ts'
import { isLoopbackHost } from './normalise-base-url.ts'
import { type FindProxyPassword, type ProxyPassword, proxyHost } from './proxy-passwords.ts'

/** The way to an address: a proxy's URL (`http:`, `https:` or `socks5:`, perhaps with name and password); null: directly. */
export type FindProxy = (address: string) => Promise<string | null>

const schemes: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https', SOCKS: 'socks5', SOCKS5: 'socks5' }

/** The first way that a list offers (`PROXY host:port; DIRECT`, as a PAC file says it), as a URL; null: directly. */
export const readProxyList = (list: string): string | null => {
  for (const entry of list.split(';')) {
    const [kind = '', host = ''] = entry.trim().split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return null
    const scheme = schemes[kind.toUpperCase()]
    if (scheme !== undefined && URL.canParse(`${scheme}://${host}`)) return `${scheme}://${host}`
  }
  return null
}

type Ports = {
  /** Resolves when the certificates are known that this computer trusts. Only plain connections to this computer don't wait for it. */
  readonly ready: () => Promise<unknown>
  readonly findProxy: FindProxy
  readonly findPassword: FindProxyPassword
  readonly options: Agent.Options
  readonly now: () => number
}

/** A proxy requires a user name and password, or rejected the saved ones: 407 (RFC 9110, 15.5.8). */
export type AskingProxy = { readonly host: string; readonly uri: string; readonly origin: string }

type Route = { readonly dispatcher: Dispatcher; readonly uri: string | null; readonly hadPassword: boolean }

/** How long the system's answer is cached, as a laptop changes networks. */
const routeMs = 30_000

/**
 * Connections by the route found for each origin; this computer's own addresses always directly. User name and password go to the
 * proxy alone. A proxy's failure is reported like a failed connection: nothing was sent.
 */
export class ProxiedDispatcher extends Dispatcher {
  readonly #ports: Ports
  readonly #direct: Agent
  readonly #proxies = new Map<string, ProxyAgent>()
  readonly #routes = new Map<string, Route & { readonly until: number }>()
  #asking: AskingProxy | null = null

  constructor(ports: Ports) {
    super()
    this.#ports = ports
    this.#direct = new Agent(ports.options)
  }

  /** The network or a password changed: every route is looked up again. */
  forgetRoutes(): void {
    this.#routes.clear()
    this.#asking = null
  }

  /** The proxy that asked last, as long as it has let nothing through since. */
  askingProxy(): AskingProxy | null {
    return this.#asking
  }

  /** The connections that go straight to this origin; `null`: it is reached through a proxy. */
  async findDirect(origin: string): Promise<Dispatcher | null> {
    await this.#ports.ready()
    if (isLoopbackHost(new URL(origin).hostname)) return this.#direct
    return (await this.#ports.findProxy(origin)) === null ? this.#direct : null
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const origin = String(options.origin)
    const { hostname, protocol } = new URL(origin)
    if (isLoopbackHost(hostname) && protocol === 'http:') return this.#direct.dispatch(options, handler)
    const known = this.#routes.get(origin)
    if (known !== undefined && known.until > this.#ports.now() && known.until <= this.#ports.now() + routeMs)
      return this.#send(known, origin, options, handler)
    this.#findRoute(origin).then(
      (route) => this.#send(route, origin, options, handler),
      (error: Error) => handler.onResponseError?.(null as unknown as Dispatcher.DispatchController, error),
    )
    return true
  }

  #send(route: Route, origin: string, options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { dispatcher, uri, hadPassword } = route
    if (uri === null) return dispatcher.dispatch(options, handler)
    const host = proxyHost(uri)
    return dispatcher.dispatch(options, {
      onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
      onRequestUpgrade: (controller, status, headers, socket) => handler.onRequestUpgrade?.(controller, status, headers, socket),
      onResponseStart: (controller, status, headers, words) => {
        if (this.#asking?.host === host) this.#asking = null
        handler.onResponseStart?.(controller, status, headers, words)
      },
      onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
      onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
      onResponseError: (controller, error) => {
        const explained = explainProxy(error, { host, hadPassword })
        if (explained?.code === 'proxy-password') this.#asking = { host, uri, origin }
        handler.onResponseError?.(controller, explained ?? error)
      },
      onBodySent: (chunk) => handler.onBodySent?.(chunk),
      onRequestSent: () => handler.onRequestSent?.(),
    })
  }

  async #findRoute(origin: string): Promise<Route> {
    const { ready, findProxy, findPassword, options, now } = this.#ports
    await ready()
    const uri = isLoopbackHost(new URL(origin).hostname) ? null : await findProxy(origin)
    const kept = uri === null || hasPassword(uri) ? null : await findPassword(proxyHost(uri))
    const route = {
      uri,
      hadPassword: uri !== null && (kept !== null || hasPassword(uri)),
      dispatcher: uri === null ? this.#direct : this.#proxyAt(withPassword(uri, kept), options),
    }
    this.#routes.set(origin, { ...route, until: now() + routeMs })
    return route
  }

  #proxyAt(uri: string, options: Agent.Options): ProxyAgent {
    const found = this.#proxies.get(uri) ?? openProxy(uri, options)
    this.#proxies.set(uri, found)
    return found
  }

  override async close(): Promise<void> {
    await Promise.all([this.#direct, ...this.#proxies.values()].map((one) => one.close()))
  }

  override async destroy(): Promise<void> {
    await Promise.all([this.#direct, ...this.#proxies.values()].map((one) => one.destroy()))
  }
}

/** The way itself names them: the environment's variables may. */
export const hasPassword = (uri: string): boolean => URL.canParse(uri) && new URL(uri).username !== ''

const openProxy = (uri: string, options: Agent.Options): ProxyAgent => {
  try {
    return new ProxyAgent({ ...(options as object), uri })
  } catch (cause) {
    throw new AppError('offline', { kind: 'proxy-setting-unusable' }, { kept: 'nothing-sent', cause })
  }
}

export const withPassword = (uri: string, kept: ProxyPassword | null): string => {
  if (kept === null) return uri
  const url = new URL(uri)
  url.username = encodeURIComponent(kept.user)
  url.password = encodeURIComponent(kept.password)
  return url.href
}
