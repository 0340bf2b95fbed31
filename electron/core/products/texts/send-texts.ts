import { AppError } from '../../../../shared/base/errors.ts'
import { longestText } from '../../../../shared/products/product-texts.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../base/database/journal.ts'
import { type BegunAction, beginAction } from '../../queue/action-store.ts'
import { cancelEach } from '../../queue/cancel-jobs.ts'
import { findJobsOf } from '../../queue/find-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { type AttachTarget, findOrCreateProduct, type Target } from '../ledger/attach-target.ts'
import { textOf } from '../ledger/fold-facts.ts'
import { attributesAttachedTo } from '../ledger/list-jobs.ts'
import type { ProductStore } from '../ledger/product-store.ts'
import { holdsList } from './text-questions.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly products: ProductStore
  readonly clock: { readonly now: () => number }
  /** The workspace that the texts are for. */
  readonly connection: () => Connection | null
}

/** `key`: tells products apart. `target` throws where the product can't be named. */
export type TextToSend = { readonly key: string; readonly target: () => AttachTarget; readonly attribute: string; readonly text: string }

/** What happens where it is unknown what the attribute holds: `ask`: the job waits for a person's word. */
export type UnknownText = 'ask' | 'replace'

const subjectOf = (ref: string, attribute: string): string => `${ref}\n${attribute.toLowerCase()}`

/** Pictures are attached to the attribute, or will be. */
const isListAttribute = ({ journal, products }: Pick<Ports, 'journal' | 'products'>, ref: string, attribute: string): boolean =>
  holdsList(products.facts.read(ref, attribute)) ||
  attributesAttachedTo({ journal }, ref).some((one) => one.toLowerCase() === attribute.toLowerCase())

/** Why this text can't be sent to a product; `null`: it can. `product`: what it is called. */
export const findTextProblem = (
  ports: Pick<Ports, 'journal' | 'products'>,
  {
    ref,
    product,
    attribute,
    text,
  }: { readonly ref: string | null; readonly product: string; readonly attribute: string; readonly text: string },
): AppError | null => {
  if (text.length > longestText)
    return new AppError('usage', { kind: 'text-too-long', length: text.length, limit: longestText }, { kept: 'nothing-queued' })
  if (ref !== null && isListAttribute(ports, ref, attribute))
    return new AppError('usage', { kind: 'attribute-is-list', product, attribute }, { kept: 'nothing-queued' })
  return null
}

/** `same`: it is queued or there already. `blocked`: it or its product can't be taken (`findTextProblem`). */
type Outcome = 'queued' | 'same' | 'blocked'

/** Nothing is written where it throws. */
const findProduct = (ports: Ports, action: BegunAction, one: TextToSend, connectionId: string | null): Target | null => {
  try {
    const at = { connectionId, now: ports.clock.now(), notes: [] }
    return findOrCreateProduct({ action, product: one.target(), again: false }, ports, at)
  } catch (error) {
    if (error instanceof AppError && error.code === 'usage') return null
    throw error
  }
}

/** One text of a product and attribute is queued at most; the newest counts. */
const queueOne = (ports: Ports, action: BegunAction, one: TextToSend, unknown: UnknownText): Outcome => {
  const { jobs, clock, journal } = ports
  const connectionId = ports.connection()?.id ?? null
  const now = clock.now()
  const found = findProduct(ports, action, one, connectionId)
  if (found === null) return 'blocked'
  const { product, createJob } = found
  if (findTextProblem(ports, { ...one, ref: product.ref, product: '' }) !== null) return 'blocked'
  const earlier = findJobsOf(journal, 'set-text', subjectOf(product.ref, one.attribute), ['waiting', 'running', 'parked'])
  // The last of them decides what is there in the end; one that restores may end without sending.
  const last = earlier.flatMap((id) => jobs.get(id) ?? []).findLast((job) => job.status.state !== 'parked')
  if (last?.work.operation === 'set-text' && last.work.text === one.text && last.work.onlyIf === undefined) {
    // One that was cancelled while it runs is wanted after all.
    if (last.status.state === 'running') jobs.apply(last.id, { kind: 'retry', at: now })
    return 'same'
  }
  // A running one is finished first (`exclusiveKey`), and is not tried again once there is a newer one (set-text.job.ts).
  const running = earlier.filter((id) => jobs.get(id)?.status.state === 'running')
  cancelEach(
    earlier.filter((id) => !running.includes(id)),
    ports,
  )
  jobs.add(
    action,
    { operation: 'set-text', productRef: product.ref, attribute: one.attribute, text: one.text, unknown },
    connectionId,
    createJob ? [createJob.id] : [],
    now,
  )
  return 'queued'
}

