import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import { operations } from '../../../../shared/queue/operations.ts'
import type { Journal } from '../../base/database/journal.ts'
import { hasNewer } from '../../queue/find-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import {
  type AttemptContext,
  type AttemptEnd,
  isRefusalOfWorkspace,
  type JobOf,
  type Operation,
  type OperationDefinition,
  waitsForAll,
} from '../../queue/operation.ts'
import { valueNamed } from '../../service/calls/product-calls.ts'
import { type ListState, textOf } from '../ledger/fold-facts.ts'
import { circumstancesOf, createIsOpen } from '../ledger/list-jobs.ts'
import type { ProductStore, StoredProduct } from '../ledger/product-store.ts'
import { holdsList, isTextCertain, isTextOlder, showsWhatWasSent, whyAskText } from './text-questions.ts'

type TextJob = JobOf<'set-text'>
type Ports = { readonly journal: Journal; readonly jobs: JobStore; readonly products: ProductStore }

const keyOf = ({ productRef, attribute }: TextJob['work']): string => `${productRef}\n${attribute.toLowerCase()}`

export const setText: OperationDefinition<'set-text'> = {
  name: 'set-text',
  work: operations['set-text'].work,
  subject: keyOf,
  exclusiveKey: keyOf,
  concurrency: 4,
  scope: 'user',
  changes: () => ['products'],
  // The same text again changes nothing.
  isRepeatable: () => true,
  parksAfterRestore: true,
  doubt: () => ({ name: null, choices: ['again'] }),
  leavesSpare: false,
  isWorkspaceWide: (error) => isRefusalOfWorkspace(error) && error.status !== 403,
  dependencies: { ...waitsForAll, cancelledWith: ['create-product'] },
}

const failedWith = (error: AppError): AttemptEnd => ({ kind: 'failed', error, uncertain: false })

const askAbout = (
  { products }: Ports,
  product: StoredProduct,
  { work }: TextJob,
  state: ListState,
  why: NonNullable<ReturnType<typeof whyAskText>>,
): AttemptEnd => {
  const failure = {
    kind: 'text-unknown',
    product: products.called(product),
    attribute: work.attribute,
    why,
    doubt: state.doubt?.why ?? null,
    known: state.basis === null ? null : textOf(state),
  } as const
  return {
    kind: 'failed',
    error: new AppError('current-unknown', failure, { kept: 'nothing-sent' }),
    uncertain: false,
    choices: ['replace'],
  }
}

/** Reads the text before it is replaced, and records it. Returns the attempt's end if it can't continue. */
const readFirst = async (
  { journal, products: { facts } }: Ports,
  { ref, productId }: StoredProduct & { readonly productId: string },
  attribute: string,
  { client, signal, onSilence }: AttemptContext,
): Promise<AttemptEnd | null> => {
  const outcome = await client.readProductText({ productId, attribute }, { signal, onSilence })
  if (outcome.kind === 'failed') return outcome
  const reading = outcome.value
  if (reading.kind === 'gone') return failedWith(new AppError('not-found', { kind: 'product-gone', productId, because: reading.because }))
  if (reading.kind !== 'text') return null
  const isOlder = journal.write(() => {
    if (isTextOlder(facts.read(ref, attribute), reading.text, facts.now())) return true
    facts.add(ref, attribute, { kind: 'text-shown', text: reading.text })
    return false
  })
  if (!isOlder) return null
  return failedWith(new AppError('not-shown-yet', { kind: 'list-behind', productId, attribute }, { kept: 'nothing-sent' }))
}

/** Records a person's statement of a text, so that what is sent can be undone. It settles what will get no answer any more. */
const stateText = (
  { journal, products: { facts } }: Ports,
  { jobId, productRef, attribute }: { readonly jobId: string } & TextJob['work'],
  text: string,
): void => {
  const settles = facts
    .read(productRef, attribute)
    .pending.filter((one) => one.jobId === jobId || !createIsOpen(journal)(one.jobId))
    .map(({ seq }) => seq)
  facts.add(productRef, attribute, { kind: 'text-stated', text, settles })
}

/** `before`: what was certain to be there; `null`: nothing was. */
type Plan =
  | { readonly kind: 'send'; readonly sent: number; readonly before: string | null }
  | { readonly kind: 'nothing'; readonly why: 'text-unchanged' | 'text-changed-since' | 'newer-text' }
  | { readonly kind: 'end'; readonly end: AttemptEnd }

