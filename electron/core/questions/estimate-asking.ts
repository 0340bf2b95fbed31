import type { Connection } from '../../../shared/connection.ts'
import type { ChosenImages } from '../../../shared/images.ts'
import type { DataTrial, NoAddressReason } from '../../../shared/publishing.ts'
import type { Journal } from '../database/journal.ts'
import { chooseImageIds } from '../library/choose-image-ids.ts'
import type { ImageStore } from '../library/image-store.ts'
import { dataUrlLimitBytes } from '../publishing/publish-image.ts'
import { countPairsWithJobs } from '../work/queue/find-jobs.ts'

export type Estimate = {
  readonly requests: number
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
const findLack = async ({ images, connection, hasBucketKeys, dataTrial }: Ports): Promise<Lack | null> => {
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

/** Pairs that have a person's own, approved text and no job: asking leaves them alone. */
const countApproved = (
  journal: Journal,
  imageIds: readonly string[],
  questions: readonly string[],
  connectionId: string | null,
): number => {
  const rows = journal.all(
    `SELECT image_id, question FROM answers WHERE connection_id = ? AND kind = 'own' AND review = 'approved'
       AND image_id IN (SELECT value FROM json_each(?)) AND question IN (SELECT value FROM json_each(?))`,
    connectionId ?? '',
    JSON.stringify(imageIds),
    JSON.stringify(questions),
  )
  return rows.filter(
    (row) => countPairsWithJobs(journal, 'analyse-image', [String(row.image_id)], [String(row.question)], connectionId) === 0,
  ).length
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
    askedBefore += countPairsWithJobs(journal, 'analyse-image', ids, questions, connection?.id ?? null)
    approved += countApproved(journal, ids, questions, connection?.id ?? null)
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
