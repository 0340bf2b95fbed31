import type { ContractRouterClient } from '@orpc/contract'
import { createRouterClient, implement } from '@orpc/server'
import { placeKey } from '../../electron/core/pictures/library/natural-key.ts'
import { changeConnection } from '../../electron/core/workspaces/connections/change-connection.ts'
import { AppError } from '../../shared/base/errors.ts'
import { compareNaturally } from '../../shared/base/natural-order.ts'
import type { Settings } from '../../shared/base/settings.ts'
import { type Contract, type CoreEvent, contract, type SessionView } from '../../shared/contract.ts'
import type { LibraryRow } from '../../shared/pictures/library.ts'
import type { ChosenImages, Refusal } from '../../shared/pictures/pictures.ts'
import type { PublishingView } from '../../shared/pictures/publishing.ts'
import type { ApartPictures } from '../../shared/pictures/similar.ts'
import type { Hold, Job, JobRow, QueueStatus } from '../../shared/queue/jobs.ts'
import { sendingChanges, sendingFor } from '../../shared/service/sending.ts'
import { bodyTemplates, servicePaths } from '../../shared/workspaces/connection.ts'
import type { Publishing } from '../../shared/workspaces/publishing-settings.ts'
import type { VisionView } from '../../shared/workspaces/vision.ts'
import { actionOf, createFakeActions } from './fake-actions.ts'
import { createFakeCatalogue } from './fake-catalogue.ts'
import { createFakeChecks } from './fake-checks.ts'
import { createFakeContent } from './fake-content.ts'
import { createFakeEdits } from './fake-edits.ts'
import { createFakeFollowed, fakeListed } from './fake-followed.ts'
import { createFakeHandover } from './fake-handover.ts'
import {
  attachedBy,
  convertedFromOf,
  groupRows,
  idOf,
  makeAnswers,
  makeJobs,
  makeProducts,
  makeRow,
  pick,
  sentOf,
  sourceOf,
  toProductRow,
  workOf,
} from './fake-library.ts'
import { createFakeMatching } from './fake-matching.ts'
import { createFakeOut } from './fake-out.ts'
import { createFakePlans } from './fake-plans.ts'
import { createFakeProblems } from './fake-problems.ts'
import { createFakeRemoved } from './fake-removed.ts'
import { noFields, searchFake } from './fake-search.ts'
import { createFakeSendAgain } from './fake-send-again.ts'
import { createFakeSession, type OfferScene } from './fake-session.ts'
import { createFakeSets } from './fake-sets.ts'
import { createFakeSheet } from './fake-sheet.ts'
import { createFakeSources } from './fake-sources.ts'
import { createFakeTexts } from './fake-texts.ts'
import { createFakeUnsettled } from './fake-unsettled.ts'
import { createFakeWatching } from './fake-watching.ts'
import { refusedBy } from './refused-by.ts'

const toPlaced = (name: string) => ({
  name,
  isNotFirst: false,
  folder: 'C:\\Pictures\\Autumn shoot',
  placeKey: placeKey(['Autumn shoot'], name),
})

/** The scene that the window shows, from the address, e.g. `?scene=offline`. */
export type Scene =
  | OfferScene
  | 'product-list'
  | 'followed-list'
  | 'one-problem'
  | 'welcome'
  | 'empty'
  | 'full'
  | 'offline'
  | 'ended'
  | 'signed-out'
  | 'signing-in'
  | 'waiting'
  | 'many'
  | 'broken'
  | 'held'
  | 'no-keychain'
  | 'bucket'
  | 'no-data'
  | 'read-only'
  | 'proxy'
  | 'client-refused'
  | 'unsettled'
  | 'no-products'
  | 'plan'
  | 'handover'
  | 'watched'

const connection: NonNullable<SessionView['connection']> = {
  id: 'con_1',
  name: 'Northwind Studio',
  baseUrl: 'https://api.northwind.example',
  credentials: {
    kind: 'oauth',
    clientId: 'client',
    redirectUris: ['http://127.0.0.1:28417/callback'],
    scopes: ['user'],
    basicAuth: 'form',
  },
  publishing: { kind: 'origin' },
  paths: servicePaths.parse({}),
  templates: bodyTemplates.parse({}),
  rates: {},
  stopAfter: null,
  jpegQuality: null,
  removePersonal: true,
  longestEdge: null,
  largestFile: null,
  background: null,
  serviceAppends: false,
  listEditors: null,
  productAddress: 'https://shop.example/products/{productId}',
  isSample: false,
}

