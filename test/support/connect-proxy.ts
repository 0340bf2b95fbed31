import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'

export type ConnectProxy = Awaited<ReturnType<typeof startConnectProxy>>

/** A proxy on loopback that tunnels (CONNECT) for clients with the name and password, whatever name they ask for, to one port of this computer. */
export const startConnectProxy = async (target: number, wanted: { readonly user: string; readonly password: string } | null) => {
  let password = wanted
  const asked: { readonly host: string; readonly status: number }[] = []
  const tunnels = new Set<Duplex>()
  let passed = ''
  const server = createServer((_request, response) => response.writeHead(405).end())
  server.on('connect', (request, socket) => {
    const expected = password && `Basic ${Buffer.from(`${password.user}:${password.password}`).toString('base64')}`
    const status = expected === null || request.headers['proxy-authorization'] === expected ? 200 : 407
    asked.push({ host: request.url ?? '', status })
    if (status === 407) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="p"\r\n\r\n')
    tunnels.add(socket)
    socket.once('close', () => tunnels.delete(socket))
    const upstream = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.pipe(socket)
      socket.pipe(upstream)
    })
    socket.on('data', (data: Buffer) => {
      passed += data.toString('latin1')
    })
    for (const one of [upstream, socket]) one.on('error', () => [upstream, socket].map((end) => end.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** Requires a different password from now on. Open tunnels stay. */
    change: (next: typeof wanted): void => {
      password = next
    },
    /** Ends every tunnel. */
    cut: (): void => {
      for (const one of tunnels) one.destroy()
    },
    /** All traffic, as far as the proxy could read it. */
    passed: () => passed,
    stop: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
    },
  }
}
