import { AppError } from '../../../../../shared/errors.ts'
import { attachSourcesWork } from '../../../../../shared/jobs.ts'
import type { SourceStore } from '../../../library/source-store.ts'
import { computeList, computeReplacement, type ListPlan } from '../../../products/compute-list.ts'
import type { ProductStore } from '../../../products/product-store.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { type AttemptEnd, isRefusalOfWorkspace, type JobOf, type Operation, type OperationDefinition } from '../../queue/operation.ts'

import { explainGone, resumeGone, withoutGone } from './source-gone.ts'

type Work = JobOf<'attach-sources'>['work']

type Ports = {
  readonly products: ProductStore
  readonly sources: SourceStore
  readonly jobs: JobStore
  /** False once a person took the picture out of the library: then it is left out here too. */
  readonly isPresent: (imageId: string) => boolean
}

const failed = (error: AppError): AttemptEnd => ({ kind: 'failed', error, uncertain: false })

const appends = ({ current }: Work, serviceAppends: boolean): boolean => serviceAppends || current?.kind === 'appends'

export const attachSources: OperationDefinition<'attach-sources'> = {
  name: 'attach-sources',
  work: attachSourcesWork,
  subject: ({ productRef, attribute }) => `${productRef}\n${attribute.toLowerCase()}`,
  exclusiveKey: ({ productRef, attribute }) => `${productRef}\n${attribute.toLowerCase()}`,
  concurrency: 4,
  scope: 'user',
  changes: () => ['products', 'library'],
  isRepeatable: (work, connection) => !appends(work, connection.serviceAppends),
  parksAfterRestore: true,
  doubt: () => ({
    what: 'the pictures may have been added',
    action: 'Look at the product: if they are missing, attach them again; if not, cancel this.',
    choices: ['again'],
  }),
  spare: null,
  repeatNote: (earlier) => `Sent again with the whole list: ${earlier}.`,
  // A product can be somebody else's.
  isWorkspaceWide: (error) => isRefusalOfWorkspace(error) && error.status !== 403,
  dependencies: {
    cancelledWith: ['create-product'],
    // The list is computed when it is sent, so an earlier attach that will not run by itself blocks nothing.
    passes: ({ onlyReady }) => (onlyReady ? ['attach-sources', 'upload-source'] : ['attach-sources']),
    misses: ['upload-source'],
    park: ({ onlyReady, waits, imageIds: { length: total } }, missing) =>
      onlyReady || waits
        ? null
        : {
            reason: {
              code: 'depends-on-failed',
              message: `${missing} of ${total} pictures could not be uploaded, so nothing was attached yet. ${total - missing} are ready.`,
              action: `Attach the ${total - missing} that are ready, or wait for the others and mend their uploads.`,
            },
            choices: total - missing > 0 ? ['ready', 'wait'] : ['wait'],
          },
  },
}

/** Puts sources into a product's list attribute (spec: "PATCH {base_url}/v1/products/{productId}"); the list is computed when it is sent. */
export const createAttachSources = (ports: Ports): Operation<'attach-sources'> => ({
  ...attachSources,
  // A person may say what the list holds now whatever the job is parked for.
  fits: ({ choice, current }) => choice === 'retry' && current !== undefined,
  resume: (job, { choice, current }, at) => ({
    ...resumeGone(job, choice, at, ports),
    onlyReady: job.work.onlyReady || choice === 'ready',
    waits: choice === 'wait',
    ...(current ? { current, statedAt: at } : {}),
  }),
  attempt: async (job, { connection, client, signal, onSilence }) => {
    const { work } = job
    const product = ports.products.get(work.productRef)
    if (!product?.productId)
      return failed(
        new AppError('not-found', 'The product has no id yet. Nothing was attached.', { action: 'Retry when the product exists.' }),
      )
    const isReplacement = work.replaceWith != null
    const present = isReplacement ? [] : work.imageIds.filter(ports.isPresent)
    if (!isReplacement && present.length === 0)
      return { kind: 'done', sent: false, commit: () => 'Its pictures were taken out of the library, so nothing was attached.' }
    const found = present.map((imageId) => ports.sources.get(connection.id, imageId))
    const ready = found.filter((id) => id !== undefined)
    if (ready.length < found.length && !work.onlyReady)
      return failed(
        new AppError(
          'depends-on-failed',
          `${found.length - ready.length} of ${found.length} pictures are not uploaded. Nothing was attached yet.`,
        ),
      )
    const planned = planOf(ports, job, ready, connection.serviceAppends)
    if (!planned)
      return failed(
        new AppError(
          'current-unknown',
          `What “${product.productId}” holds in “${work.attribute}” is not known, and its list would be replaced. Nothing was sent.`,
        ),
      )
    const isNow = (ids: readonly string[]): string[] => withoutGone(ids, work, (imageId) => ports.sources.get(connection.id, imageId))
    const plan: ListPlan = { send: isNow(planned.send), after: isNow(planned.after) }
    if (isReplacement && appends(work, connection.serviceAppends))
      return failed(new AppError('rejected', 'This service adds to the list, so it cannot be replaced. Nothing was sent.'))
    if ((plan.send.length === 0 && !isReplacement) || isUnchanged(ports, job, plan))
      return {
        kind: 'done',
        sent: false,
        commit: () => (isReplacement ? 'The list was like this already.' : 'All of them were attached already.'),
      }
    const attributes = { [work.attribute]: plan.send }
    const outcome = await client.updateProduct({ productId: product.productId, attributes }, { signal, onSilence })
    if (outcome.kind === 'failed')
      return explainGone(outcome, plan.send, (id) => ports.sources.formerImageOf(connection.id, id) !== undefined)
    const shown = outcome.value.lists?.[work.attribute]
    return {
      kind: 'done',
      sent: true,
      commit: (at) => {
        ports.products.confirmList(work.productRef, work.attribute, shown ?? plan.after, at, job.id)
        const left = found.length - ready.length
        return left > 0 ? `${left} pictures were left out: they are not uploaded.` : null
      },
    }
  },
})

const planOf = (ports: Ports, job: JobOf<'attach-sources'>, add: readonly string[], serviceAppends: boolean): ListPlan | undefined => {
  const known = ports.products.getList(job.work.productRef, job.work.attribute)
  // After a restore our record counts for nothing until a person has spoken.
  if (known && known.confirmedAt === null && job.work.current === null) return undefined
  const { replaceWith, replaceSeen = [], current } = job.work
  if (replaceWith != null) {
    const isNewer = known !== undefined && known.confirmedAt !== null && known.confirmedAt >= job.createdAt
    // Ids that a person named when retrying are as good as seen in the service: what is new among them stays.
    const stated = current?.kind === 'ids' ? current.ids : []
    return computeReplacement({ wanted: replaceWith, seen: replaceSeen, known: [...(isNewer ? known.sourceIds : []), ...stated] })
  }
  return computeList({ known, statement: job.work.current, statedAt: job.work.statedAt, add, serviceAppends })
}

/** True if our record, confirmed since this was asked for, already shows exactly this list: then nothing is sent a second time. */
const isUnchanged = (ports: Ports, job: JobOf<'attach-sources'>, plan: ListPlan): boolean => {
  if (job.uncertainAttempts > 0) return false
  const known = ports.products.getList(job.work.productRef, job.work.attribute)
  if (known?.confirmedAt == null) return false
  if (job.work.current !== null && known.confirmedAt < job.work.statedAt && job.work.current.kind !== 'as-known') return false
  return known.sourceIds.length === plan.after.length && known.sourceIds.every((id, index) => id === plan.after[index])
}
