import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isContractProcedure } from '@orpc/contract'
import { expect, it } from 'vitest'
import { askedQuestions } from '../../shared/answers/sheet.ts'
import type { CallMeta } from '../../shared/base/call.ts'
import { contract } from '../../shared/contract.ts'
import { usualLayout } from '../../shared/exchange/export-presets.ts'
import { nothingStated } from '../../shared/products/plans.ts'
import { createFullCommits, say } from '../support/full-commits.ts'
import { openTestCore, type TestCore, waitFor } from '../support/open-test-core.ts'
import { prepareTestLibrary } from '../support/open-test-library.ts'
import { startScriptedService } from '../support/scripted-service.ts'
import { copyFiles, createStatesOfKills, readRows } from '../support/states-of-kills.ts'

type Client = TestCore['client']

const disk = createFullCommits()
const library = prepareTestLibrary({ openDatabaseFile: disk.openDatabaseFile, keepsPause: true })

/** Calls that change something, as their contract says. */
const listChanging = (tree: object, under = ''): string[] =>
  Object.entries(tree).flatMap(([name, part]) => {
    if (!isContractProcedure(part)) return listChanging(part as object, `${under}${name}.`)
    const { changes = [] } = part['~orpc'].meta as CallMeta
    return changes.length > 0 ? [`${under}${name}`] : []
  })

/** What they are about, in the library that `prepare` makes. */
type Things = Awaited<ReturnType<typeof prepare>>
type Act = (client: Client, things: Things) => Promise<unknown>

const view = { setId: askedQuestions }
const form = { kind: 'csv', separator: ',', bom: true, flat: false } as const
const layout = { ...usualLayout('pictures', [{ question: 'Color?', column: 'Color', checks: [] }]), form }
const pastedList = 'SKU\tName\nSKU-1\tUno\n'
const wishes = [{ kind: 'convert', to: 'jpeg' }] as const
const voice = 'ton_1'
const mug = { key: 'new:mug', productId: null, sku: null, gtin: null, name: 'Mug', handle: null }
const cellsOf = (ids: readonly string[]) => ({ kind: 'cells', cells: ids.map((imageId) => ({ imageId, question: 'Color?' })) }) as const
const edit = (client: Client, ids: readonly string[], text: string) =>
  client.sheet.edit({ cells: ids.map((imageId) => ({ imageId, question: 'Color?', text, seen: null })), kind: 'typed' })

