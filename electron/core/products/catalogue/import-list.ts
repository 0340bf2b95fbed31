import { AppError } from '../../../../shared/base/errors.ts'
import type { ImportResult, ListColumns, SaidRow, SwitchedMatches, TargetsSaid } from '../../../../shared/products/catalogue.ts'
import { columnRoles, namingRoles } from '../../../../shared/products/column-roles.ts'
import type { ListReading } from '../../../../shared/products/list-form.ts'
import type { ProductIs } from '../../../../shared/products/variants.ts'
import type { Journal } from '../../base/database/journal.ts'
import { createTurnsWritten } from '../../base/database/turns-written.ts'
import type { Clock } from '../../base/platform/clock.ts'
import type { CatalogueStore, CurrentList, Targets } from './catalogue-store.ts'
import { listLimits } from './list-limits.ts'
import type { StoredNode } from './read-entry.ts'
import type { ListEnd, ListHead, ListPiece, ListReader } from './read-list.ts'
import { headersKey } from './recognise-columns.ts'
import { type Compared, createTreeWriter } from './write-tree.ts'

export type ImportPorts = {
  readonly journal: Journal
  readonly catalogue: CatalogueStore
  readonly clock: Clock
  readonly readList: ListReader
  /** Pictures follow what products of the workspace are now (products/matching/follow-switch.ts). */
  readonly followSwitch?: ((connectionId: string | null, before: Targets | undefined, now: Targets) => SwitchedMatches) | undefined
}

export type ImportRequest = {
  readonly path: string
  readonly name: string
  readonly columns: ListColumns
  readonly reading: ListReading
  readonly connectionId: string | null
  /** What products of the workspace are; without it, as said before, or proposed. */
  readonly targets?: Partial<Targets>
  /** Ids and names of the workspace’s products. */
  readonly known?: readonly string[]
  /** Says what it would do, and writes nothing. */
  readonly isDry: boolean
  readonly signal: AbortSignal
  readonly onRows: (rows: number) => void
  /** What it has beside the earlier list. */
  readonly onCompared?: ((one: Compared) => void) | undefined
  /** It counts: in that transaction. */
  readonly onComplete?: ((list: { readonly import: number; readonly connectionId: string | null }) => void) | undefined
}

export type Imported = {
  readonly result: ImportResult
  readonly head: ListHead
  /** The first of the rows of which something is said. */
  readonly said: readonly SaidRow[]
}

/** Rows and letters of one change, and milliseconds of one turn. */
const pieceSize = 20
const pieceLetters = 128 * 1024
/** Of rows that may be large, and are not looked at before they are copied or removed. */
const unreadSize = 5
const turnMs = 8

/** Throws unless these columns name products, and no column is two things. */
export const checkColumns = (columns: ListColumns, headers: readonly string[]): void => {
  const kept = { kept: 'nothing-changed' } as const
  const chosen = columnRoles.flatMap((role) => columns[role] ?? [])
  const twice = chosen.find((column, at) => chosen.indexOf(column) !== at)
  if (twice !== undefined) throw new AppError('usage', { kind: 'list-column-twice', header: headers[twice] ?? `#${twice + 1}` }, kept)
  const outside = chosen.find((column) => column >= listLimits.columns)
  if (outside !== undefined) throw new AppError('usage', { kind: 'list-column-unknown', named: `#${outside + 1}`, headers }, kept)
  if (!namingRoles.some((role) => columns[role] !== undefined))
    throw new AppError('usage', { kind: 'list-names-no-product', headers }, kept)
}

/** Does small steps until a turn is full, then lets other work in. A turn may end after any step, where its caller waits for the next piece. */
const createTurns = (journal: Journal, signal: AbortSignal) => {
  const written = createTurnsWritten(journal)
  let begun = journal.monotonic()
  return {
    step: async (act: () => void): Promise<void> => {
      act()
      written.add()
      if (journal.monotonic() - begun < turnMs) return
      await journal.nextTurn()
      signal.throwIfAborted()
      begun = journal.monotonic()
    },
    durable: written.durable,
  }
}

/** What was said of products of the workspace: in its list, else for a list with these headers. */
export const findSaidTargets = (catalogue: CatalogueStore, earlier: CurrentList | undefined, headers: readonly string[]): TargetsSaid => {
  if (earlier && earlier.variants > 0) return { productIs: earlier.productIs, sharedPictures: earlier.sharedPictures }
  return catalogue.targetsFor(headersKey(headers)) ?? { productIs: null, sharedPictures: 'each' }
}

type Again = { readonly connectionId: string | null }

const stopped = (): AppError => new AppError('cancelled', { kind: 'import-stopped' })

/** The variants of the product at this place. */
const variantsAfter = (entries: readonly StoredNode[], at: number): readonly StoredNode[] => {
  const next = entries.slice(at + 1, at + 4)
  const end = next.findIndex(({ kind }) => kind !== 'variant')
  return end < 0 ? next : next.slice(0, end)
}

