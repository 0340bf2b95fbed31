import type { SheetCounts, SheetView } from '../../../../../shared/answers/sheet.ts'
import { usualOrder } from '../../../../../shared/products/usual-order.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepLast } from '../../../base/platform/keep-last.ts'
import { walkLibrary } from '../../../pictures/library/library-order.ts'
import type { FindAboutEarlier } from '../../../pictures/library/lists/about-earlier.ts'
import { readGroups } from '../../../pictures/library/lists/picture-groups.ts'
import type { KeptSelections } from '../kept-selections.ts'
import { dependsOnMoreThanCells, type Keeps, keepByCells, searchSheet } from './filter-sheet.ts'
import { type Column, cellBits } from './sheet-column.ts'
import { readSheetProducts, type SheetProducts } from './sheet-products.ts'
import { createRanks, sortRows } from './sort-rows.ts'

/** The library is walked in pieces of this many, with other work in between. */
const pieceSize = 5_000

/** Rows in the order shown: the picture (`images.seq`; -1: none), the product's place (-1: none), and the group's header. */
export type SheetRows = {
  readonly pictures: readonly number[]
  readonly productOf: (at: number) => number
  readonly groupOf: (at: number) => string | null
  readonly products: SheetProducts
}

type RowSet = Omit<SheetRows, 'products'>
type Found = { readonly view: SheetView; readonly columns: readonly Column[]; readonly products: SheetProducts }

export const countCells = (rows: SheetRows, columns: readonly Column[]): SheetCounts => {
  let [approved, failing, filled] = [0, 0, 0]
  for (const { bits } of columns)
    for (const picture of rows.pictures) {
      const found = bits[picture] ?? 0
      if (found & cellBits.value) filled += 1
      if (found & cellBits.approved) approved += 1
      if (found & cellBits.fails) failing += 1
    }
  const cells = rows.pictures.length * columns.length
  return { cells, approved, failing, empty: cells - filled }
}

/** The columns whose cells count. */
export const shownColumns = ({ questions }: Pick<SheetView, 'questions'>, columns: readonly Column[]): readonly Column[] =>
  questions === null ? columns : columns.filter(({ question }) => questions.includes(question))

const isCounted = ({ text, only }: SheetView): boolean => text.trim() !== '' || only.length > 0

/** Whether a column's cells tell which rows a view has, or their order. */
export const isNeeded = (view: SheetView, { question }: Pick<Column, 'question'>): boolean =>
  question === view.sort.by || (isCounted(view) && (view.questions === null || view.questions.includes(question)))

const selectedPictures = `SELECT json_group_array(seq) AS seqs FROM json_each(?) AS wanted
  CROSS JOIN images ON images.id = wanted.value`
/** Selected pictures that are found in one turn of the event loop. */
const selectedAtOnce = 2_000
const droppedPictures = 'SELECT json_group_array(seq) AS seqs FROM images WHERE removed_at IS NULL AND dropped = ?'

