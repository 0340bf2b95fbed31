import { Agent, Dispatcher, ProxyAgent } from 'undici'
import { isLoopbackHost } from '../connections/normalise-base-url.ts'

/** What a PAC file or the system says for an address: `PROXY host:port`, `HTTPS host:port`, `SOCKS5 host:port` or `DIRECT`, `;` between. */
export type ResolveProxy = (url: string) => Promise<string>

/** Name and password for a proxy, by its `host:port`; null where none are kept. */
export type FindProxyPassword = (host: string) => Promise<{ readonly user: string; readonly password: string } | null>

const schemes: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https', SOCKS: 'socks5', SOCKS5: 'socks5' }

/** The first way that a list of proxies offers, as a URL; null: directly. */
export const readProxyList = (list: string): string | null => {
  for (const entry of list.split(';')) {
    const [kind = '', host = ''] = entry.trim().split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return null
    const scheme = schemes[kind.toUpperCase()]
    if (scheme !== undefined && URL.canParse(`${scheme}://${host}`)) return `${scheme}://${host}`
  }
  return null
}

const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443', 'socks5:': '1080' }

/** `host:port`, the usual port too: by that a proxy's password is kept. */
const hostOf = (uri: string): string => {
  const { hostname, port, protocol } = new URL(uri)
  return `${hostname}:${port || usualPorts[protocol]}`
}

type Ports = {
  readonly resolveProxy: ResolveProxy
  readonly findPassword: FindProxyPassword
  readonly options: Agent.Options
  readonly now: () => number
}

/** What the system said is asked again after so long: a laptop changes networks. */
const routeMs = 30_000

/**
 * Connections that go the way the system says for each origin, this computer's own addresses always directly. Name and password go to the
 * proxy alone. Whoever sends hears of a proxy's failure as of a connection that could not be made: nothing was sent.
 */
export class ProxiedDispatcher extends Dispatcher {
  readonly #ports: Ports
  readonly #direct: Agent
  readonly #proxies = new Map<string, ProxyAgent>()
  readonly #routes = new Map<string, { readonly until: number; readonly dispatcher: Dispatcher }>()

  constructor(ports: Ports) {
    super()
    this.#ports = ports
    this.#direct = new Agent(ports.options)
  }

  /** The network or a password changed: every way is looked for anew. */
  forgetRoutes(): void {
    this.#routes.clear()
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const origin = String(options.origin)
    if (isLoopbackHost(new URL(origin).hostname)) return this.#direct.dispatch(options, handler)
    const known = this.#routes.get(origin)
    if (known !== undefined && known.until > this.#ports.now() && known.until <= this.#ports.now() + routeMs)
      return known.dispatcher.dispatch(options, handler)
    this.#findRoute(origin).then(
      (dispatcher) => dispatcher.dispatch(options, handler),
      (error: Error) => handler.onResponseError?.(null as unknown as Dispatcher.DispatchController, error),
    )
    return true
  }

  async #findRoute(origin: string): Promise<Dispatcher> {
    const { resolveProxy, findPassword, options, now } = this.#ports
    const uri = readProxyList(await resolveProxy(origin))
    const kept = uri === null ? null : await findPassword(hostOf(uri))
    const dispatcher = uri === null ? this.#direct : this.#proxyAt(withPassword(uri, kept), options)
    this.#routes.set(origin, { until: now() + routeMs, dispatcher })
    return dispatcher
  }

  #proxyAt(uri: string, options: Agent.Options): ProxyAgent {
    const found = this.#proxies.get(uri) ?? new ProxyAgent({ ...(options as object), uri })
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

const withPassword = (uri: string, kept: { readonly user: string; readonly password: string } | null): string => {
  if (kept === null) return uri
  const url = new URL(uri)
  url.username = encodeURIComponent(kept.user)
  url.password = encodeURIComponent(kept.password)
  return url.href
}
