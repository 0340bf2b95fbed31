import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import { isAddition, type JobNote } from '../../../../shared/queue/jobs.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { SourceStore } from '../../pictures/library/source-store.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { AttemptContext, AttemptEnd, JobOf } from '../../queue/operation.ts'
import { valueNamed } from '../../service/calls/product-calls.ts'
import type { ServiceClient } from '../../service/calls/service-client.ts'
import type { SendMode, Swap } from './facts.ts'
import { isRemovedSince } from './fold-facts.ts'
import { isBelieved } from './judge-shown-list.ts'
import { circumstancesOf } from './list-jobs.ts'
import { type ListPlan, planAttach, planReplacement, planSwap } from './plan-list.ts'
import type { ProductStore, StoredProduct } from './product-store.ts'
import { readReplacedList } from './replaced-lists.ts'
import { explainGone } from './source-gone.ts'

export type SendPorts = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly products: ProductStore
  readonly sources: SourceStore
}
type AttachJob = JobOf<'attach-sources'>

/** The list to send, and its target. `add`: the sources of the uploaded pictures. */
export type Shipment = {
  readonly product: StoredProduct
  readonly productId: string
  readonly add: readonly string[]
  readonly mode: SendMode
  /** Instead of `add`: which sources give their places to which. */
  readonly swaps?: readonly Swap[]
}

const planOf = (ports: SendPorts, job: AttachJob, { product, add, mode, swaps }: Shipment, connection: Connection): ListPlan => {
  const { facts } = ports.products
  const { attribute, asked, replaces } = job.work
  const state = facts.read(product.ref, attribute)
  const circumstances = circumstancesOf({ journal: ports.journal, facts }, connection, job.id)
  if (swaps) return planSwap(state, swaps, circumstances)
  return replaces == null
    ? planAttach(state, { add, asked, mode }, circumstances)
    : planReplacement(state, { ...readReplacedList(ports.journal, job.id), asked }, circumstances)
}

/** Replaces sources that the workspace no longer has with the picture's new source, or drops them, as a person chose. */
const noteGone = ({ products: { facts }, sources }: SendPorts, { work }: AttachJob, { ref }: StoredProduct, connectionId: string): void => {
  for (const { sourceId, imageId } of work.gone ?? []) {
    const state = facts.read(ref, work.attribute)
    const to = imageId === null ? undefined : sources.get(connectionId, imageId)
    if (to !== undefined && to !== sourceId && state.replacedBy.get(sourceId) !== to)
      facts.add(ref, work.attribute, { kind: 'replaced', from: sourceId, to })
    if (imageId === null && !isRemovedSince(state, sourceId, work.asked))
      facts.add(ref, work.attribute, { kind: 'removed', ids: [sourceId], asked: facts.nextSequence() })
  }
}

/** Decides the list to send, and records it before sending. Called inside `journal.write`. */
const begin = (ports: SendPorts, job: AttachJob, shipment: Shipment, connection: Connection) => {
  noteGone(ports, job, shipment.product, connection.id)
  const plan = planOf(ports, job, shipment, connection)
  if (plan.kind !== 'send') return { plan, sent: 0 }
  const { ids, swaps } = plan
  const fact = { kind: 'sent', jobId: job.id, ids, mode: shipment.mode, ...(swaps ? { swaps } : {}) } as const
  return { plan, sent: ports.products.facts.add(shipment.product.ref, job.work.attribute, fact).seq }
}

/** Records the answer: the list as sent and, if included, as shown. Call it inside `journal.write`. */
const confirm = (
  ports: SendPorts,
  job: AttachJob,
  { product, mode }: Shipment,
  sent: number,
  plan: ListPlan & { kind: 'send' },
  shown?: readonly string[],
) => {
  const { facts } = ports.products
  const { attribute, asked, replaces } = job.work
  for (const [from, to] of plan.swaps ?? []) facts.add(product.ref, attribute, { kind: 'replaced', from, to })
  if (plan.takesOff.length > 0) facts.add(product.ref, attribute, { kind: 'removed', ids: plan.takesOff, asked })
  facts.add(product.ref, attribute, { kind: 'confirmed', sent })
  if (replaces != null) facts.add(product.ref, attribute, { kind: 'ordered', ids: plan.ids })
  if (shown && isBelieved(facts.read(product.ref, attribute), shown, { ids: plan.ids, mode }))
    facts.add(product.ref, attribute, { kind: 'shown', ids: shown, isComplete: true })
}

const askAbout = (
  { products }: SendPorts,
  { why, doubt }: ListPlan & { kind: 'ask' },
  { product }: Shipment,
  attribute: string,
): AttemptEnd => {
  const failure = { kind: 'list-unknown', product: products.called(product), attribute, why, doubt } as const
  return { kind: 'failed', error: new AppError('current-unknown', failure, { kept: 'nothing-sent' }), uncertain: false }
}

/** A refusal of the product itself: its id may be wrong. */
const choicesAfter = (error: AppError, { swaps }: Shipment) =>
  error.code === 'not-found' && !swaps ? (['retry', 'exists'] as const) : (['retry'] as const)

/** Sends the list, computed now from the facts, and records the result. `told`: additional remarks. */
export const sendList = async (
  ports: SendPorts,
  job: AttachJob,
  shipment: Shipment,
  {
    connection,
    client,
    signal,
    onSilence,
  }: Pick<AttemptContext, 'connection' | 'signal' | 'onSilence'> & { readonly client: ServiceClient },
  told: readonly JobNote[],
): Promise<AttemptEnd> => {
  const { facts } = ports.products
  const { attribute } = job.work
  const { product, productId } = shipment
  const { plan, sent } = ports.journal.write(() => begin(ports, job, shipment, connection))
  if (plan.kind === 'ask') return askAbout(ports, plan, shipment, attribute)
  const notes: readonly JobNote[] = [
    ...(plan.leftOut.length > 0 ? [{ kind: 'taken-off-since', pictures: plan.leftOut.length } as const] : []),
    ...told,
  ]
  if (plan.kind === 'nothing') {
    const said: readonly JobNote[] = notes.length > 0 ? notes : [{ kind: isAddition(job.work) ? 'attached-already' : 'list-unchanged' }]
    return { kind: 'done', sent: false, commit: () => said }
  }
  const withdraw = () => void facts.add(product.ref, attribute, { kind: 'refused', sent })
  try {
    await ports.journal.durable()
  } catch (cause) {
    // The disk may have kept that it was to be sent, but it was not.
    return { kind: 'failed', error: toAppError(cause), uncertain: false, commit: withdraw }
  }
  const outcome = await client.updateProduct({ productId, attributes: { [attribute]: plan.ids } }, { signal, onSilence })
  if (outcome.kind === 'failed') {
    const refused = outcome.uncertain ? {} : { commit: withdraw }
    const failure = { ...outcome, ...refused, choices: choicesAfter(outcome.error, shipment) }
    return explainGone(failure, plan.ids, (id) => ports.sources.formerImageOf(connection.id, id) !== undefined)
  }
  const shown = valueNamed(outcome.value.lists, attribute)
  return {
    kind: 'done',
    sent: true,
    commit: () => {
      confirm(ports, job, shipment, sent, plan, shown)
      return notes
    },
  }
}
