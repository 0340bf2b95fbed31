import { createOtherSourceStore } from '../../electron/core/answers/other-sources/other-source-store.ts'
import { createDueAsks } from '../../electron/core/answers/question-sets/due-asks.ts'
import { createSheetStore } from '../../electron/core/answers/sheet/sheet-store.ts'
import { createJournal } from '../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../electron/core/base/platform/platform.ts'
import { followConnections } from '../../electron/core/follow-connections.ts'
import { operationDefinitions } from '../../electron/core/operations.ts'
import { imageIdOf } from '../../electron/core/pictures/library/picture-id.ts'
import { createImageStore } from '../../electron/core/pictures/library/picture-store.ts'
import { createSourceStore } from '../../electron/core/pictures/library/source-store.ts'
import { createCatalogueStore } from '../../electron/core/products/catalogue/catalogue-store.ts'
import { createProductStore } from '../../electron/core/products/ledger/product-store.ts'
import { createMatchStore } from '../../electron/core/products/matching/match-store.ts'
import { createRemovedProducts } from '../../electron/core/products/matching/removed-products.ts'
import { createPlanStore } from '../../electron/core/products/plans/plan-store.ts'
import { createJobStore } from '../../electron/core/queue/job-store.ts'
import { createFollowedStore } from '../../electron/core/watching/followed-store.ts'
import { createConnectionStore } from '../../electron/core/workspaces/connections/connection-store.ts'
import { createConnection } from '../../electron/core/workspaces/connections/create-connection.ts'
import { anAction } from './an-action.ts'

/** Workspaces that take the same work over. */
const connectionTo = (baseUrl: string) => createConnection({ kind: 'api-key', baseUrl, apiKey: 'not-kept' }).connection
export const [mistyped, right] = [connectionTo('https://mistyped.example'), connectionTo('https://right.example')]
const imageId = imageIdOf('0'.repeat(64))

/** A library with a job, a product and a source that wait for a workspace. */
export const openStores = (folder: string) => {
  const { database } = openDatabase(folder, systemPlatform)
  const journal = createJournal(database, systemPlatform)
  const [jobs, images, sources] = [createJobStore(journal, operationDefinitions), createImageStore(journal), createSourceStore(journal)]
  const [catalogue, matches, plans] = [createCatalogueStore(journal), createMatchStore(journal), createPlanStore(journal)]
  const products = createProductStore(journal, systemPlatform.clock, undefined, plans.followMerge)
  const otherSources = createOtherSourceStore(journal)
  const sheet = createSheetStore({ journal, images })
  const followers = followConnections({
    journal,
    jobs,
    sheet,
    products,
    removedProducts: createRemovedProducts(journal),
    matches,
    plans,
    sources,
    otherSources,
    catalogue,
    followedLists: createFollowedStore(journal),
    dueAsks: createDueAsks(journal),
  })
  const connections = createConnectionStore(journal, followers)
  journal.write(() => {
    const facts = { format: 'png', width: 1, height: 1, orientation: 1, hasAlpha: false, hasGps: false, bytes: 1 } as const
    const origin = { kind: 'file', path: '/one.png' } as const
    images.add({
      id: imageId,
      sha256: '0'.repeat(64),
      name: 'one.png',
      ...facts,
      origin,
      addedAt: 1,
      staged: 'originals/one.png',
      version: 1,
      check: 'passed',
    })
    const { id: jobId } = jobs.add(anAction, { operation: 'upload-source', imageId }, null, [], 1)
    products.add({ connectionId: null, productId: 'prd_1', name: null, createdByUs: false }, 1)
    journal.run(
      `INSERT INTO plans (id, connection_id, state, doing, attribute, products, valid_for, asked, wall, highest)
       VALUES ('plan_1', '', 'confirmed', 'attach', 'Images', 0, 1, 1, 1, 1)`,
    )
    otherSources.add({ ref: 'one', connectionId: null, kind: 'text', title: 'One', bytes: 3, jobId, createdAt: 1, value: 'One' })
  })
  /** Whose each row is; `''`, `null`: it waits for a workspace. */
  const owners = () =>
    ['jobs', 'actions', 'products', 'other_sources', 'picture_work', 'plans'].map((table) =>
      journal.all(`SELECT connection_id AS id FROM ${table}`).map(({ id }) => id || null),
    )
  return { journal, connections, products, owners }
}
