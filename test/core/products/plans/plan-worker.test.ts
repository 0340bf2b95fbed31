import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJournal, type Journal } from '../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { operationDefinitions } from '../../../../electron/core/operations.ts'
import { imageIdOf } from '../../../../electron/core/pictures/library/picture-id.ts'
import { createImageStore } from '../../../../electron/core/pictures/library/picture-store.ts'
import { createSourceStore } from '../../../../electron/core/pictures/library/source-store.ts'
import { createProductStore } from '../../../../electron/core/products/ledger/product-store.ts'
import { createPlanStore, type PlanTarget } from '../../../../electron/core/products/plans/plan-store.ts'
import { createPlanWorker } from '../../../../electron/core/products/plans/plan-worker.ts'
import { createJobStore } from '../../../../electron/core/queue/job-store.ts'
import type { Operations } from '../../../../electron/core/queue/operation.ts'
import { createConnection } from '../../../../electron/core/workspaces/connections/create-connection.ts'

const { connection } = createConnection({ kind: 'api-key', baseUrl: 'https://one.example', apiKey: 'not-kept' })
const connectionId = connection.id
const shaOf = (at: number): string => String(at).padStart(4, '0').padEnd(64, '0')

/** A library with stores and the worker, without the rest of the core. `turns`: acts at the end of turns of the event loop, in their order. */
const openLibrary = (folder: string) => {
  const turns: (() => void)[] = []
  const soon = (act: () => void): void =>
    systemPlatform.timers.soon(() => {
      act()
      turns.shift()?.()
    })
  const { database } = openDatabase(folder, systemPlatform)
  let monotonic = 0
  const tick = (): number => {
    monotonic += 10
    return monotonic
  }
  const clock = { now: Date.now, monotonic: tick }
  const real = createJournal(database, { ...systemPlatform, clock, timers: { ...systemPlatform.timers, soon } })
  let failures = 0
  const durable = (): Promise<void> => (failures-- > 0 ? Promise.reject(new Error('The disk is full.')) : real.durable())
  const journal: Journal = { ...real, durable }
  const [jobs, images, sources] = [createJobStore(journal, operationDefinitions), createImageStore(journal), createSourceStore(journal)]
  const [products, plans] = [createProductStore(journal, systemPlatform.clock), createPlanStore(journal)]
  const later: (() => void)[] = []
  const worker = createPlanWorker({
    journal,
    jobs,
    images,
    sources,
    products,
    plans,
    clock: systemPlatform.clock,
    operations: operationDefinitions as unknown as Operations,
    connected: (id) => (id === connectionId ? connection : null),
    timers: {
      after: (_ms, act) => {
        later.push(act)
        return { cancel: () => {} }
      },
    },
    onProgress: () => {},
  })
  const addImage = (at: number): string => {
    const id = imageIdOf(shaOf(at))
    const facts = { format: 'png', width: 1, height: 1, orientation: 1, hasAlpha: false, hasGps: false, bytes: 1 } as const
    const origin = { kind: 'file', path: `/${at}.png` } as const
    const file = { sha256: shaOf(at), name: `${at}.png`, staged: `originals/${at}.png`, version: 1, check: 'passed' } as const
    images.add({ id, ...facts, origin, ...file, addedAt: 1 })
    return id
  }
  const confirm = (pictures: number, owner: string | null, target: PlanTarget = { kind: 'id', productId: 'prd_1' }): string => {
    const imageIds = journal.write(() => Array.from({ length: pictures }, (_, at) => addImage(at)))
    const product = { key: 'prd_1', productId: 'prd_1', sku: null, gtin: null, name: null, handle: null }
    const row = { product, name: 'One', isCreated: false, imageIds, target, statement: { kind: 'nothing' }, problem: null } as const
    const plan = { connectionId: owner, attribute: 'Images', validForMs: 60 * 60 * 1000 }
    return journal.write(() => plans.confirm({ ...plan, asked: products.facts.nextSequence(), confirmed: products.facts.now() }, [row]))
  }
  return { journal, jobs, plans, turns, later, worker, addImage, confirm, failNext: () => (failures = 1) }
}

let folder: string
let library: ReturnType<typeof openLibrary>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-plans-'))
  library = openLibrary(folder)
})
afterEach(async () => {
  await library.worker.stop()
  library.journal.close()
  rmSync(folder, { recursive: true, force: true })
})

const attachJob = () => {
  const row = library.journal.get("SELECT id FROM jobs WHERE operation = 'attach-sources'")
  return row && library.jobs.get(String(row.id))
}

it('attaches, in its place, the picture that one of the plan became a version of, and leaves out what was removed', async () => {
  const { journal, worker, confirm } = library
  confirm(4, connectionId)
  const idOf = (at: number): string => imageIdOf(shaOf(at))
  const seqOf = (at: number): number => Number(journal.get('SELECT seq FROM images WHERE id = ?', idOf(at))?.seq)
  const earlier = 9
  journal.write(() => {
    library.addImage(earlier)
    journal.run('UPDATE originals SET picture = ?, version = 2 WHERE picture = ?', seqOf(earlier), seqOf(1))
    journal.run('UPDATE images SET version = 2 WHERE seq = ?', seqOf(earlier))
    journal.run('UPDATE images SET version = 0, removed_at = 1 WHERE seq = ?', seqOf(1))
    journal.run('UPDATE images SET removed_at = 1 WHERE seq = ?', seqOf(2))
  })
  await worker.wake()
  const attached = journal.all('SELECT image_id AS id FROM attach_pictures ORDER BY position').map(({ id }) => id)
  expect(attached).toEqual([idOf(0), idOf(earlier), idOf(3)])
})

it('takes up a product whose job ended during the pass that left it for later', async () => {
  const { journal, jobs, plans, turns, worker, confirm } = library
  const planId = confirm(1, connectionId)
  await worker.wake()
  const { id } = attachJob()!
  journal.write(() => {
    jobs.apply(id, { kind: 'start', at: 1 })
    plans.begin(plans.getById(planId)!.seq, 'restore')
  })
  turns.push(() => {
    journal.write(() => jobs.apply(id, { kind: 'succeed', at: 2, notes: [], repeat: null }))
    worker.noteJobs()
  })
  await worker.wake()
  expect(plans.hasTodo()).toBe(false)
})

it('tries again by itself after a full disk, also where a caller waited', async () => {
  const { later, plans, worker, confirm, failNext } = library
  confirm(1, connectionId)
  failNext()
  await expect(worker.wake()).rejects.toThrow('full')
  expect(later).toHaveLength(1)
  later[0]?.()
  await worker.wake()
  expect(plans.hasTodo()).toBe(false)
})
