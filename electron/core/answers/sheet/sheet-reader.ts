import type { SheetView } from '../../../../shared/answers/sheet.ts'
import type { Reader } from '../../base/database/reader.ts'
import type { KeptSelections } from './kept-selections.ts'
import type { PicturePlace, SheetReads, WalkedRow } from './lists/sheet-lists.ts'
import type { SheetAsk } from './lists/sheet-rows.ts'

type Ports = {
  readonly reader: Pick<Reader<SheetReads>, 'read'>
  readonly keptSelections: Pick<KeptSelections, 'read'>
  /** By what results of requirement profiles count now; `null`: none is in use. */
  readonly checkBasis?: () => string | null
}

const walkedRows = 200

export type SheetReader = ReturnType<typeof createSheetReader>

/** What a view of a workspace (`owner`; `null`: of none yet) is read with. Error: `unknown-id`. */
export const sheetAsk = ({ keptSelections }: Pick<Ports, 'keptSelections'>, view: SheetView, owner: string | null): SheetAsk => ({
  view,
  owner,
  selected: view.images === null ? null : keptSelections.read(view.images),
})

type Found = ReturnType<SheetReads['sheet.rows']>

/** Rows that were found, in pieces: each once, as it is when `describe` reads it. */
export async function* walkSheet(
  { rows, questions }: Found,
  describe: (some: Found) => Promise<readonly WalkedRow[]>,
): AsyncGenerator<readonly WalkedRow[]> {
  for (let from = 0; from < rows.pictures.length; from += walkedRows) {
    const pictures = rows.pictures.slice(from, from + walkedRows)
    const keys = rows.keys?.slice(from, from + walkedRows) ?? null
    yield await describe({ rows: { pictures, keys }, questions })
  }
}

/** The sheet as windows, the command and exports read it. */
export const createSheetReader = (ports: Ports) => {
  const { read } = ports.reader
  const askOf = (view: SheetView, owner: string | null) => ({ ...sheetAsk(ports, view, owner), checkBasis: ports.checkBasis?.() ?? null })
  return {
    page: async (view: SheetView, offset: number, limit: number, owner: string | null) =>
      read('sheet.page', { ...askOf(view, owner), offset, limit }),
    counts: async (view: SheetView, owner: string | null) => read('sheet.counts', askOf(view, owner)),
    /** The pictures of many rows, in their order. */
    keys: async (view: SheetView, offset: number, limit: number, owner: string | null) =>
      read('sheet.keys', { ...askOf(view, owner), offset, limit }),
    /** All rows in pieces, each once: what changes meanwhile neither moves nor repeats one. */
    walkRows: async function* (view: SheetView, owner: string | null): AsyncGenerator<readonly WalkedRow[]> {
      const ask = askOf(view, owner)
      yield* walkSheet(await read('sheet.rows', ask), (some) => read('sheet.walked', { ...ask, selected: null, ...some }))
    },
    /** All pictures of the library in pieces, with where they came from. */
    walkPlaces: async function* (): AsyncGenerator<readonly PicturePlace[]> {
      for (let after: number | null = 0; after !== null; ) {
        const found: SheetPlaces = await read('sheet.places', after)
        yield found.places
        after = found.next
      }
    },
  }
}

type SheetPlaces = ReturnType<SheetReads['sheet.places']>
