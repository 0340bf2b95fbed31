import type { ChosenImages } from '../../../../../shared/pictures/pictures.ts'
import type { DataTrial } from '../../../../../shared/pictures/publishing.ts'
import type { Connection } from '../../../../../shared/workspaces/connection.ts'
import type { NoAddressReason } from '../../../../../shared/workspaces/publishing-settings.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { resolveImageIds } from '../../../pictures/library/choose-picture-ids.ts'
import { createImageStore, type ImageStore } from '../../../pictures/library/picture-store.ts'
import { dataUrlLimitBytes } from '../../../pictures/publishing/publish-picture.ts'
import { countPairsWithJobs, hasJob } from '../../../queue/find-jobs.ts'
import { hasText, isCurrent } from '../../sheet/cell-rows.ts'

export type Estimate = {
  readonly requests: number
  /** Pairs that were asked before, or have a text that nobody approved. */
  readonly askedBefore: number
  /** Pairs with an approved text that were never asked. */
  readonly approved: number
  readonly pictures: number
  readonly withoutAddress: number
  readonly why: NoAddressReason | null
}

/** Pictures that have no address that the workspace can fetch them from. */
export type Lack = { readonly why: NoAddressReason; readonly of: 'all' | 'without-url' | 'over-data-limit' }

type Ports = {
  readonly connection: Connection | null
  readonly hasBucketKeys: (connectionId: string) => Promise<boolean>
  readonly dataTrial: (connectionId: string) => DataTrial | null
}

/** Which pictures have no address, and why; `null`: all have one. Without a connection nothing is known about addresses yet. */
export const findLack = async ({ connection, hasBucketKeys, dataTrial }: Ports): Promise<Lack | null> => {
  if (!connection) return null
  switch (connection.publishing.kind) {
    case 'origin':
      return { why: 'no-way', of: 'without-url' }
    case 's3':
      return (await hasBucketKeys(connection.id)) ? null : { why: 'no-keys', of: 'all' }
    case 'data':
      return dataTrial(connection.id)?.works === false ? { why: 'data-refused', of: 'all' } : { why: 'too-large', of: 'over-data-limit' }
    case 'base-url':
      return null
  }
}

/** How many of these pictures have no address that the active workspace can fetch them from, and why. */
export const countWithoutAddress = (
  imageIds: readonly string[],
  lack: Lack | null,
  images: Pick<ImageStore, 'countWithoutUrl' | 'countLarger'>,
): Pick<Estimate, 'withoutAddress' | 'why'> => {
  const count = (): number => {
    switch (lack?.of) {
      case 'all':
        return imageIds.length
      case 'without-url':
        return images.countWithoutUrl(imageIds)
      case 'over-data-limit':
        return images.countLarger(imageIds, dataUrlLimitBytes)
      case undefined:
        return 0
    }
  }
  const withoutAddress = count()
  return { withoutAddress, why: withoutAddress > 0 ? (lack?.why ?? null) : null }
}

/** Cells with a text that no job here was about, such as a person's own words or a colleague's answers: asking leaves them alone. */
const countWithoutJobs = (
  journal: Journal,
  imageIds: readonly string[],
  questions: readonly string[],
  connectionId: string | null,
): { readonly approved: number; readonly others: number } => {
  const row = journal.get(
    `SELECT count(*) AS cells, count(*) FILTER (WHERE review = 'approved') AS approved
     FROM json_each(?1) AS thing CROSS JOIN json_each(?2) AS part
     CROSS JOIN answers ON image_id = thing.value AND question = part.value AND answers.connection_id = ?3
     WHERE ${isCurrent} AND ${hasText} AND NOT ${hasJob('analyse-image', 'image_id || char(10) || question', '?4')}`,
    JSON.stringify(imageIds),
    JSON.stringify(questions),
    connectionId ?? '',
    connectionId,
  )
  const approved = Number(row?.approved ?? 0)
  return { approved, others: Number(row?.cells ?? 0) - approved }
}

type Asked = {
  readonly chosen: ChosenImages
  readonly questions: readonly string[]
  readonly connectionId: string | null
  readonly lack: Lack | null
}

export type Estimates = ReturnType<typeof createEstimates>

/** A preview of asking. */
export const createEstimates = (journal: Journal) => {
  const images = createImageStore(journal)
  return ({ chosen, questions: wanted, connectionId, lack }: Asked): Estimate => {
    const questions = [...new Set(wanted.map((one) => one.trim()).filter((one) => one !== ''))]
    const ids = resolveImageIds(chosen, { journal, images })
    const { approved, others } = countWithoutJobs(journal, ids, questions, connectionId)
    const askedBefore = countPairsWithJobs(journal, 'analyse-image', ids, questions, connectionId) + others
    const requests = ids.length * questions.length - askedBefore - approved
    return { requests, askedBefore, approved, pictures: ids.length, ...countWithoutAddress(ids, lack, images) }
  }
}