const commands: Readonly<Record<string, Act>> = {
  'library.remove': (client, { ids }) => client.library.remove({ imageIds: ids }),
  'library.restore': (client, { removed }) => client.library.restore({ imageIds: removed }),
  'settings.set': (client) => client.settings.set({ attribute: 'Pictures' }),
  'workspaces.switch': (client, { other }) => client.workspaces.switch({ connectionId: other }),
  'workspaces.rename': (client, { other }) => client.workspaces.rename({ connectionId: other, name: 'Other' }),
  'workspaces.forget': (client, { other }) => client.workspaces.forget({ connectionId: other, queue: 'cancel' }),
  'workspaces.disconnect': (client) => client.workspaces.disconnect(),
  'otherSources.create': (client) => client.otherSources.create({ kind: 'text', text: 'Other' }),
  'otherSources.remove': (client, { source }) => client.otherSources.remove({ refs: [source] }),
  'otherSources.restore': (client, { removedSource }) => client.otherSources.restore({ refs: [removedSource] }),
  'versions.use': (client, { changed }) => client.versions.use({ imageIds: [changed] }),
  'versions.keepBoth': (client, { changed }) => client.versions.keepBoth({ imageIds: [changed] }),
  'versions.separate': (client, { version }) => client.versions.separate({ imageIds: [version] }),
  'similar.different': (client, { ids }) => client.similar.different({ imageIds: ids.slice(2) }),
  'similar.same': (client, { ids }) => client.similar.same({ imageIds: ids.slice(0, 2) }),
  'watching.add': (client, { folder }) => client.watching.add({ folder: { kind: 'path', path: join(folder, 'other') } }),
  'watching.change': (client, { watched }) => client.watching.change({ id: watched, rules: { match: true } }),
  'watching.pause': (client, { watched }) => client.watching.pause({ id: watched }),
  'watching.resume': (client, { paused }) => client.watching.resume({ id: paused }),
  'watching.remove': (client, { watched }) => client.watching.remove({ id: watched }),
  'followedLists.follow': (client, { folder }) =>
    client.followedLists.follow({ list: { kind: 'path', path: join(folder, 'followed.csv') }, rhythm: 'changes' }),
  'followedLists.change': (client, { followed }) => client.followedLists.change({ ...followed, rhythm: 'hand' }),
  'followedLists.check': (client, { followed }) => client.followedLists.check(followed),
  'followedLists.accept': (client, { followed, waiting }) => client.followedLists.accept({ ...followed, version: waiting }),
  'followedLists.leave': (client, { followed, waiting }) => client.followedLists.leave({ ...followed, version: waiting }),
  'followedLists.unfollow': (client, { followed }) => client.followedLists.unfollow(followed),
  'sendAgain.start': (client, { uploaded }) => client.sendAgain.start({ images: { kind: 'some', images: [uploaded] } }),
  'sendAgain.undo': (client, { sentAgain }) => client.sendAgain.undo({ action: sentAgain }),
  'questions.ask': (client, { ids }) =>
    client.questions.ask({ images: { kind: 'some', images: [...ids] }, questions: ['New?'], again: false }),
  'questions.edit': (client, { answer }) => client.questions.edit({ jobId: answer, text: 'Other' }),
  'sheet.edit': (client, { ids }) => edit(client, ids, 'Other'),
  'sheet.review': (client, { ids }) => client.sheet.review({ what: cellsOf(ids.slice(0, 1)), review: 'approved' }),
  'sheet.askAgain': (client, { ids }) => client.sheet.askAgain({ what: cellsOf(ids.slice(1, 2)) }),
  'sheet.replace': (client, { ids: _ }) => client.sheet.replace({ view, find: 'Red', replace: 'Blue' }),
  'sheet.takeWritten': (client, { ids }) => client.sheet.takeWritten({ what: cellsOf(ids.slice(1, 2)) }),
  'brandVoices.write': (client, { answer }) => client.brandVoices.write({ answers: { kind: 'some', jobIds: [answer] }, voice }),
  'sheet.undo': (client) => client.sheet.undo(),
  'sheet.redo': (client) => client.sheet.redo(),
  'questionSets.save': (client) =>
    client.questionSets.save({ name: 'Other', questions: [{ question: 'Small?', column: 'Small', checks: [] }], runsOnDrop: false }),
  'questionSets.remove': (client, { set }) => client.questionSets.remove({ id: set }),
  'questionSets.order': (client, { sets }) => client.questionSets.order({ ids: sets.toReversed() }),
  'questionSets.import': async (client, { setText }) => client.questionSets.import({ text: setText.replaceAll('Autumn', 'Winter') }),
  'questionSets.ask': (client, { set, ids }) =>
    client.questionSets.ask({ id: set, images: { kind: 'some', images: [...ids] }, again: false }),
  'checks.use': (client, { profile }) => client.checks.use({ ids: [profile] }),
  'checks.import': (client, { profileText }) => client.checks.import({ text: profileText }),
  'checks.remove': (client, { ownProfile }) => client.checks.remove({ id: ownProfile }),
  'checks.fix': (client, { ids }) => client.checks.fix({ imageIds: ids.slice(2), wishes: [...wishes] }),
  'checks.unfix': (client, { ids }) => client.checks.unfix({ imageIds: ids.slice(0, 1) }),
  'checks.putFixesBack': (client, { earlier }) => client.checks.putFixesBack({ earlier: [...earlier] }),
  'products.attach': (client, { ids }) =>
    client.products.attach({
      ...{
        images: { kind: 'some', images: [...ids] },
        product: { kind: 'new', name: 'Bowl' },
        attribute: 'Images',
        current: null,
        again: false,
      },
    }),
  'products.replaceList': (client, { product, sourceIds }) =>
    client.products.replaceList({
      productRef: product,
      attribute: 'Images',
      sourceIds: sourceIds.toReversed(),
      current: { kind: 'as-known' },
    }),
  'products.settle': (client, { product }) =>
    client.products.settle({ lists: [{ productRef: product, attribute: 'Other', current: { kind: 'nothing' } }] }),
  'products.edit': (client, { listed }) => client.products.edit({ ref: listed, fields: { sku: 'OTHER' } }),
  'products.merge': (client, { listed, otherListed }) => client.products.merge({ ref: listed, other: otherListed }),
  'products.remove': (client, { listed }) => client.products.remove({ ref: listed }),
  'products.undoEdit': (client, { undoEdit }) => client.products.undoEdit({ undo: undoEdit }),
  'texts.send': (client) =>
    client.texts.send({
      what: { kind: 'texts', texts: [{ product: { kind: 'new', name: 'Plate' }, attribute: 'Alt text', text: 'White' }] },
      unknown: 'ask',
    }),
  'texts.restore': (client, { texts }) => client.texts.restore({ jobIds: texts }),
  'matching.setRules': (client) => client.matching.setRules({ rules: [{ rule: { by: 'sku' }, isUsed: true }] }),
  'matching.setMapping': (client) =>
    client.matching.setMapping({ mapping: { name: 'map.csv', bytes: Buffer.from('file,SKU\nSKU-1.png,SKU-1\n').toString('base64') } }),
  'matching.useFolders': (client) => client.matching.useFolders(),
  'matching.apply': (client) => client.matching.apply({ rules: [{ by: 'sku' }] }),
  'matching.move': (client, { ids }) => client.matching.move({ imageIds: ids.slice(1, 2), to: mug }),
  'matching.notAProduct': (client, { ids }) => client.matching.notAProduct({ imageIds: ids.slice(1, 2) }),
  'matching.takeOut': (client, { ids }) => client.matching.takeOut({ imageIds: ids.slice(0, 1) }),
  'matching.undo': (client) => client.matching.undo(),
  'catalogue.importFile': (client, { folder }) =>
    client.catalogue.importFile({ path: join(folder, 'list.csv'), columns: {}, dryRun: false }),
  'catalogue.import': (client, { pasted }) => client.catalogue.import({ id: pasted, columns: { sku: 0, name: 1 } }),
  'catalogue.forgetIds': (client) => client.catalogue.forgetIds(),
  'catalogue.setTargets': (client) => client.catalogue.setTargets({ productIs: 'variant' }),
  'catalogue.forgetMissing': async (client) => client.catalogue.forgetMissing({ import: (await client.catalogue.summary())?.import ?? 0 }),
  'exports.apply': (client, { table }) => client.exports.apply({ id: table, conflicts: 'file', rewritten: 'file' }),
  'handover.merge': async (client, { work }) => {
    const { id } = await client.handover.open({ path: work })
    return client.handover.merge({ id, choices: { usual: null } })
  },
  'plans.start': (client, { mark, now }) => client.plans.start({ mark, now, validForMs: 3_600_000 }),
  'plans.cancel': (client, { planId }) => client.plans.cancel({ planId }),
  'plans.resume': (client, { planId }) => client.plans.resume({ planId }),
  'plans.restore': (client, { planId }) => client.plans.restore({ planId }),
  'actions.cancel': (client, { action }) => client.actions.cancel({ action }),
  'jobs.retry': (client, { parked }) => client.jobs.retry({ jobIds: parked, choice: 'replace' }),
  'jobs.cancel': (client, { parked }) => client.jobs.cancel({ jobIds: parked }),
  'jobs.cancelWaiting': (client) => client.jobs.cancelWaiting({}),
  'queue.goOn': (client) => client.queue.goOn(),
  'problems.settle': (client, { problem }) => client.problems.settle({ key: problem, remedy: 'leave' }),
  'problems.undo': (client, { undoProblem }) => client.problems.undo({ undo: undoProblem }),
  'removed.restore': (client) => client.removed.restore({ things: 'all' }),
  'removed.removeForGood': (client) => client.removed.removeForGood({ things: 'all' }),
}

