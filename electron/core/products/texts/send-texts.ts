import { AppError } from '../../../../shared/base/errors.ts'
import { longestText } from '../../../../shared/products/product-texts.ts'
import type { Job } from '../../../../shared/queue/jobs.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../base/database/journal.ts'
import { type BegunAction, beginAction } from '../../queue/action-store.ts'
import { cancelOpen } from '../../queue/cancel-jobs.ts'
import { findJobsOfEach, findSubjectsWith } from '../../queue/find-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { WorkOf } from '../../queue/operation.ts'
import { type AttachTarget, findOrCreateProducts, orRefusal, type Target } from '../ledger/attach-target.ts'
import { textOf } from '../ledger/fold-facts.ts'
import { listKey } from '../ledger/list-jobs.ts'
import type { ProductStore } from '../ledger/product-store.ts'

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

type Place = { readonly ref: string; readonly attribute: string }

/** Of these attributes, those that pictures are attached to, or will be: their places in the list. */
const findLists = ({ journal, products }: Pick<Ports, 'journal' | 'products'>, all: readonly Place[]): ReadonlySet<number> => {
  const known = products.facts.listsOf(all.map(({ ref }) => ref))
  const subjects = all.map(({ ref, attribute }) => listKey(ref, attribute))
  return new Set([
    ...[...all.entries()].flatMap(([place, { ref, attribute }]) => (known.get(ref)?.has(attribute.toLowerCase()) ? [place] : [])),
    ...findSubjectsWith(journal, 'attach-sources', subjects, ['waiting', 'parked']),
  ])
}

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
  if (ref !== null && findLists(ports, [{ ref, attribute }]).size > 0)
    return new AppError('usage', { kind: 'attribute-is-list', product, attribute }, { kept: 'nothing-queued' })
  return null
}

/** `same`: it is queued or there already. `blocked`: it or its product can't be taken (`findTextProblem`). */
type Outcome = 'queued' | 'same' | 'blocked'

/** A text whose product is found or created, and whose attribute may hold one. */
type Placed = TextToSend & Target

/** Texts with their products, as far as they can be sent. */
const placeTexts = (
  ports: Ports,
  action: BegunAction,
  texts: readonly TextToSend[],
  connectionId: string | null,
  now: number,
): Placed[] => {
  const named = texts.flatMap((one) => {
    if (one.text.length > longestText) return []
    const target = orRefusal(one.target)
    return target instanceof AppError ? [] : [{ one, target }]
  })
  const found = findOrCreateProducts({ action, products: named.map(({ target }) => target), again: false }, ports, {
    ...{ connectionId, now, notes: [] },
  })
  const placed = named.flatMap(({ one }, place) => {
    const at = found[place]
    return at === undefined || at instanceof AppError ? [] : [{ ...one, ...at }]
  })
  const lists = findLists(
    ports,
    placed.map(({ product, attribute }) => ({ ref: product.ref, attribute })),
  )
  return placed.filter((_, place) => !lists.has(place))
}

