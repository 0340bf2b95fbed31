import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withResolvers } from '../../../../electron/core/base/database/with-resolvers.ts'
import { readAllAnswers } from '../../../../shared/base/read-all-pages.ts'
import { nothingUnderWay } from '../../../support/nothing-under-way.ts'
import { openTestCore, type TestCore, waitFor, writePng } from '../../../support/open-test-core.ts'
import { readAnswers } from '../../../support/read-answers.ts'
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts'

let folder: string
let blue: ScriptedService
let red: ScriptedService
let open: TestCore

const connect = (service: ScriptedService, name: string) =>
  open.client.session.connect({
    kind: 'api-key',
    name,
    baseUrl: service.baseUrl,
    apiKey: `key-of-${name}`,
    rates: { 'analyse-image': null },
  })
const idOf = async (name: string): Promise<string> => (await open.client.workspaces.list()).find((one) => one.name === name)?.id ?? ''
const switchTo = async (name: string) => open.client.workspaces.switch({ connectionId: await idOf(name) })
const add = async (names: readonly string[], upload = false): Promise<void> => {
  await mkdir(join(folder, 'pictures'), { recursive: true })
  const paths = names.map((name) => join(folder, 'pictures', name))
  for (const path of paths) await writePng(path, path)
  await open.client.intake.add({ named: paths, recursive: false, upload })
}
const ask = (question: string) => open.client.questions.ask({ images: { kind: 'all' }, questions: [question], again: false })
const settled = () =>
  waitFor(async () => {
    const { waiting, running } = (await open.client.queue.status()).counts
    return waiting === 0 && running === 0
  })
const questionsOf = (service: ScriptedService): unknown[] =>
  service.received.filter((one) => one.path === '/v1/image/analysis').map((one) => one.json().question)