/** Calls that change something and are not in the table, and why. */
const others: Readonly<Record<string, readonly string[]>> = {
  'sign in or change credentials, over the network and with the keychain (test/core/service, test/core/workspaces)': [
    ...['session.connect', 'session.signIn', 'session.completeSignIn', 'session.setApiKey', 'connections.change', 'publishing.set'],
    ...['offers.accept', 'offers.confirm', 'proxy.setPassword'],
  ],
  'ask the service, and keep its answer, or need one': [
    'brandVoices.voices.refresh',
    'brandVoices.templates.refresh',
    'publishing.tryData',
  ],
  'change files, or read them again': ['settings.freeOriginals', 'pictures.tryRefusedAgain', 'watching.lookNow'],
  'write what another call of the table writes, from something that must be opened or arrive first': [
    ...['otherSources.createAgain', 'watching.acknowledge'],
  ],
  'write nothing in the library': ['handover.open', 'handover.close', 'queue.retryNow'],
  'apply at once, also where they can’t be kept for the next start': ['queue.pause', 'queue.resume'],
}

/** A colleague's file: a set and a cell that are not known here. Pictures: test/core/exchange/handover/killed-merge.test.ts. */
const writeWork = async (path: string): Promise<string> => {
  const at = (name: string): string => join(library.folder(), name)
  const { client, core } = await openTestCore(at('colleague'))
  await client.intake.add({ named: [at('pictures/SKU-3.png')], recursive: false, upload: false })
  const { rows } = await client.library.page({ offset: 0, limit: 10, sort: { by: 'added', descending: false }, filter: {} })
  const ids = rows.map(({ id }) => id)
  await edit(client, ids, 'Theirs')
  await client.questionSets.save({ name: 'Theirs', questions: [{ question: 'Theirs?', column: 'Theirs', checks: [] }], runsOnDrop: false })
  await client.handover.write({ to: { kind: 'path', path }, originals: false })
  await core.stop()
  return path
}