/** Decides, and records what is sent before it is. Called inside `journal.write`. */
const begin = (ports: Ports, job: TextJob, product: StoredProduct, { connection }: AttemptContext): Plan => {
  const { facts } = ports.products
  const { attribute, text, unknown, onlyIf } = job.work
  // Whichever way it comes to be sent after it: tried again, retried by a person, or of a record that was merged.
  if (hasNewer(ports.journal, job.id, 'text-changed-since')) return { kind: 'nothing', why: 'newer-text' }
  const state = facts.read(product.ref, attribute)
  if (holdsList(state)) {
    const failure = { kind: 'attribute-is-list', product: ports.products.called(product), attribute } as const
    return { kind: 'end', end: failedWith(new AppError('usage', failure, { kept: 'nothing-sent' })) }
  }
  const why = whyAskText(state, circumstancesOf({ journal: ports.journal, facts }, connection, job.id))
  const isCertain = why === null && isTextCertain(state, job.id)
  if (isCertain) {
    if (textOf(state) === text) return { kind: 'nothing', why: 'text-unchanged' }
    if (onlyIf !== undefined && textOf(state) !== onlyIf) return { kind: 'nothing', why: 'text-changed-since' }
  }
  if (why !== null && unknown !== 'replace') return { kind: 'end', end: askAbout(ports, product, job, state, why) }
  const { seq: sent } = facts.add(product.ref, attribute, { kind: 'sent', jobId: job.id, ids: [text], mode: 'text' })
  return { kind: 'send', sent, before: isCertain ? textOf(state) : null }
}

const attempt = async (ports: Ports, job: TextJob, context: AttemptContext): Promise<AttemptEnd> => {
  const { facts } = ports.products
  const { attribute, text, productRef } = job.work
  const product = ports.products.get(productRef)
  if (!product?.productId) return failedWith(new AppError('not-found', { kind: 'product-without-id' }, { kept: 'nothing-sent' }))
  const { productId } = product
  if (context.connection.readProduct) {
    const notNow = await context.turn()
    if (notNow) return failedWith(notNow)
    const end = await readFirst(ports, { ...product, productId }, attribute, context)
    if (end) return end
  }
  const plan = ports.journal.write(() => begin(ports, job, product, context))
  if (plan.kind === 'end') return plan.end
  if (plan.kind === 'nothing') return { kind: 'done', sent: false, commit: () => [{ kind: plan.why }] }
  const withdraw = () => void facts.add(product.ref, attribute, { kind: 'refused', sent: plan.sent })
  try {
    await ports.journal.durable()
  } catch (cause) {
    // The disk may have kept that it was to be sent, but it was not.
    return { kind: 'failed', error: toAppError(cause), uncertain: false, commit: withdraw }
  }
  const { signal, onSilence } = context
  const outcome = await context.client.updateProduct({ productId, attributes: { [attribute]: text } }, { signal, onSilence })
  if (outcome.kind === 'failed') return outcome.uncertain ? outcome : { ...outcome, commit: withdraw }
  return {
    kind: 'done',
    sent: true,
    commit: () => {
      const shown = valueNamed(outcome.value.texts, attribute)
      // A service may keep it in other words, such as without spaces at its ends.
      const isOther =
        shown !== undefined && shown !== text && showsWhatWasSent(facts.read(product.ref, attribute), text, shown, plan.before)
      facts.add(product.ref, attribute, { kind: 'confirmed', sent: plan.sent })
      if (isOther) facts.add(product.ref, attribute, { kind: 'text-shown', text: shown })
      return []
    },
  }
}

/** Sets a text attribute of a product (not-shown.md, "text attributes"). What it held before is known, read, or a person said to replace it. */
export const createSetText = (ports: Ports): Operation<'set-text'> => ({
  ...setText,
  takesText: true,
  fits: ({ status }, { choice, currentText }) =>
    currentText !== undefined && choice === 'retry' && status.state === 'parked' ? status.reason.code === 'current-unknown' : null,
  resume: ({ id, work }, { choice, currentText }) => {
    if (choice === 'replace') return { ...work, unknown: 'replace' }
    if (currentText !== undefined) stateText(ports, { jobId: id, ...work }, currentText)
    return work
  },
  tell: ({ id, work }, wasDone) => {
    const { facts } = ports.products
    const unanswered = facts.read(work.productRef, work.attribute).pending.filter((one) => one.jobId === id)
    for (const { seq } of unanswered.toReversed())
      facts.add(work.productRef, work.attribute, { kind: wasDone ? 'confirmed' : 'refused', sent: seq })
  },
  attempt: (job, context) => attempt(ports, job, context),
})
