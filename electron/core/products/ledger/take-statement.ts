import { AppError } from '../../../../shared/base/errors.ts'
import type { CurrentStatement } from '../../../../shared/queue/jobs.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { findContradiction } from './check-statement.ts'
import { type ListState, without } from './fold-facts.ts'
import { createIsOpen, resumeAskedJobs } from './list-jobs.ts'
import type { ProductStore, StoredProduct } from './product-store.ts'
import { unanswered } from './when-to-ask.ts'

type Ports = { readonly journal: Journal; readonly jobs: JobStore; readonly products: ProductStore }

/** The list of a person's statement. `jobId`: the job it is made for. `goodForMs`: how long it counts, instead of the connection's limit. */
export type StatedList = {
  readonly product: StoredProduct
  readonly attribute: string
  readonly jobId: string | null
  readonly goodForMs?: number | undefined
}

const idsOf = (state: ListState, statement: CurrentStatement): readonly string[] => {
  switch (statement.kind) {
    case 'ids':
      return statement.ids
    case 'as-known':
      return without(state.ids, state.unsent)
    case 'nothing':
    case 'appends':
      return []
  }
}

/**
 * Saves a person's statement of a list; the jobs that waited for it resume. Returns how many. Call it inside `journal.write`. Errors: `current-contradicts` (it leaves out an id that
 * is known, or one that may have arrived), `current-unknown` (“as known” about an unknown list).
 */
export const takeStatement = (ports: Ports, about: StatedList, statement: CurrentStatement, at: number): number => {
  // It describes the service, not the list.
  if (statement.kind === 'appends') return 0
  const { facts } = ports.products
  const { product, attribute, jobId, goodForMs } = about
  const state = facts.read(product.ref, attribute)
  const name = ports.products.called(product)
  if (statement.kind === 'as-known' && state.basis === null)
    throw new AppError('current-unknown', { kind: 'nothing-known-of-list', product: name, attribute }, { kept: 'nothing-changed' })
  const removed = statement.kind === 'as-known' ? [] : (statement.removed ?? [])
  const ids = without(idsOf(state, statement), removed)
  const circumstances = { jobId, isOpen: createIsOpen(ports.journal) }
  const contradiction = findContradiction(state, { ids, removed }, circumstances)
  if (contradiction) {
    const { known: ids, maybe } = contradiction
    const since = state.basis?.at.wall ?? null
    const failure = { kind: 'statement-incomplete', product: name, attribute, ids, maybe, since } as const
    throw new AppError('current-contradicts', failure, { kept: 'nothing-changed' })
  }
  if (removed.length > 0) facts.add(product.ref, attribute, { kind: 'removed', ids: removed, asked: facts.nextSequence() })
  const settles = unanswered(state, circumstances).map((one) => one.seq)
  facts.add(product.ref, attribute, { kind: 'stated', ids, settles, ...(goodForMs === undefined ? {} : { goodForMs }) })
  return resumeAskedJobs(ports, product.ref, attribute, at).length
}