const prepare = async () => {
  const client = library.client()
  const folder = library.folder()
  const at = (name: string): string => join(folder, name)
  const { service: ofFirst } = library
  ofFirst().answerTrial = () => ({ status: 200, body: { resource: 'tone', data: [{ id: voice, name: 'Friendly' }] } })
  // Usually it has the number of the request, one digit or two: the list's ids would look like those of the workspace in some runs only.
  const created = { status: 201, body: { requestId: 'r', resource: 'product', data: { id: 'prd_8' } } }
  ofFirst().answer = ({ method, path }) => {
    if (path === '/v1/command') return { status: 200, body: { id: 'txt_1', text: 'Written' } }
    return method === 'POST' && path === '/v1/products' ? created : undefined
  }
  await library.connect()
  await client.connections.change({ stopAfter: 1_000 })
  await client.brandVoices.voices.refresh()
  const first = (await client.session.get()).connection?.id ?? ''
  await library.add(['SKU-1.png', 'SKU-2.png', 'SKU-3.png', 'SKU-4.png', 'gone.png', 'old.png', 'uploaded.png', 'again.png'])
  const idOf = async (name: string): Promise<string> => (await library.row(name)).id
  const [uploaded, again] = [await idOf('uploaded.png'), await idOf('again.png')]
  await library.start()
  await library.ask(['SKU-1.png', 'SKU-2.png'], 'Color?')
  await library.attach(['SKU-1.png', 'SKU-2.png', 'uploaded.png', 'again.png'], 'Cup')
  await library.settled()
  const answered = await client.jobs.list({ operation: 'analyse-image', state: 'done' })
  const isOf = (name: string, id: string) =>
    answered.find(({ work }) => work.operation === 'analyse-image' && work.imageId === id)?.id ?? name
  const [answer, writtenOf] = [isOf('first', await idOf('SKU-1.png')), isOf('second', await idOf('SKU-2.png'))]
  await client.brandVoices.write({ answers: { kind: 'some', jobIds: [writtenOf] }, voice })
  await library.settled()
  const text = (productId: string) => ({ product: { kind: 'id', productId }, attribute: 'Alt text', text: 'Blue' }) as const
  const unknown = ['prd_91', 'prd_92', 'prd_93', 'prd_94']
  await client.texts.send({ what: { kind: 'texts', texts: unknown.map(text) }, unknown: 'ask' })
  await library.settled()
  const [left] = await client.problems.list({})
  const { undo: undoProblem } = await client.problems.settle({ key: left?.key ?? '', remedy: 'leave' })
  await client.texts.send({ what: { kind: 'texts', texts: ['prd_96', 'prd_97'].map(text) }, unknown: 'ask' })
  await library.settled()
  const [problem] = await client.problems.list({})
  const parked = (await client.jobs.list({ state: 'parked' })).map(({ id }) => id)
  await client.queue.pause()
  await client.texts.send({ what: { kind: 'texts', texts: [text('prd_95')] }, unknown: 'ask' })
  const ids = await Promise.all(['SKU-1.png', 'SKU-2.png', 'SKU-3.png', 'SKU-4.png'].map(idOf))
  const gone = await idOf('gone.png')
  await client.library.remove({ imageIds: [gone] })
  // One new version is used, another offered.
  await library.addChanged('old.png', 'old, second')
  await client.versions.use({})
  const version = await idOf('old.png')
  await library.addChanged('SKU-4.png', 'SKU-4, second')
  const [offered] = (await client.versions.page({ offset: 0, limit: 1 })).rows
  await mkdir(at('watched'))
  await mkdir(at('other'))
  await mkdir(at('paused'))
  const { id: paused } = await client.watching.add({ folder: { kind: 'path', path: at('paused') } })
  await client.watching.pause({ id: paused })
  const { id: watched } = await client.watching.add({ folder: { kind: 'path', path: at('watched') } })
  // The second list lacks a product.
  for (const more of ['prd_3,SKU-9,Nine\n', '']) {
    await writeFile(at('list.csv'), `Product ID,SKU,Name\nprd_1,SKU-1,One\nprd_2,SKU-2,Two\n${more}`)
    await client.catalogue.importFile({ path: at('list.csv'), columns: {}, dryRun: false })
  }
  await writeFile(at('followed.csv'), 'Product ID,SKU,Name\nprd_1,SKU-1,One\nprd_2,SKU-2,Two\n')
  const { list: followed } = await client.followedLists.follow({ list: { kind: 'path', path: at('followed.csv') }, rhythm: 'changes' })
  await writeFile(at('followed.csv'), 'Product ID,SKU,Name\nprd_1,SKU-1,Uno\nprd_2,SKU-2,Two\n')
  const { waiting } = await client.followedLists.check({ id: followed.id })
  await client.matching.apply({ rules: [{ by: 'sku' }] })
  // These no rule was applied to.
  await mkdir(at('pictures/Vase'))
  await library.add(['SKU-2_back.png', 'Vase/front.png'])
  await client.matching.move({ imageIds: ids.slice(2, 3), to: mug })
  await client.similar.different({ imageIds: ids.slice(0, 2) })
  const set = await client.questionSets.save({
    ...{ name: 'Autumn', questions: [{ question: 'Red?', column: 'Red', checks: [] }], runsOnDrop: false },
  })
  const second = await client.questionSets.save({
    name: 'Spring',
    questions: [{ question: 'Blue?', column: 'Blue', checks: [] }],
    runsOnDrop: false,
  })
  const { text: setText } = await client.questionSets.export({ ids: [set.id] })
  const { earlier } = await client.checks.fix({ imageIds: ids.slice(0, 2), wishes: [...wishes] })
  const [profile] = await client.checks.profiles()
  const { text: profileText } = await client.checks.export({ id: profile?.id ?? '' })
  const profileOf = (id: string): string => JSON.stringify({ ...JSON.parse(profileText), id, name: id })
  await client.checks.import({ text: profileOf('own') })
  await client.checks.fix({ imageIds: [uploaded, again], wishes: [...wishes] })
  const { action: sentAgain } = await client.sendAgain.start({ images: { kind: 'some', images: [again] } })
  await edit(client, ids.slice(0, 1), 'Red')
  await edit(client, ids.slice(0, 1), 'Green')
  await client.sheet.undo()
  const { source } = await client.otherSources.create({ kind: 'text', text: 'One' })
  const { source: removedSource } = await client.otherSources.create({ kind: 'text', text: 'Two' })
  await client.otherSources.remove({ refs: [removedSource.ref] })
  const { rows: listed } = await client.products.page({ offset: 0, limit: 20, listed: true })
  const listedRef = (name: string): string => listed.find((row) => row.name === name)?.ref ?? ''
  const { undo: undoEdit } = await client.products.edit({ ref: listedRef('Two'), fields: { gtin: '4006381333931' } })
  const cup = (await client.products.list()).find(({ name }) => name === 'Cup')
  const now = { ...nothingStated, unknown: 'nothing' } as const
  const plan = await client.plans.preview({ offset: 0, limit: 0, now })
  const { planId } = await client.plans.start({ mark: plan.mark, now, validForMs: 3_600_000 })
  await client.plans.settled({ planId })
  await client.matching.move({ imageIds: ids.slice(3), to: { ...mug, key: 'new:bowl', name: 'Bowl' } })
  const { mark } = await client.plans.preview({ offset: 0, limit: 0, now })
  const texts = (await client.jobs.list({ operation: 'set-text' })).map(({ id }) => id)
  const { rows: actions } = await client.actions.page({ offset: 0, limit: 1 })
  await client.exports.write({ view, which: 'all', layout, to: { kind: 'path', path: at('texts.csv') } })
  const content = (await readFile(at('texts.csv'), 'utf8')).replace('Red', 'Changed')
  await writeFile(at('texts.csv'), content)
  const { id: table } = await client.exports.openFile({ path: at('texts.csv') })
  const { id: pasted } = await client.catalogue.paste({ text: pastedList })
  const service = await startScriptedService()
  await client.session.connect({ kind: 'api-key', baseUrl: service.baseUrl, apiKey: 'key' })
  const other = (await client.session.get()).connection?.id ?? ''
  await client.workspaces.switch({ connectionId: first })
  await service.stop()
  return {
    ...{
      folder,
      other,
      ids,
      uploaded,
      removed: [gone],
      changed: offered?.imageId ?? '',
      version,
      paused,
      watched,
      set: set.id,
      sets: [set.id, second.id],
    },
    ...{
      setText,
      profileText: profileOf('another'),
      ownProfile: 'own',
      earlier,
      profile: profile?.id ?? '',
      source: source.ref,
      removedSource: removedSource.ref,
      listed: listedRef('One'),
      otherListed: listedRef('Two'),
    },
    ...{
      undoEdit,
      undoProblem: undoProblem ?? '',
      problem: problem?.key ?? '',
      parked,
      product: cup?.ref ?? '',
      sourceIds: [...(cup?.lists[0]?.sourceIds ?? [])],
    },
    ...{
      mark,
      now,
      planId,
      answer,
      work: await writeWork(at('work.packshot-handover')),
      texts,
      action: actions[0]?.action ?? 0,
      table,
      pasted,
      sentAgain: sentAgain ?? 0,
      followed: { id: followed.id },
      waiting: waiting?.version ?? '',
    },
  }
}

