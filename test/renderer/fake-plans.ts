import { implementer } from '../../electron/core/handlers/implementer.ts'
import type { PlanSummary } from '../../shared/plans.ts'

const os = implementer.plans

const done: PlanSummary = {
  planId: 'plan_1',
  confirmedAt: Date.parse('2026-03-06T17:00:00Z'),
  leftMs: 0,
  attribute: 'Images',
  doing: null,
  products: 0,
  pictures: 0,
  counts: { failed: 0, attention: 0, queueing: 0, running: 0, waiting: 0, restoring: 0, done: 0, cancelled: 0, restored: 0 },
}

/** No picture is matched, and no plan was started. */
export const createFakePlans = () => ({
  preview: os.preview.handler(() => ({
    products: 0,
    pictures: 0,
    changed: 0,
    added: 0,
    created: 0,
    sources: { ledger: 0, old: 0, list: 0, read: 0, appends: 0, new: 0, unknown: 0, doubted: 0 },
    skipped: 0,
    unanswered: 0,
    blocked: 0,
    total: 0,
    rows: [],
    mark: '',
  })),
  start: os.start.handler(() => ({ planId: done.planId })),
  settled: os.settled.handler(() => done),
  page: os.page.handler(() => ({ plan: done, total: 0, rows: [] })),
  list: os.list.handler(() => ({ total: 0, rows: [] })),
  unfinished: os.unfinished.handler(() => []),
  cancel: os.cancel.handler(() => done),
  resume: os.resume.handler(() => done),
  restore: os.restore.handler(() => done),
})
