import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import type { CurrentStatement, Job } from '../../../../shared/queue/jobs.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import { attachPicturesOf } from '../../pictures/library/attach-pictures.ts'
import { listCurrent } from '../../pictures/library/list-current.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import type { BegunAction } from '../../queue/action-store.ts'
import { mustBeAsked } from '../../queue/cancel-jobs.ts'
import type { Operations } from '../../queue/operation.ts'
import { retryIfFits } from '../../queue/retry-jobs.ts'
import { queueAttach } from '../ledger/attach.ts'
import { asReplaced, without } from '../ledger/fold-facts.ts'
import { ageOf } from '../ledger/judge-age.ts'
import { circumstancesOf } from '../ledger/list-jobs.ts'
import type { StoredProduct } from '../ledger/product-store.ts'
import { queueReplacement, type ReplacePorts } from '../ledger/replace-list.ts'
import { whyAsk } from '../ledger/when-to-ask.ts'
import type { PlanRow, PlanStore, PlanTarget, StoredPlan } from './plan-store.ts'

export type PlanPorts = ReplacePorts & {
  readonly plans: PlanStore
  readonly images: ImageStore
  readonly operations: Operations
}

/** How much of a plan's time is left, whatever the clock says; 0: none. */
export const timeLeft = (plan: Pick<StoredPlan, 'validForMs' | 'confirmed'>, now: StoredPlan['confirmed']): number =>
  Math.max(0, plan.validForMs - ageOf(plan.confirmed, now))

/** All jobs of a plan are one action, which is called like it. */
const actionOf = ({ id, products }: StoredPlan): BegunAction => ({ id, facts: { kind: 'plan', planId: id, products } })

/** `later`: a job is running that must end first. */
type Step = 'done' | 'later'

const connectionOf = ({ connected }: PlanPorts, { connectionId }: StoredPlan): Connection | null =>
  connectionId === null ? null : connected(connectionId)

const recordOf = ({ products }: PlanPorts, { connectionId }: StoredPlan, target: PlanTarget): StoredProduct | undefined => {
  switch (target.kind) {
    case 'id':
      return products.findById(connectionId, target.productId)
    case 'record':
      return products.get(target.ref)
    case 'listed':
      return products.findListed(connectionId, target.listedAs)
    case 'new':
      return undefined
  }
}

/** What the person stated with the plan, as far as it still holds. */
const statementFor = (ports: PlanPorts, plan: StoredPlan, { statement }: PlanRow, target: PlanTarget): CurrentStatement | null => {
  const record = recordOf(ports, plan, target)
  if (statement === null || !record) return statement
  const { facts } = ports.products
  const state = facts.read(record.ref, plan.attribute)
  // They could not know of a doubt that came up later.
  if (state.doubt !== null && state.doubt.seq > plan.asked) return null
  const counts = whyAsk(state, circumstancesOf({ ...ports, facts }, connectionOf(ports, plan), null)) === null
  return counts ? { kind: 'as-known' } : statement
}

/** Where its pictures go: once a product was created for it, into that one, and no other that shares its name. */
const targetOf = ({ jobs, products }: PlanPorts, { jobId, productRef }: PlanRow, target: PlanTarget): PlanTarget => {
  if (target.kind === 'id' || target.kind === 'listed') return target
  const work = jobId === null ? undefined : jobs.get(jobId)?.work
  const ref = work?.operation === 'attach-sources' ? work.productRef : productRef
  return ref !== null && products.get(ref) ? { kind: 'record', ref } : target
}

/** Another product of that name is to be created: one was there before, or was created for another row. */
const isAgain = ({ plans, products }: PlanPorts, { connectionId }: StoredPlan, { product, target }: PlanRow): boolean => {
  if (target?.kind !== 'new') return false
  const named = products.findByName(connectionId, target.name)
  return target.again || (named !== undefined && plans.isAnothers(named.ref, product.key))
}

/** Queues what was confirmed for one product. */
const queueProduct = (ports: PlanPorts, plan: StoredPlan, row: PlanRow): void => {
  const { journal, plans } = ports
  if (row.target === null) {
    plans.noteProblem(plan.seq, row.position, null)
    return
  }
  const target = targetOf(ports, row, row.target)
  const goodForMs = timeLeft(plan, ports.products.facts.now())
  if (goodForMs === 0) throw new AppError('usage', { kind: 'plan-over', product: row.name }, { kept: 'nothing-queued' })
  const request = {
    imageIds: listCurrent(journal, row.imageIds),
    product: target,
    attribute: plan.attribute,
    current: statementFor(ports, plan, row, target),
    again: isAgain(ports, plan, row),
    goodForMs,
    asked: plan.asked,
    action: actionOf(plan),
    isCounted: row.jobId !== null,
  }
  plans.noteQueued(plan.seq, row.position, queueAttach(request, { ...ports, connection: () => connectionOf(ports, plan) }))
}

