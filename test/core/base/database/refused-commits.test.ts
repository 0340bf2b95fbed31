import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { askedQuestions } from '../../../../shared/answers/sheet.ts'
import { defaultMatchRules } from '../../../../shared/products/matching.ts'
import { nothingStated } from '../../../../shared/products/plans.ts'
import { createFullCommits } from '../../../support/full-commits.ts'
import { openTestCore, type TestCore, waitFor, writePng } from '../../../support/open-test-core.ts'

type Client = TestCore['client']

/** More than any of these operations writes in one turn. */
const pictures = 130

type Operation = {
  /** It is one transaction: where that is refused, nothing is changed. */
  readonly isWhole?: true
  readonly prepare?: (client: Client, imageIds: readonly string[]) => Promise<unknown>
  readonly act: (client: Client, imageIds: readonly string[]) => Promise<unknown>
  /** What the library says afterwards, which must be the same wherever the disk was full. */
  readonly look: (client: Client, imageIds: readonly string[]) => Promise<unknown>
}

const wishes = [{ kind: 'convert', to: 'jpeg' }] as const
const countRows = async (client: Client) => {
  const { rows } = await client.library.page({ offset: 0, limit: 500, sort: { by: 'added', descending: false }, filter: {} })
  return { rows: rows.length, fixed: rows.filter(({ fixes }) => fixes !== undefined).length }
}
const lookAtJobs = async (client: Client) => {
  const jobs = await client.jobs.list({})
  return {
    ...(await countRows(client)),
    jobs: jobs.map(({ work, status, blockedBy }) => `${work.operation} ${status.state} ${blockedBy}`).sort(),
  }
}
const newProduct = { product: { kind: 'new', name: 'Mug' }, attribute: 'Images', current: null, again: false } as const
const attach = (client: Client, imageIds: readonly string[]) =>
  client.products.attach({ images: { kind: 'some', images: [...imageIds] }, ...newProduct })
let fixed: Awaited<ReturnType<Client['checks']['fix']>>['earlier'] = []
const toCells = (imageIds: readonly string[], text: string) =>
  imageIds.map((imageId) => ({ imageId, question: 'Color?', text, seen: null }))
const lookAtCells = async (client: Client) => {
  const { rows } = await client.sheet.page({ view: { setId: askedQuestions }, offset: 0, limit: 200 })
  const { undo } = await client.sheet.lastChanges()
  return { cells: rows.flatMap(({ cells }) => cells.map(({ text, review }) => `${text} ${review}`)), undo: undo && [undo.kind, undo.cells] }
}
const createText = async (client: Client): Promise<void> => void (await client.otherSources.create({ kind: 'text', text: 'Hello' }))
const refs = async (client: Client): Promise<string[]> =>
  (await client.otherSources.page({ offset: 0, limit: 10 })).rows.map(({ ref }) => ref)
let removedRefs: string[] = []
/** A plan of one product, with all pictures. */
const startPlan = async (client: Client): Promise<void> => {
  const path = join(template, 'list.csv')
  await writeFile(path, 'Product ID,SKU\nprd_1,pictures\n')
  await client.catalogue.importFile({ path, columns: {}, dryRun: false })
  await client.matching.apply({ rules: [...defaultMatchRules] })
  const now = { ...nothingStated, unknown: 'nothing' } as const
  const { mark } = await client.plans.preview({ offset: 0, limit: 0, now })
  const { planId } = await client.plans.start({ mark, now, validForMs: 3_600_000 })
  await client.plans.settled({ planId })
}
const planOf = async (client: Client) => (await client.plans.list({ offset: 0, limit: 1 })).rows[0]
const lookAtPlan = async (client: Client) => {
  const plan = await planOf(client)
  return { ...(await lookAtJobs(client)), doing: plan?.doing, counts: plan?.counts }
}

