import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { afterEach, expect, test } from 'vitest'
import { createMemorySecrets } from '../../../../electron/core/base/keychain/memory-secrets.ts'
import { createSession } from '../../../../electron/core/service/session/create-session.ts'
import { createConnection } from '../../../../electron/core/workspaces/connections/create-connection.ts'
import { parseConnectionFile } from '../../../../electron/core/workspaces/connections/parse-connection-file.ts'
import { findFreePorts, visit } from './test-session.ts'

const odd = [
  ['client-1', 's3cret'],
  ['id with blank', 'a+b c%20d'],
  ['50% off', 'p:w&x=y'],
  ['a/b?c#d', '"quotes" <and> \\backslash\\'],
  ["~!*()'-._", "~!*()'-._"],
  ['$,;@[]{}|^`', '::leading and trailing::'],
] as const

let cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
  cleanUps = []
})

/** A token endpoint that accepts one encoding of the Basic header. The rest of the service is minimal. */
const startTokenEndpoint = async (client: readonly [string, string], reading: 'form' | 'raw') => {
  const decode = (text: string): string => (reading === 'raw' ? text : decodeURIComponent(text.replaceAll('+', ' ')))
  const headers: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (pathname === '/oauth2/authorize') {
      const back = `${searchParams.get('redirect_uri')}?code=c&state=${searchParams.get('state')}`
      return void response.writeHead(302, { location: back }).end()
    }
    if (pathname !== '/oauth2/token') return void response.writeHead(404).end()
    const header = request.headers.authorization ?? ''
    headers.push(header)
    const pair = Buffer.from(header.replace(/^Basic /, ''), 'base64').toString()
    const colon = reading === 'form' ? pair.indexOf(':') : client[0].length
    const isRight = decode(pair.slice(0, colon)) === client[0] && pair[colon] === ':' && decode(pair.slice(colon + 1)) === client[1]
    // The credentials are only in the header.
    const isAlone = !body.includes('client_secret') && !body.includes('client_id')
    const answer = isRight && isAlone ? { access_token: 'a', token_type: 'Bearer', refresh_token: 'r' } : { error: 'invalid_client' }
    response.writeHead(isRight && isAlone ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUps.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers }
}

const signIn = async (baseUrl: string, [clientId, clientSecret]: readonly [string, string], basicAuth?: 'form' | 'raw') => {
  const redirectUris = (await findFreePorts(1)).map((port) => `http://127.0.0.1:${port}/callback`)
  const text = JSON.stringify({ packshot: 1, name: 'Shop', baseUrl, clientId, clientSecret, redirectUris, basicAuth })
  const { connection, secrets: given } = createConnection({ kind: 'file', file: parseConnectionFile(text) })
  const secrets = createMemorySecrets()
  for (const [name, value] of Object.entries(given)) await secrets.set(name, value)
  const dispatcher = new Agent()
  cleanUps.push(() => dispatcher.destroy())
  const openBrowser = async (url: string): Promise<void> => {
    const answer = await fetch(url, { redirect: 'manual' })
    void visit(answer.headers.get('location') ?? '')
  }
  const session = createSession({ connection, secrets, dispatcher, clock: { now: Date.now }, openBrowser, log: () => {} })
  await session.signIn({ openBrowser: true })
  return session
}

test.each(odd)('the client “%s” with the secret “%s” is form-encoded by default, and signs in and refreshes', async (...client) => {
  const endpoint = await startTokenEndpoint(client, 'form')
  const session = await signIn(endpoint.baseUrl, client)
  await session.replaceRejected('a')
  expect(endpoint.headers).toHaveLength(2)
})

test.each(odd)('the client “%s” with the secret “%s” is sent verbatim if the connection says “raw”', async (...client) => {
  const endpoint = await startTokenEndpoint(client, 'raw')
  await signIn(endpoint.baseUrl, client, 'raw')
  expect(endpoint.headers).toEqual([`Basic ${Buffer.from(client.join(':')).toString('base64')}`])
})

test('a service that decodes the other way rejects a secret with special characters; the message points to the client', async () => {
  const client = ['50% off', 'p:w&x=y'] as const
  const raw = await startTokenEndpoint(client, 'raw')
  await expect(signIn(raw.baseUrl, client)).rejects.toMatchObject({
    code: 'invalid-client',
    action: expect.stringContaining(
      'connect again with “Send client ID and secret as they are” (--raw-basic; in a connection file “basicAuth”: “raw”)',
    ),
  })
  const signs = ['id', 'a+b'] as const
  const form = await startTokenEndpoint(signs, 'form')
  await expect(signIn(form.baseUrl, signs, 'raw')).rejects.toMatchObject({ action: expect.stringContaining('connect again without') })
  const plain = await startTokenEndpoint(['id', 'another'], 'raw')
  await expect(signIn(plain.baseUrl, ['id', 'plain'])).rejects.toMatchObject({ action: expect.not.stringContaining('--raw-basic') })
})
