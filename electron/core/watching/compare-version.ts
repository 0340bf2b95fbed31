import { AppError } from '../../../shared/base/errors.ts'
import type { ListColumns } from '../../../shared/products/catalogue.ts'
import { type ColumnRole, columnRoles } from '../../../shared/products/column-roles.ts'
import { callProduct } from '../../../shared/products/product-names-words.ts'
import { type ChangedExample, type ListChanges, mostExamples } from '../../../shared/watching/followed-lists.ts'
import type { Journal } from '../base/database/journal.ts'
import type { CatalogueStore } from '../products/catalogue/catalogue-store.ts'
import type { Known } from '../products/catalogue/find-like.ts'
import type { OpenedLists } from '../products/catalogue/opened-lists.ts'
import { productKeyOf } from '../products/catalogue/product-key.ts'
import type { StoredNode } from '../products/catalogue/read-entry.ts'
import type { Compared } from '../products/catalogue/write-tree.ts'
import type { MatchStore } from '../products/matching/match-store.ts'
import type { StoredList } from './followed-store.ts'

/**
 * The columns of a new version, by the headers that they had: another column may have come in between. Errors: `usage` where a column that names products
 * has no header any more, or several columns have it.
 */
export const findColumns = ({ name, how }: Pick<StoredList, 'name' | 'how'>, headers: readonly string[]): ListColumns => {
  const columns: ListColumns = {}
  const gone: string[] = []
  for (const role of columnRoles) {
    const before = how.columns[role]
    if (before === undefined) continue
    const header = how.headers[before] ?? ''
    const found = headers.flatMap((one, at) => (one === header ? [at] : []))
    const at = found.length > 1 && found.includes(before) ? before : found.length === 1 ? found[0] : undefined
    if (at === undefined) gone.push(header)
    else columns[role] = at
  }
  if (gone.length > 0) throw new AppError('usage', { kind: 'followed-headers-gone', name, headers: gone }, { kept: 'nothing-changed' })
  return columns
}

type Fields = Pick<Known, ColumnRole | 'further'>

const textOf = (value: string | number | null): string | null => (value === null ? null : String(value))

const readFurther = (further: string): ReadonlyMap<string, string> => {
  try {
    return new Map(JSON.parse(further) as [string, string][])
  } catch {
    return new Map()
  }
}

/** What of a product is another: by role, or `+` and its header. */
const findChanges = (known: Fields, entry: Fields): ChangedExample['changes'] => {
  const changes: ChangedExample['changes'] = []
  const compare = (field: string, before: string | null, after: string | null): void => {
    if (before !== after && changes.length < mostExamples)
      changes.push([field, before?.slice(0, 200) ?? null, after?.slice(0, 200) ?? null])
  }
  for (const role of columnRoles) compare(role, textOf(known[role]), textOf(entry[role]))
  const [before, after] = [readFurther(known.further), readFurther(entry.further)]
  for (const header of new Set([...before.keys(), ...after.keys()]))
    compare(`+${header}`, before.get(header) ?? null, after.get(header) ?? null)
  return changes
}

export type ComparePorts = {
  readonly journal: Journal
  readonly catalogue: Pick<CatalogueStore, 'current' | 'edits' | 'entry'>
  readonly matches: Pick<MatchStore, 'countOf'>
  readonly openedLists: Pick<OpenedLists, 'importFile'>
  readonly signal: AbortSignal
}

/** Products whose pictures are counted in one turn. It only informs, and decides nothing: a match that changes meanwhile is counted or not. */
const countedAtOnce = 500

const countMatched = async (
  { journal, matches, signal }: ComparePorts,
  connectionId: string | null,
  keys: readonly string[],
): Promise<number> => {
  let count = 0
  for (let at = 0; at < keys.length; at += countedAtOnce) {
    for (const key of keys.slice(at, at + countedAtOnce)) count += matches.countOf(connectionId, key)
    await journal.nextTurn()
    signal.throwIfAborted()
  }
  return count
}

const createCollector = ({ catalogue }: ComparePorts) => {
  const examples: { added: string[]; changed: ChangedExample[]; missing: string[] } = { added: [], changed: [], missing: [] }
  const keys: { changed: string[]; missing: string[] } = { changed: [], missing: [] }
  const counts = { missing: 0, missingVariants: 0 }
  const note = (kind: 'changed' | 'missing', entry: Parameters<typeof productKeyOf>[0]): void => {
    const key = productKeyOf(entry)
    if (key !== null) keys[kind].push(key)
  }
  const compareOne = (entry: StoredNode, known: Known | undefined): void => {
    if (!known) {
      if (examples.added.length < mostExamples) examples.added.push(callProduct(entry))
      return
    }
    const changes = findChanges(known, entry)
    if (changes.length === 0) return
    note('changed', known)
    if (examples.changed.length < mostExamples) examples.changed.push({ called: callProduct(known), changes })
  }
  return {
    examples,
    keys,
    counts,
    take: (one: Compared): void => {
      if (!('missing' in one)) {
        // A product that is none of the workspace says nothing that its variants don't.
        if (one.isTarget || one.entry.kind === 'variant') compareOne(one.entry, one.known)
        return
      }
      const entry = catalogue.entry(one.missing)
      // One that earlier versions lack, too, is nothing new.
      if (!entry || entry.missingSince !== null) return
      counts[one.isTarget ? 'missing' : 'missingVariants'] += one.isTarget || entry.kind === 'variant' ? 1 : 0
      if (!one.isTarget) return
      note('missing', entry)
      if (examples.missing.length < mostExamples) examples.missing.push(callProduct(entry))
    },
  }
}

/** What importing a version would change of the list that counts; nothing is written. Errors: those of an import, and `findColumns`. */
export const compareVersion = async (
  list: StoredList,
  path: string,
  ports: ComparePorts,
): Promise<{ readonly changes: ListChanges; readonly against: number | null }> => {
  const { catalogue, openedLists, signal } = ports
  const { connectionId, name, how } = list
  const choose = ({ headers }: { readonly headers: readonly string[] }): ListColumns => findColumns(list, headers)
  for (;;) {
    const [against, edits] = [catalogue.current(connectionId)?.import ?? null, catalogue.edits()]
    const { examples, keys, counts, take } = createCollector(ports)
    const { result, said } = await openedLists.importFile(path, choose, how.reading, {
      ...{ isDry: true, targets: {}, name, connectionId, signal, onCompared: take },
    })
    const matched = {
      missing: await countMatched(ports, connectionId, keys.missing),
      changed: await countMatched(ports, connectionId, keys.changed),
    }
    // A list that was imported meanwhile is what it is to be compared with.
    if ((catalogue.current(connectionId)?.import ?? null) !== against || catalogue.edits() !== edits) continue
    const { rows, added, changed, unchanged, refused, kept } = result
    const refusedRows = said.filter(({ isIn }) => !isIn).slice(0, mostExamples)
    return {
      against,
      changes: { rows, added, changed, unchanged, ...counts, refused, kept, matched, examples: { ...examples, refused: refusedRows } },
    }
  }
}