it('every command whose commit finds no room says so and changes nothing, and can be done again', async () => {
  const things = await prepare()
  const client = library.client()
  const wrong: Record<string, unknown> = {}
  const data = join(library.folder(), 'data')
  const before = readRows(data)
  for (const [name, act] of Object.entries(commands)) {
    disk.refuse(() => true)
    // Twice: it is not lost that it can be done.
    const said = [await say(act(client, things)), await say(act(client, things))]
    // What the command began comes to its end, too.
    await client.queue.status()
    disk.refuse()
    const after = readRows(data)
    const differing = Object.keys(before).filter((table) => !isDeepStrictEqual(before[table], after[table]))
    if (said.some((one) => one !== 'disk-full') || differing.length > 0) wrong[name] = [...said, ...differing]
  }
  expect(wrong).toEqual({})
}, 900_000)

/** What is kept in memory, and made again in each process. */
const renew = async (client: Client, name: string, things: Things): Promise<Things> => {
  const { id: table } = await client.exports.openFile({ path: join(things.folder, 'texts.csv') })
  const { mark } = await client.plans.preview({ offset: 0, limit: 0, now: things.now })
  const { id: pasted } = await client.catalogue.paste({ text: pastedList })
  const renewed = { ...things, table, mark, pasted }
  if (name === 'products.undoEdit') {
    const { undo } = await client.products.edit({ ref: things.listed, fields: { gtin: '4006381333948' } })
    return { ...renewed, undoEdit: undo }
  }
  if (name !== 'problems.undo') return renewed
  const { undo } = await client.problems.settle({ key: things.problem, remedy: 'leave' })
  return { ...renewed, undoProblem: undo ?? '' }
}

