import type { SetQuestion } from '../../../../../shared/answers/question-sets.ts'
import {
  askedQuestions,
  type CellPlace,
  cellValue,
  type SheetCell,
  type SheetCounts,
  type SheetRow,
  type SheetView,
} from '../../../../../shared/answers/sheet.ts'
import { AppError } from '../../../../../shared/base/errors.ts'
import { isSentFormat } from '../../../../../shared/pictures/accepted-pictures.ts'
import type { ImageFormat } from '../../../../../shared/pictures/picture-formats.ts'
import type { MatchedProductRow } from '../../../../../shared/products/matching.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepLast } from '../../../base/platform/keep-last.ts'
import type { FindAboutEarlier } from '../../../pictures/library/lists/about-earlier.ts'
import { countInPlaces } from '../../../pictures/library/lists/failing-in-places.ts'
import type { CellChanges } from '../cell-changes.ts'
import type { KeptSelections } from '../kept-selections.ts'
import { createKeptColumns } from './kept-columns.ts'
import { emptyCells, readCells } from './read-cells.ts'
import type { Column } from './sheet-column.ts'
import { countCells, createSheetRows, isNeeded, type SheetRows, shownColumns } from './sheet-rows.ts'

type Ports = {
  readonly journal: Journal
  readonly cellChanges: CellChanges
  /** The active connection's id, or `null`. */
  readonly connectionId: () => string | null
  /** The questions of a set; `undefined`: there is no such set. */
  readonly findQuestions: (setId: string) => readonly SetQuestion[] | undefined
  /** The pictures of a selection. */
  readonly readIds: KeptSelections['read']
  /** By what results of requirement profiles count now; `null`: none is in use. */
  readonly checkBasis?: () => string | null
  /** Absent: nobody is told, and no row is found by it. */
  readonly findAboutEarlier?: FindAboutEarlier
}

export type SheetPage = { readonly total: number; readonly rows: SheetRow[] }
export type SheetReader = ReturnType<typeof createSheetReader>

/** Rows whose cells are picked in one turn of the event loop. */
const pickedAtOnce = 100

/** A row with what only an export needs. `place`: of the picture among those of its product, from 1. */
export type WalkedRow = { readonly row: SheetRow; readonly product: MatchedProductRow | null; readonly place: number | null }

const walkedRows = 200

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

/** Columns of what was asked without a set. */
const mostAsked = 50

/** The workspace that something is read of; `null`: none is connected yet. */
type Owner = string | null

type Whole = {
  readonly owner: Owner
  readonly questions: readonly SetQuestion[]
  readonly rows: SheetRows
}

