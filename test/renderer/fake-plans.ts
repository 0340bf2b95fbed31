import { implementer } from '../../electron/core/implementer.ts'
import type { PlanSource } from '../../shared/products/plan-sources.ts'
import type { PlannedProduct, PlanPreview, PlanProduct, PlanSummary } from '../../shared/products/plans.ts'

const os = implementer.plans

const noStates = { failed: 0, attention: 0, queueing: 0, running: 0, waiting: 0, restoring: 0, done: 0, cancelled: 0, restored: 0 }
const noSources = { ledger: 0, old: 0, list: 0, read: 0, appends: 0, new: 0, unknown: 0, doubted: 0 }

const done: PlanSummary = {
  planId: 'plan_1',
  confirmedAt: Date.parse('2026-03-06T17:00:00Z'),
  leftMs: 0,
  attribute: 'Images',
  doing: null,
  products: 0,
  pictures: 0,
  counts: noStates,
}

/** No picture is matched, and no plan was started. */
const nothing: PlanPreview = {
  products: 0,
  pictures: 0,
  toAttach: 0,
  inSeveral: 0,
  changed: 0,
  added: 0,
  elsewhere: 0,
  created: 0,
  sources: noSources,
  skipped: 0,
  unanswered: 0,
  blocked: 0,
  total: 0,
  rows: [],
  mark: '',
}

const productAt = (at: number) => ({
  key: `id:prd_${at}`,
  productId: `prd_${at}`,
  sku: `SKU-${100 + at}`,
  gtin: null,
  name: `Linen shirt ${at}`,
  handle: null,
})

const ambiguous = { code: 'usage', failure: { kind: 'product-ambiguous', product: 'SKU-100', products: 2 } } as const

const plannedAt = (at: number, source: PlanSource, count: number | null): PlannedProduct => ({
  product: productAt(at),
  pictures: 5,
  added: 5,
  elsewhere: 0,
  now: { source, count, ageMs: source === 'list' || source === 'old' ? 80 * 60 * 60 * 1000 : null },
  after: count === null ? null : count + 5,
  isCreated: source === 'new',
  name: `Linen shirt ${at}`,
  isSkipped: false,
  problem: at === 0 ? ambiguous : null,
})

/** A product of each kind, one of which can't be attached. */
const planned = [
  plannedAt(0, 'unknown', null),
  plannedAt(1, 'unknown', null),
  plannedAt(2, 'list', 3),
  plannedAt(3, 'old', 2),
  plannedAt(4, 'doubted', 1),
  plannedAt(5, 'ledger', 4),
  plannedAt(6, 'new', 0),
]
const shown: PlanPreview = {
  ...nothing,
  ...{ products: 7, pictures: 35, toAttach: 30, changed: 6, added: 30, created: 1, unanswered: 4, blocked: 1, total: 7, rows: planned },
  sources: { ...noSources, unknown: 1, list: 1, old: 1, doubted: 1, ledger: 1, new: 1 },
}

const states = ['failed', 'failed', 'failed', 'waiting', 'done', 'done', 'cancelled'] as const
const underWay: PlanSummary = {
  ...done,
  ...{ products: 7, pictures: 35, leftMs: 60 * 60 * 60 * 1000 },
  counts: { ...noStates, failed: 3, waiting: 1, done: 2, cancelled: 1 },
}
const rows = states.map(
  (state, at): PlanProduct => ({
    ...{ product: productAt(at), name: `Linen shirt ${at}`, pictures: 5, isCreated: at === 6, state, productRef: null, job: null },
    problem: state !== 'failed' ? null : at === 0 ? ambiguous : { code: 'uncertain', failure: { kind: 'plan-restored' } },
  }),
)

export const createFakePlans = (hasPlan: boolean) => ({
  preview: os.preview.handler(() => (hasPlan ? shown : nothing)),
  start: os.start.handler(() => ({ planId: done.planId })),
  settled: os.settled.handler(() => done),
  page: os.page.handler(() => (hasPlan ? { plan: underWay, total: rows.length, rows } : { plan: done, total: 0, rows: [] })),
  list: os.list.handler(() => ({ total: 0, rows: [] })),
  unfinished: os.unfinished.handler(() => (hasPlan ? [{ planId: done.planId, ahead: 0, failed: 3 }] : [])),
  cancel: os.cancel.handler(() => done),
  resume: os.resume.handler(() => done),
  restore: os.restore.handler(() => done),
})