const visionView: VisionView = {
  endpoint: { url: 'http://127.0.0.1:11434/v1', model: 'qwen-vision', timeoutSeconds: 60 },
  hasKey: true,
  storage: 'keychain',
}

const bucket: Publishing = {
  kind: 's3',
  endpoint: 'https://storage.northwind.example',
  region: 'eu-central-1',
  bucket: 'northwind-pictures',
  prefix: 'packshot/',
  pathStyle: true,
  lifetimeSeconds: 3_600,
  removeWhenAnswered: true,
}

const sessionOf = (scene: Scene): SessionView => {
  const common = {
    storage: 'keychain' as const,
    storageReason: null,
    reason: null,
    signIn: null,
    scope: 'user',
    hasApiKey: false,
  }
  if (['welcome', 'waiting', 'offer', 'offer-waiting', 'offer-unreadable'].includes(scene))
    return { ...common, connection: null, state: 'none' }
  if (scene === 'empty') return { ...common, connection: { ...connection, name: 'Sample workspace', isSample: true }, state: 'signed-in' }
  if (scene === 'ended')
    return {
      ...common,
      connection,
      state: 'ended',
      reason: new AppError('session-ended', { kind: 'session-over', said: '', isAnswerLost: false }, { kept: 'queue' }).toRecord(),
    }
  if (scene === 'client-refused')
    return {
      ...common,
      connection,
      state: 'ended',
      reason: new AppError('invalid-client', { kind: 'client-refused', said: '', encoding: null }, { kept: 'queue' }).toRecord(),
    }
  if (scene === 'bucket') return { ...common, connection: { ...connection, publishing: bucket }, state: 'signed-in' }
  if (scene === 'read-only') return { ...common, connection, state: 'signed-in', scope: 'user:read' }
  if (scene === 'signed-out' || scene === 'signing-in') return { ...common, connection, state: scene }
  if (scene === 'no-keychain')
    return {
      ...common,
      connection,
      state: 'signed-in',
      storage: 'memory',
      storageReason: { code: 'keychain-unavailable', failure: { kind: 'keychain-unusable', said: 'it is locked' } },
    }
  return { ...common, connection, state: 'signed-in' }
}

const holdsOf = (scene: Scene): Hold[] => {
  const hold = (kind: Hold['kind'], more: Partial<Hold> = {}): Hold => ({ kind, operation: null, until: null, reason: null, ...more })
  if (scene === 'offline') return [hold('offline', { until: Date.now() + 25_000 })]
  if (scene === 'proxy')
    return [
      hold('offline', {
        until: Date.now() + 25_000,
        reason: {
          code: 'proxy-password',
          failure: { kind: 'proxy-asks', proxy: 'proxy.northwind.example:3128', hadPassword: false },
          kept: 'queue',
        },
      }),
    ]
  if (scene === 'client-refused') return [hold('signed-out')]
  if (scene === 'ended' || scene === 'signed-out') return [hold('signed-out')]
  if (scene === 'waiting') return [hold('no-connection')]
  if (scene === 'read-only')
    return (['upload-source', 'analyse-image'] as const).map((operation) =>
      hold('scope', {
        operation,
        reason: new AppError('not-allowed', { kind: 'signed-in-for-reading', wanted: null }, { kept: 'work' }).toRecord(),
      }),
    )
  if (scene === 'held')
    return [
      hold('paused'),
      hold('not-allowed', {
        operation: 'analyse-image',
        reason: refusedBy(402, '', 'analysis'),
      }),
      hold('failing', { operation: 'upload-source', until: Date.now() + 40_000 }),
      hold('pacing', { operation: 'create-product' }),
      hold('disk-full'),
    ]
  return []
}

const sizes: Partial<Record<Scene, number>> = { welcome: 0, offer: 0, 'offer-waiting': 0, 'offer-unreadable': 0, empty: 0, many: 100_000 }