/** How a person undoes a command, and the tables in which nothing of it is left. */
const undos: Readonly<Record<string, { readonly act: Act; readonly tables: readonly string[] }>> = {
  'library.remove': { act: (client, { ids }) => client.library.restore({ imageIds: ids }), tables: ['images', 'originals'] },
  'library.restore': { act: (client, { removed }) => client.library.remove({ imageIds: removed }), tables: ['images', 'originals'] },
  'versions.use': {
    act: (client, { ids }) => client.versions.separate({ imageIds: ids.slice(3) }),
    tables: ['originals', 'changed_files'],
  },
  'checks.fix': { act: (client, { ids }) => client.checks.unfix({ imageIds: ids.slice(2) }), tables: ['picture_fixes'] },
  ...Object.fromEntries(
    ['matching.move', 'matching.notAProduct', 'matching.takeOut', 'matching.apply', 'matching.useFolders'].map((name) => [
      name,
      { act: (client: Client) => client.matching.undo(), tables: ['matches'] },
    ]),
  ),
  ...Object.fromEntries(
    ['sheet.edit', 'sheet.review', 'sheet.replace'].map((name) => [
      name,
      { act: (client: Client) => client.sheet.undo(), tables: ['answers'] },
    ]),
  ),
  'otherSources.remove': { act: (client, { source }) => client.otherSources.restore({ refs: [source] }), tables: ['other_sources'] },
}

