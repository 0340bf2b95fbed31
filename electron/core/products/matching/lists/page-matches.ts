import { z } from 'zod'
import {
  type KeptProduct,
  type KeptTray,
  matchCandidate,
  matchedProduct,
  matchQuestion,
  matchReason,
  type TrayKind,
} from '../../../../../shared/products/matching.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'
import { type AttachedTo, findAttachedTo } from '../../ledger/lists/count-attached.ts'
import { explainFound, foldProduct, judgeByText } from '../../ledger/lists/judge-product.ts'
import type { LookedAt } from '../looked-at.ts'
import { isNotFirst } from '../names/usual-order.ts'

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

const openQuestion = z.object({
  question: matchQuestion,
  candidates: z.array(matchCandidate),
  products: z.array(matchedProduct).default([]),
})

const folderOf = (row: Row): string | null => (row.folder === null ? null : String(row.folder))

/** Pictures of the library with a product. */
const shown = `FROM matches JOIN images ON images.id = matches.image_id
  WHERE matches.connection_id = :connectionId AND matches.state = 'matched' AND images.removed_at IS NULL`

/** Pictures of one product that a page shows. */
const mostPictures = 200

type Kept = { readonly key: string; readonly pictures: number }

const toKept = (row: Row): Kept => ({ key: String(row.product_key), pictures: Number(row.pictures) })

/** Products with matches that a text finds, the closest first, as the search for products does. */
const findKept = (journal: Journal, connectionId: string, text: string): Kept[] => {
  const judge = judgeByText(text)
  return journal
    .all(`SELECT product_key, min(matches.product) AS product, count(*) AS pictures ${shown} GROUP BY product_key ORDER BY product_key`, {
      connectionId,
    })
    .flatMap((row) => {
      const product = read(matchedProduct, row.product)
      const rank = product && judge(foldProduct(product))
      return rank === null ? [] : [{ kept: toKept(row), rank }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ kept }) => kept)
}

const sumOf = (kept: readonly Kept[]): number => kept.reduce((sum, { pictures }) => sum + pictures, 0)

const listKept = (
  journal: Journal,
  connectionId: string,
  { offset, limit, text }: Page & { readonly text: string },
): { total: number; pictures: number; kept: readonly Kept[] } => {
  if (text.trim() !== '') {
    const found = findKept(journal, connectionId, text)
    return { total: found.length, pictures: sumOf(found), kept: found.slice(offset, offset + limit) }
  }
  const counted = journal.get(`SELECT count(DISTINCT product_key) AS products, count(DISTINCT image_id) AS pictures ${shown}`, {
    connectionId,
  })
  const rows = journal.all(
    `SELECT product_key, count(*) AS pictures ${shown} GROUP BY product_key ORDER BY product_key LIMIT :limit OFFSET :offset`,
    { connectionId, limit, offset },
  )
  return { total: Number(counted?.products), pictures: Number(counted?.pictures), kept: rows.map(toKept) }
}

/** One page of the products that have matches, with their first pictures in order. `pictures`: of all of them. */
export const pageMatches = (
  journal: Journal,
  connectionId: string | null,
  page: Page & { readonly text: string; readonly mostPictures?: number | undefined },
): { total: number; pictures: number; rows: Omit<KeptProduct, 'attached'>[] } => {
  const owner = connectionId ?? ''
  const { total, pictures, kept } = listKept(journal, owner, page)
  const rows = kept.flatMap((one): Omit<KeptProduct, 'attached'>[] => {
    const pictures = journal.all(
      `SELECT images.id, images.name, images.folder, matches.product, matches.decided_by, matches.why, (
         SELECT count(*) FROM matches AS all_of WHERE all_of.connection_id = :connectionId AND all_of.image_id = images.id
       ) AS products ${shown} AND product_key = :key
       ORDER BY matches.place, matches.image_id LIMIT :most`,
      { connectionId: owner, key: one.key, most: page.mostPictures ?? mostPictures },
    )
    const product = read(matchedProduct, pictures[0]?.product)
    if (!product) return []
    const found = explainFound(product, page.text)
    return [
      {
        product,
        ...(found ? { found } : {}),
        total: one.pictures,
        pictures: pictures.map((row) => ({
          imageId: String(row.id),
          name: String(row.name),
          folder: folderOf(row),
          isNotFirst: isNotFirst(String(row.name)),
          by: row.decided_by === 'person' ? ('person' as const) : ('rule' as const),
          why: read(matchReason, row.why),
          products: Number(row.products),
        })),
      },
    ]
  })
  return { total, pictures, rows }
}

/** What rules have looked at, and the list of today. */
type Looked = { readonly looked: LookedAt | null; readonly list: number | null }

const toTrayRow = (row: Row, { looked, list }: Looked, attached: AttachedTo | null): KeptTray['rows'][number] => {
  const found = row.state === 'question' ? read(openQuestion, row.why) : null
  const products = new Map(found?.products.map((one) => [one.key, one]))
  return {
    imageId: String(row.id),
    name: String(row.name),
    folder: folderOf(row),
    question: found?.question ?? null,
    candidates: (found?.candidates ?? []).flatMap((one) => {
      const product = products.get(one.productKey)
      return product ? [{ ...one, product }] : []
    }),
    suggestions: [],
    isTakenOut: row.state === 'taken-out',
    isLookedAt: looked !== null && looked.list === list && Number(row.seq) <= looked.pictures,
    attached,
  }
}

const columns = 'images.id, images.seq, images.name, images.folder, matches.state, matches.why'

/** Pictures with a kept state: questions, or those that are of no product. */
const withState = `FROM matches JOIN images ON images.id = matches.image_id
  WHERE matches.connection_id = :connectionId AND matches.state = :state AND images.removed_at IS NULL`

/** Pictures that no rule found anything for, and those that a person took out of a product. */
const withoutMatch = `FROM images LEFT JOIN matches ON matches.connection_id = :connectionId AND matches.image_id = images.id
  WHERE images.removed_at IS NULL AND (matches.state IS NULL OR matches.state = 'taken-out')`

/** One page of the pictures without a product, questions first; or of those that a person said are of none. Suggestions: suggest-by-answers.ts. */
export const pageTray = (
  journal: Journal,
  connectionId: string | null,
  { offset, limit, kind, ...looked }: Page & Looked & { readonly kind: TrayKind },
): KeptTray => {
  const owner = { connectionId: connectionId ?? '' }
  const count = (from: string, values: Record<string, string>): number =>
    Number(journal.get(`SELECT count(*) AS total ${from}`, values)?.total)
  const page = (from: string, values: Record<string, string>, at: Page): Row[] =>
    at.limit <= 0
      ? []
      : journal.all(`SELECT ${columns} ${from} ORDER BY images.seq LIMIT :limit OFFSET :offset`, {
          ...values,
          limit: at.limit,
          offset: at.offset,
        })
  const stated = { ...owner, state: kind === 'open' ? 'question' : kind }
  const first = count(withState, stated)
  const firstRows = page(withState, stated, { offset, limit })
  const rest = kind === 'open' ? count(withoutMatch, owner) : 0
  const after = { offset: Math.max(0, offset - first), limit: rest === 0 ? 0 : limit - firstRows.length }
  const rows = [...firstRows, ...page(withoutMatch, owner, after)].map((row) =>
    toTrayRow(row, looked, findAttachedTo(journal, connectionId, String(row.id))),
  )
  return { total: first + rest, questions: kind === 'open' ? first : 0, rows }
}
