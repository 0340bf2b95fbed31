import type { SheetView } from '../../../../../shared/answers/sheet.ts'
import { usualOrder } from '../../../../../shared/products/usual-order.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepMade } from '../../../base/platform/keep-made.ts'
import { readSeqs } from '../../../pictures/library/library-order.ts'
import type { FindAboutEarlier } from '../../../pictures/library/lists/about-earlier.ts'
import type { Condition } from '../../../pictures/library/lists/find-by-text.ts'
import { wordsOf } from '../../../pictures/library/lists/find-by-text.ts'
import { readLibraryVersion } from '../../../pictures/library/lists/library-version.ts'
import { readGroups } from '../../../pictures/library/lists/picture-groups.ts'
import { readAboutEarlier } from './about-earlier-cells.ts'
import { createCellTexts } from './cell-texts.ts'
import { cellCondition, dependsOnMoreThanCells, wordCondition } from './filter-sheet.ts'
import { type Column, shownOf } from './sheet-columns.ts'
import { readProductsVersion, readSheetProducts, type SheetProduct, type SheetProducts, wordsOfProduct } from './sheet-products.ts'

/** What a sheet is read with. All of it is of one workspace, even if another is chosen meanwhile. */
export type SheetAsk = {
  readonly view: SheetView
  /** The workspace's connection; `null`: none yet. */
  readonly owner: string | null
  /** The pictures of the view's selection: their `images.seq` as JSON. `null`: it has none. */
  readonly selected: string | null
}

/** Rows in the order shown, by their picture (`images.seq`; -1: none). `keys`: of rows of products. */
export type SheetRows = { readonly pictures: readonly number[]; readonly keys: readonly string[] | null }

/** Orders that are kept: of the window, and of what is exported meanwhile. */
const keptOrders = 3

const present: Condition = { sql: 'images.removed_at IS NULL', values: [] }

const both = (all: readonly Condition[]): Condition => ({
  sql: all.map(({ sql }) => sql).join(' AND '),
  values: all.flatMap(({ values }) => values),
})

/** Whether a column's cells tell which rows a view has, or their order. */
const isNeeded = ({ sort, text, only, questions }: SheetView, { question }: Column): boolean =>
  question === sort.by || ((text.trim() !== '' || only.length > 0) && (questions === null || questions.includes(question)))

/** A comparison of rows by their texts: those without one come last. */
const byText =
  (keyOf: (row: number) => string | undefined, isDescending: boolean) =>
  (one: number, other: number): number => {
    const [a, b] = [keyOf(one) || null, keyOf(other) || null]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const order = a < b ? -1 : a > b ? 1 : 0
    return isDescending ? -order : order
  }

/** Group by group; their order stays inside each. */
const inGroups = (rows: readonly number[], groupOf: (row: number) => number): number[] => {
  const groups: number[][] = []
  for (const row of rows) {
    const group = groupOf(row)
    const there = groups[group]
    if (there) there.push(row)
    else groups[group] = [row]
  }
  return groups.flat()
}

/**
 * The rows of sheets. What is in SQL is one statement; natural order and a question's checks are not, so the texts that they need are looked at here. An order
 * is kept until something changes that it depends on: deep pages are slices of it.
 */