/** The contract in memory, without a real core. */
export const createFakeCore = (scene: Scene): { readonly client: ContractRouterClient<Contract>; readonly firstId: string } => {
  const os = implement(contract)
  const isHeld = holdsOf(scene).length > 0
  const held = (row: LibraryRow): LibraryRow => (isHeld && row.state === 'uploading' ? { ...row, state: 'waiting', progress: null } : row)
  let rows: LibraryRow[] = Array.from({ length: sizes[scene] ?? 200 }, (_, index) => held(makeRow(index)))
  let removed: LibraryRow[] = []
  const isEmpty = rows.length === 0
  const answers = isEmpty || scene === 'waiting' ? [] : makeAnswers(rows.slice(0, 400))
  const products = isEmpty || scene === 'waiting' ? [] : makeProducts()
  const jobs: Job[] = (isEmpty ? [] : makeJobs(rows.slice(0, 400))).map((job) =>
    isHeld && job.status.state === 'running' ? { ...job, attempts: 0, status: { state: 'waiting', notBefore: 0, because: null } } : job,
  )
  let holds = holdsOf(scene)
  let session = sessionOf(scene)
  let login = { isOn: false }
  let settings: Settings = {
    theme: 'system',
    atOnce: 8,
    attribute: 'Images',
    exportPresets: [],
    savedQuestions: ['Write alt text for this picture.', 'What does the label say?'],
    reviewerName: '',
    knowsLocationsRemoved: scene !== 'watched',
    notAddedSeenAt: 0,
    watchingOnClose: 'ask',
    libraryView: { sort: { by: 'added', descending: true }, groupBy: 'nothing', layout: 'grid', tileSize: 'medium' },
    sheetView: { setId: null, rows: 'pictures', groupBy: 'nothing', order: 'row', isPictureShown: true, columns: {} },
  }
  let trial: PublishingView['data'] =
    scene === 'no-data'
      ? {
          works: false,
          at: Date.now() - 86_400_000,
          end: {
            kind: 'refused',
            because: refusedBy(400, 'imageUrl must be an http or https URL', 'analysis'),
          },
        }
      : null
  const publishingView = (): PublishingView => ({
    publishing: session.connection?.publishing ?? { kind: 'origin' },
    hasKeys: scene === 'bucket',
    storage: 'keychain',
    data: trial,
    left:
      scene === 'bucket'
        ? {
            objects: 3,
            reason: {
              code: 'bucket-refused',
              failure: { kind: 'bucket-access-denied', bucket: 'northwind-pictures', status: 403, s3Code: 'AccessDenied', act: 'remove' },
            },
          }
        : { objects: 0, reason: null },
  })
  const setPublishing = (publishing: Publishing): void => {
    if (session.connection) session = { ...session, connection: { ...session.connection, publishing } }
    announce('session')
  }
  const waiters = new Set<(event: CoreEvent) => void>()

  const status = (): QueueStatus => {
    const counts = { waiting: 0, running: 0, done: 0, parked: 0, cancelled: 0 }
    for (const job of jobs) counts[job.status.state]++
    return { counts, holds }
  }
  const uploading = (): Record<string, number> =>
    holds.length > 0 ? {} : Object.fromEntries(rows.filter((row) => row.progress !== null).map((row) => [row.id, row.progress ?? 0]))
  const event = (changed: CoreEvent['changed']): CoreEvent => ({
    changed,
    queue: status(),
    uploading: uploading(),
    intake: null,
    checking: 0,
    alreadyThere: 0,
  })
  const announce = (...changed: CoreEvent['changed']) => {
    for (const tell of waiters) tell(event(changed))
  }
  /** The first pictures, as two and as three that were called different. */
  let apart: readonly ApartPictures[] = (scene === 'full' ? [2, 3] : []).map((total, at) => ({
    at: Date.now() - (at + 1) * 86_400_000,
    total,
    pictures: rows
      .slice(at, at + total)
      .map(({ id, name, folder, format, width, height, bytes }) => ({ imageId: id, name, folder, format, width, height, bytes })),
  }))
  const unsettled = createFakeUnsettled(scene === 'unsettled', () => announce('products', 'jobs'))
  const indexOf = (id: string): number => Number.parseInt(id.slice(4), 16)
  const nameOf = (id: string): string | null => rows.find((row) => row.id === id)?.name ?? null
  const toRow = (job: Job): JobRow => {
    const { work } = job
    const imageId = 'imageId' in work ? work.imageId : null
    const product = 'productRef' in work ? products.find((one) => one.ref === work.productRef) : undefined
    return {
      ...job,
      imageId,
      silentSince: null,
      convertedFrom: convertedFromOf(work, rows),
      imageName: imageId && nameOf(imageId),
      productName: product ? (product.name ?? product.productId) : null,
    }
  }
  const setJob = (id: string, next: Job['status']) => {
    const at = jobs.findIndex((job) => job.id === id)
    const job = jobs[at]
    if (job) jobs[at] = { ...job, status: next }
  }
  /** An attachment is done soon, but never while work is paused. */
  const endAttaching = (): void => {
    if (holds.some(({ kind }) => kind === 'paused')) return
    setJob('job_new', { state: 'done', endedAt: Date.now() })
    announce('jobs')
  }
  const idsOf = (group: { readonly rows: readonly { readonly id: string }[] }): string[] => group.rows.map((row) => row.id)
  const chosen = (images: ChosenImages): number =>
    images.kind === 'all' ? rows.length : images.kind === 'some' ? images.images.length : images.ids.length

  const router = os.router({
    removed: createFakeRemoved({ announce: () => announce('library'), pictures: rows.slice(0, 2) }),
    events: {
      subscribe: os.events.subscribe.handler(async function* () {
        yield event(['library', 'jobs', 'answers', 'products', 'session', 'intake', 'sources'])
        for (;;)
          yield await new Promise<CoreEvent>((resolve) => {
            const once = (next: CoreEvent) => {
              waiters.delete(once)
              resolve(next)
            }
            waiters.add(once)
          })
      }),
    },
    library: {
      page: os.library.page.handler(({ input }) => {
        if (scene === 'broken' && !('isMended' in globalThis))
          throw new AppError('internal', { kind: 'unexpected', said: 'disk I/O error' })
        const found = groupRows(pick(rows, input.sort, input.filter, products), input.groupBy).flatMap((group) => group.rows)
        return { total: found.length, rows: found.slice(input.offset, input.offset + input.limit) }
      }),
      ids: os.library.ids.handler(({ input: { between, ...input } }) => {
        const ids = groupRows(pick(rows, input.sort, input.filter, products), input.groupBy)
          .filter(({ head }) => input.group === undefined || head.key === input.group)
          .flatMap(idsOf)
        const places = between?.map((id) => ids.indexOf(id)) ?? [0, ids.length - 1]
        return ids.slice(Math.min(...places), Math.max(...places) + 1)
      }),
      usualOrder: os.library.usualOrder.handler(({ input }) =>
        input.imageIds.toSorted((one, other) => compareNaturally(nameOf(one) ?? '', nameOf(other) ?? '')),
      ),
      shown: os.library.shown.handler(({ input }) => {
        const shown = new Set(groupRows(pick(rows, input.sort, input.filter, products), input.groupBy).flatMap(idsOf))
        return input.imageIds.filter((id) => shown.has(id))
      }),
      place: os.library.place.handler(({ input }) => {
        const found = groupRows(pick(rows, input.sort, input.filter, products), input.groupBy).flatMap((group) => group.rows)
        const place = found.findIndex(({ id }) => id === input.imageId)
        return place < 0 ? null : place
      }),
      groups: os.library.groups.handler(({ input }) => ({
        version: '1',
        pictures: groupRows(pick(rows, input.sort, input.filter, products), input.groupBy)
          .map((group) => group.rows.length)
          .join(' '),
      })),
      groupPage: os.library.groupPage.handler(({ input }) =>
        groupRows(pick(rows, input.sort, input.filter, products), input.groupBy)
          .slice(input.offset, input.offset + input.limit)
          .map(({ head }) => head),
      ),
      names: os.library.names.handler(({ input: { by, ids } }) =>
        ids.flatMap((id) => {
          const index = by === 'image' ? indexOf(id) : Number(/^src_(\d+)$/.exec(id)?.[1] ?? Number.NaN)
          // Later sources are a colleague's.
          return Number.isNaN(index) || (by === 'source' && index > 60)
            ? []
            : [{ id, imageId: idOf(index), ...toPlaced(makeRow(index).name) }]
        }),
      ),
      folders: os.library.folders.handler(({ input }) => {
        const folders = [...new Set(rows.flatMap((row) => row.folder ?? []))].filter((one) =>
          one.toLowerCase().includes(input.text.toLowerCase()),
        )
        return folders.slice(0, input.limit).map((folder) => ({ folder, pictures: rows.filter((row) => row.folder === folder).length }))
      }),
      sendingPlan: os.library.sendingPlan.handler(() => ({ pictures: 42, converted: 37, location: 3, personal: 3, asTheyAre: 2 })),
      countLocations: os.library.countLocations.handler(() => (scene === 'watched' ? 3 : 0)),
      details: os.library.details.handler(({ input: { imageId } }) => {
        const row = rows.find((one) => one.id === imageId)
        if (!row) throw new AppError('unknown-id', { kind: 'picture-not-in-library', imageId })
        const at = indexOf(imageId)
        return {
          row,
          origin: at % 13 === 0 ? `https://shop.example/pictures/${row.name}` : `C:\\Pictures\\Autumn shoot\\${row.name}`,
          sourceId: row.state === 'waiting' || row.state === 'uploading' ? null : sourceOf(at),
          changes: sendingChanges(row, sendingFor(connection, row)),
          sent: sentOf(row),
          otherQualities: at === 14 ? { [answers.find((one) => one.imageId === imageId)?.jobId ?? '']: 80 } : {},
          aboutEarlierFile: at === 16 ? answers.filter((one) => one.imageId === imageId).map((one) => one.jobId) : [],
          answers: answers.filter((one) => one.imageId === imageId),
          earlierAnswers: answers
            .filter((one) => one.imageId === imageId)
            .slice(0, 1)
            .map((one) => ({
              ...one,
              jobId: `${one.jobId}-earlier`,
              text: 'A bottle on a table.',
              editedText: null,
              kind: 'answer' as const,
            })),
          attachments:
            row.state === 'attached'
              ? [{ productRef: 'ref_1', productId: 'prd_81f2', name: 'Glass bottles, autumn', sku: null, attribute: 'Images' }]
              : [],
          history: jobs
            .filter(({ id, work }) => ('imageId' in work && work.imageId === imageId) || attachedBy(rows, id).includes(imageId))
            .map((job) => {
              const product = products.find(({ ref }) => 'productRef' in job.work && ref === job.work.productRef)
              return { ...job, productName: product?.name ?? product?.productId ?? null }
            }),
        }
      }),
      sentFile: os.library.sentFile.handler(({ input }) => {
        const row = rows.find((one) => one.id === input.imageId)
        return row ? sentOf(row) : null
      }),
      showInFolder: os.library.showInFolder.handler(() => {}),
      remove: os.library.remove.handler(({ input }) => {
        const ids = new Set(input.imageIds)
        const gone = rows.filter((row) => ids.has(row.id))
        removed = [...removed, ...gone]
        rows = rows.filter((row) => !ids.has(row.id))
        announce('library', 'products')
        return { removed: gone.length }
      }),
      restore: os.library.restore.handler(({ input }) => {
        const ids = new Set(input.imageIds)
        const back = removed.filter((row) => ids.has(row.id))
        rows = [...rows, ...back]
        announce('library')
        return { restored: back.length }
      }),
    },
    matching: createFakeMatching(
      scene,
      () => rows,
      () => announce('products'),
    ),
    followedLists: createFakeFollowed(scene === 'followed-list', () => announce('watching')),
    watching: createFakeWatching(scene === 'watched', () => announce('watching')),
    versions: {
      page: os.versions.page.handler(() => ({ total: 0, rows: [] })),
      use: os.versions.use.handler(() => ({ made: [] })),
      keepBoth: os.versions.keepBoth.handler(() => {}),
      separate: os.versions.separate.handler(() => ({ separated: 0 })),
    },
    similar: {
      summary: os.similar.summary.handler(() => {
        const groups = groupRows(rows, 'similar')
        return { groups: groups.length, others: groups.reduce((sum, group) => sum + group.rows.length - 1, 0), left: 0 }
      }),
      find: os.similar.find.handler(() => ({ left: 0 })),
      groups: os.similar.groups.handler(() => []),
      others: os.similar.others.handler(() => groupRows(rows, 'similar').flatMap((group) => group.rows.slice(1).map(({ id }) => id))),
      different: os.similar.different.handler(() => ({ pairs: 0, at: 0 })),
      apart: os.similar.apart.handler(() => ({ total: apart.length, rows: [...apart] })),
      same: os.similar.same.handler(({ input }) => {
        const before = apart.length
        if ('at' in input) apart = apart.filter(({ at }) => at !== input.at)
        announce('similar')
        return { pairs: before - apart.length }
      }),
    },
    exports: createFakeOut(),
    handover: createFakeHandover(scene === 'handover', () => announce('handover')),
    plans: createFakePlans(scene === 'plan'),
    problems: createFakeProblems(scene === 'one-problem', () => announce('jobs')),
    sendAgain: createFakeSendAgain((imageId) => indexOf(imageId) === 16),
    catalogue: {
      ...createFakeCatalogue(scene === 'product-list', () => announce('catalogue')),
      ...(scene === 'followed-list' ? fakeListed : {}),
    },
    connections: {
      change: os.connections.change.handler(({ input }) => {
        const { connection: before } = session
        const changed = before && changeConnection(before, input)
        if (changed?.kind === 'refused') return { problems: [...changed.problems], view: session }
        if (changed) session = { ...session, connection: changed.connection }
        return { problems: [], view: session }
      }),
    },
    vision: {
      get: os.vision.get.handler(() => visionView),
      set: os.vision.set.handler(() => ({ problems: [], view: visionView })),
      try: os.vision.try.handler(() => ({
        problems: [],
        trial: { works: false, said: 'The vision endpoint does not accept the key (401).' },
      })),
    },
    settings: {
      get: os.settings.get.handler(() => settings),
      set: os.settings.set.handler(({ input }) => {
        settings = { ...settings, ...input }
        return settings
      }),
      storage: os.settings.storage.handler(() => ({
        dataFolder: '/home/mira/.local/share/packshot',
        originalsBytes: 1_842_000_000,
        sentBytes: 0,
        thumbnailsBytes: 14_200_000,
        databaseBytes: 3_900_000,
      })),
      about: os.settings.about.handler(() => ({ version: '0.1.0', updates: 'on' })),
      login: os.settings.login.handler(() => login),
      setLogin: os.settings.setLogin.handler(({ input }) => {
        login = input
        return login
      }),
      diagnostics: os.settings.diagnostics.handler(() => 'Packshot 0.1.0'),
      freeOriginals: os.settings.freeOriginals.handler(() => ({ freedBytes: 1_200_000_000, pictures: 148 })),
    },
    ...createFakeSession({
      scene,
      of: sessionOf,
      get: () => session,
      set: (next) => {
        if (next.state === 'signed-in' && session.state !== 'signed-in') holds = []
        session = next
        announce('session', 'jobs')
      },
    }),
    otherSources: createFakeSources(scene, isEmpty, () => announce('sources')),
    publishing: {
      get: os.publishing.get.handler(publishingView),
      set: os.publishing.set.handler(({ input }) => {
        setPublishing(input.publishing)
        return publishingView()
      }),
      test: os.publishing.test.handler(({ input }) => {
        if (input.keys) return { tookMs: 420, notes: [] }
        throw new AppError(
          'bucket-refused',
          { kind: 'bucket-signature-rejected', bucket: input.bucket.bucket, status: 403, s3Code: 'SignatureDoesNotMatch' },
          { kept: 'pictures-and-questions' },
        )
      }),
      tryData: os.publishing.tryData.handler(() => {
        trial = { works: true, at: Date.now(), end: { kind: 'answered', said: 'Red.' } }
        setPublishing({ kind: 'data' })
        return trial
      }),
    },
    intake: {
      add: os.intake.add.handler(() => ({ added: [], known: [], refused: [] })),
      arrived: os.intake.arrived.handler(() => ({ isDone: true, imageIds: [idOf(20), idOf(21)] })),
    },
    pictures: {
      list: os.pictures.list.handler(() => []),
      refused: os.pictures.refused.handler(() => refusals(isEmpty)),
      refusedPage: os.pictures.refusedPage.handler(({ input }) => {
        const rows = refusals(isEmpty)
        return { total: rows.length, news: rows.filter((one) => one.at > input.since).length, rows }
      }),
      tryRefusedAgain: os.pictures.tryRefusedAgain.handler(({ input }) => ({
        added: 0,
        known: 0,
        refused: input.paths.length || 2,
        left: 1,
      })),
      showRefused: os.pictures.showRefused.handler(() => {}),
      addSamples: os.pictures.addSamples.handler(() => {
        rows = Array.from({ length: 12 }, (_, index) => ({ ...makeRow(index + 130), addedAt: Date.now() }))
        announce('library')
        return { added: rows.length }
      }),
    },
    sheet: createFakeSheet(
      scene,
      () => rows,
      () => announce('answers'),
    ),
    questions: {
      ask: os.questions.ask.handler(async ({ input }) => {
        // Slow like many pictures, so that a person can act in between.
        await new Promise((resolve) => setTimeout(resolve, 150))
        return { asked: chosen(input.images), askedBefore: 0, pictures: chosen(input.images), withoutAddress: 0, why: null }
      }),
      answers: os.questions.answers.handler(async function* () {
        yield { answers, written: [], done: 1, total: 1 }
      }),
      page: os.questions.page.handler(({ input }) => {
        const found = answers.filter(
          (one) =>
            (input.kind === null || one.kind === input.kind) &&
            `${one.imageName} ${one.question} ${one.text}`.toLowerCase().includes(input.text.toLowerCase()),
        )
        return { total: found.length, rows: found.slice(input.offset, input.offset + input.limit) }
      }),
      estimate: os.questions.estimate.handler(({ input }) => {
        const count = chosen(input.images)
        const lacks = session.connection?.publishing.kind === 'origin'
        return {
          requests: Math.max(0, count * input.questions.length - 3),
          askedBefore: Math.min(3, count),
          approved: 0,
          pictures: count,
          ahead: 0,
          left: null,
          time: session.connection
            ? { leastMs: count * input.questions.length * 2_000, mostMs: count * input.questions.length * 2_000, perMinute: 30 }
            : null,
          withoutAddress: lacks ? Math.floor(count / 4) : 0,
          why: lacks ? 'no-way' : null,
        }
      }),
      edit: os.questions.edit.handler(({ input }) => {
        const at = answers.findIndex((one) => one.jobId === input.jobId)
        const before = answers[at]
        if (!before) throw new AppError('unknown-id', { kind: 'answer-unknown', jobId: input.jobId })
        const after = { ...before, editedText: input.text }
        answers[at] = after
        announce('answers')
        return after
      }),
    },
    questionSets: createFakeSets({
      announce: () => announce('questionSets'),
      countOf: (images) => chosen(images as Parameters<typeof chosen>[0]),
    }),
    checks: createFakeChecks(
      (id) => nameOf(id) ?? 'Picture.jpg',
      (used) => {
        rows = rows.map(({ checks: _before, ...row }, at) =>
          used === 0 ? row : { ...row, checks: at % 3 === 1 ? { failed: 3, notChecked: 2 } : { failed: 0, notChecked: 2 } },
        )
        announce('checks', 'library')
      },
    ),
    brandVoices: createFakeContent(),
    texts: createFakeTexts(),
    products: {
      ...createFakeEdits(products),
      attach: os.products.attach.handler(({ input }) => {
        // The core knows more of this list than the window, so it asks before attaching.
        if (
          input.current?.kind === 'nothing' &&
          !input.current.removed &&
          input.product.kind === 'id' &&
          input.product.productId === 'SKU-9'
        )
          throw new AppError(
            'current-contradicts',
            {
              kind: 'statement-incomplete',
              product: 'SKU-9',
              attribute: 'Images',
              ids: ['src_88'],
              maybe: [],
              since: Date.now() - 3 * 86_400_000,
            },
            { kept: 'nothing-queued' },
          )
        const like = jobs.find(({ work }) => work.operation === 'attach-sources')
        // It ends while the note about it is shown.
        if (like) jobs.push({ ...like, id: 'job_new', status: { state: 'running', startedAt: Date.now() } })
        // Time for a person to see it queued. Tests that read that pause the work first.
        setTimeout(endAttaching, 500)
        return { jobId: 'job_new', productRef: 'ref_new', productId: null, pictures: chosen(input.images), notes: [] }
      }),
      replaceList: os.products.replaceList.handler(() => ({ jobId: 'job_new' })),
      unsettled: os.products.unsettled.handler(unsettled.unsettled),
      settle: os.products.settle.handler(({ input }) => unsettled.settle(input.lists)),
      list: os.products.list.handler(() => products),
      page: os.products.page.handler(({ input: { offset, limit, text } }) => {
        const found = searchFake(products, text, (one) => ({ ...noFields, name: one.name, productId: one.productId }))
        return {
          total: found.length,
          rows: found.slice(offset, offset + limit).map(({ one, found }) => ({ ...toProductRow(one), work: workOf(one.ref), ...found })),
        }
      }),
      similar: os.products.similar.handler(({ input }) =>
        searchFake(products, input.name, (one) => ({ ...noFields, name: one.name })).map(({ one: { name, productId } }) => ({
          name,
          productId,
          sku: null,
        })),
      ),
      find: os.products.find.handler(
        ({ input: key }) =>
          products.find((one) =>
            key.by === 'ref'
              ? one.ref === key.ref
              : key.by === 'id'
                ? one.productId === key.productId
                : one.name === key.name && one.createdByUs,
          ) ?? null,
      ),
    },
    actions: createFakeActions(
      () => jobs.map(toRow),
      (ids) => {
        for (const id of ids) setJob(id, { state: 'cancelled', at: Date.now() })
        announce('jobs')
      },
    ),
    jobs: {
      list: os.jobs.list.handler(({ input }) =>
        jobs.filter(
          (job) => (!input.state || job.status.state === input.state) && (!input.operation || job.work.operation === input.operation),
        ),
      ),
      page: os.jobs.page.handler(({ input }) => {
        const found = jobs.filter(
          (job) =>
            (input.states.length === 0 || input.states.includes(job.status.state)) &&
            (input.operation === null || job.work.operation === input.operation) &&
            (input.action === null || actionOf(job) === input.action),
        )
        return { total: found.length, rows: found.slice(input.offset, input.offset + input.limit).map(toRow) }
      }),
      find: os.jobs.find.handler(({ input }) => jobs.filter(({ id }) => id === input.jobId).map(toRow)[0] ?? null),
      ofProduct: os.jobs.ofProduct.handler(({ input }) =>
        jobs
          .filter(
            ({ work, status }) =>
              'productRef' in work && work.productRef === input.productRef && !['done', 'cancelled'].includes(status.state),
          )
          .map(toRow),
      ),
      retry: os.jobs.retry.handler(({ input }) => {
        const ofAction = (job: Job): boolean => input.action === undefined || actionOf(job) === input.action
        const parked = jobs.filter((job) => job.status.state === 'parked' && ofAction(job)).map((job) => job.id)
        const ids = input.jobIds.length > 0 ? input.jobIds : parked
        for (const id of ids) setJob(id, { state: 'waiting', notBefore: 0, because: null })
        announce('jobs')
        return { retried: ids.length, left: 0 }
      }),
      cancel: os.jobs.cancel.handler(({ input }) => {
        for (const id of input.jobIds) setJob(id, { state: 'cancelled', at: Date.now() })
        announce('jobs')
        return { cancelled: input.jobIds.length }
      }),
      cancelWaiting: os.jobs.cancelWaiting.handler(({ input: { operation = null } }) => {
        const waiting = jobs.filter(({ status, work }) => status.state === 'waiting' && (operation ?? work.operation) === work.operation)
        for (const { id } of waiting) setJob(id, { state: 'cancelled', at: Date.now() })
        announce('jobs')
        return { cancelled: waiting.length }
      }),
    },
    recovery: {
      list: os.recovery.list.handler(() => []),
      acknowledge: os.recovery.acknowledge.handler(() => ({ acknowledged: 0 })),
    },
    queue: {
      status: os.queue.status.handler(status),
      repeats: os.queue.repeats.handler(() => ({ last: 0, items: [] })),
      pause: os.queue.pause.handler(() => {
        holds = [...holds, { kind: 'paused', operation: null, until: null, reason: null }]
        announce('jobs')
        return status()
      }),
      retryNow: os.queue.retryNow.handler(status),
      goOn: os.queue.goOn.handler(() => {
        holds = holds.filter(({ kind }) => kind !== 'limit')
        announce('jobs')
        return status()
      }),
      resume: os.queue.resume.handler(() => {
        holds = holdsOf(scene)
        endAttaching()
        announce('jobs')
        return status()
      }),
    },
  })
  return { client: createRouterClient(router), firstId: idOf(0) }
}

const refusedAt = Date.now() - 120_000

const refusals = (isEmpty: boolean): Refusal[] =>
  isEmpty
    ? []
    : [
        {
          name: 'notes.txt',
          path: '/home/mira/Pictures/Autumn shoot/notes.txt',
          problem: {
            code: 'unsupported-format',
            failure: { kind: 'file-of-other-kind', is: 'text' },
          },
          at: refusedAt,
        },
        {
          name: 'spin.mp4',
          path: '/home/mira/Pictures/Autumn shoot/spin.mp4',
          problem: {
            code: 'unsupported-format',
            failure: { kind: 'file-of-other-kind', is: 'video-mp4' },
          },
          at: refusedAt,
        },
        {
          name: 'mug-cut.jpg',
          path: 'mug-cut.jpg',
          problem: {
            code: 'damaged-image',
            failure: { kind: 'picture-cut-off' },
          },
          at: refusedAt,
        },
      ]
