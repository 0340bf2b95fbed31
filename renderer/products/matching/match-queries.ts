import { countOf } from '../../../shared/base/number-words.ts'
import type { KeptProduct, KeptTray, MatchedProductRow, TrayKind } from '../../../shared/products/matching.ts'
import { api, queryClient } from '../../queries.ts'
import { rowsPerPage } from '../../ui/use-pages.ts'

export type TrayRow = KeptTray['rows'][number]
export type TilePicture = KeptProduct['pictures'][number]

/** Products that a key or a click puts the picture into: what rules found, then what its answers suggest. */
export const offeredProducts = ({ candidates, suggestions }: TrayRow): readonly MatchedProductRow[] =>
  [...candidates, ...suggestions].map(({ product }) => product)

export const trayPage = (kind: TrayKind) => (offset: number) =>
  api.matching.tray.queryOptions({ input: { kind, offset, limit: rowsPerPage } })

export const productsPage = (text: string) => (offset: number) =>
  api.matching.page.queryOptions({ input: { text, offset, limit: rowsPerPage } })

/** As many pictures as one change may have. */
export const mostAtOnce = 5_000
export const mostWords = `You can change up to ${countOf(mostAtOnce, 'picture')} at once.`

/** The pictures of the tray from `low` to `high`. */
export const readTrayIds = async (kind: TrayKind, low: number, high: number): Promise<string[]> => {
  const ids: string[] = []
  const last = Math.min(high, low + mostAtOnce - 1)
  for (let at = Math.floor(low / rowsPerPage); at <= Math.floor(last / rowsPerPage); at++) {
    const offset = at * rowsPerPage
    const page = await queryClient.fetchQuery(api.matching.tray.queryOptions({ input: { kind, offset, limit: rowsPerPage } }))
    ids.push(...page.rows.filter((_, index) => offset + index >= low && offset + index <= last).map(({ imageId }) => imageId))
  }
  return ids
}
