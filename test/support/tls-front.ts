import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type TLSSocket } from 'node:tls'

export type TlsFront = Awaited<ReturnType<typeof startTlsFront>>

/**
 * TLS on loopback in front of plain servers there, chosen by the requested name. The certificate lists all names, and is from a
 * private authority (`certificate`: its file).
 */
export const startTlsFront = async (ports: Readonly<Record<string, number>>) => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-tls-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const names = Object.keys(ports)
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', certificate]
  const subject = ['-subj', `/CN=${names[0]}`, '-addext', `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`]
  execFileSync('openssl', ['req', ...options, ...subject], { stdio: 'ignore' })
  const open = new Set<TLSSocket>()
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (socket) => {
    open.add(socket)
    const upstream = connect(ports[String(socket.servername)] ?? 0, '127.0.0.1')
    upstream.pipe(socket)
    socket.pipe(upstream)
    socket.on('close', () => open.delete(socket))
    for (const end of [upstream, socket]) end.on('error', () => [upstream, socket].map((one) => one.destroy()))
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    certificate,
    stop: async (): Promise<void> => {
      for (const socket of open) socket.destroy()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
