import { AppError } from '../../../../../shared/errors.ts'
import type { Job } from '../../../../../shared/jobs.ts'
import type { SourceStore } from '../../../library/source-store.ts'
import { computeList, computeReplacement, type ListPlan } from '../../../products/compute-list.ts'
import type { ProductStore } from '../../../products/product-store.ts'
import type { AttemptEnd, Operation } from '../../queue/operation.ts'

type Ports = {
  readonly products: ProductStore
  readonly sources: SourceStore
  /** False once a person took the picture out of the library: then it is left out here too. */
  readonly isPresent: (imageId: string) => boolean
}

const failed = (error: AppError): AttemptEnd => ({ kind: 'failed', error, uncertain: false })

const appends = (job: Job, serviceAppends: boolean): boolean =>
  serviceAppends || (job.work.operation === 'attach-sources' && job.work.current?.kind === 'appends')

/** Puts sources into a product's list attribute (spec: "PATCH {base_url}/v1/products/{productId}"); the list is computed when it is sent. */
export const createAttachSources = (ports: Ports): Operation => ({
  name: 'attach-sources',
  isRepeatable: (job, connection) => !appends(job, connection.serviceAppends),
  exclusiveKey: (job) => (job.work.operation === 'attach-sources' ? `${job.work.productRef}\n${job.work.attribute.toLowerCase()}` : null),
  attempt: async (job, { connection, client, signal, onSilence }) => {
    const { work } = job
    if (work.operation !== 'attach-sources') throw new AppError('internal', 'A job of another operation came to attach-sources.')
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
    const plan = planOf(ports, job, ready, connection.serviceAppends)
    if (!plan)
      return failed(
        new AppError(
          'current-unknown',
          `What “${product.productId}” holds in “${work.attribute}” is not known, and its list would be replaced. Nothing was sent.`,
        ),
      )
    if (isReplacement && appends(job, connection.serviceAppends))
      return failed(new AppError('rejected', 'This service adds to the list, so it cannot be replaced. Nothing was sent.'))
    if ((plan.send.length === 0 && !isReplacement) || isUnchanged(ports, job, plan))
      return {
        kind: 'done',
        sent: false,
        commit: () => (isReplacement ? 'The list was like this already.' : 'All of them were attached already.'),
      }
    const attributes = { [work.attribute]: plan.send }
    const outcome = await client.updateProduct({ productId: product.productId, attributes }, { signal, onSilence })
    if (outcome.kind === 'failed') return outcome
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

const planOf = (ports: Ports, job: Job, add: readonly string[], serviceAppends: boolean): ListPlan | undefined => {
  if (job.work.operation !== 'attach-sources') return undefined
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
const isUnchanged = (ports: Ports, job: Job, plan: ListPlan): boolean => {
  if (job.work.operation !== 'attach-sources' || job.uncertainAttempts > 0) return false
  const known = ports.products.getList(job.work.productRef, job.work.attribute)
  if (known?.confirmedAt == null) return false
  if (job.work.current !== null && known.confirmedAt < job.work.statedAt && job.work.current.kind !== 'as-known') return false
  return known.sourceIds.length === plan.after.length && known.sourceIds.every((id, index) => id === plan.after[index])
}
