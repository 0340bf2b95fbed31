import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { maxTextBytes, type OtherSourceForm } from '../../../../shared/answers/other-sources.ts'
import { openTestWorkspace } from '../../../sample-workspace/open-test-workspace.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { told } from '../../../support/told.ts'
import { openSources } from './open-sources.ts'

const text = 'Erste Zeile “ü”\r\nsecond\nthird\n--packshot\r\nContent-Disposition: form-data; name="type"\r\n\r\nFILE 🍓'
const sourcesPath = { path: '/v1/sources' }

describe('sources that are not files', () => {
  it('are created, each kind with exactly the given value, and the id is in the list', async () => {
    const { workspace, client, core, connect, list, sent, waitForStates } = await openSources()
    await connect()
    await core().start()
    const knowledge = (await (await fetch(`${workspace.baseUrl}/v1/knowledge`, { headers: workspace.keyHeaders })).json()).data[0]
    await client().otherSources.create({ kind: 'text', text })
    await client().otherSources.create({ kind: 'url', url: '  HTTPS://Example.com:443/a b?q=ü#part ' })
    await client().otherSources.create({ kind: 'knowledge', knowledgeId: ` ${knowledge.id} `, name: knowledge.name })
    await waitForStates('done', 'done', 'done')
    const received = await sent()
    expect(received.map(({ type, value }) => ({ type, value }))).toEqual(
      expect.arrayContaining([
        { type: 'TEXT', value: text },
        { type: 'URL', value: 'https://example.com/a%20b?q=%C3%BC#part' },
        { type: 'KNOWLEDGE', value: knowledge.id },
      ]),
    )
    expect(received).toHaveLength(3)
    const rows = await list()
    for (const { sourceId, kind } of rows) expect(received.find(({ id }) => id === sourceId)?.type.toLowerCase()).toBe(kind)
    expect(rows.map(({ title }) => title)).toEqual([
      knowledge.name,
      'https://example.com/a%20b?q=%C3%BC#part',
      expect.stringMatching(/^Erste Zeile “ü” second third/),
    ])
  })

  it('can be a text of up to 1 MB', async () => {
    const { client, core, connect, sent, waitForStates } = await openSources()
    await connect()
    await core().start()
    const long = 'é'.repeat(maxTextBytes / 2)
    await client().otherSources.create({ kind: 'text', text: long })
    await waitForStates('done')
    expect((await sent())[0]?.value === long).toBe(true)
    await expect(client().otherSources.create({ kind: 'text', text: `${long}é` })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/1 MB\. Nothing was queued/),
    })
  })

  it.each<[string, OtherSourceForm, RegExp]>([
    ['nothing but space', { kind: 'text', text: ' \n\t' }, /text is empty/],
    ['no address', { kind: 'url', url: 'example.com/page' }, /“example\.com\/page” is not a web address/],
    ['an empty address', { kind: 'url', url: ' ' }, /address is empty/],
    ['another scheme', { kind: 'url', url: 'ftp://example.com/x' }, /not an http or https address/],
    ['a file of this computer', { kind: 'url', url: 'file:///etc/passwd' }, /not an http or https address/],
    ['a password in the address', { kind: 'url', url: 'https://me:secret@example.com/' }, /contains a user name or a password/],
    ['an address that gets too long', { kind: 'url', url: `https://example.com/${'ü'.repeat(500)}` }, /3020 of at most 2048 characters/],
    ['an empty id', { kind: 'knowledge', knowledgeId: '  ' }, /ID of the knowledge item is empty/],
    ['an id of several words', { kind: 'knowledge', knowledgeId: 'Picture rules' }, /“Picture rules” is not an ID/],
  ])('are rejected before anything is queued: %s', async (_, form, words) => {
    const { client, list } = await openSources()
    await expect(client().otherSources.create(form)).rejects.toMatchObject({ code: 'usage', message: expect.stringMatching(words) })
    expect(await list()).toEqual([])
    expect(await client().jobs.list({})).toEqual([])
  })

  it('wait for the first connection, and belong to it afterwards', async () => {
    const { client, core, connect, list, sent, states, waitForStates } = await openSources()
    await core().start()
    await client().otherSources.create({ kind: 'text', text: 'before' })
    expect(await states()).toEqual(['waiting'])
    expect((await client().queue.status()).holds).toMatchObject([{ kind: 'no-connection' }])
    await connect()
    await waitForStates('done')
    expect(await sent()).toMatchObject([{ type: 'TEXT', value: 'before' }])
    const other = await openTestWorkspace()
    await connect(other)
    expect(await list()).toEqual([])
    await client().otherSources.create({ kind: 'text', text: 'before' })
    await waitForStates('done')
    expect((await other.admin('GET', '/sources')).body.sources).toMatchObject([{ value: 'before' }])
  })

  it('wait offline, survive a restart, and run once the workspace is reachable', async () => {
    const { workspace, client, core, connect, restart, sent, states, waitForStates } = await openSources()
    await connect()
    await core().start()
    const { port } = new URL(workspace.baseUrl)
    await workspace.stop()
    await client().otherSources.create({ kind: 'url', url: 'https://example.com/' })
    await waitFor(async () => (await client().queue.status()).holds.some((hold) => hold.kind === 'offline'))
    expect(await states()).toEqual(['waiting'])
    await restart()
    await openTestWorkspace(workspace.dataDir, { port: Number(port) })
    await core().start()
    await waitForStates('done')
    expect(await sent()).toMatchObject([{ type: 'URL', value: 'https://example.com/' }])
  })

  it('are part of snapshots, even when there is no picture', async () => {
    const { client, dataFolder } = await openSources()
    const snapshots = async (): Promise<string[]> => readdir(join(dataFolder, 'snapshots')).catch(() => [])
    await client().otherSources.create({ kind: 'text', text: 'the only thing here' })
    await waitFor(async () => (await snapshots()).some((name) => name.endsWith('.db')))
    const [newest = ''] = (await snapshots()).filter((name) => name.endsWith('.db')).toReversed()
    using database = new DatabaseSync(join(dataFolder, 'snapshots', newest), { readOnly: true })
    expect(database.prepare('SELECT kind, value FROM other_sources').all()).toEqual([{ kind: 'text', value: 'the only thing here' }])
  })

  it('are sent again after a lost answer, and say that a spare source may exist', async () => {
    const { client, core, connect, list, misbehave, sent, waitForStates } = await openSources()
    await misbehave({ match: { ...sourcesPath, nth: 1 }, effect: { kind: 'lose-answer' } })
    await connect()
    await core().start()
    await client().otherSources.create({ kind: 'text', text: 'once or twice' })
    await waitForStates('done')
    expect(await sent()).toHaveLength(2)
    const [row] = await list()
    expect(row?.job).toMatchObject({ attempts: 2, notes: [{ kind: 'done-after-attempts', attempts: 1 }] })
    expect(row?.sourceId).toBe((await sent())[1]?.id)
  })

  it('park with the service’s words and what to do when rejected, and a retry sends them again', async () => {
    const { client, core, connect, list, sent, misbehave, waitForStates } = await openSources()
    await connect()
    await core().start()
    await client().otherSources.create({ kind: 'knowledge', knowledgeId: 'kno_nowhere' })
    await waitForStates('parked')
    const [row] = await list()
    expect(told(row?.job.status)).toMatchObject({
      reason: {
        code: 'rejected',
        status: 400,
        message: expect.stringMatching(/no Knowledge item kno_nowhere/),
        action: expect.stringMatching(/^Add the item/),
      },
      choices: ['retry'],
    })
    await client().jobs.retry({ jobIds: [row?.job.id ?? ''], choice: 'retry' })
    await waitForStates('parked')
    expect((await list())[0]?.job.attempts).toBe(2)
    await misbehave({ match: sourcesPath, effect: { kind: 'status', status: 413 } })
    await client().otherSources.create({ kind: 'text', text: 'too much' })
    await waitForStates('parked', 'parked')
    expect(told((await list())[0]?.job.status)).toMatchObject({
      reason: { code: 'too-large', action: expect.stringMatching(/create a corrected one/) },
    })
    expect(await sent()).toEqual([])
  })

  it('cause one hold instead of many parked jobs if the workspace does not allow them', async () => {
    const { workspace, client, core, connect, states, waitForStates } = await openSources()
    expect((await workspace.admin('POST', '/switches', { productFeature: false })).status).toBe(200)
    await connect()
    await core().start()
    for (const one of ['a', 'b', 'c', 'd', 'e', 'f']) await client().otherSources.create({ kind: 'text', text: one })
    await waitFor(async () => {
      const { holds, counts } = await client().queue.status()
      return holds.length > 0 && counts.running === 0
    })
    expect((await client().queue.status()).holds).toMatchObject([{ kind: 'not-allowed', operation: 'create-source' }])
    expect(await states()).toEqual(Array(6).fill('waiting'))
    await workspace.admin('POST', '/switches', { productFeature: true })
    await client().queue.resume()
    await waitForStates(...Array(6).fill('done'))
  })

  it('are not sent twice when added twice, unless cancelled in between', async () => {
    const { client, core, connect, list, sent, waitForStates } = await openSources()
    const first = await client().otherSources.create({ kind: 'url', url: 'https://example.com' })
    expect(first.isNew).toBe(true)
    expect(await client().otherSources.create({ kind: 'url', url: 'https://EXAMPLE.com/' })).toEqual({ ...first, isNew: false })
    await client().jobs.cancel({ jobIds: [first.source.job.id] })
    await connect()
    await core().start()
    await waitForStates('cancelled')
    await client().otherSources.createAgain({ ref: first.source.ref })
    await waitForStates('done')
    expect((await client().otherSources.create({ kind: 'url', url: 'https://example.com' })).isNew).toBe(false)
    expect(await sent()).toHaveLength(1)
    expect(await list()).toHaveLength(1)
  })

  it('can be removed and restored; waiting ones are not sent meanwhile, created ones stay', async () => {
    const { client, core, connect, list, sent, states, waitForStates } = await openSources()
    const { source } = await client().otherSources.create({ kind: 'text', text: 'waiting' })
    expect(await client().otherSources.remove({ refs: [source.ref] })).toEqual({ removed: 1 })
    expect(await client().otherSources.remove({ refs: [source.ref] })).toEqual({ removed: 0 })
    await connect()
    await core().start()
    await client().otherSources.create({ kind: 'text', text: 'created' })
    await waitForStates('done')
    expect(await sent()).toMatchObject([{ value: 'created' }])
    expect(await client().otherSources.restore({ refs: [source.ref] })).toEqual({ restored: 1 })
    await waitForStates('done', 'done')
    const [created] = await list()
    await client().otherSources.remove({ refs: [created?.ref ?? ''] })
    expect(await states()).toEqual(['done'])
    expect(await sent()).toHaveLength(2)
    await client().otherSources.restore({ refs: [created?.ref ?? ''] })
    expect((await list())[0]).toEqual(created)
  })

  it('is sent when it is restored, also after a restart, unless a person cancelled it before', async () => {
    const { client, core, connect, restart, list, sent, waitForStates } = await openSources()
    const { source } = await client().otherSources.create({ kind: 'text', text: 'removed' })
    const { source: given } = await client().otherSources.create({ kind: 'text', text: 'cancelled' })
    await client().jobs.cancel({ jobIds: [given.job.id] })
    const refs = [source.ref, given.ref]
    await client().otherSources.remove({ refs })
    await restart()
    await client().otherSources.restore({ refs })
    await connect()
    await core().start()
    const [first] = await list()
    await waitForStates(...(first?.ref === given.ref ? ['cancelled', 'done'] : ['done', 'cancelled']))
    expect(await sent()).toMatchObject([{ value: 'removed' }])
  })
})

