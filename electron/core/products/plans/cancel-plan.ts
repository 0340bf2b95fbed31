import type { Journal } from '../../base/database/journal.ts'
import { numberOfAction } from '../../queue/action-store.ts'
import { askedBeforeCancelled, type Cancelled, cancelOpen, type OpenJobs } from '../../queue/cancel-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { Operations } from '../../queue/operation.ts'
import type { PlanStore, StoredPlan } from './plan-store.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly plans: Pick<PlanStore, 'cancel'>
  readonly operations: Operations
  readonly clock: { readonly now: () => number }
}

/**
 * Cancels a plan: what it would still queue, its open jobs, and the products and uploads that nothing else waits for. What may have been done is left for
 * a person. Called inside `journal.write`.
 */
export const cancelPlan = (
  { seq, id, connectionId }: StoredPlan,
  { plans, operations, ...ports }: Ports,
  states: OpenJobs['states'] = ['running', 'waiting', 'parked'],
): Cancelled => {
  plans.cancel(seq)
  const action = numberOfAction(ports.journal, { id }, connectionId)
  if (action === null) return { cancelled: 0, left: 0 }
  const left = askedBeforeCancelled(operations)
  const cancel = (more: { operation: 'attach-sources' | 'create-product' | 'upload-source'; isUnneeded?: true }): Cancelled =>
    cancelOpen({ states, connectionId, action, ...more }, left, ports)
  const attaches = cancel({ operation: 'attach-sources' })
  const others = [cancel({ operation: 'create-product', isUnneeded: true }), cancel({ operation: 'upload-source', isUnneeded: true })]
  return { cancelled: others.reduce((sum, one) => sum + one.cancelled, attaches.cancelled), left: attaches.left + (others[0]?.left ?? 0) }
}
