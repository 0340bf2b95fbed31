import { toFileSets } from '../../../../shared/answers/question-set-file.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import { createSetStore } from '../../answers/question-sets/set-store.ts'
import { countRows, pageCurrent } from '../../answers/sheet/cell-rows.ts'
import type { Journal } from '../../base/database/journal.ts'
import { createImageStore } from '../../pictures/library/picture-store.ts'
import { createCatalogueStore, type Targets } from '../../products/catalogue/catalogue-store.ts'
import { toHanded, toHandedNode } from '../../products/catalogue/merge-products.ts'
import { createMatchStore } from '../../products/matching/match-store.ts'
import { handoverLimits, type PictureRecord, type RecordPart, records } from './handover-format.ts'
import { withoutPlaces } from './without-places.ts'

export type RecordLimits = Pick<Record<keyof typeof handoverLimits, number>, 'parts' | 'records'>

type RecordsTask = {
  readonly connectionId: string | null
  /** Whether it is said where the pictures' own files are. */
  readonly withOriginals: boolean
  /** A reader's. */
  readonly limits: RecordLimits
}

/** Where the file of a picture is. */
export type Original = { readonly sha256: string; readonly bytes: number; readonly staged: string }

/** Some lines of a part; the parts come one after the other. `done` and `total`: records, the last about. */
export type RecordsPiece = {
  readonly part: RecordPart
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly done: number
  readonly total: number
  readonly originals: readonly Original[]
}

/** What was read. `leftOut`: records that no reader takes. */
export type RecordsEnd = {
  readonly counts: Readonly<Record<RecordPart, number>>
  readonly leftOut: number
  /** What it says of products with variants; `null`: it has none. */
  readonly list: Targets | null
}

/** Records of a piece. */
const pageSize = 500

const tooMuch = (is: 'bytes' | 'records', limit: number): AppError =>
  new AppError('file-too-large', { kind: 'handover-too-much', is, limit }, { kept: 'earlier-file' })

/** Pages, each after the last one's key, until there are no more. */
function* pagesFrom<Key, One>(first: Key, read: (after: Key) => readonly One[], keyOf: (one: One) => Key): Generator<readonly One[]> {
  for (let after = first; ; ) {
    const page = read(after)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = keyOf(last)
  }
}

/** All of a workspace's work as lines. A long read: all is of one state. Errors: `file-too-large`, since nothing is written that can't be opened. */
export const createRecordPieces = (journal: Journal) => {
  const [images, catalogue, matches] = [createImageStore(journal), createCatalogueStore(journal), createMatchStore(journal)]

  return async function* ({ connectionId, withOriginals, limits }: RecordsTask): AsyncGenerator<RecordsPiece, RecordsEnd> {
    const counts = { products: 0, others: 0, sets: 0, pictures: 0, matches: 0, cells: 0 }
    /** By id, of the pictures that are read: what belongs to others stays out. */
    const pictures = new Map<string, string>()
    const list = catalogue.current(connectionId)
    const owner = connectionId ?? ''
    const total = images.count() + Number(list?.products ?? 0) + countRows(journal, owner)
    let [written, size, leftOut] = [0, 0, 0]

    const toPiece = (part: RecordPart, some: readonly unknown[]): RecordsPiece => {
      const lines = some.flatMap((one) => {
        const line = JSON.stringify(one)
        return line.length <= handoverLimits.line && records[part].safeParse(one).success ? [line] : []
      })
      leftOut += some.length - lines.length
      counts[part] += lines.length
      written += lines.length
      const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
      size += bytes.length
      if (written > limits.records) throw tooMuch('records', limits.records)
      if (size > limits.parts) throw tooMuch('bytes', limits.parts)
      return { part, bytes, done: Math.min(written, total), total, originals: [] }
    }
    const ofPictures = <One extends { readonly imageId: string }>(page: readonly One[]) =>
      page.flatMap((one) => {
        const picture = pictures.get(one.imageId)
        return picture === undefined ? [] : [{ ...one, picture }]
      })

    for (const part of list ? (['products', 'others'] as const) : [])
      for (const page of pagesFrom(
        0,
        (after) => catalogue.entriesAfter(Number(list?.import) * (part === 'products' ? 1 : -1), after, pageSize),
        ({ seq }) => seq,
      ))
        yield toPiece(part, page.map(list?.parents === 0 ? toHanded : toHandedNode))
    yield toPiece('sets', toFileSets(createSetStore(journal).list()))
    for (const page of pagesFrom(
      0,
      (after) => images.page(after, pageSize),
      ({ seq }) => seq,
    )) {
      for (const { id, sha256 } of page) pictures.set(id, sha256)
      const found = page.map(
        ({ sha256, name, format, bytes, origin, drop, root }): PictureRecord => ({
          ...{ sha256, name, format, bytes, drop },
          ...withoutPlaces(origin, root),
        }),
      )
      const originals = withOriginals ? page.map(({ sha256, bytes, staged }) => ({ sha256, bytes, staged })) : []
      yield { ...toPiece('pictures', found), originals }
    }
    for (const page of pagesFrom(
      '',
      (after) => matches.page(connectionId, after, pageSize),
      ({ imageId }) => imageId,
    ))
      yield toPiece(
        'matches',
        ofPictures(page).map(({ picture, match }) => ({ picture, match })),
      )
    for (const page of pagesFrom(
      0,
      (after) => pageCurrent(journal, owner, after, pageSize),
      ({ seq }) => seq,
    ))
      yield toPiece(
        'cells',
        ofPictures(page).map(({ picture, question, cell: { jobId: _, ...cell } }) => ({ picture, question, cell })),
      )
    return { counts, leftOut, list: list && list.parents > 0 ? { productIs: list.productIs, sharedPictures: list.sharedPictures } : null }
  }
}
