import { type MatchSummary, newProductKey } from '../../../../../shared/products/matching.ts'
import type { Journal } from '../../../base/database/journal.ts'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import { willExist } from '../../ledger/lists/list-products.ts'
import type { MatchStore } from '../match-store.ts'

type Ports = {
  readonly journal: Journal
  readonly catalogue: Pick<CatalogueStore, 'current' | 'hasNumbers'>
  readonly matches: Pick<MatchStore, 'last'>
}

/** Pictures are read after their check. */
const countUnread = (journal: Journal): number =>
  Number(
    journal.get(
      `SELECT (SELECT count(*) FROM codes_due) +
         (SELECT count(*) FROM images INDEXED BY images_unchecked WHERE checked = 0 AND removed_at IS NULL) AS n`,
    )?.n,
  )

/** How many pictures of the library have a product, and how many wait. */
export const summariseMatches = ({ journal, catalogue, matches }: Ports, connectionId: string | null): MatchSummary => {
  const owner = connectionId ?? ''
  const counted = journal.get(
    `SELECT count(DISTINCT image_id) FILTER (WHERE state = 'matched') AS matched,
       count(DISTINCT product_key) FILTER (WHERE state = 'matched') AS products,
       count(*) FILTER (WHERE state = 'question') AS questions, count(*) FILTER (WHERE state = 'not-a-product') AS none
     FROM matches JOIN images ON images.id = matches.image_id WHERE matches.connection_id = ? AND images.removed_at IS NULL`,
    owner,
  )
  const inSeveral = journal.get(
    `SELECT count(*) AS n FROM (
       SELECT image_id FROM matches JOIN images ON images.id = image_id WHERE connection_id = ? AND images.removed_at IS NULL
       GROUP BY image_id HAVING count(*) > 1
     )`,
    owner,
  )?.n
  const pictures = Number(journal.get('SELECT count(*) AS pictures FROM images WHERE removed_at IS NULL')?.pictures)
  const [matched, notAProduct] = [Number(counted?.matched), Number(counted?.none)]
  const list = catalogue.current(connectionId)
  const known = journal.get(
    `SELECT EXISTS (SELECT 1 FROM products WHERE connection_id IS :connectionId AND ${willExist})
       OR EXISTS (SELECT 1 FROM catalogue_entries WHERE import = :list)
       OR EXISTS (SELECT 1 FROM matches WHERE connection_id = :owner AND product_key GLOB :made) AS known`,
    { connectionId, owner, list: list?.import ?? null, made: `${newProductKey}*` },
  )
  return {
    pictures,
    matched,
    inSeveral: Number(inSeveral),
    products: Number(counted?.products),
    open: pictures - matched - notAProduct,
    questions: Number(counted?.questions),
    notAProduct,
    hasProducts: known?.known === 1,
    barcodesLeft: catalogue.hasNumbers(connectionId) ? countUnread(journal) : 0,
    last: matches.last(connectionId),
  }
}