it('every command that is killed before or after a commit was done as a whole, or not at all', async () => {
  const things = await prepare()
  await library.close()
  const at = (name: string): string => join(library.folder(), name)
  const wrong: Record<string, unknown> = {}
  for (const [name, act] of Object.entries(commands)) {
    await cp(at('data'), at(name), { recursive: true })
    await library.reopen({}, at(name))
    const renewed = await renew(library.client(), name, things)
    const states: string[] = []
    const keep = (): void => copyFiles(at(name), states[states.push(at(`${name} ${states.length}`)) - 1] ?? '')
    keep()
    disk.lookAtEach((path) => path === join(at(name), 'library.db') && keep())
    const said = await say(act(library.client(), renewed))
    disk.lookAtEach()
    keep()
    await library.close()
    const kills = createStatesOfKills(library, at(name), async (data) => {
      await library.client().plans.settled({ planId: things.planId })
      await waitFor(async () => !existsSync(join(data, 'handovers', 'merge.jsonl')))
    })
    const kinds = await kills.describe(states)
    const undo = undos[name]
    const left = undo ? await kills.undo(states[0] ?? '', states.at(-1) ?? '', () => undo.act(library.client(), renewed), undo.tables) : []
    if (said !== 'done' || !/^-+[+]+$/.test(kinds) || left.length > 0) wrong[name] = [said, kinds, ...left]
  }
  expect(wrong).toEqual({})
}, 900_000)

it('knows every call that changes something', () => {
  expect(
    listChanging(contract)
      .filter((name) => !(name in commands))
      .sort(),
  ).toEqual(Object.values(others).flat().sort())
})
