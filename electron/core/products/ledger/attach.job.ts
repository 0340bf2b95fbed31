import { AppError } from '../../../../shared/base/errors.ts'
import { canChangeProduct, isAddition, type JobNote } from '../../../../shared/queue/jobs.ts'
import { operations } from '../../../../shared/queue/operations.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import { sourcesToAttach } from '../../pictures/library/attach-pictures.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import {
  type AttemptContext,
  type AttemptEnd,
  isRefusalOfWorkspace,
  type JobOf,
  type Operation,
  type OperationDefinition,
  type RetryRequest,
} from '../../queue/operation.ts'
import { findSwaps } from './find-swaps.ts'
import { without } from './fold-facts.ts'
import { ageOf } from './judge-age.ts'
import { isBelieved } from './judge-shown-list.ts'
import { circumstancesOf } from './list-jobs.ts'
import { readReplacedList } from './replaced-lists.ts'
import { type SendPorts, type Shipment, sendList } from './send-list.ts'
import { resumeGone } from './source-gone.ts'
import { takeStatement } from './take-statement.ts'
import { uploadCancelledAgain, uploadMissing } from './upload-again.ts'
import { whyAsk } from './when-to-ask.ts'

/** For this long after a change, a list without it may be older than the change. */
const settlingMs = 60_000

/**
 * Reads the list before it is replaced, if the connection says how, and records it, so that no question is needed.
 * An unreadable list leaves our record unchanged. Returns the attempt's end if it can't continue.
 */
const readFirst = async (
  { journal, products: { facts } }: SendPorts,
  { product, productId }: Shipment,
  attribute: string,
  { client, signal, onSilence, turn }: Pick<AttemptContext, 'client' | 'signal' | 'onSilence' | 'turn'>,
): Promise<AttemptEnd | null> => {
  const outcome = await client.readProduct({ productId, attribute }, { signal, onSilence, turn })
  if (outcome.kind === 'failed') return outcome
  const reading = outcome.value
  if (reading.kind === 'gone') {
    const error = new AppError('not-found', { kind: 'product-gone', productId, because: reading.because })
    return { kind: 'failed', error, uncertain: false, choices: ['retry', 'exists'] }
  }
  if (reading.kind !== 'complete') return null
  const isOlder = journal.write(() => {
    const state = facts.read(product.ref, attribute)
    const isRecent = state.basis !== null && state.basis.origin !== 'stated' && ageOf(state.basis.at, facts.now()) < settlingMs
    if (isRecent && !isBelieved(state, reading.ids, { ids: without(state.ids, state.unsent), mode: 'replace' })) return true
    facts.add(product.ref, attribute, { kind: 'shown', ids: reading.ids, isComplete: true })
    const gone = without(without(state.ids, state.unsent), reading.ids)
    if (gone.length > 0) facts.add(product.ref, attribute, { kind: 'gone', ids: gone })
    return false
  })
  if (!isOlder) return null
  const error = new AppError('not-shown-yet', { kind: 'list-behind', productId, attribute }, { kept: 'nothing-sent' })
  return { kind: 'failed', error, uncertain: false }
}

type AttachJob = JobOf<'attach-sources'>
type Work = AttachJob['work']

type Ports = SendPorts & {
  readonly images: Pick<ImageStore, 'get' | 'mayBeUploaded'>
  readonly connections: { readonly get: (id: string) => Connection | null }
  /** False once a person removed the picture from the library: then it is left out here, too. */
  readonly isPresent: (imageId: string) => boolean
}

const failed = (error: AppError): AttemptEnd => ({ kind: 'failed', error, uncertain: false })

const appends = ({ current }: Work, serviceAppends: boolean): boolean => serviceAppends || current?.kind === 'appends'

export const attachSources: OperationDefinition<'attach-sources'> = {
  name: 'attach-sources',
  work: operations['attach-sources'].work,
  subject: ({ productRef, attribute }) => `${productRef}\n${attribute.toLowerCase()}`,
  exclusiveKey: ({ productRef, attribute }) => `${productRef}\n${attribute.toLowerCase()}`,
  concurrency: 4,
  scope: 'user',
  changes: () => ['products', 'library'],
  isRepeatable: (work, connection) => !appends(work, connection.serviceAppends),
  parksAfterRestore: true,
  doubt: () => ({ name: null, choices: ['again'] }),
  leavesSpare: false,
  // The product may belong to someone else.
  isWorkspaceWide: (error) => isRefusalOfWorkspace(error) && error.status !== 403,
  dependencies: {
    cancelledWith: ['create-product'],
    // The list is computed when it is sent, so an earlier parked attach blocks nothing.
    passes: ({ onlyReady }) => (onlyReady ? ['attach-sources', 'upload-source'] : ['attach-sources']),
    misses: ['upload-source'],
    // A waiting attach needs a person to settle its uploads; a cancelled upload would be waited for forever.
    park: ({ onlyReady, waits, pictures: total }, { parked, cancelled }) => {
      if (onlyReady || (waits && cancelled === 0)) return null
      const ready = total - parked - cancelled
      return {
        reason: { code: 'depends-on-failed', failure: { kind: 'uploads-missing', total, failed: parked, cancelled } },
        choices: ready > 0 ? ['ready', 'wait'] : ['wait'],
      }
    },
  },
}

/** True while a retry without a statement would only lead to the same question. */
const stillAsks = (ports: Ports, job: AttachJob): boolean => {
  const connection = job.connectionId === null ? null : ports.connections.get(job.connectionId)
  if (connection?.readProduct || appends(job.work, connection?.serviceAppends ?? false)) return false
  const { facts } = ports.products
  return whyAsk(facts.read(job.work.productRef, job.work.attribute), circumstancesOf({ ...ports, facts }, connection, job.id)) !== null
}

