import type { SetQuestion } from '../../../../../shared/answers/question-sets.ts'
import type { SheetCounts, SheetRow, SheetView } from '../../../../../shared/answers/sheet.ts'
import { isSentFormat } from '../../../../../shared/pictures/accepted-pictures.ts'
import type { ImageFormat } from '../../../../../shared/pictures/picture-formats.ts'
import type { MatchedProductRow } from '../../../../../shared/products/matching.ts'
import { cellMarks } from '../../../base/database/derived-cells.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepMade } from '../../../base/platform/keep-made.ts'
import type { FindAboutEarlier } from '../../../pictures/library/lists/about-earlier.ts'
import { countInPlaces } from '../../../pictures/library/lists/failing-in-places.ts'
import { type Replacement, replaceIn } from '../replace-text.ts'
import { createChosenCells, isWritable } from './chosen-cells.ts'
import { emptyCells, readCells } from './read-cells.ts'
import { type Column, idsOf, questionsOf, readAsked, readColumns, shownOf } from './sheet-columns.ts'
import { readProductsVersion, type SheetProducts, withEmptyProducts } from './sheet-products.ts'
import { createSheetRows, type SheetAsk, type SheetRows } from './sheet-rows.ts'
import { type ColumnsOfTexts, type TextsOfCells, textsOfCells } from './texts-of-cells.ts'
import { readAnswersIn } from './written-of-cells.ts'

type Stretch = { readonly offset: number; readonly limit: number }
/** By what results of requirement profiles count now; `null`: none is in use. */
type Basis = { readonly checkBasis: string | null }

export type SheetPage = { readonly total: number; readonly rows: SheetRow[] }

/** A row with what only an export needs. `place`: of the picture among those of its product, from 1. */
/** `place`: of the picture in its product. `further`: the other products of a picture, if the row is one of pictures. */
export type WalkedRow = {
  readonly row: SheetRow
  readonly product: MatchedProductRow | null
  readonly place: number | null
  readonly further: readonly { readonly product: MatchedProductRow; readonly place: number }[]
}

/** The products of a picture that a view shows it in. */
const placesOf = ({ productKey }: SheetView, { list, of }: SheetProducts, seq: number): readonly number[] => {
  const all = of.get(seq) ?? []
  return productKey === null ? all : all.filter((at) => list[at]?.product.key === productKey)
}

const placesAtOnce = 2_000

/** `path`: of the file that was added; `null`: it came from an address. */
export type PicturePlace = {
  readonly imageId: string
  readonly name: string
  readonly folder: string | null
  readonly path: string | null
  /** What is sent of it has another format. */
  readonly isConverted: boolean
}

type Walked = { readonly rows: SheetRows; readonly questions: readonly SetQuestion[] }
/** `ask`: only the products that it shows. */
type TextsAsked = {
  readonly ask: SheetAsk | null
  readonly owner: string | null
  readonly columns: ColumnsOfTexts
  readonly onlyApproved: boolean
}
/** `questions`: `null`: all of the set. */
type ChosenAsked = { readonly ask: SheetAsk; readonly questions: readonly string[] | null }

type Shown = { readonly id: string; readonly seq: number; readonly name: string; readonly folder: string | null } & Pick<SheetRow, 'checks'>

