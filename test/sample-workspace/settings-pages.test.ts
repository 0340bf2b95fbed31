import { describe, expect, it } from 'vitest'
import { type Json, makePkce, openTestWorkspace, type TestWorkspace } from './open-test-workspace.ts'
import { formTokenOf, visitAs } from './visit-as.ts'

const shown = (html: string, id: string) => new RegExp(`id="${id}">([^<]+)<`).exec(html)?.[1] ?? ''

const clientsPath = '/settings/oauth-clients'
const tokensPath = '/settings/api-tokens'
const client = { name: 'Importer', 'scope user:read': 'on', redirect_uri_1: 'https://example.com/back' }

describe('the settings', () => {
  it('ask visitors who they are, with a cookie that no other site can use', async () => {
    const w = await openTestWorkspace()
    const page = await w.get(`${w.baseUrl}/settings`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const person = /value="(usr_[^"]+)"/.exec(await page.text())?.[1] ?? ''
    const chosen = await w.form('/settings/who', { person }, { cookie: w.cookie })
    expect([chosen.status, chosen.headers.get('set-cookie')]).toEqual([303, expect.stringMatching(/; HttpOnly; SameSite=Strict$/)])
    const other = await visitAs(w, 'Admin')
    expect((await w.form('/settings/who', { person: 'usr_none' }, { cookie: other.cookie })).status).toBe(403)
  })

  it.each([
    ['Admin', 200, 200, 200],
    ['IT Admin', 200, 403, 403],
    ['Developer', 200, 200, 403],
    ['Member', 403, 403, 403],
  ])('grant the role %s its access: clients %i, tokens %i, plan %i', async (role, clients, tokens, plan) => {
    const w = await openTestWorkspace()
    const visit = await visitAs(w, role)
    const statuses = async () => [
      (await visit.open(clientsPath)).status,
      (await visit.open(tokensPath)).status,
      (await visit.open('/settings/plan')).status,
    ]
    expect(await statuses()).toEqual([clients, tokens, plan])
    const denied = await visit.open('/settings/plan')
    if (plan === 403) expect(await denied.text()).toContain('Access denied')
    // A form that the page does not show is rejected, too.
    const other = await visitAs(w, 'Admin')
    const form_token = formTokenOf(await (await other.open(clientsPath)).text())
    if (clients === 403) expect((await visit.send(clientsPath, { form_token, ...client })).status).toBe(403)
    if (tokens === 403) expect((await visit.send(tokensPath, { form_token, name: 'x' })).status).toBe(403)
    await w.admin('POST', '/switches', { apiAccess: false })
    expect(await statuses()).toEqual([403, 403, plan])
    if (clients === 200) expect(await (await visit.open(clientsPath)).text()).toContain('no API access')
  })

  it('answer a browser with a page and a link back when the address is unknown', async () => {
    const w = await openTestWorkspace()
    for (const [path, status, allow] of [
      ['/settings/', 404, null],
      ['/settings/oauth-clients/cli_1/reset', 405, 'POST'],
      ['/settings/who', 405, 'POST'],
      ['/products/prd_1/more', 404, null],
    ] as const) {
      const answer = await w.get(w.baseUrl + path)
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, status, allow])
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await answer.text()).toContain('<a href="/settings">')
    }
  })

  it('reject forms from another page, visit or site', async () => {
    const w = await openTestWorkspace()
    const [mine, theirs] = [await visitAs(w, 'Admin'), await visitAs(w, 'Admin')]
    const form_token = formTokenOf(await (await mine.open(clientsPath)).text())
    expect((await mine.send(clientsPath, client)).status).toBe(403)
    expect((await theirs.send(clientsPath, { form_token, ...client })).status).toBe(403)
    expect((await mine.send(clientsPath, { form_token, ...client }, { origin: 'http://evil.example' })).status).toBe(403)
    expect((await mine.send('/settings/who', {}, { origin: 'http://evil.example' })).status).toBe(403)
    expect(await (await mine.open(clientsPath)).text()).not.toContain('Importer')
    expect((await mine.send(clientsPath, { form_token, ...client }, { origin: w.baseUrl })).status).toBe(200)
  })

  it('turn the workspace’s features off and on, and keep that', async () => {
    const w = await openTestWorkspace()
    const visit = await visitAs(w, 'Admin')
    const saved = await visit.submit('/settings/plan', '/settings/plan', { apiAccess: 'on', productFeature: 'on', 'rate sources': '1' })
    expect(saved.status).toBe(303)
    expect((await w.ask('data:,', 'size?')).status).toBe(402)
    expect([(await w.createSource('TEXT', 'x')).status, (await w.createSource('TEXT', 'x')).status]).toEqual([201, 429])
    expect((await visit.submit('/settings/plan', '/settings/plan', { 'rate sources': '-1' })).status).toBe(400)
    await w.stop()
    const again = await openTestWorkspace(w.dataDir)
    expect((await again.admin('GET', '/switches')).body).toMatchObject({
      apiSubscription: false,
      apiAccess: true,
      requestsPerMinute: { sources: 1, analysis: null },
    })
  })
})