const keysOf = (service: ScriptedService): Set<unknown> => new Set(service.received.map((one) => one.headers['x-api-key']))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-workspaces-'))
  blue = await startScriptedService()
  red = await startScriptedService()
  open = await openTestCore(join(folder, 'data'))
})
afterEach(async () => {
  await open.core.stop()
  await blue.stop()
  await red.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('several workspaces over one library', () => {
  it('jobs go only to the workspace they were queued for, also after switching while jobs run', async () => {
    await connect(blue, 'Blue')
    await connect(red, 'Red')
    await switchTo('Blue')
    await add(['one.png', 'two.png', 'three.png'])
    let release = (): void => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    blue.answer = async (request) => {
      await isReleased
      return { status: 200, body: { analysis: `blue says ${String(request.json().question)}` } }
    }
    await ask('Blue, first?')
    await open.core.start()
    await waitFor(() => questionsOf(blue).length === 3)

    await switchTo('Red')
    await ask('Red?')
    await settled()
    expect(questionsOf(red)).toEqual(['Red?', 'Red?', 'Red?'])
    expect(questionsOf(blue)).toHaveLength(3)
    release()
    await waitFor(async () => (await open.client.workspaces.list()).every((one) => one.waiting === 0))

    await open.client.queue.pause()
    await switchTo('Blue')
    await ask('Blue, second?')
    expect((await open.client.queue.status()).holds).toMatchObject([{ kind: 'paused' }])
    await switchTo('Red')
    await open.client.queue.resume()
    await settled()
    expect(questionsOf(blue)).not.toContain('Blue, second?')
    await switchTo('Blue')
    await settled()

    expect(new Set(questionsOf(blue))).toEqual(new Set(['Blue, first?', 'Blue, second?']))
    expect(questionsOf(blue)).toHaveLength(6)
    expect(questionsOf(red)).toEqual(['Red?', 'Red?', 'Red?'])
    expect(keysOf(blue)).toEqual(new Set(['key-of-Blue']))
    expect(keysOf(red)).toEqual(new Set(['key-of-Red']))
  })

  it('each shows its own jobs, answers, sources and products', async () => {
    await connect(blue, 'Blue')
    await add(['one.png'], true)
    await ask('What is it?')
    await open.client.products.attach({
      images: { kind: 'all' },
      product: { kind: 'new', name: 'Mug' },
      attribute: 'Images',
      current: null,
      again: false,
    })
    await open.core.start()
    await settled()
    const [answer] = await readAnswers(open.client)
    const begun = await open.client.questions.answers()
    await connect(red, 'Red')
    const answers = () => open.client.questions.page({ offset: 0, limit: 10 })
    const jobs = () => open.client.jobs.page({ offset: 0, limit: 10, states: [] })
    expect(await answers()).toMatchObject({ total: 0 })
    expect(await readAnswers(open.client)).toEqual([])
    // Reading that began in the other one ends there.
    expect((await readAllAnswers(async () => begun)).answers).toEqual([answer])
    expect(await open.client.products.list()).toEqual([])
    expect(await jobs()).toEqual({ total: 0, rows: [] })
    expect(await open.client.jobs.list({})).toEqual([])
    expect((await open.client.queue.status()).counts).toMatchObject({ done: 0 })
    expect(await open.client.pictures.list()).toMatchObject([{ name: 'one.png', sourceId: null, answers: 0 }])
    const [image] = await open.client.pictures.list()
    expect(await open.client.library.details({ imageId: image?.id ?? '' })).toMatchObject({ answers: [], attachments: [], history: [] })

    await switchTo('Blue')
    expect(await answers()).toMatchObject({ total: 1 })
    expect(await open.client.products.list()).toMatchObject([{ name: 'Mug' }])
    expect(await jobs()).toMatchObject({ total: 4 })
    expect((await open.client.queue.status()).counts).toMatchObject({ done: 4 })
    expect(await open.client.pictures.list()).toMatchObject([{ sourceId: expect.any(String), answers: 1 }])
  })

  it('the later of two quick clicks wins, even if switching to the earlier one takes longer', async () => {
    await connect(red, 'Red')
    await connect(blue, 'Blue')
    const [redId, blueId] = [await idOf('Red'), await idOf('Blue')]
    await open.core.stop()
    const { secrets } = open
    const gate = withResolvers()
    const get = async (name: string) => {
      if (name.startsWith(redId)) await gate.promise
      return secrets.get(name)
    }
    open = await openTestCore(join(folder, 'data'), { secrets: { ...secrets, get } })
    const switching = Promise.all([redId, blueId].map((connectionId) => open.client.workspaces.switch({ connectionId })))
    await nothingUnderWay()
    gate.resolve()
    await switching
    expect(await open.client.session.get()).toMatchObject({ connection: { name: 'Blue' } })
  })

  it('a refusal by one doesn’t hold the other’s work', async () => {
    await connect(red, 'Red')
    await connect(blue, 'Blue')
    await add(['one.png'])
    blue.answer = () => ({ status: 403, body: { statusCode: 403, message: 'no', error: 'Forbidden' } })
    await open.core.start()
    await ask('May I?')
    await waitFor(async () => (await open.client.queue.status()).holds.length > 0)
    await switchTo('Red')
    expect((await open.client.queue.status()).holds).toEqual([])
    await ask('May I?')
    await settled()
    expect(questionsOf(red)).toEqual(['May I?'])
    await switchTo('Blue')
    expect((await open.client.queue.status()).holds).toMatchObject([{ kind: 'not-allowed' }])
  })

  it('survive a restart, and so does the choice of the active one', async () => {
    await connect(blue, 'Blue')
    await connect(red, 'Red')
    await switchTo('Blue')
    await open.client.workspaces.rename({ connectionId: await idOf('Red'), name: 'Crimson' })
    await open.core.stop()
    open = await openTestCore(join(folder, 'data'), { secrets: open.secrets })
    expect(await open.client.workspaces.list()).toMatchObject([
      { name: 'Blue', isActive: true, state: 'signed-in' },
      { name: 'Crimson', isActive: false, state: 'signed-in' },
    ])
    await switchTo('Crimson')
    expect((await open.client.session.get()).connection).toMatchObject({ name: 'Crimson', baseUrl: red.baseUrl })
  })

  it('forgetting one keeps its queue for the next time it is connected, or cancels it if asked', async () => {
    await connect(blue, 'Blue')
    await add(['one.png', 'two.png'])
    await ask('Later?')
    await connect(red, 'Red')
    expect(await open.client.workspaces.forget({ connectionId: await idOf('Blue'), queue: 'keep' })).toMatchObject({ cancelled: 0 })
    expect(await open.client.workspaces.list()).toMatchObject([{ name: 'Red', isActive: true }])
    expect(open.core.progress().elsewhere).toMatchObject([{ name: 'Blue', waiting: 2 }])
    await connect(blue, 'Blue')
    expect((await open.client.queue.status()).counts).toMatchObject({ waiting: 2 })
    expect(await open.client.workspaces.forget({ connectionId: await idOf('Blue'), queue: 'cancel' })).toMatchObject({ cancelled: 2 })
    expect(await open.client.session.get()).toMatchObject({ connection: null, state: 'none' })
    await connect(blue, 'Blue')
    await open.core.start()
    await settled()
    expect(questionsOf(blue)).toEqual([])
    expect((await open.client.queue.status()).counts).toMatchObject({ waiting: 0, cancelled: 2 })
  })

  it('changes cells in the workspace whose sheet the person saw, and says if it is gone', async () => {
    await connect(red, 'Red')
    await connect(blue, 'Blue')
    await add(['one.png'])
    const question = 'Color?'
    const { id: setId } = await open.client.questionSets.save({
      name: 'Colors',
      questions: [{ question, column: 'Color', checks: [] }],
      runsOnDrop: false,
    })
    const read = async () => {
      const page = await open.client.sheet.page({ view: { setId }, offset: 0, limit: 10 })
      return { workspace: page.workspace, imageId: page.rows[0]?.imageId ?? '', cell: page.rows[0]?.cells[0] }
    }
    const { workspace, imageId, cell } = await read()
    expect(workspace).toBe(await idOf('Blue'))
    // Another window switches while a cell is typed into; empty cells look alike everywhere.
    await switchTo('Red')
    const cells = [{ imageId, question, text: 'Typed in Blue', seen: cell?.digest ?? null }]
    expect(await open.client.sheet.edit({ cells, kind: 'typed', workspace })).toMatchObject({ changed: 1, kept: [] })
    const what = { kind: 'view', view: { setId }, workspace } as const
    expect(await open.client.sheet.review({ what, review: 'approved' })).toMatchObject({ changed: 1 })
    expect(await open.client.sheet.replace({ view: { setId }, find: 'Blue', replace: 'B.', workspace })).toMatchObject({ changed: 1 })
    expect(await open.client.sheet.undo({ workspace })).toMatchObject({ kind: 'replaced', kept: 0 })
    expect(await open.client.sheet.undo()).toBeNull()
    expect(await read()).toMatchObject({ workspace: await idOf('Red'), cell: { kind: 'none', work: null } })
    // The next page of a long copy is of the first one's workspace.
    expect(await open.client.sheet.page({ view: { setId }, offset: 0, limit: 10, workspace })).toMatchObject({
      workspace,
      rows: [{ cells: [{ text: 'Typed in Blue' }] }],
    })
    await switchTo('Blue')
    expect((await read()).cell).toMatchObject({ text: 'Typed in Blue', review: 'approved' })
    const gone = await idOf('Red')
    await open.client.workspaces.forget({ connectionId: gone, queue: 'cancel' })
    await expect(open.client.sheet.edit({ cells, kind: 'typed', workspace: gone })).rejects.toMatchObject({
      failure: { kind: 'workspace-not-connected' },
    })
  })
})
