import type { Connection } from '../../../shared/connection.ts'
import type { ChosenImages } from '../../../shared/images.ts'
import type { DataTrial, NoAddressReason } from '../../../shared/publishing.ts'
import type { Journal } from '../database/journal.ts'
import { chooseImageIds } from '../library/choose-image-ids.ts'
import type { ImageStore } from '../library/image-store.ts'
import { dataUrlLimitBytes } from '../publishing/publish-image.ts'

export type Estimate = {
  readonly requests: number
  readonly askedBefore: number
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

/** Which pictures have no address, as a condition on `images`, and why; `null`: all have one. */
const findLack = async ({ connection, hasBucketKeys, dataTrial }: Ports): Promise<{ why: NoAddressReason; where: string } | null> => {
  if (!connection) return null
  switch (connection.publishing.kind) {
    case 'origin':
      return { why: 'no-way', where: "images.origin ->> '$.kind' <> 'url'" }
    case 's3':
      return (await hasBucketKeys(connection.id)) ? null : { why: 'no-keys', where: 'true' }
    case 'data':
      return dataTrial(connection.id)?.works === false
        ? { why: 'data-refused', where: 'true' }
        : { why: 'too-large', where: `images.bytes > ${dataUrlLimitBytes}` }
    case 'base-url':
      return null
  }
}

/** A preview of asking. Without a connection nothing is known about addresses yet. */
export const estimateAsking = async (chosen: ChosenImages, wanted: readonly string[], ports: Ports): Promise<Estimate> => {
  const { journal, connection } = ports
  const questions = [...new Set(wanted.map((one) => one.trim()).filter((one) => one !== ''))]
  const lack = await findLack(ports)
  let pictures = 0
  let askedBefore = 0
  let withoutAddress = 0
  for await (const ids of chooseImageIds(chosen, ports)) {
    const list = JSON.stringify(ids)
    pictures += ids.length
    const asked = journal.get(
      `SELECT count(*) AS n FROM json_each(?1) AS image, json_each(?2) AS question WHERE EXISTS (
         SELECT 1 FROM jobs WHERE operation = 'analyse-image' AND subject = image.value || char(10) || question.value
         AND connection_id IS ?3 AND state <> 'cancelled'
       )`,
      list,
      JSON.stringify(questions),
      connection?.id ?? null,
    )
    askedBefore += Number(asked?.n ?? 0)
    if (!lack) continue
    const files = journal.get(
      `SELECT count(*) AS n FROM json_each(?) AS image JOIN images ON images.id = image.value WHERE ${lack.where}`,
      list,
    )
    withoutAddress += Number(files?.n ?? 0)
  }
  return {
    requests: pictures * questions.length - askedBefore,
    askedBefore,
    withoutAddress,
    why: withoutAddress > 0 ? (lack?.why ?? null) : null,
  }
}