describe('the workspace’s knowledge items', () => {
  const open = async () => {
    const test = await openSources()
    const { baseUrl, apiKey } = test.workspace
    const paths = { knowledge: '/v1/knowledge' }
    await test.client().session.connect({ kind: 'api-key', baseUrl, apiKey })
    const { problems } = await test.client().connections.change({ paths })
    expect(problems).toEqual([])
    return { ...test, find: (words = '') => test.client().otherSources.knowledge({ text: words }) }
  }
  const match = { path: '/v1/knowledge' }
  const all = {
    items: [
      { id: expect.stringMatching(/^kno_/), name: 'Picture rules' },
      { id: expect.stringMatching(/^kno_/), name: 'Units' },
    ],
    total: 2,
  }

  it('are listed and searched if the connection sets their path', async () => {
    const { client, find, misbehave } = await open()
    expect(await client().otherSources.standing()).toEqual({ missingScope: null, listsKnowledge: true })
    expect(await find()).toEqual(all)
    expect((await find(' unit ')).items).toEqual([all.items[1]])
    await misbehave({ match, effect: { kind: 'status', status: 403, body: 'html' } })
    await expect(find()).rejects.toMatchObject({ code: 'not-allowed', status: 403 })
  })

  it.each([
    ['array', 2],
    ['bare', 2],
    ['data-array', 2],
    ['extra', 2],
    ['single', 1],
  ])('are read from the envelope “%s”', async (form, count) => {
    const { find, misbehave } = await open()
    await misbehave({ match, effect: { kind: 'envelope', form } })
    expect((await find()).items).toEqual(all.items.slice(0, count))
  })

  it('that cannot be read are reported, and the answer is saved', async () => {
    const { dataFolder, find, misbehave } = await open()
    await misbehave({ match, effect: { kind: 'envelope', form: 'no-data' } })
    await expect(find()).rejects.toMatchObject({ code: 'odd-answer', message: expect.stringMatching(/diagnostics\/answer-\S+\.txt/) })
    expect(await readdir(join(dataFolder, 'diagnostics'))).toHaveLength(1)
  })

  it('are not requested before the time that a 429 names, however much is typed', async () => {
    const { workspace, find, misbehave } = await open()
    await misbehave({ match, effect: { kind: 'status', status: 429, retryAfter: '60' } })
    for (const words of ['', 'u', 'un']) await expect(find(words)).rejects.toMatchObject({ code: 'rate-limited' })
    expect((await workspace.requests()).filter((one) => one.path === match.path)).toHaveLength(1)
  })

  it('are entered by id if the connection sets no path', async () => {
    const { client, connect } = await openSources()
    await connect()
    expect(await client().otherSources.standing()).toEqual({ missingScope: null, listsKnowledge: false })
    await expect(client().otherSources.knowledge({ text: '' })).rejects.toMatchObject({ code: 'usage' })
  })
})
