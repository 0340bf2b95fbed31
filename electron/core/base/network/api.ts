import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'

type Ports = Pick<HandlerContext, 'active' | 'connecting' | 'proxies' | 'restoreConnection'>

/** The proxy on the way, and name and password for it. */
export const createProxyHandlers = ({ active, connecting, proxies, restoreConnection }: Ports) => {
  const address = async (): Promise<string | null> => {
    await restoreConnection()
    return (active.get()?.connection ?? connecting.onTrial())?.baseUrl ?? null
  }
  return {
    get: os.proxy.get.handler(async () => proxies.describe(await address())),
    setPassword: os.proxy.setPassword.handler(async ({ input }) => {
      const at = await address()
      await proxies.set(input.host.trim(), input.password, at)
      return proxies.describe(at)
    }),
  }
}