describe('OAuth clients', () => {
  const add = async (w: TestWorkspace, fields: Record<string, string> = client) => {
    const visit = await visitAs(w, 'Developer')
    const answer = await visit.submit(clientsPath, clientsPath, fields)
    const html = await answer.text()
    return { visit, status: answer.status, html, id: shown(html, 'client-id'), secret: shown(html, 'client-secret') }
  }
  const signInWith = async (w: TestWorkspace, id: string, secret: string, scope: string) => {
    const { verifier, challenge } = makePkce()
    const redirect_uri = client.redirect_uri_1
    const code = await w.obtainCode({ client_id: id, redirect_uri, scope, code_challenge: challenge })
    return w.exchange(code, verifier, { redirect_uri }, { authorization: w.basic(id, secret) })
  }

  it('are added with a name, scopes and redirect URIs; the secret is shown once and works', async () => {
    const w = await openTestWorkspace()
    const { visit, id, secret } = await add(w)
    expect([id, secret]).toEqual([expect.stringMatching(/^cli_/), expect.stringMatching(/^wcs_/)])
    const list = await (await visit.open(clientsPath)).text()
    for (const text of ['Importer', id, 'https://example.com/back', '<code>user:read</code>']) expect(list).toContain(text)
    expect(list).not.toContain(secret)
    const tokens = await signInWith(w, id, secret, 'user:read')
    expect([tokens.status, ((await tokens.json()) as Json).scope]).toEqual([200, 'user:read'])
    const refused = await w.get(w.authorizeUrl({ client_id: id, redirect_uri: client.redirect_uri_1, scope: 'user' }))
    expect(refused.headers.get('location')).toContain('error=invalid_scope')
  })

  it('have one to three redirect URIs, a name and a scope', async () => {
    const w = await openTestWorkspace()
    const uris = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`redirect_uri_${at + 1}`, `https://a.example/${at}`]))
    const named = { name: 'Importer', 'scope user': 'on' }
    expect((await add(w, { ...named, ...uris(0) })).html).toContain('one to three redirect URIs')
    expect((await add(w, { ...named, ...uris(4) })).status).toBe(400)
    expect((await add(w, { ...named, ...uris(1) })).status).toBe(200)
    expect((await add(w, { ...named, ...uris(3) })).status).toBe(200)
    expect((await add(w, { name: 'x', ...uris(1) })).html).toContain('at least one scope')
    expect((await add(w, { 'scope user': 'on', ...uris(1) })).html).toContain('Give the client a name')
    // The form still contains the input.
    const { html } = await add(w, { name: 'A "B"', 'scope user': 'on', redirect_uri_1: 'https://a.example/1', redirect_uri_2: 'nonsense' })
    for (const kept of ['value="A &quot;B&quot;"', 'name="scope user" checked', 'value="https://a.example/1"', 'value="nonsense"'])
      expect(html).toContain(kept)
    expect(html).not.toContain('name="scope user:read" checked')
    for (const uri of [
      'nonsense',
      'http://example.com/',
      'javascript:alert(1)',
      'ftp://a.example/',
      'https://a.example/a b',
      'https://a.example/#x',
      'https://user:password@a.example/',
    ])
      expect((await add(w, { ...named, redirect_uri_1: uri })).status).toBe(400)
    for (const uri of ['http://127.0.0.1:5000/', 'packshot://oauth/callback'])
      expect((await add(w, { ...named, redirect_uri_1: uri })).status).toBe(200)
  })

  it.each([
    ['a control character', 'Im\u0007porter', 'control characters'],
    ['a line break', 'Im\nporter', 'control characters'],
    ['U+202E', 'Im\u202eporter', 'control characters'],
    ['a bidi isolate', 'Im\u2066porter', 'control characters'],
    ['only invisible characters', '\u200b\u2060\u3164\u2800', 'visible character'],
    ['a way to a parent folder', '../importer', '“../”'],
    ['too many characters', 'x'.repeat(101), 'at most 100'],
  ])('and tokens have no name with %s', async (_, name, why) => {
    const w = await openTestWorkspace()
    const { visit, status, html } = await add(w, { ...client, name })
    expect([status, html]).toEqual([400, expect.stringContaining(why)])
    const token = await visit.submit(tokensPath, tokensPath, { name })
    expect([token.status, await token.text()]).toEqual([400, expect.stringContaining(why)])
  })

  it('have names in any script, with emoji', async () => {
    const w = await openTestWorkspace()
    for (const name of ['Übersee/Import', 'می‌خواهم', 'Shop 👩‍💻', 'v..2'])
      expect([name, (await add(w, { ...client, name })).status]).toEqual([name, 200])
    expect((await add(w, { ...client, redirect_uri_1: 'https://a.example/\u202ekcab' })).status).toBe(400)
  })

  it('show names as text, never as HTML', async () => {
    const w = await openTestWorkspace()
    const { html, visit } = await add(w, { ...client, name: '<img src=x onerror=alert(1)>' })
    expect(html + (await (await visit.open(clientsPath)).text())).not.toContain('<img')
  })

  it('invalidate the old secret at once when it is reset', async () => {
    const w = await openTestWorkspace()
    const { visit, id, secret } = await add(w)
    const reset = await (await visit.submit(clientsPath, `${clientsPath}/${id}/reset`)).text()
    const renewed = shown(reset, 'client-secret')
    expect(renewed).not.toBe(secret)
    expect(((await (await signInWith(w, id, secret, 'user:read')).json()) as Json).error).toBe('invalid_client')
    expect((await signInWith(w, id, renewed, 'user:read')).status).toBe(200)
  })

  it('rewrite the connection file when its client’s secret is reset', async () => {
    const w = await openTestWorkspace()
    const visit = await visitAs(w, 'Admin')
    const reset = await (await visit.submit(clientsPath, `${clientsPath}/${w.connection.clientId}/reset`)).text()
    expect(w.readConnection().clientSecret).toBe(shown(reset, 'client-secret'))
    expect(w.readConnection().clientSecret).not.toBe(w.connection.clientSecret)
  })

  it('end their sessions when they are removed, and leave the others unaffected', async () => {
    const w = await openTestWorkspace()
    const { visit, id, secret } = await add(w)
    const theirs = (await (await signInWith(w, id, secret, 'user:read')).json()) as Json
    const ours = await w.signIn()
    const read = async (token: string) => (await fetch(`${w.baseUrl}/v1/tones`, { headers: { authorization: `Bearer ${token}` } })).status
    expect([await read(theirs.access_token), await read(ours.access_token)]).toEqual([200, 200])
    expect((await visit.submit(clientsPath, `${clientsPath}/${id}/remove`)).status).toBe(303)
    expect([await read(theirs.access_token), await read(ours.access_token)]).toEqual([401, 200])
    expect(((await (await signInWith(w, id, secret, 'user:read').catch(() => w.form('/oauth2/token', {}, {}))).json()) as Json).error).toBe(
      'invalid_client',
    )
    // No other client replaces the connection file's client at the next start.
    const other = await add(w)
    await visit.submit(clientsPath, `${clientsPath}/${w.connection.clientId}/remove`)
    await w.stop()
    const again = await openTestWorkspace(w.dataDir)
    expect((await signInWith(again, other.id, other.secret, 'user:read')).status).toBe(200)
    expect(again.connection.clientId).not.toBe(w.connection.clientId)
  })
})

