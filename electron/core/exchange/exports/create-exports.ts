import { basename } from 'node:path'
import type { QuestionSet, SetQuestion } from '../../../../shared/answers/question-sets.ts'
import type { CellEdit, KeptCell, SheetCounts, SheetView } from '../../../../shared/answers/sheet.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import {
  type ComparedTable,
  type Difference,
  type DifferenceKind,
  findRepeatedText,
  type OutChoice,
  type OutLayout,
  type OutTarget,
  type OutWhich,
  type OutWritten,
  type PictureCopies,
  type PictureField,
} from '../../../../shared/exchange/exports.ts'
import type { KeptSelections } from '../../answers/sheet/kept-selections.ts'
import { readCells } from '../../answers/sheet/lists/read-cells.ts'
import type { SheetReader } from '../../answers/sheet/sheet-reader.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { LongReader } from '../../base/database/long-reader.ts'
import type { Files } from '../../base/platform/files.ts'
import type { Ids } from '../../base/platform/ids.ts'
import { forCopies } from '../../pictures/library/conversion-settings.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import type { SentFiles } from '../../pictures/library/sent-files.ts'
import type { ShownConversion } from '../../pictures/library/shown-conversion.ts'
import type { CatalogueStore } from '../../products/catalogue/catalogue-store.ts'
import type { ListReader } from '../../products/catalogue/read-list.ts'
import { readSentTable, readTableFile } from '../../products/catalogue/read-sent-table.ts'
import type { RawRow } from '../../products/catalogue/reading/raw-rows.ts'
import { type ChooseTarget, createChosenTargets } from './chosen-targets.ts'
import { compareTable } from './compare-table.ts'
import { toOutError } from './files/write-atomically.ts'
import { copyPictures } from './picture-copies.ts'
import { type KnownQuestion, readTable } from './read-table.ts'
import { questionMark } from './revisions.ts'
import type { FilePiece, TableTask } from './table-pieces.ts'
import { createTable, eachProduct, emptyCounts, headersOf, type TableCounts } from './table-rows.ts'
import { createTablePorts } from './table-source.ts'
import { writeTable } from './write-table.ts'

type ListStore = Pick<CatalogueStore, 'current' | 'entry' | 'findLike'>

export type ExportPorts = {
  readonly journal: Journal
  readonly files: Files
  readonly ids: Ids
  readonly dataFolder: string
  readonly sentFiles: Pick<SentFiles, 'get'>
  readonly shownConversion: ShownConversion
  readonly images: Pick<ImageStore, 'get' | 'isPresent' | 'versionsOf'>
  readonly catalogue: ListStore
  readonly longReader: Pick<LongReader<LongExports>, 'read'>
  /** The pictures of a selection that a view names. */
  readonly readSelection: KeptSelections['read']
  readonly connectionId: () => string | null
  readonly reader: Pick<SheetReader, 'counts' | 'keys' | 'walkRows' | 'walkPlaces'>
  /** The questions that were asked in a workspace. */
  readonly listAsked: (owner: string | null) => readonly SetQuestion[]
  readonly listSets: () => readonly QuestionSet[]
  readonly readList: ListReader
  readonly chooseTarget: ChooseTarget | undefined
}

/** Edits cells of a workspace as one change that can be undone. `null`: of the one that is connected first. */
export type EditCells = (
  owner: string | null,
  cells: CellEdit[],
) => Promise<{ readonly changed: number; readonly kept: readonly KeptCell[] }>

/** What goes out: the rows of a view, with approved cells or all. */
export type OutScope = { readonly view: SheetView; readonly which: OutWhich }

export type ApplyChoices = {
  readonly conflicts: OutChoice
  readonly rewritten: OutChoice
  readonly cells: readonly { readonly imageId: string; readonly question: string; readonly use: OutChoice }[]
}

/** The long reads of this part. */
type LongExports = { readonly 'exports.table': (task: TableTask) => AsyncGenerator<FilePiece, TableCounts> }

export type Exports = ReturnType<typeof createExports>

const unknownListed = 200

/** What is being written: rows or pictures. */
type Running = { done: number; total: number; readonly stop: AbortController }

/** A file's name without its ending. */
const stemOf = (path: string): string => basename(path).replace(/\.[^.]*$/, '')

