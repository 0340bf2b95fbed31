import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { withResolvers } from '../../electron/core/base/database/with-resolvers.ts'
import { nothingStated } from '../../shared/products/plans.ts'
import { findBroken } from '../support/find-broken.ts'
import { openTestCore, type TestCore, waitFor } from '../support/open-test-core.ts'
import { prepareTestLibrary } from '../support/open-test-library.ts'
import { type ScriptedService, startScriptedService } from '../support/scripted-service.ts'
import { copyFiles } from '../support/states-of-kills.ts'

type Client = TestCore['client']

/** The library before each pair, with two workspaces: made once, as each pair has a copy. */
const made = prepareTestLibrary({ keepsPause: true })
let open: TestCore | undefined
/** Answers of the service come once the test opens this. */
let gate = withResolvers()
/** Pictures and questions that the first workspace was asked. */
let asked: string[] = []

const question = 'Colour?'
const picture = (name: string) => made.row(`${name}.png`).then(({ id }) => id)
const product = (key: string) => ({ key: `new:${key}`, productId: null, sku: null, gtin: null, name: key, handle: null })
const now = { ...nothingStated, unknown: 'nothing' } as const
const tryTo = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

type Things = {
  readonly first: string
  readonly other: string
  readonly ids: readonly string[]
  readonly mark: string
  readonly pasted: string
}
type Act = (client: Client, things: Things) => Promise<unknown>

/** What a person asks for. */
const commands: Readonly<Record<string, Act>> = {
  asks: (client, { ids }) => client.questions.ask({ images: { kind: 'some', images: [...ids] }, questions: [question], again: false }),
  'asks again': (client) => client.questions.ask({ images: { kind: 'all' }, questions: ['Size?'], again: true }),
  attaches: (client, { ids }) =>
    client.products.attach({
      ...{ images: { kind: 'some', images: ids.slice(0, 3) }, product: { kind: 'new', name: 'Mug' } },
      ...{ attribute: 'Images', current: null, again: false },
    }),
  plans: (client, { mark }) => client.plans.start({ mark, now, validForMs: 3_600_000 }),
  approves: (client, { ids }) =>
    client.sheet.review({ what: { kind: 'cells', cells: ids.map((imageId) => ({ imageId, question: 'Size?' })) }, review: 'approved' }),
  pastes: (client, { ids }) =>
    client.sheet.edit({ cells: ids.map((imageId) => ({ imageId, question: 'Size?', text: 'Pasted', seen: null })), kind: 'pasted' }),
  'imports what was pasted': (client, { pasted }) => client.catalogue.import({ id: pasted, columns: { sku: 0, name: 1 } }),
  'undoes matches': (client) => client.matching.undo(),
  'undoes texts': (client) => client.sheet.undo(),
  'applies rules': (client) => client.matching.apply({ rules: [{ by: 'sku' }] }),
}

/** What comes in between. */
const events: Readonly<Record<string, Act>> = {
  switches: (client, { other }) => client.workspaces.switch({ connectionId: other }),
  disconnects: (client, { first }) => client.workspaces.forget({ connectionId: first, queue: 'keep' }),
  'forgets with its work': (client, { first }) => client.workspaces.forget({ connectionId: first, queue: 'cancel' }),
  'cancels all': (client) => client.jobs.cancelWaiting({}),
  'removes pictures': (client, { ids }) => client.library.remove({ imageIds: ids.slice(0, 2) }),
  'removes and restores': async (client, { ids }) => {
    await Promise.all([client.library.remove({ imageIds: ids.slice(1, 3) }), client.library.restore({ imageIds: ids.slice(1, 3) })])
  },
  'uses a version': (client) => client.versions.use({}),
  'takes a version back': (client, { ids }) => client.versions.separate({ imageIds: [...ids] }),
  imports: (client) => client.catalogue.importFile({ path: join(made.folder(), 'list.csv'), columns: {}, dryRun: false }),
  'moves a picture': (client, { ids }) => client.matching.move({ imageIds: ids.slice(0, 1), to: product('Bowl') }),
  'removes a product': async (client) => {
    const [row] = (await client.products.page({ offset: 0, limit: 1, listed: true })).rows
    if (row) await client.products.remove({ ref: row.ref })
  },
}

const prepare = async (second: ScriptedService) => {
  const client = made.client()
  made.service().answer = async ({ path, body }) => {
    await gate.promise
    if (path === '/v1/image/analysis') asked.push(body.toString())
    return undefined
  }
  await client.session.connect({ kind: 'api-key', baseUrl: second.baseUrl, apiKey: 'key', rates: { 'analyse-image': null } })
  const other = (await client.session.get()).connection?.id ?? ''
  await made.connect()
  const first = (await client.session.get()).connection?.id ?? ''
  await made.add(['SKU-1.png', 'SKU-2.png', 'C.png', 'D.png'])
  const ids = await Promise.all(['SKU-1', 'SKU-2', 'C', 'D'].map(picture))
  await made.addChanged('C.png', 'C, second')
  await made.addChanged('D.png', 'D, second')
  await client.versions.use({ imageIds: [await newestOffered('D.png')] })
  await writeFile(join(made.folder(), 'list.csv'), 'SKU,Name\nSKU-1,One\nSKU-2,Two\n')
  await client.catalogue.importFile({ path: join(made.folder(), 'list.csv'), columns: {}, dryRun: false })
  await client.matching.move({ imageIds: ids.slice(2), to: product('Mug') })
  await client.sheet.edit({ cells: ids.map((imageId) => ({ imageId, question: 'Size?', text: 'Large', seen: null })), kind: 'typed' })
  await made.close()
  return { first, other, ids }
}