/** Queues a product again that was cancelled or failed, or retries its parked job if that needs no choice. */
const resumeProduct = (ports: PlanPorts, plan: StoredPlan, row: PlanRow): void => {
  const { jobs, plans } = ports
  const states = [row.restoreJobId, row.createJobId, row.jobId].flatMap((id) => (id === null ? [] : (jobs.get(id) ?? [])))
  const isOver = row.outcome === 'restored' || row.outcome === 'nothing' || row.restoreJobId !== null
  const attach = row.jobId === null ? undefined : jobs.get(row.jobId)
  if (!isOver && (attach === undefined || attach.status.state === 'cancelled')) queueProduct(ports, plan, row)
  else {
    for (const { id, status } of states) if (status.state === 'parked') retryIfFits(id, { jobIds: [id], choice: 'retry' }, ports)
    plans.noteSettled(plan.seq, row.position)
  }
}

/** It runs, or runs again by itself because it may have been done. */
const mustEnd = (job: Job | undefined, { operations }: PlanPorts): boolean =>
  job?.status.state === 'running' || (job?.status.state === 'waiting' && mustBeAsked(job, operations))

/** What was open was cancelled when it was asked for (cancel-plan.ts). */
const restoreProduct = (ports: PlanPorts, plan: StoredPlan, row: PlanRow): Step => {
  const job = row.jobId === null ? undefined : ports.jobs.get(row.jobId)
  if (mustEnd(job, ports)) return 'later'
  if (job?.status.state === 'done') takeOut(ports, plan, row, job)
  else ports.plans.noteEnded(plan.seq, row.position)
  return 'done'
}

/** Takes out of the list what the plan's job has put there; what came since stays. */
const takeOut = (ports: PlanPorts, plan: StoredPlan, row: PlanRow, job: Job): void => {
  const { jobs, journal, plans, products, sources } = ports
  const { seq } = plan
  const restoring = row.restoreJobId === null ? undefined : jobs.get(row.restoreJobId)
  const isBegun = row.outcome === 'restored' || (restoring !== undefined && restoring.status.state !== 'cancelled')
  if (isBegun || job.work.operation !== 'attach-sources') {
    plans.noteSettled(seq, row.position)
    return
  }
  const { productRef, attribute } = job.work
  // A picture of the plan that another job was already about is that job's.
  const ours = new Set(attachPicturesOf(journal, job.id))
  const isOurs = (id: string): boolean => job.connectionId !== null && ours.has(sources.formerImageOf(job.connectionId, id) ?? '')
  const change = products.facts.sentBy(productRef, attribute, job.id)
  const state = products.facts.read(productRef, attribute)
  const added = new Set(asReplaced(state, change ? without(change.sent, change.before).filter(isOurs) : []))
  const wanted = without(state.ids, added)
  if (wanted.length === state.ids.length) plans.noteOutcome(seq, row.position, 'restored')
  else {
    const request = { productRef, attribute, sourceIds: wanted, seen: state.ids, current: null, action: actionOf(plan) }
    plans.noteRestoring(seq, row.position, queueReplacement(request, ports, 'when-sent'))
  }
}

const stepOf = (ports: PlanPorts, plan: StoredPlan, row: PlanRow): Step => {
  switch (plan.doing) {
    case 'attach':
      queueProduct(ports, plan, row)
      return 'done'
    case 'resume':
      resumeProduct(ports, plan, row)
      return 'done'
    case 'cancel':
      ports.plans.noteEnded(plan.seq, row.position)
      return 'done'
    case 'restore':
      return restoreProduct(ports, plan, row)
  }
}

/** Nothing more can be written: what is ahead stays ahead. */
const stopsAll = (error: AppError): boolean => ['disk-full', 'disk-failed', 'data-corrupt'].includes(error.code)

/** An answer of the plan counts no longer: only a plan can be given another. */
const asOfPlan = (error: AppError): AppError =>
  error.failure.kind === 'list-unknown'
    ? new AppError('usage', { ...error.failure, kind: 'plan-list-unknown' }, { kept: 'nothing-queued', cause: error })
    : error

/** Does what is ahead of one product, in one transaction with its row. What goes wrong with it is noted in its row, and stops no other. */
export const doOne = (ports: PlanPorts, plan: StoredPlan, row: PlanRow): Step => {
  try {
    return ports.journal.write(() => stepOf(ports, plan, row))
  } catch (thrown) {
    const error = asOfPlan(toAppError(thrown))
    if (stopsAll(error)) throw error
    ports.journal.write(() => ports.plans.noteProblem(plan.seq, row.position, error.toRecord()))
    return 'done'
  }
}