/** Tables and copies of pictures for other programs, and tables that come back. */
export const createExports = (ports: ExportPorts) => {
  const { journal, files, ids, reader, connectionId } = ports
  const targets = createChosenTargets(ids, ports.chooseTarget)
  /** The table that came back last, and how it was compared. */
  let opened:
    | {
        readonly id: string
        /** The workspace whose cells it was compared with. */
        readonly owner: string | null
        readonly name: string
        readonly raw: readonly RawRow[]
        readonly differences: readonly Difference[]
      }
    | undefined
  let copying: Running | undefined
  let writing: Running | undefined

  const knownQuestions = (owner: string | null): ReadonlyMap<string, KnownQuestion> => {
    const all = [...ports.listAsked(owner), ...ports.listSets().flatMap(({ questions }) => questions)]
    return new Map(all.map(({ question, column }) => [questionMark(question), { question, column }]))
  }

  const currentCells = (owner: string | null) => ({
    findPictures: (imageIds: readonly string[]): ReadonlyMap<string, string> =>
      new Map(imageIds.flatMap((id) => (ports.images.isPresent(id) ? [[id, ports.images.get(id)?.name ?? ''] as const] : []))),
    readCells: async (imageIds: readonly string[], questions: readonly string[]) =>
      readCells(
        journal,
        owner,
        imageIds.map((id) => ({ id, seq: -1 })),
        questions.map((question) => ({ question, column: question, checks: [] })),
      ),
    pause: journal.nextTurn,
  })

  const close = (id: string): void => {
    if (opened?.id === id) opened = undefined
  }

  const compare = async (name: string, raw: readonly RawRow[], chosen: ReadonlyMap<string, string | null>): Promise<ComparedTable> => {
    const owner = connectionId()
    const table = await readTable(raw, knownQuestions(owner), chosen, journal.nextTurn)
    if (!table) throw new AppError('usage', { kind: 'table-without-key', name }, { kept: 'nothing-changed' })
    const { differences, unchanged, unknown } = await compareTable(table, currentCells(owner))
    opened = { id: ids.hex(8), owner, name, raw, differences }
    const countOf = (kind: DifferenceKind): number => differences.filter((one) => one.kind === kind).length
    return {
      id: opened.id,
      name,
      rows: table.rows.length,
      unchanged,
      counts: { changed: countOf('changed'), conflict: countOf('conflict'), rewritten: countOf('rewritten') },
      approved: differences.filter(({ kind, review }) => kind === 'changed' && review === 'approved').length,
      unknown: unknown.slice(0, unknownListed),
      unknownRows: unknown.length,
      columns: table.headers.flatMap((header, at) => (header === '' ? [] : [{ header, question: table.questions[at]?.question ?? null }])),
      missing: [...table.missing],
      forgotten: [...table.forgotten],
      repeated: [...table.repeated],
    }
  }

  const openedNow = (id: string) => {
    if (opened?.id !== id) throw new AppError('unknown-id', { kind: 'table-closed' }, { kept: 'nothing-changed' })
    return opened
  }

  return {
    chooseTarget: targets.choose,
    /** The path of a place that a person chose. Throws `unknown-id`. */
    pathOf: targets.pathOf,
    preview: async ({ view, which }: OutScope, layout: OutLayout, most: number) => {
      const shown: SheetView = { ...view, rows: layout.rows, groupBy: layout.rows === 'products' ? 'nothing' : view.groupBy }
      const owner = connectionId()
      const { total, further, ...counts } = await reader.counts(shown, owner)
      const written = emptyCounts()
      const toRow = createTable({ ...layout, comesBack: false }, which, createTablePorts(ports, owner), written)
      // Where rows are left out, only all of them say what comes out.
      const isWhole = layout.onlyWith !== undefined
      const rows: string[][] = []
      for await (const piece of reader.walkRows(shown, owner)) {
        for (const row of piece.flatMap((one) => eachProduct(one, layout))) {
          const fields = isWhole || rows.length < most ? toRow(row) : null
          if (fields && rows.length < most) rows.push(fields)
        }
        if (rows.length >= most && !isWhole) break
      }
      const { withoutKey } = written
      const result = isWhole ? { rows: written.rows, withoutKey } : { rows: total + (layout.comesBack ? 0 : further), withoutKey }
      return { total, counts: counts satisfies SheetCounts, headers: headersOf({ ...layout, comesBack: false }), rows, result }
    },
    write: async ({ view, which }: OutScope, layout: OutLayout, to: OutTarget): Promise<OutWritten> => {
      const shown: SheetView = { ...view, rows: layout.rows, groupBy: layout.rows === 'products' ? 'nothing' : view.groupBy }
      const owner = connectionId()
      const twice = layout.comesBack ? findRepeatedText(layout.columns) : undefined
      if (twice) throw new AppError('usage', { kind: 'text-in-two-columns', columns: twice }, { kept: 'nothing-done' })
      const path = targets.pathOf(to)
      const task = {
        view: shown,
        selected: view.images === null ? null : ports.readSelection(view.images),
        owner,
        layout,
        which,
        name: stemOf(path),
      }
      const stop = new AbortController()
      const running: Running = { done: 0, total: 0, stop }
      writing = running
      const onProgress = (done: number, total: number): void => void Object.assign(running, { done, total })
      try {
        const counts = await ports.longReader.read(
          'exports.table',
          task,
          (pieces) => writeTable({ files, ids }, path, pieces, onProgress),
          stop.signal,
        )
        return { place: path, ...counts }
      } catch (error) {
        if (!stop.signal.aborted) throw error
        throw new AppError('cancelled', { kind: 'table-stopped', name: basename(path) }, { kept: 'earlier-file', cause: error })
      } finally {
        if (writing === running) writing = undefined
      }
    },
    pictures: async (
      { view, which }: OutScope,
      fields: Partial<Record<PictureField, string>>,
      to: OutTarget,
      replaces: boolean,
    ): Promise<PictureCopies> => {
      if (copying) throw new AppError('usage', { kind: 'copies-under-way' }, { kept: 'nothing-done' })
      const folder = targets.pathOf(to)
      const shown: SheetView = { ...view, rows: 'pictures' }
      const stop = new AbortController()
      const owner = connectionId()
      copying = { done: 0, total: 0, stop }
      try {
        const { total } = await reader.keys(shown, 0, 0, owner)
        const running: Running = { done: 0, total, stop }
        copying = running
        await files.makeFolder(folder).catch((error: unknown) => {
          throw toOutError(folder, error)
        })
        return await copyPictures(
          reader.walkRows(shown, owner),
          { folder, which, fields, replaces },
          {
            files,
            ids,
            images: ports.images,
            walkPlaces: reader.walkPlaces,
            getSent: (image) => ports.sentFiles.get(image, forCopies(ports.shownConversion(image.id).settings), { orOrigin: true }),
          },
          {
            signal: stop.signal,
            onDone: (pictures) => {
              running.done = pictures
            },
          },
        )
      } finally {
        copying = undefined
      }
    },
    /** Of the table or the copies that are being written. */
    progress: () => {
      const running = writing ?? copying
      return running ? { done: running.done, total: running.total } : null
    },
    /** Copies that are written stay. */
    stop: (): void => {
      writing?.stop.abort()
      copying?.stop.abort(new AppError('cancelled', { kind: 'copies-stopped' }))
    },
    /** A table that a window sends. */
    open: async (name: string, base64: string): Promise<ComparedTable> =>
      compare(name, await readSentTable({ ...ports, files, ids }, name, base64), new Map()),
    openFile: async (path: string, name: string, chosen: ReadonlyMap<string, string | null>): Promise<ComparedTable> =>
      compare(name, await readTableFile(ports, path, name), chosen),
    /** The same table with other columns. */
    chooseColumns: (id: string, chosen: ReadonlyMap<string, string | null>): Promise<ComparedTable> => {
      const { name, raw } = openedNow(id)
      return compare(name, raw, chosen)
    },
    differences: (id: string, kind: DifferenceKind, offset: number, limit: number) => {
      const found = openedNow(id).differences.filter((one) => one.kind === kind)
      return { total: found.length, rows: found.slice(offset, offset + limit) }
    },
    /** Applies what changed outside, as one change, to the workspace that it was compared with. A cell that changed since it was compared keeps what it has. */
    apply: async (id: string, { conflicts, rewritten, cells }: ApplyChoices, editCells: EditCells) => {
      const { differences, owner } = openedNow(id)
      if (owner !== connectionId()) throw new AppError('usage', { kind: 'table-of-other-workspace' }, { kept: 'nothing-changed' })
      const chosen = new Map(cells.map(({ imageId, question, use }) => [`${imageId}\n${question}`, use]))
      const usual: Readonly<Record<DifferenceKind, OutChoice>> = { changed: 'file', conflict: conflicts, rewritten }
      const taken = differences.filter((one) => (chosen.get(`${one.imageId}\n${one.question}`) ?? usual[one.kind]) === 'file')
      const edits = taken.map(({ imageId, question, text, seen }): CellEdit => ({ imageId, question, text, seen }))
      const { changed, kept } = edits.length === 0 ? { changed: 0, kept: [] } : await editCells(owner, edits)
      // Another one may have been opened meanwhile.
      close(id)
      return { changed, kept: [...kept], left: differences.length - taken.length }
    },
    close,
  }
}