/** The picture that is offered as a version of the one with this name. */
const newestOffered = async (name: string): Promise<string> => {
  const { rows } = await made.client().versions.page({ offset: 0, limit: 10 })
  return rows.find((row) => row.name === name)?.imageId ?? ''
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

type Deed = () => Promise<unknown>
/** When the second of two comes. */
const orders: Readonly<Record<string, (one: Deed, other: Deed) => Promise<unknown>>> = {
  'at once': (one, other) => Promise.all([one(), other()]),
  'the other way round': (one, other) => Promise.all([other(), one()]),
  'a turn later': async (one, other) => {
    const begun = one()
    await turn()
    await Promise.all([begun, other()])
  },
  afterwards: async (one, other) => {
    await one()
    await other()
  },
}

/** Each with what may come in between. */
const pairs: Readonly<Record<keyof typeof commands, readonly (keyof typeof events)[]>> = {
  asks: ['switches', 'forgets with its work', 'cancels all', 'removes and restores', 'uses a version', 'imports'],
  'asks again': ['cancels all', 'disconnects'],
  attaches: ['switches', 'disconnects', 'cancels all', 'removes pictures', 'uses a version', 'removes a product'],
  plans: ['switches', 'forgets with its work', 'cancels all', 'removes pictures', 'uses a version', 'imports', 'moves a picture'],
  approves: ['switches', 'removes pictures', 'takes a version back'],
  pastes: ['disconnects', 'uses a version'],
  'imports what was pasted': ['switches', 'applies rules', 'removes a product'],
  'undoes matches': ['imports', 'moves a picture', 'switches'],
  'undoes texts': ['takes a version back', 'switches'],
  'applies rules': ['switches', 'imports'],
}

const killAfter = async (data: string, begun: Promise<unknown>): Promise<string> => {
  await turn()
  const killed = `${data} killed`
  copyFiles(data, killed)
  await cp(join(data, 'originals'), join(killed, 'originals'), { recursive: true })
  await begun
  return killed
}

/** What is looked for is in `findBroken`; that all work ends, and no question is asked twice, too. */
it('any two at once leave a library that keeps its rules, and work that ends', async () => {
  const second = await startScriptedService()
  onTestFinished(() => second.stop())
  const things = await prepare(second)
  const wrong: Record<string, unknown> = {}
  const { secrets } = made
  const openCopy = async (data: string): Promise<Client> => {
    open = await openTestCore(data, { keepsPause: true, secrets: secrets() })
    await open.core.start()
    return open.client
  }
  const finish = async (data: string, client: Client): Promise<unknown[]> => {
    const broken = findBroken(data)
    gate.resolve()
    await tryTo(client.workspaces.switch({ connectionId: things.first }))
    await client.session.connect({ kind: 'api-key', baseUrl: made.service().baseUrl, apiKey: 'key', rates: { 'analyse-image': null } })
    await waitFor(async () => {
      const { waiting, running } = (await client.queue.status()).counts
      return waiting === 0 && running === 0
    })
    const twice = asked.filter((one, at) => asked.indexOf(one) < at)
    return [...broken, ...findBroken(data), ...twice.map((one) => ['asked twice', one])]
  }
  const tryPair = async (command: string, event: string, order: string): Promise<void> => {
    let data = join(made.folder(), `${command} ${event} ${order}`)
    await cp(join(made.folder(), 'data'), data, { recursive: true })
    asked = []
    gate = withResolvers()
    let client = await openCopy(data)
    const { mark } = await client.plans.preview({ offset: 0, limit: 0, now })
    const { id: pasted } = await client.catalogue.paste({ text: 'SKU\tName\nSKU-2\tDos\nSKU-3\tTres\n' })
    const act = (name: string) => (): Promise<unknown> =>
      tryTo((commands[name] ?? events[name])?.(client, { ...things, mark, pasted }) ?? Promise.resolve())
    if (order === 'kill') {
      data = await killAfter(data, act(command)())
      gate.resolve()
      await open?.core.stop()
      client = await openCopy(data)
    } else await orders[order]?.(act(command), act(event))
    const broken = await finish(data, client)
    await open?.core.stop()
    if (broken.length > 0) wrong[`${command}, ${event}, ${order}`] = broken
  }
  for (const [command, among] of Object.entries(pairs)) {
    for (const event of among) for (const order of Object.keys(orders)) await tryPair(command, event, order)
    await tryPair(command, 'is killed', 'kill')
  }
  expect(wrong).toEqual({})
}, 900_000)
