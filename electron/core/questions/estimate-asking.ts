import type { ChosenImages } from '../../../shared/contract.ts'
import type { Connection } from '../../../shared/session.ts'
import type { Journal } from '../database/journal.ts'
import { chooseImageIds } from '../library/choose-image-ids.ts'
import type { ImageStore } from '../library/image-store.ts'

export type Estimate = { readonly requests: number; readonly askedBefore: number; readonly withoutAddress: number }

type Ports = { readonly journal: Journal; readonly images: ImageStore; readonly connection: Connection | null }

/** What asking would do, without doing it. Without a connection nothing is known yet about addresses. */
export const estimateAsking = async (chosen: ChosenImages, wanted: readonly string[], ports: Ports): Promise<Estimate> => {
  const { journal, connection } = ports
  const questions = [...new Set(wanted.map((one) => one.trim()).filter((one) => one !== ''))]
  const needsAddress = connection?.publishing.kind === 'origin'
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
    if (!needsAddress) continue
    const files = journal.get(
      "SELECT count(*) AS n FROM json_each(?) AS image JOIN images ON images.id = image.value WHERE images.origin ->> '$.kind' <> 'url'",
      list,
    )
    withoutAddress += Number(files?.n ?? 0)
  }
  return { requests: pictures * questions.length - askedBefore, askedBefore, withoutAddress }
}