/** The sheet as windows and the command read it. */
export const createSheetReader = ({
  journal,
  cellChanges,
  connectionId,
  findQuestions,
  findAboutEarlier,
  readIds,
  checkBasis = () => null,
}: Ports) => {
  const sheetRows = createSheetRows(journal, readIds, findAboutEarlier)
  const keptColumns = createKeptColumns(journal, cellChanges)
  const keepRows = keepLast<SheetRows>()

  const readAsked = (owner: Owner): SetQuestion[] =>
    journal
      .all(
        // From question to question through the index, not through all answers.
        `WITH RECURSIVE asked (question) AS (
           SELECT min(question) FROM answers WHERE connection_id = ?1
           UNION ALL SELECT (SELECT min(question) FROM answers WHERE connection_id = ?1 AND question > asked.question) FROM asked
           WHERE question IS NOT NULL
         ) SELECT question FROM asked WHERE question IS NOT NULL
         ORDER BY (SELECT max(seq) FROM answers WHERE connection_id = ?1 AND question = asked.question) DESC LIMIT ${mostAsked}`,
        owner ?? '',
      )
      .map(({ question }) => ({ question: String(question), column: String(question).slice(0, 60), checks: [] }))

  /** The questions of a view's columns. Error: `unknown-id`. */
  const questionsOf = ({ setId }: Pick<SheetView, 'setId'>, owner: Owner = connectionId()): readonly SetQuestion[] => {
    const found = setId === askedQuestions ? readAsked(owner) : findQuestions(setId)
    if (!found) throw new AppError('unknown-id', { kind: 'set-unknown' })
    return found
  }

  const findRows = (view: SheetView, owner: Owner, columns: readonly Column[]): Promise<SheetRows> => {
    const key = [owner, sheetRows.readVersion(owner, view, columns), view]
    return keepRows(JSON.stringify(key), () => sheetRows.find(owner, view, columns))
  }

  /** All of it is of one workspace, even if another is chosen meanwhile. Only columns that tell which rows there are, and their order, are read. */
  const readWhole = async (view: SheetView, owner: Owner): Promise<Whole> => {
    const questions = questionsOf(view, owner)
    const needed = questions.filter((one) => isNeeded(view, one))
    return { owner, questions, rows: await findRows(view, owner, await keptColumns.find(owner ?? '', needed, view.sort.by)) }
  }

  /** With every column, which takes a while the first time. */
  const readCounted = async (view: SheetView, owner: Owner): Promise<Whole & { readonly columns: readonly Column[] }> => {
    const questions = questionsOf(view, owner)
    const columns = await keptColumns.find(owner ?? '', questions, view.sort.by)
    return { owner, questions, columns, rows: await findRows(view, owner, columns) }
  }

  type Shown = { readonly id: string; readonly seq: number; readonly name: string; readonly folder: string | null } & Pick<
    SheetRow,
    'checks'
  >

  const readPictures = (seqs: readonly number[]): ReadonlyMap<number, Shown> =>
    new Map(
      journal
        .all(
          `SELECT images.seq, id, name, folder, ${countInPlaces('failed', 'attached')} AS failed, ${countInPlaces('not_checked', 'attached')} AS not_checked
           FROM images LEFT JOIN picture_checks ON picture_checks.picture = images.seq AND basis = ?2
           LEFT JOIN picture_work ON picture_work.connection_id = ?3 AND picture_work.seq = images.seq
           WHERE images.seq IN (SELECT value FROM json_each(?1))`,
          JSON.stringify(seqs),
          checkBasis() ?? '?',
          connectionId() ?? '',
        )
        .map(({ seq, id, name, folder, failed, not_checked }) => [
          Number(seq),
          {
            ...{ id: String(id), seq: Number(seq), name: String(name), folder: folder === null ? null : String(folder) },
            ...(failed === null ? {} : { checks: { failed: Number(failed), notChecked: Number(not_checked) } }),
          },
        ]),
    )

  const idsOf = (seqs: readonly number[]): (string | null)[] => {
    const row = journal.get(
      `SELECT json_group_array(id) AS ids FROM (
         SELECT images.id FROM json_each(?) AS wanted LEFT JOIN images ON images.seq = wanted.value ORDER BY wanted.key
       )`,
      JSON.stringify(seqs),
    )
    return JSON.parse(String(row?.ids)) as (string | null)[]
  }

  /** The questions that a person named; `null`: all. */
  const named = ({ questions }: Whole, wanted: readonly string[] | null): readonly number[] =>
    questions.flatMap(({ question }, at) => (wanted === null || wanted.includes(question) ? [at] : []))
  /** Rows as they were found; their cells as they are now. */
  const readRows = async ({ owner, questions, rows }: Whole, view: SheetView, offset: number, limit: number): Promise<WalkedRow[]> => {
    const shown = rows.pictures.slice(offset, offset + limit)
    const pictures = readPictures(shown)
    const cells = await readCells(journal, owner, [...pictures.values()], questions, findAboutEarlier)
    const empty = emptyCells(questions)
    return shown.map((seq, at): WalkedRow => {
      const picture = pictures.get(seq)
      const found = rows.products.list[rows.productOf(offset + at)]
      const product = found?.product ?? null
      const isOfProducts = view.rows === 'products'
      return {
        product,
        place: found && picture ? found.pictures.indexOf(seq) + 1 : null,
        row: {
          key: isOfProducts ? (product?.key ?? '') : (picture?.id ?? ''),
          imageId: picture?.id ?? null,
          name: picture?.name ?? '',
          folder: picture?.folder ?? null,
          productKey: product?.key ?? null,
          sku: product?.sku ?? null,
          productId: product?.productId ?? null,
          productName: product?.name ?? null,
          pictures: isOfProducts ? (found?.pictures.length ?? 0) : 1,
          group: rows.groupOf(offset + at),
          ...(picture?.checks ? { checks: picture.checks } : {}),
          cells: [...(picture ? (cells.get(picture.id) ?? empty) : empty)],
        },
      }
    })
  }

  return {
    questionsOf,
    asked: (): string[] => readAsked(connectionId()).map(({ question }) => question),
    /** Cells of a view whose bits (sheet-column.ts) fit, in pieces; `skipped`: how many others it has. */
    pick: async (
      view: SheetView,
      wanted: readonly string[] | null,
      fits: (bits: number) => boolean,
      owner: Owner,
    ): Promise<{ readonly pieces: AsyncGenerator<readonly CellPlace[]>; readonly skipped: number }> => {
      const whole = await readCounted(view, owner)
      const { columns, rows, questions } = whole
      const chosen = named(whole, wanted)
      const shown = rows.pictures.filter((picture) => picture >= 0)
      const isPicked = (picture: number, at: number): boolean => fits(columns[at]?.bits[picture] ?? 0)
      let picked = 0
      for (const picture of shown) for (const at of chosen) if (isPicked(picture, at)) picked += 1
      async function* pieces(): AsyncGenerator<readonly CellPlace[]> {
        for (let from = 0; from < shown.length; from += pickedAtOnce) {
          const piece = shown.slice(from, from + pickedAtOnce)
          const ids = idsOf(piece)
          yield piece.flatMap((picture, index) =>
            chosen.flatMap((at) => {
              const [imageId, question] = [ids[index], questions[at]?.question]
              return imageId != null && question !== undefined && isPicked(picture, at) ? [{ imageId, question }] : []
            }),
          )
          await journal.nextTurn()
        }
      }
      return { pieces: pieces(), skipped: shown.length * chosen.length - picked }
    },
    /** Cells of a view that have a text, in pieces. */
    walk: async function* (
      view: SheetView,
      wanted: readonly string[] | null,
      owner: Owner,
    ): AsyncGenerator<readonly (CellPlace & SheetCell)[]> {
      const whole = await readWhole(view, owner)
      const questions = named(whole, wanted).flatMap((at) => whole.questions[at] ?? [])
      const shown = whole.rows.pictures.filter((picture) => picture >= 0)
      for (let from = 0; from < shown.length; from += pickedAtOnce) {
        const pictures = [...readPictures(shown.slice(from, from + pickedAtOnce)).values()]
        const cells = await readCells(journal, owner, pictures, questions)
        yield [...cells].flatMap(([imageId, all]) => all.filter((cell) => cellValue(cell) !== '').map((cell) => ({ ...cell, imageId })))
        await journal.nextTurn()
      }
    },
    page: async (view: SheetView, offset: number, limit: number, owner: Owner): Promise<SheetPage> => {
      const whole = await readWhole(view, owner)
      const walked = await readRows(whole, view, offset, limit)
      return {
        total: whole.rows.pictures.length,
        rows: walked.map(({ row }) => row),
      }
    },
    counts: async (view: SheetView, owner: Owner): Promise<SheetCounts & { readonly total: number }> => {
      const { rows, columns } = await readCounted(view, owner)
      return { total: rows.pictures.length, ...countCells(rows, shownColumns(view, columns)) }
    },
    /** All rows of a workspace in pieces, each once: what changes meanwhile neither moves nor repeats one. */
    walkRows: async function* (view: SheetView, owner: Owner): AsyncGenerator<readonly WalkedRow[]> {
      const whole = await readWhole(view, owner)
      for (let offset = 0; offset < whole.rows.pictures.length; offset += walkedRows) {
        yield await readRows(whole, view, offset, walkedRows)
        await journal.nextTurn()
      }
    },
    /** All pictures of the library in pieces, with where they came from. */
    walkPlaces: async function* (): AsyncGenerator<readonly PicturePlace[]> {
      for (let after = 0; ; ) {
        const rows = journal.all(
          `SELECT seq, id, name, folder, format, origin ->> '$.path' AS path FROM images WHERE seq > ? AND removed_at IS NULL ORDER BY seq LIMIT ${placesAtOnce}`,
          after,
        )
        yield rows.map(({ id, name, folder, format, path }) => ({
          imageId: String(id),
          name: String(name),
          folder: folder === null ? null : String(folder),
          path: path === null ? null : String(path),
          isConverted: !isSentFormat(format as ImageFormat),
        }))
        if (rows.length < placesAtOnce) return
        after = Number(rows.at(-1)?.seq)
        await journal.nextTurn()
      }
    },
    /** The keys of all products that a view shows, if its rows were products. */
    productKeys: async (view: SheetView, owner: Owner): Promise<ReadonlySet<string>> => {
      const { rows } = await readWhole({ ...view, rows: 'products', groupBy: 'nothing' }, owner)
      return new Set(rows.pictures.flatMap((_, at) => rows.products.list[rows.productOf(at)]?.product.key ?? []))
    },
    /** The pictures of many rows, in their order. */
    keys: async (view: SheetView, offset: number, limit: number, owner: Owner): Promise<{ total: number; images: (string | null)[] }> => {
      const { pictures } = (await readWhole(view, owner)).rows
      return { total: pictures.length, images: idsOf(pictures.slice(offset, offset + limit)) }
    },
  }
}