/** An import under way. Until `complete`, the earlier list counts; an interruption leaves it whole. */
const createImport = async ({ journal, catalogue, clock, followSwitch }: ImportPorts, request: ImportRequest) => {
  const { connectionId, isDry } = request
  const write = (act: () => void): void => (isDry ? act() : journal.write(act))
  const turns = createTurns(journal, request.signal)
  const earlier = catalogue.current(connectionId)
  const edits = catalogue.edits()
  const now = clock.now()
  const number = isDry ? 0 : journal.write(() => catalogue.begin(connectionId, request.name, now))
  // Entries without their list would belong to the next import of this number.
  if (!isDry) await journal.durable()
  const counts = { refused: 0, noted: 0 }
  let rows = 0
  const said: SaidRow[] = []
  /** Notes must not crowd refused rows out. */
  const listed = { notes: 0, problems: 0 }
  /** A row may have several notes. */
  let lastNoted = 0

  let targets: Targets = { productIs: 'product', sharedPictures: 'each' }
  const makeTree = (productIs: ProductIs) =>
    createTreeWriter({
      catalogue,
      earlier,
      number: isDry ? null : number,
      columns: request.columns,
      productIs,
      now,
      onCompared: request.onCompared,
    })
  const listen = (one: SaidRow): void => {
    if (!one.isIn) counts.refused++
    else if (one.row !== lastNoted) counts.noted++
    if (one.isIn) lastNoted = one.row
    const kind = one.isIn ? 'notes' : 'problems'
    if (listed[kind] >= listLimits.said) return
    listed[kind]++
    said.push(one)
    if (!isDry) catalogue.say(number, one)
  }
  const inSteps = async <Item>(
    items: readonly Item[],
    act: (item: Item) => void,
    lettersOf: (item: Item) => number = () => 0,
  ): Promise<void> => {
    for (let at = 0; at < items.length; ) {
      const piece: Item[] = []
      for (let letters = 0; at < items.length && piece.length < pieceSize && letters < pieceLetters; at++) {
        const item = items[at] as Item
        piece.push(item)
        letters += lettersOf(item)
      }
      await turns.step(() => write(() => piece.forEach(act)))
    }
  }

  let chosen: TargetsSaid = { productIs: null, sharedPictures: 'each' }
  let tree = makeTree('product')
  let switched: SwitchedMatches | undefined

  return {
    /** Before its rows. */
    begin: (headers: readonly string[]): void => {
      const before = findSaidTargets(catalogue, earlier, headers)
      const { productIs = before.productIs, sharedPictures = before.sharedPictures } = request.targets ?? {}
      chosen = { productIs, sharedPictures }
      tree = makeTree(chosen.productIs ?? 'product')
    },
    takeRows: async ({ entries, refused, said: about }: Extract<ListPiece, { kind: 'rows' }>): Promise<void> => {
      const nodes = entries.map((entry, at) => ({ entry, variants: entry.kind === 'parent' ? variantsAfter(entries, at) : [] }))
      await inSteps(
        nodes,
        ({ entry, variants }) => tree.take(entry, variants),
        ({ entry: { further, searched, shows } }) => further.length + searched.length + (shows?.length ?? 0),
      )
      await inSteps(refused, tree.hold)
      await inSteps(about, listen)
      rows += entries.length
      request.onRows(rows + counts.refused)
    },
    keepMissing: async (): Promise<void> => {
      if (!earlier) return
      for (let seq = 0; ; ) {
        const nodes = catalogue.nodesAfter(earlier.import, seq, 500)
        if (nodes.length === 0) return
        seq = nodes.at(-1)?.seq ?? seq
        await inSteps(
          nodes.filter((one) => !tree.isThere(one.seq)),
          tree.keep,
          () => pieceLetters / unreadSize,
        )
        await turns.step(() => {})
      }
    },
    /** A list of which nothing comes in is a mistake: it must not make the earlier one's products missing. */
    checkSomeCameIn: (): void => {
      if (rows > 0) return
      const first = said.find(({ isIn }) => !isIn)
      const kept = { kept: 'nothing-changed' } as const
      const { name } = request
      if (!first || first.isIn) throw new AppError('empty-file', { kind: 'list-empty', name }, kept)
      const { row, about } = first
      throw new AppError('usage', { kind: 'list-all-refused', name, refused: counts.refused, row, about }, kept)
    },
    /** Returns whose list is to be read again: the earlier one was changed by a person since it was looked at, or is another workspace's by now. */
    complete: async (headers: readonly string[], proposed: ProductIs): Promise<Again | undefined> => {
      targets = { productIs: chosen.productIs ?? proposed, sharedPictures: chosen.sharedPictures }
      if (isDry) return undefined
      await turns.durable()
      const { added, changed, unchanged, missing, kept } = tree.counts(targets.productIs)
      const { parents, variants } = tree.written
      const again = journal.write(() => {
        const owner = catalogue.writtenFor(number)
        if (owner && (catalogue.current(owner.connectionId)?.import !== earlier?.import || catalogue.edits() !== edits)) return owner
        if (targets.productIs !== (chosen.productIs ?? 'product')) catalogue.turnAround(number)
        const products = added + changed + unchanged + kept + missing
        catalogue.complete(number, { products, missing, ...counts, parents, variants, ...targets })
        const { productIs = null, sharedPictures } = request.targets ?? {}
        const isSaid = productIs !== null || sharedPictures !== undefined
        catalogue.rememberColumns(headersKey(headers), request.columns, now, isSaid ? targets : undefined)
        // A list that said nothing of variants said nothing of what a product is.
        if (parents > 0 && owner)
          switched = followSwitch?.(owner.connectionId, earlier && earlier.variants > 0 ? earlier : undefined, targets)
        request.onComplete?.({ import: number, connectionId: owner?.connectionId ?? null })
        return undefined
      })
      await journal.durable()
      return again
    },
    giveUp: (): void => {
      try {
        if (!isDry) journal.write(() => catalogue.giveUp(number))
      } catch {
        // On a full disk the next start does it.
      }
    },
    number,
    facts: () => ({
      ...{ ...tree.counts(targets.productIs), ...counts, ...targets, missingVariants: tree.written.missingVariants },
      ...(switched && switched.moved + switched.open > 0 ? { switched } : {}),
    }),
    said: () => said,
  }
}

