import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemorySecrets } from '../../../../electron/core/base/keychain/memory-secrets.ts'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { readOfferForm } from '../../../../electron/core/workspaces/offers/offer-source.ts'
import { mostSets } from '../../../../shared/answers/question-set-problems.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { ConnectionOffer } from '../../../../shared/workspaces/workspaces.ts'
import { openTestCore, type TestCore, waitFor, writePng } from '../../../support/open-test-core.ts'
import { told } from '../../../support/told.ts'
import { startStrictServer } from '../../service/session/strict-authorization-server.ts'
import { findFreePorts, followAuthorize, visit } from '../../service/session/test-session.ts'

type Server = Awaited<ReturnType<typeof startStrictServer>>

let folder: string
let server: Server
let redirectUris: string[]
let open: TestCore
let opened: string[]
let allows: boolean
/** Flushes wait for it. */
let flushed = Promise.resolve()

/** A keychain that a test can inspect. */
const makeKeychain = () => ({ ...createMemorySecrets(), storage: 'keychain' as const })
const openCore = async (secrets = makeKeychain()): Promise<void> => {
  open = await openTestCore(join(folder, 'data'), {
    secrets,
    files: {
      ...systemFiles,
      openFlusher: (path) => {
        const flusher = systemFiles.openFlusher(path)
        return { ...flusher, flush: () => flushed.then(flusher.flush) }
      },
    },
    openBrowser: async (url) => {
      opened.push(url)
      if (allows) void followAuthorize(url).then((location) => visit(location))
    },
  })
}
const fileOf = (of: Server, change: object = {}) => ({
  packshot: 1,
  name: 'Team Blue',
  baseUrl: of.baseUrl,
  clientId: of.control.client.id,
  clientSecret: of.control.client.secret,
  redirectUris,
  ...change,
})
const hand = async (change: object = {}, of: Server = server): Promise<string> => {
  const path = join(folder, 'team.packshot')
  await writeFile(path, JSON.stringify(fileOf(of, change)))
  await open.core.offers.fromFile(path)
  return path
}
const current = async (): Promise<ConnectionOffer> => {
  const offer = await open.client.offers.get()
  if (!offer) throw new Error('there is no offer')
  return offer
}
const accept = async (as: 'known' | 'new' | null = null) =>
  open.client.offers.accept({ offerId: (await current()).id, openBrowser: true, as })
