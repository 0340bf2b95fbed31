import type { ChosenImages } from '../../../../shared/pictures/pictures.ts'
import type { DataTrial } from '../../../../shared/pictures/publishing.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { NoAddressReason } from '../../../../shared/workspaces/publishing-settings.ts'
import type { Journal } from '../../base/database/journal.ts'
import { chooseImageIds } from '../../pictures/library/choose-picture-ids.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import { dataUrlLimitBytes } from '../../pictures/publishing/publish-picture.ts'
import { countPairsWithJobs, hasJob } from '../../queue/find-jobs.ts'
import { hasText, isCurrent } from '../sheet/cell-rows.ts'

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

type Ports = {
  readonly journal: Journal
  readonly images: ImageStore
  readonly connection: Connection | null
  readonly hasBucketKeys: (connectionId: string) => Promise<boolean>
  readonly dataTrial: (connectionId: string) => DataTrial | null
}

type Lack = { readonly why: NoAddressReason; readonly count: (imageIds: readonly string[]) => number }

/** How many of these pictures have no address, and why; `null`: all have one. */
const findLack = async ({ images, connection, hasBucketKeys, dataTrial }: Omit<Ports, 'journal'>): Promise<Lack | null> => {
  const countAll = (imageIds: readonly string[]): number => imageIds.length
  if (!connection) return null
  switch (connection.publishing.kind) {
    case 'origin':
      return { why: 'no-way', count: images.countWithoutUrl }
    case 's3':
      return (await hasBucketKeys(connection.id)) ? null : { why: 'no-keys', count: countAll }
    case 'data':
      return dataTrial(connection.id)?.works === false
        ? { why: 'data-refused', count: countAll }
        : { why: 'too-large', count: (imageIds) => images.countLarger(imageIds, dataUrlLimitBytes) }
    case 'base-url':
      return null
  }
}

/** How many of these pictures have no address that the active workspace can fetch them from, and why. */
export const countWithoutAddress = async (
  imageIds: readonly string[],
  ports: Omit<Ports, 'journal'>,
): Promise<Pick<Estimate, 'withoutAddress' | 'why'>> => {
  const lack = await findLack(ports)
  const withoutAddress = lack?.count(imageIds) ?? 0
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

/** A preview of asking. Without a connection nothing is known about addresses yet. */
export const estimateAsking = async (chosen: ChosenImages, wanted: readonly string[], ports: Ports): Promise<Estimate> => {
  const { journal, connection } = ports
  const questions = [...new Set(wanted.map((one) => one.trim()).filter((one) => one !== ''))]
  const lack = await findLack(ports)
  let pictures = 0
  let askedBefore = 0
  let approved = 0
  let withoutAddress = 0
  for await (const ids of chooseImageIds(chosen, ports)) {
    pictures += ids.length
    const there = countWithoutJobs(journal, ids, questions, connection?.id ?? null)
    askedBefore += countPairsWithJobs(journal, 'analyse-image', ids, questions, connection?.id ?? null) + there.others
    approved += there.approved
    withoutAddress += lack?.count(ids) ?? 0
  }
  return {
    requests: pictures * questions.length - askedBefore - approved,
    askedBefore,
    approved,
    pictures,
    withoutAddress,
    why: withoutAddress > 0 ? (lack?.why ?? null) : null,
  }
}
