import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { followAuthorize, setUp, visit } from './test-session.ts'

let cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
  cleanUps = []
})

test('two sign-ins share no secrets', async () => {
  const made = await setUp()
  cleanUps.push(made.tearDown)
  const seen: URLSearchParams[] = []
  const session = made.open({
    openBrowser: async (url) => {
      seen.push(new URL(url).searchParams)
      void followAuthorize(url).then((location) => visit(location))
    },
  })
  await session.signIn({ openBrowser: true })
  await session.signIn({ openBrowser: true })
  expect(seen).toHaveLength(2)
  for (const query of seen) {
    expect(query.get('response_type')).toBe('code')
    expect(query.get('code_challenge_method')).toBe('S256')
    expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect((query.get('state') ?? '').length).toBeGreaterThanOrEqual(32)
    expect(query.get('scope')).toBe('user')
    // Nothing else: no secret, no verifier.
    expect([...query.keys()].sort()).toEqual(
      ['client_id', 'code_challenge', 'code_challenge_method', 'redirect_uri', 'response_type', 'scope', 'state'].sort(),
    )
  }
  for (const name of ['state', 'code_challenge']) expect(seen[0]?.get(name)).not.toBe(seen[1]?.get(name))
})

test('a sign-in never follows a redirect from the token endpoint with credentials', async () => {
  const made = await setUp()
  cleanUps.push(made.tearDown)
  let visits = 0
  const thief = createServer((_request, response) => {
    visits += 1
    response.end('{}')
  })
  await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve))
  cleanUps.push(async () => thief.close())
  const session = made.open()
  await session.signIn({ openBrowser: true })
  const location = `http://127.0.0.1:${(thief.address() as AddressInfo).port}/token`
  for (const status of [301, 302, 307, 308]) {
    made.server.control.trouble = { status, body: '', headers: { location } }
    await expect(session.replaceRejected((await session.credential().catch(() => ({ token: '' }))).token)).rejects.toMatchObject({
      code: expect.stringMatching(/bad-answer|service-failed/),
    })
  }
  expect(visits).toBe(0)
})