const confirm = async (isRight = true, more: object = {}) => open.client.offers.confirm({ offerId: (await current()).id, isRight, ...more })
const connectWhole = async (): Promise<void> => {
  await hand()
  await accept()
  await confirm()
  await open.client.offers.dismiss({ offerId: (await current()).id })
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-offers-'))
  redirectUris = (await findFreePorts(2)).map((port) => `http://127.0.0.1:${port}/callback`)
  server = await startStrictServer({ redirectUris })
  opened = []
  allows = true
  await openCore()
})
afterEach(async () => {
  await open.core.stop()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('an offered connection', () => {
  it('is shown without its secret, and nothing happens until a person accepts', async () => {
    await mkdir(join(folder, 'pictures'))
    await writePng(join(folder, 'pictures/one.png'), 'one')
    await open.client.intake.add({ named: [join(folder, 'pictures')], recursive: false, upload: true })
    await hand({ baseUrl: `${server.baseUrl}/v1/` })
    const offer = await current()
    expect(offer).toMatchObject({
      stage: 'proposed',
      summary: {
        name: 'Team Blue',
        baseUrl: server.baseUrl,
        fileName: 'team.packshot',
        relation: { kind: 'new' },
        waiting: 1,
        scopes: ['user'],
      },
    })
    expect(JSON.stringify(offer)).not.toContain(server.control.client.secret)
    expect(JSON.stringify(offer)).not.toContain(folder)
    expect(opened).toEqual([])
    expect(server.control.counts).toMatchObject({ discovery: 0, authorize: 0 })
    expect(await open.client.session.get()).toMatchObject({ connection: null })
  })

  it('is not displaced by links, which any web page can open: neither by unreadable ones nor by valid ones', async () => {
    for (let index = 0; index < 8; index++) open.core.offers.fromLink(`packshot://connect?name=${index}`)
    expect(await current()).toMatchObject({ stage: 'unreadable' })
    await hand()
    expect(await current()).toMatchObject({ stage: 'proposed', summary: { fileName: 'team.packshot' } })
    await open.client.offers.dismiss({ offerId: (await current()).id })
    // Of the unreadable links one is left, not eight.
    await open.client.offers.dismiss({ offerId: (await current()).id })
    expect(await open.client.offers.get()).toBeNull()

    const linkTo = (name: string) =>
      `packshot://connect?${new URLSearchParams({ name, baseUrl: server.baseUrl, clientId: name, clientSecret: 's' })}`
    for (let index = 0; index < 8; index++) open.core.offers.fromLink(linkTo(`shop ${index}`))
    await hand()
    expect(await current()).toMatchObject({ summary: { fileName: 'team.packshot' } })
    await open.client.offers.dismiss({ offerId: (await current()).id })
    expect(await current()).toMatchObject({ summary: { name: 'shop 0', from: 'link' } })
  })

  it('signs in with one click, starts no job before a person has confirmed the workspace, and remembers that', async () => {
    await hand()
    expect(await accept()).toMatchObject({ stage: 'to-confirm' })
    expect(opened).toHaveLength(1)
    expect(await open.client.session.get()).toMatchObject({ connection: null, state: 'none' })
    expect(await open.client.workspaces.list()).toEqual([])
    expect(await confirm(true, { name: 'Blue at work' })).toMatchObject({ stage: 'connected', canDelete: true })
    expect(await open.client.session.get()).toMatchObject({ state: 'signed-in', connection: { name: 'Blue at work', isConfirmed: true } })
    await hand()
    await open.client.offers.dismiss({ offerId: (await current()).id })
    server.control.client.secret = 'reset'
    await hand()
    expect(await accept()).toMatchObject({ stage: 'connected' })
    expect((await open.client.session.get()).connection).toMatchObject({ name: 'Blue at work', isConfirmed: true })
  })

  it('by file or typed by hand, sends id and secret verbatim if it says so, and form-encoded otherwise', async () => {
    const { id: clientId, secret: clientSecret } = server.control.client
    const typed = { kind: 'oauth' as const, baseUrl: server.baseUrl, clientId, clientSecret }
    expect(readOfferForm({ ...typed, basicAuth: 'raw' }).file.basicAuth).toBe('raw')
    expect(readOfferForm(typed).file.basicAuth).toBe('form')
    // This server decodes, and the secret has a “+” in it.
    await hand({ basicAuth: 'raw' })
    expect(await accept()).toMatchObject({ stage: 'proposed', problem: { code: 'invalid-client' } })
    await open.client.offers.dismiss({ offerId: (await current()).id })
    await hand()
    expect(await accept()).toMatchObject({ stage: 'to-confirm' })
  })

  it('is revoked at once when the consent page named another workspace', async () => {
    await hand()
    await accept()
    expect(await confirm(false)).toMatchObject({ stage: 'proposed', problem: { code: 'sign-in-refused' } })
    expect(server.revoked).toHaveLength(1)
    expect(server.live()).toBeNull()
    expect(await open.client.workspaces.list()).toEqual([])
    expect(await accept()).toMatchObject({ stage: 'to-confirm' })
  })

  it('reports when that revocation fails instead of claiming that it worked', async () => {
    await hand()
    await accept()
    server.control.client.secret = 'reset'
    const message = expect.stringMatching(/another workspace. Nothing was sent there. The access could not be revoked: .*stays valid/)
    expect(told(await confirm(false))).toMatchObject({ stage: 'proposed', problem: { message } })
  })

  it('can be denied, cancelled and retried', async () => {
    await hand()
    server.control.decision = 'deny'
    expect(await accept()).toMatchObject({ stage: 'proposed', problem: { code: 'sign-in-refused' } })
    server.control.decision = 'allow'
    allows = false
    const accepted = accept()
    await waitFor(async () => (await open.client.session.get()).signIn?.url != null)
    expect(await current()).toMatchObject({ stage: 'signing-in' })
    expect(await open.client.session.get()).toMatchObject({ signIn: { name: 'Team Blue', wasOpened: true, url: opened[1] } })
    await open.client.session.reopenSignIn()
    expect(opened[2]).toBe(opened[1])
    await open.client.session.cancelSignIn()
    expect(await accepted).toMatchObject({ stage: 'proposed', problem: null })
    expect((await open.client.session.get()).signIn).toBeNull()
    allows = true
    expect(await accept()).toMatchObject({ stage: 'to-confirm' })
  })

  it('can be completed by pasting the address that the browser was sent to; it rejects another address and keeps waiting', async () => {
    allows = false
    await hand()
    const accepted = accept()
    await waitFor(async () => (await open.client.session.get()).signIn?.url != null)
    await expect(open.client.session.completeSignIn({ url: `${redirectUris[0]}?code=x&state=y` })).rejects.toMatchObject({
      code: 'sign-in-failed',
    })
    await open.client.session.completeSignIn({ url: await followAuthorize(opened[0] ?? '') })
    expect(await accepted).toMatchObject({ stage: 'to-confirm' })
  })

  it('deletes its file if the person agrees, since the secret is in the keychain; without a keychain this is not offered', async () => {
    const path = await hand()
    await accept()
    await confirm()
    expect(existsSync(path)).toBe(true)
    expect(await open.client.offers.deleteFile({ offerId: (await current()).id })).toBeNull()
    expect(existsSync(path)).toBe(false)
    await open.core.stop()
    await openCore({ ...createMemorySecrets(), storage: 'memory' } as never)
    await hand({ name: 'Other', clientSecret: server.control.client.secret })
    await accept()
    expect(await open.client.offers.get()).toBeNull()
  })

  it('explains why it can’t be used, without quoting it', async () => {
    await hand({ baseUrl: 'http://api.example.com', clientSecret: 'hush-hush' })
    const offer = await current()
    expect(told(offer)).toMatchObject({
      stage: 'unreadable',
      fileName: 'team.packshot',
      problem: { message: expect.stringContaining('https') },
    })
    expect(JSON.stringify(offer)).not.toContain('hush')
    expect(await open.client.offers.dismiss({ offerId: offer.id })).toBeNull()
    open.core.offers.fromLink('packshot://connect?name=X')
    expect(await current()).toMatchObject({ stage: 'unreadable', fileName: null })
  })

  it('that was typed by hand and rejected stays in the form, with the reason', async () => {
    const typed = { kind: 'oauth' as const, baseUrl: 'http://api.example.com', clientId: 'c', clientSecret: 'hush-hush' }
    await expect(open.client.offers.make(typed)).rejects.toMatchObject({ code: 'invalid-address' })
    expect(await open.client.offers.get()).toBeNull()
  })

  it('can come by drop, path or bytes, together with pictures', async () => {
    await writeFile(join(folder, 'team.packshot'), JSON.stringify(fileOf(server)))
    await writePng(join(folder, 'one.png'), 'one')
    expect(await open.core.addFiles([join(folder, 'one.png'), join(folder, 'team.packshot')])).toEqual({
      added: 1,
      known: 0,
      refused: 0,
    })
    expect(await current()).toMatchObject({ stage: 'proposed' })
    await open.client.offers.dismiss({ offerId: (await current()).id })
    const bytes = async function* () {
      yield await readFile(join(folder, 'team.packshot'))
    }
    await open.core.receiveUpload(bytes(), 'Team.PACKSHOT')
    expect(await current()).toMatchObject({ stage: 'proposed', summary: { fileName: 'Team.PACKSHOT' } })
    expect(await open.client.pictures.refused()).toEqual([])
  })

  it('is shown after the others when there are several, once when repeated, and not at all in a flood', async () => {
    await hand()
    await hand()
    for (let index = 0; index < 20; index++) open.core.offers.fromLink(`packshot://connect?name=${index}`)
    const seen: string[] = []
    for (;;) {
      const offer = await open.client.offers.get()
      if (!offer) break
      seen.push(offer.stage)
      await open.client.offers.dismiss({ offerId: offer.id })
    }
    expect(seen).toEqual(['proposed', 'unreadable'])
  })
})

describe('a file for a known workspace', () => {
  it('with a new secret replaces the old one, keeps everything else, and changes nothing when it is wrong', async () => {
    await connectWhole()
    const { connection } = await open.client.session.get()
    server.control.client.secret = 'reset'
    await hand({ clientSecret: 'wrong' })
    expect(await current()).toMatchObject({ summary: { relation: { kind: 'same', name: 'Team Blue' } } })
    expect(await accept()).toMatchObject({ stage: 'proposed', problem: { code: 'invalid-client' } })
    expect(await open.client.session.get()).toMatchObject({ state: 'signed-in' })
    expect(await open.secrets.get(`${connection?.id}/client-secret`)).not.toBe('wrong')
    await open.client.offers.dismiss({ offerId: (await current()).id })
    await hand()
    expect(await accept()).toMatchObject({ stage: 'connected' })
    expect((await open.client.workspaces.list()).map(({ id }) => id)).toEqual([connection?.id])
    expect(await open.secrets.get(`${connection?.id}/client-secret`)).toBe('reset')
  })

  it('with the same secret during a session switches to it, without the browser', async () => {
    await connectWhole()
    await hand()
    expect(await accept()).toMatchObject({ stage: 'connected' })
    expect(opened).toHaveLength(1)
  })

  it('applies its own settings and keeps the person’s where it has none, with and without a new secret', async () => {
    await connectWhole()
    const rates = { 'analyse-image': 12 }
    await open.client.connections.change({ paths: { products: '/v2/products' }, rates, serviceAppends: true })
    await open.client.publishing.set({ publishing: { kind: 'data' } })
    await hand({ paths: { sources: '/v2/sources' }, rates: { 'upload-source': 60 } })
    expect(await accept()).toMatchObject({ stage: 'connected' })
    expect(opened).toHaveLength(1)
    const expected = {
      paths: { sources: '/v2/sources', products: '/v2/products', analyse: '/v1/image/analysis' },
      rates: { 'analyse-image': 12, 'upload-source': 60 },
      serviceAppends: true,
      publishing: { kind: 'data' },
      isConfirmed: true,
    }
    expect((await open.client.session.get()).connection).toMatchObject(expected)
    await open.client.offers.dismiss({ offerId: (await current()).id })

    server.control.client.secret = 'reset'
    await hand()
    expect(await accept()).toMatchObject({ stage: 'connected' })
    expect((await open.client.session.get()).connection).toMatchObject(expected)
    await open.client.offers.dismiss({ offerId: (await current()).id })

    await hand({ serviceAppends: false, paths: { products: '/v1/products' } })
    await accept()
    expect((await open.client.session.get()).connection).toMatchObject({ serviceAppends: false, paths: { products: '/v1/products' } })
  })

  it('with the same secret and a bucket adds the bucket and its keys, and with other scopes asks for them', async () => {
    await connectWhole()
    const id = (await open.client.session.get()).connection?.id
    const keys = { accessKeyId: 'AKIA', secretAccessKey: 'whisper' }
    const bucket = { kind: 's3', endpoint: 'https://storage.example', bucket: 'pictures' }
    await hand({ publishing: { ...bucket, keys } })
    expect(await accept()).toMatchObject({ stage: 'connected' })
    expect(await open.client.publishing.get()).toMatchObject({ publishing: bucket, hasKeys: true })
    expect(JSON.parse((await open.secrets.get(`${id}/bucket-keys`)) ?? '')).toEqual(keys)
    await open.client.offers.dismiss({ offerId: (await current()).id })
    expect(opened).toHaveLength(1)
    await hand({ scopes: ['user', 'user:read'] })
    await accept()
    expect(opened).toHaveLength(2)
    expect(await open.client.session.get()).toMatchObject({ scope: 'user user:read', connection: { publishing: bucket } })
  })

  it('that was disconnected asks for confirmation again, since the browser may choose another workspace', async () => {
    await connectWhole()
    await open.client.workspaces.disconnect()
    await hand()
    expect(await current()).toMatchObject({ summary: { relation: { kind: 'same' } } })
    expect(await accept()).toMatchObject({ stage: 'to-confirm' })
    expect(await confirm()).toMatchObject({ stage: 'connected' })
    expect((await open.client.session.get()).connection).toMatchObject({ name: 'Team Blue', isConfirmed: true })
  })

  it('with a new secret keeps using the additional API key, but not at another address', async () => {
    const answersTones = async (route: string) =>
      route.startsWith('GET /v1/tones') ? { status: 200, body: { data: [] } } : { status: 404 }
    server.control.operations = answersTones
    await connectWhole()
    const id = (await open.client.session.get()).connection?.id
    await open.client.session.setApiKey({ apiKey: 'key-1' })
    server.control.client.secret = 'reset'
    await hand()
    expect(await accept()).toMatchObject({ stage: 'connected' })
    expect(await open.client.session.get()).toMatchObject({ state: 'signed-in', hasApiKey: true })
    await open.client.offers.dismiss({ offerId: (await current()).id })

    const elsewhere = await startStrictServer({ redirectUris })
    await hand({}, elsewhere)
    await accept('known')
    await confirm()
    expect(await open.client.session.get()).toMatchObject({ connection: { id, baseUrl: elsewhere.baseUrl }, hasApiKey: false })
    expect(await open.secrets.get(`${id}/api-key`)).toBeNull()
    await elsewhere.stop()
  })

  it('can be confirmed again without a second sign-in if the keychain failed', async () => {
    await connectWhole()
    server.control.client.secret = 'reset'
    const { set } = open.secrets
    Object.assign(open.secrets, {
      set: () => Promise.reject(new AppError('keychain-locked', { kind: 'keychain-refused', said: 'locked' })),
    })
    await hand()
    await expect(accept()).rejects.toMatchObject({ code: 'keychain-locked' })
    expect(await current()).toMatchObject({ stage: 'to-confirm' })
    await expect(confirm()).rejects.toMatchObject({ code: 'keychain-locked' })
    Object.assign(open.secrets, { set })
    expect(await confirm()).toMatchObject({ stage: 'connected' })
    expect(opened).toHaveLength(2)
    expect(await open.client.session.get()).toMatchObject({ state: 'signed-in', connection: { name: 'Team Blue' } })
  })

  it('at another address asks for confirmation, never sends the old tokens there, and keeps the queue if the workspace moved', async () => {
    await connectWhole()
    const before = (await open.client.session.get()).connection
    const elsewhere = await startStrictServer({ redirectUris })
    await hand({}, elsewhere)
    // It was made by somebody who knows the client: the secret stays where it belongs.
    expect(await accept('known')).toMatchObject({
      stage: 'proposed',
      problem: { failure: { kind: 'secret-of-another', known: server.baseUrl } },
    })
    expect(elsewhere.control.counts.exchange).toBe(0)
    await open.client.offers.dismiss({ offerId: (await current()).id })
    elsewhere.control.client.secret = 'given-for-the-new-address'
    await hand({}, elsewhere)
    expect(await current()).toMatchObject({ summary: { relation: { kind: 'moved', name: 'Team Blue', baseUrl: server.baseUrl } } })
    await expect(accept()).rejects.toMatchObject({ code: 'usage' })
    expect(await accept('known')).toMatchObject({ stage: 'to-confirm' })
    expect((await open.client.session.get()).connection?.baseUrl).toBe(server.baseUrl)
    expect(elsewhere.control.counts.refresh).toBe(0)
    await confirm()
    const after = (await open.client.session.get()).connection
    expect([after?.id, after?.baseUrl]).toEqual([before?.id, elsewhere.baseUrl])
    await open.client.offers.dismiss({ offerId: (await current()).id })

    await hand()
    await accept('new')
    await confirm()
    const list = await open.client.workspaces.list()
    expect(list.map(({ baseUrl }) => baseUrl)).toEqual([elsewhere.baseUrl, server.baseUrl])
    expect(new Set(list.map(({ id }) => id)).size).toBe(2)
    await elsewhere.stop()
  })

  it('with the same name and another client asks whether to replace the known one', async () => {
    await connectWhole()
    const [known] = await open.client.workspaces.list()
    server.control.client.id = 'client-2'
    await hand()
    expect(await current()).toMatchObject({ summary: { relation: { kind: 'similar', name: 'Team Blue' } } })
    await expect(accept()).rejects.toMatchObject({ code: 'usage' })
    await accept('known')
    await confirm()
    expect(await open.client.workspaces.list()).toMatchObject([{ id: known?.id, isActive: true, state: 'signed-in' }])
  })
})

describe('a managed installation', () => {
  it('offers the file beside the app once, while no workspace is connected, and again when the file changes', async () => {
    const beside = join(folder, 'app')
    await mkdir(beside)
    await writeFile(join(beside, 'connection.packshot'), JSON.stringify(fileOf(server)))
    const file = join(beside, 'connection.packshot')
    const offer = () => open.core.offers.fromManaged([join(folder, 'none'), beside])
    await offer()
    expect(await current()).toMatchObject({ stage: 'proposed', summary: { from: 'managed', fileName: file } })
    await open.client.offers.dismiss({ offerId: (await current()).id })
    await offer()
    expect(await open.client.offers.get()).toBeNull()
    await writeFile(join(beside, 'connection.packshot'), JSON.stringify(fileOf(server, { name: 'Team Green' })))
    await offer()
    await accept()
    expect(await confirm()).toBeNull()
    expect(existsSync(join(beside, 'connection.packshot'))).toBe(true)
    await writeFile(join(beside, 'connection.packshot'), JSON.stringify(fileOf(server, { name: 'Team Red' })))
    await offer()
    expect(await open.client.offers.get()).toBeNull()
  })
})

describe('a managed installation where somebody had tried the sample workspace before', () => {
  it('still offers the file beside the app', async () => {
    await open.core.stop()
    const sample = JSON.stringify(fileOf(server, { name: 'Sample workspace' }))
    open = await openTestCore(join(folder, 'data'), {
      openBrowser: async (url) => void followAuthorize(url).then((location) => visit(location)),
      startSampleWorkspace: async () => ({ connectionFile: sample, ended: new Promise(() => {}), stop: async () => {} }),
    })
    await open.client.session.connect({ kind: 'sample' })
    await open.client.session.signIn({ openBrowser: true })
    await writeFile(join(folder, 'connection.packshot'), JSON.stringify(fileOf(server, { clientId: 'the-team' })))
    await open.core.offers.fromManaged([folder])
    expect(await current()).toMatchObject({ stage: 'proposed', summary: { from: 'managed', clientId: 'the-team' } })
  })
})

describe('updating a workspace', () => {
  it('does not activate one that is still being tested', async () => {
    await connectWhole()
    const other = await startStrictServer({ redirectUris })
    other.control.client.id = 'client-9'
    other.control.client.secret = 'its-own'
    await open.client.session.connect({ kind: 'file', text: JSON.stringify(fileOf(other, { name: 'On trial' })) })
    const { view } = await open.client.connections.change({ serviceAppends: true })
    expect(view.connection).toMatchObject({ name: 'Team Blue', serviceAppends: true })
    expect(await open.client.workspaces.list()).toMatchObject([{ name: 'Team Blue', isActive: true }])
    await other.stop()
  })
})

it('brings requirement profiles in a connection file, and uses them once it is connected', async () => {
  const profile = { packshotProfile: 1, id: 'team', revision: 1, name: 'Our shop', rules: [{ kind: 'sharpness', least: 'soft' }] }
  const inUse = async () => (await open.client.checks.profiles()).filter(({ isUsed }) => isUsed).map(({ name }) => name)
  await open.client.checks.use({ ids: ['ebay'] })
  await hand({ requirementProfiles: [profile] })
  expect(await current()).toMatchObject({ summary: { profiles: [{ name: 'Our shop', relation: 'new', rules: 1 }] } })
  await accept()
  expect(await inUse()).toEqual(['eBay'])
  await confirm()
  expect(await inUse()).toEqual(['eBay', 'Our shop'])
})

it('brings profiles and sets in the transaction that connects, so that a kill after it leaves both', async () => {
  const profile = { packshotProfile: 1, id: 'team', revision: 1, name: 'Our shop', rules: [{ kind: 'sharpness', least: 'soft' }] }
  await hand({ requirementProfiles: [profile], questionSets: [{ name: 'Texts', questions: [{ question: 'White?', column: '' }] }] })
  await accept()
  let flush = (): void => {}
  flushed = new Promise((resolve) => {
    flush = resolve
  })
  const confirmed = confirm()
  const read = (sql: string) => {
    const database = new DatabaseSync(join(folder, 'data', 'library.db'), { readOnly: true })
    try {
      return database.prepare(sql).all()
    } finally {
      database.close()
    }
  }
  await waitFor(() => read('SELECT id FROM connections WHERE active = 1').length === 1)
  // What a kill would leave, before anything that comes after the flush.
  expect(read('SELECT id FROM requirement_profiles')).toMatchObject([{ id: 'team' }])
  expect(read("SELECT value FROM settings WHERE key = 'checks.used'")).toMatchObject([{ value: expect.stringContaining('team') }])
  expect(read('SELECT name FROM question_sets')).toMatchObject([{ name: 'Texts' }])
  flush()
  await confirmed
})

describe('question sets in a connection file', () => {
  const set = (name: string, question: string) => ({ name, questions: [{ question, column: '' }] })

  it('are shown, kept once the workspace is connected, and replace known ones only if a person says so', async () => {
    const { id } = await open.client.questionSets.save(set('Mine', 'Round?'))
    await hand({ questionSets: [set('mine', 'White?'), set('New', 'Blue?')] })
    expect(await current()).toMatchObject({
      summary: {
        questionSets: [
          { name: 'mine', relation: 'changed', known: 1 },
          { name: 'New', relation: 'new', questions: [{ question: 'Blue?' }] },
        ],
      },
    })
    await accept()
    // Signed in, but not confirmed: nothing has changed yet.
    expect(await open.client.questionSets.list()).toHaveLength(1)
    await confirm()
    expect(await open.client.questionSets.list()).toMatchObject([{ id, questions: [{ question: 'Round?' }] }, { name: 'New' }])
    await open.client.offers.dismiss({ offerId: (await current()).id })
    await hand({ questionSets: [set('mine', 'White?')] })
    await open.client.offers.accept({ offerId: (await current()).id, openBrowser: true, as: null, replaceSets: ['mine'] })
    expect((await open.client.questionSets.list())[0]).toMatchObject({ id, name: 'mine', questions: [{ question: 'White?' }] })
  })

  it('that have no room are refused before the browser opens', async () => {
    for (let at = 0; at < mostSets; at++) await open.client.questionSets.save(set(`Set ${at}`, 'Round?'))
    await hand({ questionSets: [set('New', 'Blue?')] })
    await expect(accept()).rejects.toMatchObject({ failure: { kind: 'sets-too-many' } })
    expect(await current()).toMatchObject({ stage: 'proposed' })
    await open.client.questionSets.remove({ id: (await open.client.questionSets.list())[0]?.id ?? '' })
    await accept()
    // The room is gone by the time the person confirms: the workspace is connected all the same.
    await open.client.questionSets.save(set('Another', 'Round?'))
    await expect(confirm()).rejects.toMatchObject({ failure: { kind: 'sets-too-many' } })
    expect(await current()).toMatchObject({ stage: 'connected' })
  })

  it('that have no room any more don’t keep the file’s profiles out', async () => {
    for (let at = 0; at < mostSets - 1; at++) await open.client.questionSets.save(set(`Set ${at}`, 'Round?'))
    const profile = { packshotProfile: 1, id: 'team', revision: 1, name: 'Our shop', rules: [{ kind: 'sharpness', least: 'soft' }] }
    await hand({ questionSets: [set('New', 'Blue?')], requirementProfiles: [profile] })
    await accept()
    await open.client.questionSets.save(set('Another', 'Round?'))
    await expect(confirm()).rejects.toMatchObject({ failure: { kind: 'sets-too-many' } })
    expect((await open.client.checks.profiles()).find(({ id }) => id === 'team')).toMatchObject({ isUsed: true })
  })

  it('that can’t be used are named before anything is connected', async () => {
    await hand({ questionSets: [set('Texts', '  ')] })
    expect(await current()).toMatchObject({ stage: 'unreadable', problem: { failure: { kind: 'set-file-problem', name: 'Texts' } } })
  })
})
