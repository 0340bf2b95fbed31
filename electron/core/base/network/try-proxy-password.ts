import { ProxyAgent } from 'undici'
import { AppError } from '../../../../shared/base/errors.ts'
import { explainProxy } from './explain-proxy.ts'
import { withPassword } from './proxied-dispatcher.ts'
import { type ProxyPassword, proxyHost } from './proxy-passwords.ts'

const tryMs = 10_000

/**
 * Requests a connection through a proxy with user name and password. Throws AppError `proxy-password` if it rejects them. Any other failure proves nothing
 * about them.
 */
export const tryProxyPassword = async (way: { readonly uri: string; readonly origin: string }, value: ProxyPassword): Promise<void> => {
  const agent = new ProxyAgent({ uri: withPassword(way.uri, value), connect: { timeout: tryMs } })
  try {
    const answer = await agent.request({ origin: way.origin, path: '/', method: 'HEAD', signal: AbortSignal.timeout(tryMs) })
    await answer.body.dump()
  } catch (error) {
    if (explainProxy(error)?.code !== 'proxy-password') return
    throw new AppError(
      'proxy-password',
      { kind: 'proxy-password-wrong', proxy: proxyHost(way.uri) },
      { kept: 'nothing-changed', cause: error },
    )
  } finally {
    await agent.destroy().catch(() => {})
  }
}
