import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type HiddenService = Awaited<ReturnType<typeof startHiddenService>>

/** A service that only a proxy can find: its name is in no DNS, and its certificate is from a private authority. */
export const startHiddenService = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-hidden-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=service.test', '-addext', 'subjectAltName=DNS:service.test']
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', ...options, ...subject], { stdio: 'ignore' })
  const uploads: (string | undefined)[] = []
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    request.resume()
    const path = (request.url ?? '').split('?')[0]
    const { authorization } = request.headers
    const apiKey = request.headers['x-api-key']
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (path === '/oauth2/token') return json({ access_token: 'secret-access', token_type: 'Bearer', refresh_token: 'secret-refresh' })
    if (path === '/oauth2/authorize') return json({})
    if (path === '/v1/tones') return json({ requestId: 'r', resource: 'tone', data: [] })
    if (path === '/v1/image/analysis') return json({ analysis: authorization ?? 'nobody' })
    if (path === '/v1/sources') {
      uploads.push(authorization ?? String(apiKey))
      return json({ requestId: 'r', resource: 'source', data: { id: `src_${uploads.length}` } }, 201)
    }
    return json({}, 404)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: 'https://service.test',
    port: (server.address() as AddressInfo).port,
    /** Path of the certificate, for clients that should trust it. */
    certificate,
    /** The credential of each upload. */
    uploads,
    stop: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
