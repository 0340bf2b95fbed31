import { z } from 'zod'
import { type KeptProduct, type KeptTray, matchCandidate, matchedProduct, matchQuestion, matchReason } from '../../../shared/matching.ts'
import type { Journal, Row } from '../database/journal.ts'

type Page = { readonly offset: number; readonly limit: number }

/** A column that can't be read is nothing: a match is found again by its rules. */
const read = <T>(shape: z.ZodType<T>, text: unknown): T | null => {
  if (text === null || text === undefined) return null
  try {
    const found = shape.safeParse(JSON.parse(String(text)))
    return found.success ? found.data : null
  } catch {
    return null
  }
}

const openQuestion = z.object({ question: matchQuestion, candidates: z.array(matchCandidate) })

const folderOf = (row: Row): string | null => (row.folder === null ? null : String(row.folder))

/** Pictures of the library with a product. */
const shown = `FROM matches JOIN images ON images.id = matches.image_id
  WHERE matches.connection_id = :connectionId AND matches.state = 'matched' AND images.removed_at IS NULL`

/** Pictures of one product that a page shows. */
const mostPictures = 200

/** One page of the products that have matches, with their pictures in order. `pictures`: of all of them. */
export const pageMatches = (
  journal: Journal,
  connectionId: string | null,
  { offset, limit }: Page,
): { total: number; pictures: number; rows: KeptProduct[] } => {
  const owner = connectionId ?? ''
  const counted = journal.get(`SELECT count(DISTINCT product_key) AS products, count(*) AS pictures ${shown}`, { connectionId: owner })
  const products = journal.all(
    `SELECT product_key, count(*) AS pictures ${shown} GROUP BY product_key ORDER BY product_key LIMIT :limit OFFSET :offset`,
    { connectionId: owner, limit, offset },
  )
  const rows = products.flatMap((row) => {
    const pictures = journal.all(
      `SELECT images.id, images.name, images.folder, matches.product, matches.decided_by, matches.why ${shown} AND product_key = :key
       ORDER BY matches.place, matches.image_id LIMIT :most`,
      { connectionId: owner, key: String(row.product_key), most: mostPictures },
    )
    const product = read(matchedProduct, pictures[0]?.product)
    if (!product) return []
    return [
      {
        product,
        total: Number(row.pictures),
        pictures: pictures.map((one, index) => ({
          imageId: String(one.id),
          name: String(one.name),
          folder: folderOf(one),
          place: index + 1,
          by: one.decided_by === 'person' ? ('person' as const) : ('rule' as const),
          why: read(matchReason, one.why),
        })),
      },
    ]
  })
  return { total: Number(counted?.products), pictures: Number(counted?.pictures), rows }
}

/** One page of the pictures without a product, questions first. Those that a person said are none are left out. */
export const pageTray = (journal: Journal, connectionId: string | null, { offset, limit }: Page): KeptTray => {
  const from = `FROM images LEFT JOIN matches ON matches.connection_id = :connectionId AND matches.image_id = images.id
    WHERE images.removed_at IS NULL AND (matches.state IS NULL OR matches.state = 'question')`
  const owner = { connectionId: connectionId ?? '' }
  const counted = journal.get(`SELECT count(*) AS total, count(matches.state) AS questions ${from}`, owner)
  const rows = journal.all(
    `SELECT images.id, images.name, images.folder, matches.why ${from} ORDER BY matches.state IS NULL, images.seq LIMIT :limit OFFSET :offset`,
    { ...owner, limit, offset },
  )
  return {
    total: Number(counted?.total),
    questions: Number(counted?.questions),
    rows: rows.map((row) => {
      const question = read(openQuestion, row.why)
      const picture = { imageId: String(row.id), name: String(row.name), folder: folderOf(row) }
      return { ...picture, question: question?.question ?? null, candidates: question?.candidates ?? [] }
    }),
  }
}