const check = (texts: readonly TextToSend[]): void => {
  if (texts.length === 0) throw new AppError('usage', { kind: 'no-texts' }, { kept: 'nothing-queued' })
  const keys = new Set<string>()
  for (const { key: product, attribute } of texts) {
    if (attribute.trim() === '') throw new AppError('usage', { kind: 'attribute-empty' }, { kept: 'nothing-queued' })
    const key = JSON.stringify([product, attribute.toLowerCase()])
    if (keys.has(key)) throw new AppError('usage', { kind: 'text-twice', attribute }, { kept: 'nothing-queued' })
    keys.add(key)
  }
}

/** Queues texts for attributes of products; products that don't exist are created first. Resolves when all is on disk. Errors: `usage`. */
export const sendTexts = async (texts: readonly TextToSend[], unknown: UnknownText, ports: Ports): Promise<Record<Outcome, number>> => {
  check(texts)
  const { journal } = ports
  const action = beginAction(journal, {
    kind: 'set-text',
    texts: texts.length,
    attributes: [...new Set(texts.map(({ attribute }) => attribute))],
  })
  const counts = journal.write(() => {
    const outcomes = { queued: 0, same: 0, blocked: 0 }
    for (const one of texts) outcomes[queueOne(ports, action, one, unknown)]++
    return outcomes
  })
  await journal.durable()
  return counts
}

/** Why a text is not put back. `changed`: another one is there now. `unknown`: what was there before is unknown. */
export type NotRestored = 'changed' | 'unknown' | 'not-sent'

/** Queues the texts that these jobs replaced. Waiting and parked jobs are cancelled. Resolves when all is on disk. */
export const restoreTexts = async (
  jobIds: readonly string[],
  ports: Omit<Ports, 'connection'>,
): Promise<{ readonly queued: number; readonly cancelled: number; readonly left: Readonly<Record<NotRestored, number>> }> => {
  const { journal, jobs, products, clock } = ports
  const left = { changed: 0, unknown: 0, 'not-sent': 0 }
  let [cancelled, queued] = [0, 0]
  const action = beginAction(journal, { kind: 'restore-text', texts: jobIds.length })
  const restoreOne = (jobId: string): void => {
    const job = jobs.get(jobId)
    if (job?.work.operation !== 'set-text') return
    const { productRef, attribute } = job.work
    const isOpen = job.status.state === 'waiting' || job.status.state === 'parked'
    if (isOpen) cancelled += cancelEach([jobId], ports)
    const sent = products.facts.textSentBy(productRef, attribute, jobId)
    const now = products.facts.read(productRef, attribute)
    // Without an answer, either of the two texts may be there: both are known.
    const mayBeThere = now.pending.some((one) => one.jobId === jobId)
    if (sent === undefined || (job.status.state !== 'done' && !mayBeThere)) {
      if (!isOpen) left['not-sent']++
      return
    }
    const isReplaced = findJobsOf(journal, 'set-text', subjectOf(productRef, attribute), ['waiting', 'running']).length > 0
    if (sent.before === null) left.unknown++
    else if (isReplaced || (!mayBeThere && textOf(now) !== sent.after)) left.changed++
    else {
      jobs.add(
        action,
        { operation: 'set-text', productRef, attribute, text: sent.before, unknown: 'ask', onlyIf: sent.after },
        job.connectionId,
        [],
        clock.now(),
      )
      queued++
    }
  }
  journal.write(() => {
    for (const id of jobIds) restoreOne(id)
  })
  await journal.durable()
  return { queued, cancelled, left }
}