/** The sheet as windows and the command read it. */
export const createSheetLists = (journal: Journal, findAboutEarlier: FindAboutEarlier) => {
  const chosen = createChosenCells(journal, findAboutEarlier)
  const sheetRows = createSheetRows(journal, findAboutEarlier)
  const keepAllProducts = keepMade<SheetProducts>(1)
  const counted = new WeakMap<SheetRows, { readonly key: string; readonly counts: SheetCounts & { readonly total: number } }>()

  const productsOf = ({ rows }: SheetView, owner: string | null): SheetProducts => {
    const found = sheetRows.products(owner)
    if (rows === 'pictures') return found
    const version = readProductsVersion(journal, owner ?? '')
    return keepAllProducts(version, () => withEmptyProducts(journal, owner ?? '', found))
  }

  const readWhole = (ask: SheetAsk) => {
    const { view, owner } = ask
    const questions = questionsOf(journal, view, owner ?? '')
    const products = productsOf(view, owner)
    const columns = readColumns(journal, owner ?? '', questions)
    return { questions, products, columns, rows: sheetRows.find(ask, columns, products) }
  }

  const readPictures = (seqs: readonly number[], { owner, checkBasis }: SheetAsk & Basis): ReadonlyMap<number, Shown> => {
    // One text for all: each row of its own costs more than what is in it.
    const row = journal.get(
      `SELECT json_group_array(json_array(images.seq, images.id, name, folder, ${countInPlaces('failed', 'attached')}, ${countInPlaces('not_checked', 'attached')})) AS list
       FROM json_each(?1) AS wanted CROSS JOIN images ON images.seq = wanted.value
       LEFT JOIN picture_checks ON picture_checks.picture = images.seq AND basis = ?2
       LEFT JOIN picture_work ON picture_work.connection_id = ?3 AND picture_work.seq = images.seq`,
      JSON.stringify(seqs),
      checkBasis ?? '?',
      owner ?? '',
    )
    const found = JSON.parse(String(row?.list)) as [number, string, string, string | null, number | null, number | null][]
    return new Map(
      found.map(([seq, id, name, folder, failed, notChecked]) => [
        seq,
        { id, seq, name, folder, ...(failed === null ? {} : { checks: { failed, notChecked: Number(notChecked) } }) },
      ]),
    )
  }

  /** Rows of an order as they are now. */
  const describe = (
    ask: SheetAsk & Basis,
    { pictures: shown, keys }: SheetRows,
    { questions, products }: { readonly questions: readonly SetQuestion[]; readonly products: SheetProducts },
  ): WalkedRow[] => {
    const { view, owner } = ask
    const pictures = readPictures(shown, ask)
    const cells = readCells(journal, owner, [...pictures.values()], questions, findAboutEarlier)
    const empty = emptyCells(questions)
    return shown.map((seq, at): WalkedRow => {
      const picture = pictures.get(seq)
      const [first = -1, ...others] = keys ? [] : placesOf(view, products, seq)
      const found = keys ? products.byKey.get(keys[at] ?? '') : products.list[first]
      const further = others.flatMap((other) => products.list[other] ?? [])
      const product = found?.product ?? null
      const more = keys ? 0 : (products.of.get(seq)?.length ?? 0) - 1
      const groups = { nothing: null, product: found?.name ?? null, folder: picture?.folder ?? null }
      return {
        product,
        place: found && picture ? found.pictures.indexOf(seq) + 1 : null,
        further: further.map(({ product, pictures }) => ({ product, place: pictures.indexOf(seq) + 1 })),
        row: {
          key: keys ? (keys[at] ?? '') : (picture?.id ?? ''),
          imageId: picture?.id ?? null,
          name: picture?.name ?? '',
          folder: picture?.folder ?? null,
          productKey: product?.key ?? null,
          sku: product?.sku ?? null,
          productId: product?.productId ?? null,
          productName: product?.name ?? null,
          ...(more > 0 ? { further: more } : {}),
          pictures: keys ? (found?.pictures.length ?? 0) : 1,
          group: keys ? null : groups[view.groupBy],
          ...(picture?.checks ? { checks: picture.checks } : {}),
          cells: [...(picture ? (cells.get(picture.id) ?? empty) : empty)],
        },
      }
    })
  }

  const countCells = ({ pictures, keys }: SheetRows, shown: readonly Column[]): SheetCounts & { readonly total: number } => {
    const total = pictures.length
    const isAll = keys === null && total === Number(journal.get('SELECT pictures FROM picture_count')?.pictures)
    const sums = `ifnull(sum(marks & ${cellMarks.value} > 0), 0) AS filled, ifnull(sum(marks & ${cellMarks.approved} > 0), 0) AS approved`
    const found = isAll
      ? journal.get(
          `SELECT ${sums} FROM cells WHERE cell_column IN (SELECT value FROM json_each(?))
             AND picture NOT IN (SELECT seq FROM images WHERE removed_at IS NOT NULL)`,
          idsOf(shown),
        )
      : journal.get(
          `SELECT ${sums} FROM json_each(?) AS wanted CROSS JOIN cells ON picture = wanted.value
           WHERE cell_column IN (SELECT value FROM json_each(?))`,
          JSON.stringify(pictures),
          idsOf(shown),
        )
    const times = new Map<number, number>()
    for (const picture of pictures) times.set(picture, (times.get(picture) ?? 0) + 1)
    const failing = shown.flatMap(sheetRows.texts.failing).reduce((sum, picture) => sum + (times.get(picture) ?? 0), 0)
    const cells = total * shown.length
    return { total, cells, approved: Number(found?.approved), failing, empty: cells - Number(found?.filled) }
  }

  const stretchOf = ({ pictures, keys }: SheetRows, { offset, limit }: Stretch): SheetRows => ({
    pictures: pictures.slice(offset, offset + limit),
    keys: keys?.slice(offset, offset + limit) ?? null,
  })

  return {
    'sheet.page': ({ offset, limit, ...ask }: SheetAsk & Basis & Stretch): SheetPage => {
      const whole = readWhole(ask)
      const rows = describe(ask, stretchOf(whole.rows, { offset, limit }), whole)
      return { total: whole.rows.pictures.length, rows: rows.map(({ row }) => row) }
    },

    /** `further`: how many more rows there are where a picture has one for each of its products. */
    'sheet.counts': (ask: SheetAsk): SheetCounts & { readonly total: number; readonly further: number } => {
      const { columns, rows, products } = readWhole(ask)
      const further = rows.keys ? 0 : rows.pictures.reduce((sum, seq) => sum + Math.max(0, placesOf(ask.view, products, seq).length - 1), 0)
      const shown = shownOf(ask.view, columns)
      const key = JSON.stringify(shown)
      const known = counted.get(rows)
      if (known?.key === key) return { ...known.counts, further }
      const counts = countCells(rows, shown)
      counted.set(rows, { key, counts })
      return { ...counts, further }
    },

    /** The pictures of many rows, in their order. */
    'sheet.keys': ({ offset, limit, ...ask }: SheetAsk & Stretch): { total: number; images: (string | null)[] } => {
      const { pictures } = readWhole(ask).rows
      const row = journal.get(
        `SELECT json_group_array(id) AS ids FROM (
           SELECT images.id FROM json_each(?) AS wanted LEFT JOIN images ON images.seq = wanted.value ORDER BY wanted.key
         )`,
        JSON.stringify(pictures.slice(offset, offset + limit)),
      )
      return { total: pictures.length, images: JSON.parse(String(row?.ids)) as (string | null)[] }
    },

    /** All rows, to be read piece by piece: what changes meanwhile neither moves nor repeats one. */
    'sheet.rows': (ask: SheetAsk): { readonly rows: SheetRows; readonly questions: readonly SetQuestion[] } => {
      const { rows, questions } = readWhole(ask)
      return { rows, questions }
    },

    /** These rows as they are now. */
    'sheet.walked': ({ rows, questions, ...ask }: SheetAsk & Basis & Walked): WalkedRow[] =>
      describe(ask, rows, { questions, products: productsOf(ask.view, ask.owner) }),

    /** What texts of products would be sent: of a view's products, or of all. */
    'sheet.texts': ({ ask, owner, ...what }: TextsAsked): TextsOfCells => {
      const { list } = sheetRows.products(owner)
      // A view of pictures shows the products of these.
      const keys = ask && readWhole({ ...ask, view: { ...ask.view, rows: 'products', groupBy: 'nothing' } }).rows.keys
      const shown = keys && new Set(keys)
      return textsOfCells(journal, owner ?? '', shown ? list.filter(({ product }) => shown.has(product.key)) : list, what)
    },

    /** Which answers are in a view's cells. */
    'sheet.answersIn': ({ ask, questions }: ChosenAsked): { readonly jobIds: string[]; readonly skipped: number } => {
      const { cells, skipped } = chosen.pick(ask, questions, isWritable)
      const found = readAnswersIn(journal, ask.owner ?? '', cells)
      return { ...found, skipped: skipped + found.skipped }
    },

    /** How many of a view's cells have this text. */
    'sheet.countReplaced': ({ ask, questions, ...replacement }: ChosenAsked & Replacement): number =>
      chosen.read(ask, questions).filter(({ text }) => replaceIn(text, replacement) !== null).length,

    /** Pictures of the library with where they came from, some after this one. */
    'sheet.places': (after: number): { readonly places: PicturePlace[]; readonly next: number | null } => {
      const rows = journal.all(
        `SELECT seq, id, name, folder, format, origin ->> '$.path' AS path FROM images WHERE seq > ? AND removed_at IS NULL ORDER BY seq LIMIT ${placesAtOnce}`,
        after,
      )
      const places = rows.map(({ id, name, folder, format, path }) => ({
        imageId: String(id),
        name: String(name),
        folder: folder === null ? null : String(folder),
        path: path === null ? null : String(path),
        isConverted: !isSentFormat(format as ImageFormat),
      }))
      return { places, next: rows.length < placesAtOnce ? null : Number(rows.at(-1)?.seq) }
    },

    'sheet.asked': (owner: string): string[] => readAsked(journal, owner).map(({ question }) => question),

    /** The pictures of a selection that are in the library: their `images.seq` as JSON. */
    'sheet.selected': (imageIds: readonly string[]): string =>
      String(
        journal.get(
          'SELECT json_group_array(seq) AS seqs FROM json_each(?) AS wanted CROSS JOIN images ON images.id = wanted.value',
          JSON.stringify(imageIds),
        )?.seqs,
      ),
  }
}

export type SheetReads = ReturnType<typeof createSheetLists>
