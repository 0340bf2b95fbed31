// What the core uses of undici, for the build (electron.vite.config.ts). Its own entry evaluates everything it has, caches, mocks and
// WebSockets too, which every start would wait for: `packshot status` took 431 ms with it and 357 ms without (best of 20 each).
// Another name imported from `undici` fails the build until it is here.

import api from 'undici/lib/api/index.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js'
import dns from 'undici/lib/interceptor/dns.js'

// As its entry does.
Object.assign(Dispatcher.prototype, api)

export { Agent, Dispatcher, ProxyAgent }
export const interceptors = { dns }

/** Loaded with the first request that needs it. */
export const fetch = async (input, init) => {
  const { default: web } = await import('undici/lib/web/fetch/index.js')
  return web.fetch(input, init)
}