export const createSheetRows = (journal: Journal, findAboutEarlier: FindAboutEarlier | undefined) => {
  const keepRows = keepMade<SheetRows>(keptOrders)
  const keepProducts = keepMade<SheetProducts>(1)
  const texts = createCellTexts(journal)

  const readVersion = ({ view, owner }: SheetAsk, columns: readonly Column[], products: SheetProducts): unknown => {
    const cells = columns.filter((column) => isNeeded(view, column))
    const more = dependsOnMoreThanCells(view.only) ? readLibraryVersion(journal) : null
    return [readProductsVersion(journal, owner ?? ''), products.list.length, cells, more]
  }

  /** What a view's selection, drop and product say of pictures. */
  const selecting = ({ view, selected }: SheetAsk, { byKey }: SheetProducts): Condition[] => {
    const all: Condition[] = []
    const among = (seqs: string): void => void all.push({ sql: 'images.seq IN (SELECT value FROM json_each(?))', values: [seqs] })
    if (selected !== null) among(selected)
    if (view.drop !== null) all.push({ sql: 'images.dropped = ?', values: [view.drop] })
    if (view.productKey !== null) among(JSON.stringify(byKey.get(view.productKey)?.pictures ?? []))
    return all
  }

  /** What its filters say of pictures by their cells, and its words of pictures and their products. */
  const filtering = ({ view, owner }: SheetAsk, columns: readonly Column[], products: SheetProducts): Condition[] => {
    const shown = shownOf(view, columns)
    const all = wordsOf(view.text).map((word) => {
      const named = products.list.filter(({ product }) => wordsOfProduct(product).includes(word)).flatMap(({ pictures }) => pictures)
      return wordCondition(word, shown, named)
    })
    if (view.only.length === 0) return all
    const failing = () => shown.flatMap(texts.failing)
    const earlier = () => (findAboutEarlier ? readAboutEarlier(journal, owner, shown, findAboutEarlier) : [])
    return [cellCondition(view.only, shown, { connectionId: owner, failing, earlier }), ...all]
  }

  const keysOf = ({ sort }: SheetView, columns: readonly Column[]): readonly string[] | null => {
    const column = columns.find(({ question }) => question === sort.by)
    return column ? texts.keys(column) : null
  }

  const findPictures = (ask: SheetAsk, columns: readonly Column[], products: SheetProducts): SheetRows => {
    const { view, owner } = ask
    const found = readSeqs(journal, usualOrder, both([present, ...selecting(ask, products), ...filtering(ask, columns, products)]))
    const keys = keysOf(view, columns)
    if (keys) found.sort(byText((picture) => keys[picture], view.sort.descending))
    else if (view.sort.descending) found.reverse()
    if (view.groupBy === 'product')
      return { pictures: inGroups(found, (one) => products.of.get(one)?.[0] ?? products.list.length), keys: null }
    if (view.groupBy === 'nothing') return { pictures: found, keys: null }
    const { of, groups } = readGroups(journal, 'folder', owner ?? '')
    return { pictures: inGroups(found, (one) => of[one] ?? groups.length), keys: null }
  }

  const findProducts = (ask: SheetAsk, columns: readonly Column[], products: SheetProducts): SheetRows => {
    const { view } = ask
    const setOf = (conditions: readonly Condition[]): ReadonlySet<number> | null =>
      conditions.length === 0 ? null : new Set(readSeqs(journal, usualOrder, both([present, ...conditions])))
    const [selected, fitting] = [setOf(selecting(ask, products)), setOf(filtering(ask, columns, products))]
    const words = wordsOf(view.text)
    const isShown = ({ product, pictures }: SheetProduct): boolean => {
      const [main] = pictures
      if (main !== undefined)
        return (selected === null || pictures.some((one) => selected.has(one))) && (fitting === null || fitting.has(main))
      // Without a picture it has no cells.
      if (view.only.length > 0 || (selected !== null && product.key !== view.productKey)) return false
      const own = wordsOfProduct(product)
      return words.every((word) => own.includes(word))
    }
    const shown = products.list.filter(isShown)
    const keys = keysOf(view, columns)
    const rows = shown.map((_, at) => at)
    if (keys) rows.sort(byText((at) => keys[shown[at]?.pictures[0] ?? -1], view.sort.descending))
    else if (view.sort.descending) rows.reverse()
    return {
      pictures: rows.map((at) => shown[at]?.pictures[0] ?? -1),
      keys: rows.map((at) => shown[at]?.product.key ?? ''),
    }
  }

  return {
    texts,
    products: (owner: string | null): SheetProducts => {
      const read = () => readSheetProducts(journal, owner ?? '')
      return journal.isWriting() ? read() : keepProducts(readProductsVersion(journal, owner ?? ''), read)
    },
    find: (ask: SheetAsk, columns: readonly Column[], products: SheetProducts): SheetRows => {
      const { view, owner } = ask
      const find = () => (view.rows === 'products' ? findProducts : findPictures)(ask, columns, products)
      // What is not committed yet may never be.
      return journal.isWriting() ? find() : keepRows(JSON.stringify([owner, readVersion(ask, columns, products), view]), find)
    },
  }
}