/** One text of a product and attribute is queued at most; the newest counts. */
const queueTexts = (ports: Ports, action: BegunAction, texts: readonly TextToSend[], unknown: UnknownText): Record<Outcome, number> => {
  const { jobs, clock, journal } = ports
  const connectionId = ports.connection()?.id ?? null
  const now = clock.now()
  const allowed = placeTexts(ports, action, texts, connectionId, now)
  // Two names may be one product.
  const bySubject = new Map(allowed.map((one) => [subjectOf(one.product.ref, one.attribute), one]))
  const [subjects, placed] = [[...bySubject.keys()], [...bySubject.values()]]
  const earlier = findJobsOfEach(journal, 'set-text', subjects, ['waiting', 'running', 'parked'])
  // The last of them decides what is there in the end; one that restores may end without sending.
  const last = new Map(earlier.flatMap((job) => (job.state === 'parked' ? [] : [[job.place, job] as const])))
  const isThere = (place: number): boolean => {
    const work = last.get(place)?.work
    return work?.operation === 'set-text' && work.text === placed[place]?.text && work.onlyIf === undefined
  }
  // One that was cancelled while it runs is wanted after all.
  for (const [place, { id, state }] of last) if (state === 'running' && isThere(place)) jobs.apply(id, { kind: 'retry', at: now })
  // A running one is finished first (`exclusiveKey`), and is not tried again once there is a newer one (set-text.job.ts).
  const outdated = earlier.filter(({ place, state }) => state !== 'running' && !isThere(place)).map(({ id }) => id)
  if (outdated.length > 0) cancelOpen({ states: ['waiting', 'parked'], ids: outdated }, [], ports)
  const sent = placed.filter((_, place) => !isThere(place))
  jobs.addAll(
    action,
    sent.map(({ product, attribute, text }) => ({ operation: 'set-text', productRef: product.ref, attribute, text, unknown })),
    connectionId,
    now,
    new Map([...sent.entries()].flatMap(([place, { createJobId }]) => (createJobId === undefined ? [] : [[place, createJobId] as const]))),
  )
  return { queued: sent.length, same: allowed.length - sent.length, blocked: texts.length - allowed.length }
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

/**
 * Queues texts for attributes of products, as `read` has them in the transaction; products that don't exist are created first. Resolves when all is on
 * disk. Errors: `usage`.
 */
export const sendTexts = async (
  read: () => readonly TextToSend[],
  unknown: UnknownText,
  ports: Ports,
): Promise<Record<Outcome, number>> => {
  const { journal } = ports
  const counts = journal.write(() => {
    const texts = read()
    check(texts)
    const attributes = [...new Set(texts.map(({ attribute }) => attribute))]
    return queueTexts(ports, beginAction(journal, { kind: 'set-text', texts: texts.length, attributes }), texts, unknown)
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
  const action = beginAction(journal, { kind: 'restore-text', texts: jobIds.length })
  const result = journal.write(() => {
    const all = jobIds.flatMap((id) => {
      const job = jobs.get(id)
      return job?.work.operation === 'set-text' ? [{ ...job, work: job.work }] : []
    })
    const isOpen = ({ status }: Job): boolean => status.state === 'waiting' || status.state === 'parked'
    const open = all.filter(isOpen).map(({ id }) => id)
    const { cancelled } = open.length === 0 ? { cancelled: 0 } : cancelOpen({ states: ['waiting', 'parked'], ids: open }, [], ports)
    const subjects = all.map(({ work }) => subjectOf(work.productRef, work.attribute))
    // Of these subjects, and those that get one now: another text is on its way.
    const replaced = new Set(findSubjectsWith(journal, 'set-text', subjects, ['waiting', 'running']).map((place) => subjects[place]))
    const wanted = new Map<string | null, WorkOf<'set-text'>[]>()
    for (const [place, job] of all.entries()) {
      const { productRef, attribute } = job.work
      const sent = products.facts.textSentBy(productRef, attribute, job.id)
      const now = products.facts.read(productRef, attribute)
      // Without an answer, either of the two texts may be there: both are known.
      const mayBeThere = now.pending.some((one) => one.jobId === job.id)
      if (sent === undefined || (job.status.state !== 'done' && !mayBeThere)) {
        if (!isOpen(job)) left['not-sent']++
      } else if (sent.before === null) left.unknown++
      else if (replaced.has(subjects[place]) || (!mayBeThere && textOf(now) !== sent.after)) left.changed++
      else {
        replaced.add(subjects[place])
        const work = { operation: 'set-text', productRef, attribute, text: sent.before, unknown: 'ask', onlyIf: sent.after } as const
        const others = wanted.get(job.connectionId)
        if (others) others.push(work)
        else wanted.set(job.connectionId, [work])
      }
    }
    for (const [connectionId, works] of wanted) jobs.addAll(action, works, connectionId, clock.now())
    return { queued: [...wanted.values()].flat().length, cancelled, left }
  })
  await journal.durable()
  return result
}