describe('API tokens', () => {
  it('are shown once, work, and stop working when removed', async () => {
    const w = await openTestWorkspace()
    const visit = await visitAs(w, 'Developer')
    const html = await (await visit.submit(tokensPath, tokensPath, { name: 'Nightly' })).text()
    const token = shown(html, 'api-token')
    const status = async () => (await w.json('POST', '/v1/products', {}, { 'x-api-key': token })).status
    expect(await status()).toBe(201)
    const list = await (await visit.open(tokensPath)).text()
    expect([list.includes('Nightly'), list.includes(token), list.includes(`…${token.slice(-4)}`)]).toEqual([true, false, true])
    const id = [...list.matchAll(/api-tokens\/(key_[^/]+)\/remove/g)].at(-1)?.[1]
    await visit.submit(tokensPath, `${tokensPath}/${id}/remove`)
    expect(await status()).toBe(401)
    expect((await visit.submit(tokensPath, tokensPath, { name: ' ' })).status).toBe(400)
  })
})

describe('the current visitor', () => {
  it('is asked for consent, and has a session beside those of the others', async () => {
    const w = await openTestWorkspace()
    const sam = await w.signIn()
    const { cookie } = await visitAs(w, 'Member')
    const { verifier, challenge } = makePkce()
    const page = await fetch(w.authorizeUrl({ code_challenge: challenge }), { headers: { cookie } })
    const html = await page.text()
    expect(html).toContain('Mia Member')
    expect(html).not.toContain('Who are you?')
    const answer = await w.decide(w.requestIdOf(html), 'allow', { cookie })
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const mia = (await (await w.exchange(code, verifier)).json()) as Json
    const status = async (token: string) => (await fetch(`${w.baseUrl}/v1/tones`, { headers: { authorization: `Bearer ${token}` } })).status
    expect([await status(sam.access_token), await status(mia.access_token)]).toEqual([200, 200])
    await w.signIn()
    expect([await status(sam.access_token), await status(mia.access_token)]).toEqual([401, 200])
  })

  it('gets the token of a page that was opened for somebody else', async () => {
    const w = await openTestWorkspace()
    const [devi, mia] = [await visitAs(w, 'Developer'), await visitAs(w, 'Member')]
    const signInAs = async (opener: string, sender: string) => {
      const { verifier, challenge } = makePkce()
      const page = await fetch(w.authorizeUrl({ code_challenge: challenge }), { headers: { cookie: opener } })
      const answer = await w.decide(w.requestIdOf(await page.text()), 'allow', { cookie: sender })
      const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
      return ((await (await w.exchange(code, verifier)).json()) as Json).access_token as string
    }
    const status = async (token: string) => (await fetch(`${w.baseUrl}/v1/tones`, { headers: { authorization: `Bearer ${token}` } })).status
    const ofMia = await signInAs(mia.cookie, mia.cookie)
    const ofDevi = await signInAs(mia.cookie, devi.cookie)
    // Devi's token is beside Mia's; a second one of Devi's ends the first.
    expect([await status(ofMia), await status(ofDevi)]).toEqual([200, 200])
    await signInAs(devi.cookie, devi.cookie)
    expect([await status(ofMia), await status(ofDevi)]).toEqual([200, 401])
  })

  it('is asked who they are where nobody was chosen, and the choice counts', async () => {
    const w = await openTestWorkspace()
    const mia = await visitAs(w, 'Member')
    const send = (fields: Record<string, string>, cookie = w.cookie) =>
      fetch(`${w.baseUrl}/oauth2/authorize/decision`, {
        ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
        headers: { origin: w.baseUrl, cookie },
      })
    const { verifier, challenge } = makePkce()
    const html = await (await w.get(w.authorizeUrl({ code_challenge: challenge }))).text()
    expect(html).toContain('Who are you?')
    expect(/<option[^>]* selected>([^<]+)</.exec(html)?.[1]).toBe('Mia Member, Member')
    const request = w.requestIdOf(html)
    const unsaid = await send({ request, decision: 'allow' })
    expect([unsaid.status, unsaid.headers.get('location')]).toEqual([400, null])
    expect(await unsaid.text()).toContain('Who are you?')
    expect((await send({ request, decision: 'allow', person: 'usr_none' })).status).toBe(400)
    const devi = /<option value="([^"]+)">Devi/.exec(html)?.[1] ?? ''
    const allowed = await send({ request, decision: 'allow', person: devi }, mia.cookie)
    const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const token = ((await (await w.exchange(code, verifier)).json()) as Json).access_token as string
    const status = async () => (await fetch(`${w.baseUrl}/v1/tones`, { headers: { authorization: `Bearer ${token}` } })).status
    const signInAs = async (cookie: string) => {
      const pkce = makePkce()
      const page = await fetch(w.authorizeUrl({ code_challenge: pkce.challenge }), { headers: { cookie } })
      const answer = await w.decide(w.requestIdOf(await page.text()), 'allow', { cookie })
      await w.exchange(new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '', pkce.verifier)
    }
    await signInAs(mia.cookie)
    expect(await status()).toBe(200)
    await signInAs((await visitAs(w, 'Developer')).cookie)
    expect(await status()).toBe(401)
    const denied = w.requestIdOf(await (await w.get(w.authorizeUrl())).text())
    expect((await send({ request: denied, decision: 'deny' })).headers.get('location')).toContain('access_denied')
  })
})
