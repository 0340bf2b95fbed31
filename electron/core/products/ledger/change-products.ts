import { AppError } from '../../../../shared/base/errors.ts'
import { canChangeProduct, type Job } from '../../../../shared/queue/jobs.ts'
import type { Journal } from '../../base/database/journal.ts'
import { cancelEach } from '../../queue/cancel-jobs.ts'
import { removeDependency } from '../../queue/job-dependencies.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { Undone } from '../../queue/leave-jobs.ts'
import type { Operations } from '../../queue/operation.ts'
import { parkAgain } from '../../queue/reopen-jobs.ts'
import { retryIfFits } from '../../queue/retry-jobs.ts'
import { findOrCreateProduct, type Target } from './attach-target.ts'
import type { ProductStore, StoredProduct } from './product-store.ts'

/** What the product list says of a product that the workspace doesn't have (products/problems/lists/wrong-products.ts). */
export type ListedElsewhere = {
  readonly entry: number | null
  readonly listedAs: string | null
  readonly name: string | null
  readonly otherId: string | null
}

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly products: ProductStore
  readonly operations: Operations
  readonly clock: { readonly now: () => number }
  /** By the product's reference. */
  readonly wrong: ReadonlyMap<string, ListedElsewhere>
  /** The product list forgets the id of this entry; returns how to undo that. Called inside `journal.write`. */
  readonly forgetId: (connectionId: string | null, entry: number) => (() => void) | undefined
}

/** `undos`: of what was changed besides the jobs. */
type Change = Target & { readonly undos: readonly (() => void)[] }
type Moved = { readonly before: Job; readonly change: Change }

const createAgain = (ports: Ports, from: StoredProduct, job: Job): Change | null => {
  const { name, entry, listedAs } = ports.wrong.get(from.ref) ?? { name: null, entry: null, listedAs: null }
  if (name === null) return null
  // One of ours that is gone from the workspace would be found by its name.
  const owned = from.createdByUs ? ports.products.disown(from.ref) : null
  try {
    const product = entry !== null && listedAs !== null ? ({ kind: 'listed', listedAs, name } as const) : ({ kind: 'new', name } as const)
    const at = { connectionId: job.connectionId, now: ports.clock.now(), notes: [] }
    const target = findOrCreateProduct({ action: { ofJob: job.id }, product, again: false }, ports, at)
    const forgotten = entry === null ? undefined : ports.forgetId(job.connectionId, entry)
    return { ...target, undos: [owned, forgotten].filter((one) => one != null) }
  } catch (error) {
    owned?.()
    if (error instanceof AppError && error.code === 'usage') return null
    throw error
  }
}

const takeOther = ({ products, wrong, clock }: Ports, from: StoredProduct): Change | null => {
  const productId = wrong.get(from.ref)?.otherId ?? null
  if (productId === null) return null
  const { connectionId } = from
  const known = products.findById(connectionId, productId)
  const product = known ?? products.add({ productId, name: null, connectionId, createdByUs: false }, clock.now())
  return { product, undos: [] }
}

const undoOne = (ports: Ports, { before, change }: Moved): boolean => {
  const { journal, jobs, products } = ports
  const now = jobs.get(before.id)
  if (!now || before.work.operation !== 'attach-sources' || now.work.operation !== 'attach-sources') return false
  const isOpen = now.status.state === 'waiting' || now.status.state === 'parked'
  if (!isOpen || now.work.productRef !== change.product.ref || now.attempts > before.attempts) return false
  // Its records may have been merged since.
  if (!products.get(before.work.productRef)) return false
  products.moveJobsTo(change.product.ref, before.work.productRef, [before.id])
  if (change.createJobId) removeDependency(journal, { jobId: before.id, dependsOn: change.createJobId })
  parkAgain(before, ports)
  return true
}

/** A creation that nothing waits for any more, and that was not tried yet, is cancelled; then the list has the product's id again. */
const undoChange = (ports: Ports, { createJobId, undos }: Change): void => {
  const { jobs } = ports
  const creation = createJobId === undefined ? undefined : jobs.get(createJobId)
  if (createJobId !== undefined) {
    if (creation?.status.state !== 'waiting' || creation.attempts > 0) return
    if (jobs.dependents(createJobId).some(({ status }) => status.state !== 'cancelled')) return
    cancelEach([createJobId], ports)
  }
  for (const undo of undos.toReversed()) undo()
}

/**
 * Parked attachments to products that the workspace doesn't have go to other ones: `as-new`: created there for them; `by-sku`: those that the list has
 * with the same SKU. `undo` parks those again of which nothing was tried since.
 */
export const changeProducts = async (
  jobIds: readonly string[],
  remedy: 'as-new' | 'by-sku',
  ports: Ports,
): Promise<{ readonly settled: number; readonly undo: () => Promise<Undone> }> => {
  const { journal, jobs, products } = ports
  const changes = new Map<string, Change | null>()
  const moved: Moved[] = []
  const move = (id: string): boolean => {
    const before = jobs.get(id)
    if (before?.work.operation !== 'attach-sources' || !canChangeProduct(before)) return false
    const from = products.get(before.work.productRef)
    if (!from) return false
    if (!changes.has(from.ref)) changes.set(from.ref, remedy === 'as-new' ? createAgain(ports, from, before) : takeOther(ports, from))
    const change = changes.get(from.ref)
    if (!change) return false
    products.moveJobsTo(from.ref, change.product.ref, [id])
    if (change.createJobId) jobs.depend(id, change.createJobId)
    moved.push({ before, change })
    return retryIfFits(id, { jobIds: [], choice: 'retry' }, ports)
  }
  const settled = journal.write(() => jobIds.filter(move).length)
  await journal.durable()
  const undo = async (): Promise<Undone> => {
    const undone = journal.write(() => {
      const count = moved.filter((one) => undoOne(ports, one)).length
      for (const change of changes.values()) if (change) undoChange(ports, change)
      return count
    })
    await journal.durable()
    return { undone, left: moved.length - undone }
  }
  return { settled, undo }
}