const parkedFor = ({ status }: AttachJob): string | null => (status.state === 'parked' ? status.reason.code : null)

const fits = (ports: Ports, job: AttachJob, { choice, current }: RetryRequest): boolean | null => {
  // A person may state the list regardless of why the job is parked.
  if (choice === 'retry' && current !== undefined) return true
  if (choice === 'retry' && parkedFor(job) === 'current-unknown') return !stillAsks(ports, job)
  if (choice === 'exists' && job.work.swap) return false
  return choice === 'exists' && canChangeProduct(job) ? true : null
}

/** The pictures and their order stay; statements about the wrong product stay with that product. */
const changeProduct = (ports: Ports, job: AttachJob, entered: string | undefined, at: number): string => {
  const productId = entered?.trim()
  const before = ports.products.get(job.work.productRef)
  if (!productId || !before) throw new AppError('usage', { kind: 'right-id-missing' }, { kept: 'nothing-changed' })
  if (before.productId === productId) throw new AppError('usage', { kind: 'same-product-id', productId }, { kept: 'nothing-changed' })
  return ports.products.moveJobs(before, productId, [job.id], at)
}

const resume = (ports: Ports, job: AttachJob, { choice, current, productId }: RetryRequest, at: number): Work => {
  const productRef = choice === 'exists' ? changeProduct(ports, job, productId, at) : job.work.productRef
  const product = ports.products.get(productRef)
  if (choice === 'wait') uploadCancelledAgain(job, at, ports)
  if (choice === 'retry') uploadMissing(job, at, ports)
  if (current && product) takeStatement(ports, { product, attribute: job.work.attribute, jobId: job.id }, current, at)
  return {
    ...resumeGone(job, choice, at, ports),
    productRef,
    onlyReady: job.work.onlyReady || choice === 'ready',
    waits: choice === 'wait',
    ...(current ? { current } : {}),
  }
}

const tell = (ports: Ports, { id, work }: AttachJob, wasDone: boolean): void => {
  const { facts } = ports.products
  const { productRef, attribute, asked, replaces } = work
  const unanswered = facts.read(productRef, attribute).pending.filter((one) => one.jobId === id)
  if (wasDone && unanswered.length > 0 && replaces != null) {
    const { seen, wanted } = readReplacedList(ports.journal, id)
    facts.add(productRef, attribute, { kind: 'removed', ids: without(seen, wanted), asked })
  }
  for (const [from, to] of wasDone ? unanswered.flatMap((one) => one.swaps ?? []) : [])
    facts.add(productRef, attribute, { kind: 'replaced', from, to })
  for (const { seq } of unanswered.toReversed()) facts.add(productRef, attribute, { kind: wasDone ? 'confirmed' : 'refused', sent: seq })
}

const attempt = async (ports: Ports, job: AttachJob, context: AttemptContext): Promise<AttemptEnd> => {
  const { work } = job
  const { connection } = context
  const product = ports.products.get(work.productRef)
  if (!product?.productId) return failed(new AppError('not-found', { kind: 'product-without-id' }, { kept: 'nothing-attached' }))
  if (ports.products.facts.read(product.ref, work.attribute).text !== undefined) {
    const failure = { kind: 'attribute-is-text', product: ports.products.called(product), attribute: work.attribute } as const
    return failed(new AppError('usage', failure, { kept: 'nothing-attached' }))
  }
  const isReplacement = work.replaces != null || work.swap?.undoes != null
  const { present, ready } = isReplacement ? { present: 0, ready: [] } : await sourcesToAttach(ports.journal, job.id, connection.id)
  if (!isReplacement && present === 0) return { kind: 'done', sent: false, commit: () => [{ kind: 'pictures-removed' }] }
  const missing = present - ready.length
  if (missing > 0 && !work.onlyReady)
    return failed(
      new AppError('depends-on-failed', { kind: 'pictures-not-uploaded', left: missing, total: present }, { kept: 'nothing-attached' }),
    )
  const mode = appends(work, connection.serviceAppends) ? 'append' : 'replace'
  if (!isAddition(work) && mode === 'append')
    return failed(new AppError('rejected', { kind: 'list-only-grows', attribute: work.attribute }, { kept: 'nothing-sent' }))
  const shipment = { product, productId: product.productId, add: ready, mode } as const
  if (connection.readProduct && mode === 'replace') {
    // Reading and writing are two requests, and the read list must not grow old before it is written.
    const notNow = await context.turn()
    if (notNow) return failed(notNow)
    const end = await readFirst(ports, shipment, work.attribute, context)
    // What was replaced in one product is not another one's.
    if (end) return work.swap && end.kind === 'failed' ? { ...end, choices: ['retry'] } : end
  }
  const told: readonly JobNote[] = missing > 0 ? [{ kind: 'not-uploaded', pictures: missing }] : []
  if (!work.swap) return sendList(ports, job, shipment, context, told)
  const { swaps, left } = await findSwaps(ports, job, connection)
  const earlierGone: readonly JobNote[] = left > 0 ? [{ kind: 'earlier-file-left', pictures: left }] : []
  return sendList(ports, job, { ...shipment, swaps }, context, [...told, ...earlierGone])
}

/** Puts sources into a product's list attribute (spec: "PATCH {base_url}/v1/products/{productId}"); the list is computed when it is sent. */
export const createAttachSources = (ports: Ports): Operation<'attach-sources'> => ({
  ...attachSources,
  fits: (job, request) => fits(ports, job, request),
  resume: (job, request, at) => resume(ports, job, request, at),
  tell: (job, wasDone) => tell(ports, job, wasDone),
  attempt: (job, context) => attempt(ports, job, context),
})