/** Of the workspace `owner`; `null`: of none yet. */
export const createSheetRows = (journal: Journal, readIds: KeptSelections['read'], findAboutEarlier: FindAboutEarlier | undefined) => {
  const keepSelected = keepLast<ReadonlySet<number>>()
  const keepOrder = keepLast<readonly number[]>()
  const keepProducts = keepLast<SheetProducts>()
  const keepAllProducts = keepLast<SheetProducts>()
  const ranksOf = createRanks(journal)

  const walkAll = async (): Promise<readonly number[]> => {
    const all: number[] = []
    for (const { seqs } of walkLibrary(journal, usualOrder, pieceSize)) {
      for (const seq of seqs) all.push(seq)
      await journal.nextTurn()
    }
    return all
  }

  /** What the order of pictures, and the products and their pictures, depend on. */
  const readVersions = (owner: string): { readonly order: string; readonly products: string } => {
    const row = journal.get('SELECT order_changes, attached_changes, matched_changes FROM picture_count')
    const order = `${row?.order_changes} ${journal.get('PRAGMA data_version')?.data_version}`
    const list = journal.get("SELECT import, products FROM catalogue_lists WHERE connection_id = ? AND state = 'current'", owner)
    const known = journal.get('SELECT max(rowid) AS last, count(*) AS n FROM products')
    return {
      order,
      products: [order, owner, row?.attached_changes, row?.matched_changes, list?.import, list?.products, known?.last, known?.n].join(' '),
    }
  }

  const findPictures = async (
    owner: string,
    { view, columns, products }: Found,
    order: readonly number[],
    keeps: Keeps,
  ): Promise<RowSet> => {
    const kept: number[] = []
    for (const [at, picture] of order.entries()) {
      if (keeps(picture)) kept.push(picture)
      if (at % pieceSize === pieceSize - 1) await journal.nextTurn()
    }
    const folders = view.groupBy === 'folder' ? await readGroups(journal, 'folder', owner) : null
    const groupOf = (picture: number): number => {
      if (folders) return folders.of[picture] ?? folders.groups.length - 1
      if (view.groupBy === 'nothing') return 0
      const product = products.of[picture] ?? -1
      return product < 0 ? products.list.length : product
    }
    const column = columns.find(({ question }) => question === view.sort.by)
    const begun = !column && view.sort.descending ? kept.toReversed() : kept
    const pictures = sortRows(begun, {
      groupOf,
      groups: folders ? folders.groups.length : view.groupBy === 'nothing' ? 1 : products.list.length + 1,
      pictureOf: (picture) => picture,
      ranks: column ? await ranksOf(column) : null,
      isDescending: view.sort.descending,
    })
    const productOf = (at: number): number => products.of[pictures[at] ?? -1] ?? -1
    return {
      pictures,
      productOf,
      groupOf: (at) => {
        if (folders) return folders.groups[groupOf(pictures[at] ?? -1)]?.name ?? null
        return view.groupBy === 'nothing' ? null : (products.list[productOf(at)]?.name ?? null)
      },
    }
  }

  const findProducts = async ({ view, columns, products }: Found, isShown: (product: number) => boolean): Promise<RowSet> => {
    const all = products.list.flatMap((_, at) => (isShown(at) ? [at] : []))
    const mainOf = (product: number): number => products.list[product]?.pictures[0] ?? -1
    const column = columns.find(({ question }) => question === view.sort.by)
    const begun = !column && view.sort.descending ? all.toReversed() : all
    const rows = sortRows(begun, {
      groupOf: () => 0,
      groups: 1,
      pictureOf: mainOf,
      ranks: column ? await ranksOf(column) : null,
      isDescending: view.sort.descending,
    })
    return { pictures: rows.map(mainOf), productOf: (at) => rows[at] ?? -1, groupOf: () => null }
  }

  /** Which pictures the view's selection, drop and product have. */
  const selectPictures = async (view: SheetView, products: SheetProducts): Promise<Keeps> => {
    const listed = (sql: string, value: string | number): number[] => JSON.parse(String(journal.get(sql, value)?.seqs)) as number[]
    const sets: ReadonlySet<number>[] = []
    if (view.images !== null) {
      const ids = readIds(view.images)
      // A picture keeps its place, so the same ids always are the same pictures.
      sets.push(
        await keepSelected(view.images, async () => {
          const selected = new Set<number>()
          for (let from = 0; from < ids.length; from += selectedAtOnce) {
            if (from > 0) await journal.nextTurn()
            for (const seq of listed(selectedPictures, JSON.stringify(ids.slice(from, from + selectedAtOnce)))) selected.add(seq)
          }
          return selected
        }),
      )
    }
    if (view.drop !== null) sets.push(new Set(listed(droppedPictures, view.drop)))
    if (view.productKey !== null) {
      const found = products.list.find(({ product }) => product.key === view.productKey)
      sets.push(new Set(found?.pictures))
    }
    return (picture) => sets.every((one) => one.has(picture))
  }

  const isSelecting = ({ images, drop, productKey }: SheetView): boolean => images !== null || drop !== null || productKey !== null

  return {
    /** Another value whenever the rows of this view may be different ones. */
    readVersion: (owner: string | null, view: SheetView, columns: readonly Column[]): string => {
      const versions = readVersions(owner ?? '')
      const cells = columns.filter((column) => isNeeded(view, column))
      const work = dependsOnMoreThanCells(view.only) ? journal.get('SELECT total_changes() AS changes')?.changes : 0
      return JSON.stringify([versions, cells.map(({ version }) => version), work])
    },
    find: async (connectionId: string | null, view: SheetView, columns: readonly Column[]): Promise<SheetRows> => {
      const owner = connectionId ?? ''
      const versions = readVersions(owner)
      const isOfProducts = view.rows === 'products'
      const keep = isOfProducts ? keepAllProducts : keepProducts
      const products = await keep(versions.products, () => readSheetProducts(journal, owner, isOfProducts))
      const selected = await selectPictures(view, products)
      const shown = shownColumns(view, columns)
      const byCells = view.only.length === 0 ? null : await keepByCells(journal, connectionId, view.only, shown, findAboutEarlier)
      const hasWords = view.text.trim() === '' ? null : await searchSheet(journal, owner, view.text, shown, products)
      const found: Found = { view, columns, products }
      if (!isOfProducts) {
        const order = await keepOrder(versions.order, walkAll)
        const keeps: Keeps = (picture) =>
          selected(picture) && (byCells?.(picture) ?? true) && (hasWords?.(picture, products.of[picture] ?? -1) ?? true)
        return { ...(await findPictures(owner, found, order, keeps)), products }
      }
      const isShown = (at: number): boolean => {
        const pictures = products.list[at]?.pictures ?? []
        const main = pictures[0] ?? -1
        if (isSelecting(view) && !(pictures.length === 0 ? products.list[at]?.product.key === view.productKey : pictures.some(selected)))
          return false
        return (byCells === null || (main >= 0 && byCells(main))) && (hasWords?.(main, at) ?? true)
      }
      return { ...(await findProducts(found, isShown)), products }
    },
  }
}