const lookAtMatches = async (client: Client) => {
  const { rows } = await client.matching.page({ offset: 0, limit: 10 })
  const { notAProduct } = await client.matching.summary()
  return { products: rows.map(({ product, pictures }) => [product.name, pictures.length]), notAProduct }
}
const mug = { key: 'new:mug', productId: null, sku: null, gtin: null, name: 'Mug', handle: null }
const moveToMug = (client: Client, imageIds: readonly string[]) => client.matching.move({ imageIds: [...imageIds], to: mug })
const lookApart = async (client: Client) => (await client.similar.apart({ offset: 0, limit: 1 })).total

const operations: Readonly<Record<string, Operation>> = {
  'fixing pictures': {
    act: (client, imageIds) => client.checks.fix({ imageIds: [...imageIds], wishes: [...wishes] }),
    look: countRows,
  },
  'taking fixes back': {
    prepare: (client, imageIds) => client.checks.fix({ imageIds: [...imageIds], wishes: [...wishes] }),
    act: (client, imageIds) => client.checks.unfix({ imageIds: [...imageIds] }),
    look: countRows,
  },
  'attaching pictures': { act: attach, look: lookAtJobs },
  'cancelling a plan': {
    prepare: startPlan,
    act: async (client) => client.plans.cancel({ planId: (await planOf(client))?.planId ?? '' }),
    look: lookAtPlan,
  },
  'taking a plan up again': {
    prepare: async (client) => {
      await startPlan(client)
      await client.plans.cancel({ planId: (await planOf(client))?.planId ?? '' })
    },
    act: async (client) => client.plans.resume({ planId: (await planOf(client))?.planId ?? '' }),
    look: lookAtPlan,
  },
  'removing pictures': {
    prepare: attach,
    act: (client, imageIds) => client.library.remove({ imageIds: [...imageIds] }),
    look: lookAtJobs,
  },
  'restoring pictures': {
    prepare: async (client, imageIds) => {
      await attach(client, imageIds)
      await client.library.remove({ imageIds: [...imageIds] })
    },
    act: (client, imageIds) => client.library.restore({ imageIds: [...imageIds] }),
    look: lookAtJobs,
  },
  'restoring a source': {
    prepare: async (client) => {
      await createText(client)
      removedRefs = await refs(client)
      await client.otherSources.remove({ refs: removedRefs })
    },
    act: (client) => client.otherSources.restore({ refs: removedRefs }),
    look: async (client) => (await client.otherSources.page({ offset: 0, limit: 10 })).rows.map(({ job }) => job.status.state),
  },
  'matching pictures by hand': { isWhole: true, act: moveToMug, look: lookAtMatches },
  'taking pictures out of a product': {
    prepare: moveToMug,
    isWhole: true,
    act: (client, imageIds) => client.matching.takeOut({ imageIds: [...imageIds] }),
    look: lookAtMatches,
  },
  'undoing a match': { prepare: moveToMug, isWhole: true, act: (client) => client.matching.undo(), look: lookAtMatches },
  'using the names of folders': { isWhole: true, act: (client) => client.matching.useFolders(), look: lookAtMatches },
  'keeping pictures apart': {
    isWhole: true,
    act: (client, imageIds) => client.similar.different({ imageIds: imageIds.slice(0, 40) }),
    look: lookApart,
  },
  'forgetting that': {
    prepare: (client, imageIds) => client.similar.different({ imageIds: imageIds.slice(0, 40) }),
    isWhole: true,
    act: (client, imageIds) => client.similar.same({ imageIds: imageIds.slice(0, 40) }),
    look: lookApart,
  },
  'undoing a fix': {
    prepare: async (client, imageIds) => {
      fixed = (await client.checks.fix({ imageIds: [...imageIds], wishes: [...wishes] })).earlier
    },
    act: (client) => client.checks.putFixesBack({ earlier: [...fixed] }),
    look: countRows,
  },
  'pasting into the sheet': {
    act: (client, imageIds) => client.sheet.edit({ cells: toCells(imageIds, 'Red'), kind: 'pasted' }),
    look: lookAtCells,
  },
  'approving cells': {
    prepare: (client, imageIds) => client.sheet.edit({ cells: toCells(imageIds, 'Red'), kind: 'pasted' }),
    act: (client, imageIds) => client.sheet.review({ what: { kind: 'cells', cells: toCells(imageIds, '') }, review: 'approved' }),
    look: lookAtCells,
  },
  'sending texts': {
    act: (client, imageIds) =>
      client.texts.send({
        what: {
          kind: 'texts',
          texts: imageIds.map((id) => ({ product: { kind: 'id', productId: `prd_${id}` }, attribute: 'Alt text', text: 'Red' })),
        },
        unknown: 'ask',
      }),
    look: lookAtJobs,
  },
  'asking about pictures': {
    act: (client, imageIds) =>
      client.questions.ask({ images: { kind: 'some', images: [...imageIds] }, questions: ['Color?', 'Alt text?'], again: false }),
    look: lookAtJobs,
  },
}