/** What comes until `signal`; then it throws, whatever the reader waits for. */
async function* untilAborted<T>(values: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = values[Symbol.asyncIterator]()
  let stop: (error: AppError) => void = () => {}
  const abort = (): void => stop(stopped())
  signal.addEventListener('abort', abort)
  try {
    for (;;) {
      // A race with one promise for all of them would keep each value until the end.
      const { value, done } = await new Promise<IteratorResult<T>>((resolve, reject) => {
        stop = reject
        iterator.next().then(resolve, reject)
      })
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    // Not waited for: a reader that is stuck would never answer.
    void iterator.return?.()?.catch(() => {})
  }
}

const importOnce = async (ports: ImportPorts, request: ImportRequest): Promise<Imported | Again> => {
  const { path, name, columns, reading, signal } = request
  if (signal.aborted) throw stopped()
  const running = await createImport(ports, request)
  let head: ListHead | undefined
  let end: ListEnd | undefined
  try {
    for await (const piece of untilAborted(ports.readList({ path, name, columns, reading, known: request.known }, signal), signal)) {
      if (piece.kind === 'rows') await running.takeRows(piece)
      else if (piece.kind === 'end') end = piece
      else if (piece.kind === 'head') {
        head = piece
        checkColumns(columns, piece.headers)
        running.begin(piece.headers)
      }
    }
    if (!head || !end) throw new AppError('file-unreadable', { kind: 'list-damaged', name, said: 'its end is missing' })
    running.checkSomeCameIn()
    await running.keepMissing()
    const again = await running.complete(head.headers, end.tree.proposed)
    if (again) {
      running.giveUp()
      return again
    }
  } catch (error) {
    running.giveUp()
    throw signal.aborted ? stopped() : error
  }
  const { rows, merged, sum, damage, tree } = end
  const result: ImportResult = {
    ...{ import: running.number, name, columns, rows, ...running.facts(), tree, merged: [...merged], sum, damage: [...damage] },
  }
  return { result, head, said: running.said() }
}

/**
 * Imports a list, or says what importing it would do. Its entries are written in pieces, and count from one transaction on; what they
 * replace is removed afterwards (`removeOver`). What a person changes of the earlier list meanwhile is read again. Errors: those of reading, `cancelled`, `disk-full`.
 */
export const importList = async (ports: ImportPorts, request: ImportRequest): Promise<Imported> => {
  for (let asked = request; ; ) {
    const done = await importOnce(ports, asked)
    if ('result' in done) return done
    asked = { ...request, ...done }
  }
}

/** Removes what no longer counts, in pieces with other work in between. */
export const removeOver = async (
  { journal, catalogue }: Pick<ImportPorts, 'journal' | 'catalogue'>,
  signal: AbortSignal,
): Promise<void> => {
  if (!catalogue.hasOver()) return
  const turns = createTurns(journal, signal)
  let isLeft = true
  while (isLeft)
    await turns.step(() => {
      isLeft = journal.write(() => catalogue.removePiece(unreadSize))
    })
  await turns.durable()
}

/** Removes what a list lacks, in pieces; returns how many. It ends with an error where another list counts by then. */
export const removeMissing = async (
  { journal, catalogue }: Pick<ImportPorts, 'journal' | 'catalogue'>,
  number: number,
  signal: AbortSignal,
): Promise<number> => {
  const turns = createTurns(journal, signal)
  let removed = 0
  for (let piece = 1; piece > 0; )
    await turns.step(() => {
      const one = journal.write(() => catalogue.forgetMissingPiece(number, unreadSize))
      if (one === null) throw new AppError('unknown-id', { kind: 'list-replaced' })
      piece = one.entries
      removed += one.products
    })
  await turns.durable()
  return removed
}