/** The pictures are added once; each attempt has a copy of their library. */
let template = ''
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'packshot-refused-'))
  await mkdir(join(template, 'pictures'))
  for (let at = 0; at < pictures; at++) await writePng(join(template, 'pictures', `${at}.png`), `seed ${at}`)
  const { core, client } = await openTestCore(join(template, 'data'))
  await client.intake.add({ named: [join(template, 'pictures')], recursive: true, upload: false })
  await core.stop()
})
afterAll(() => rm(template, { recursive: true }))

/** Opens a library of its own, in which the operation can be done. */
const open = async ({ prepare }: Operation) => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-refused-'))
  await cp(join(template, 'data'), join(folder, 'data'), { recursive: true })
  const disk = createFullCommits()
  let monotonic = 0
  // Each look at the clock is another tenth of a second: no turn takes a second piece.
  const opened = await openTestCore(join(folder, 'data'), {
    openDatabaseFile: disk.openDatabaseFile,
    clock: { now: Date.now, monotonic: () => (monotonic += 100) },
  })
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await opened.core.stop()
    await rm(folder, { recursive: true, force: true })
  }
  onTestFinished(close)
  const { rows } = await opened.client.library.page({ offset: 0, limit: 500, sort: { by: 'added', descending: false }, filter: {} })
  const imageIds = rows.map(({ id }) => id)
  await prepare?.(opened.client, imageIds)
  return { client: opened.client, core: opened.core, disk, imageIds, close }
}

it.each(Object.keys(operations))(
  '%s is done whole or says so, and can be done again, wherever one commit finds no room',
  async (name) => {
    const operation = operations[name]
    if (!operation) throw new Error(name)
    const { act, look, isWhole } = operation
    const usual = await open(operation)
    usual.disk.refuse()
    await act(usual.client, usual.imageIds)
    const commits = usual.disk.commits()
    const wanted = await look(usual.client, usual.imageIds)
    await usual.close()
    expect(commits).toBeGreaterThan(0)
    let refused = 0
    for (let at = 1; at <= commits; at++) {
      const { client, disk, imageIds, close } = await open(operation)
      const before = isWhole && (await look(client, imageIds))
      disk.refuse((commit) => commit === at)
      const isDone = await act(client, imageIds).then(
        () => true,
        () => false,
      )
      disk.refuse()
      if (!isDone) {
        refused++
        if (isWhole) expect(await look(client, imageIds)).toEqual(before)
        await act(client, imageIds)
      }
      expect({ commit: at, isDone, found: await look(client, imageIds) }).toEqual({ commit: at, isDone, found: wanted })
      await close()
    }
    expect(refused).toBeGreaterThan(0)
  },
  120_000,
)

it('pictures are not checked again and again by shop rules while the disk refuses the results', async () => {
  const { client, core, disk } = await open({ act: attach, look: lookAtJobs })
  const [profile] = await client.checks.profiles()
  await client.checks.use({ ids: [profile?.id ?? ''] })
  disk.refuse(() => true)
  await core.start()
  await waitFor(() => disk.commits() > 0)
  // Each piece is a turn of the event loop.
  for (let turn = 0; turn < 500; turn++) await nextTurn()
  expect(disk.commits()).toBeLessThan(20)
  disk.refuse()
})
