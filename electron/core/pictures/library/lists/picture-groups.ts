import type { LibraryGroup, LibraryGrouping } from '../../../../../shared/pictures/library.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { describeSimilar, readSimilar } from '../../similar/lists/similar-groups.ts'
import { nameKey, placeKey } from '../natural-key.ts'

export type GroupBy = Exclude<LibraryGrouping, 'nothing'>

/** A group's header without its number of pictures. */
export type Group = Omit<LibraryGroup, 'pictures'>

/** All groups of the library in their order, and each picture's place among them. */
export type Groups = {
  readonly groups: readonly Group[]
  /** By `seq`; pictures beyond its end are in the last group, like those that came after it was read. */
  readonly of: Int32Array
  /** The picture to show first in each group, by `seq`. Pictures of the last group are not shown then. */
  readonly firsts?: readonly number[]
}

/** An index that begins with what pictures are grouped by. */
type Walk = { readonly index: string; readonly column: string; readonly where: string }

const walks: Readonly<Record<'folder' | 'drop', Walk>> = {
  folder: { index: 'images_by_folder', column: 'folder', where: 'folder IS NOT NULL' },
  drop: { index: 'images_by_newest', column: 'newest', where: 'true' },
}

const emptyPlaces = (journal: Journal): Int32Array =>
  new Int32Array(Number(journal.get('SELECT max(seq) AS last FROM images')?.last ?? 0) + 1).fill(-1)

/** Pictures that are in no group are in this one. */
const elseIn = (of: Int32Array, last: number): Int32Array => of.map((at) => (at < 0 ? last : at))

/** The folders or drops in the index's order, and in which of them each picture is. */
const readRuns = (journal: Journal, { index, column, where }: Walk) => {
  const of = emptyPlaces(journal)
  const runs = journal.all(
    `SELECT ${column} AS value, json_group_array(seq) AS seqs FROM images INDEXED BY ${index}
     WHERE removed_at IS NULL AND ${where} GROUP BY ${column} ORDER BY ${column}`,
  )
  for (const [at, run] of runs.entries()) for (const seq of JSON.parse(String(run.seqs)) as number[]) of[seq] = at
  return { values: runs.map(({ value }) => value), of }
}

/** Puts groups in the order of their keys; pictures that have none are in `last`. */
const arrange = <T extends { readonly key: string }>(
  found: readonly T[],
  of: Int32Array,
  toGroup: (one: T) => Group,
  last: Group,
): Groups => {
  const order = found.map((_, at) => at).sort((a, b) => compareText(found[a]?.key ?? '', found[b]?.key ?? '') || a - b)
  const placeOf = new Int32Array(found.length)
  for (const [place, at] of order.entries()) placeOf[at] = place
  const inPlace = of.map((at) => placeOf[at] ?? found.length)
  return { groups: [...order.flatMap((at) => (found[at] === undefined ? [] : [toGroup(found[at])])), last], of: inPlace }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const nothing: Group = { key: null, name: null, productId: null, at: null }

/** Whole paths in natural order, so that the folders of one folder are together: SKU-2 before SKU-10. */
const readFolders = (journal: Journal): Groups => {
  const { values, of } = readRuns(journal, walks.folder)
  const folders = values.map((folder) => ({ folder: String(folder), key: placeKey(String(folder).split(/[\\/]+/), '') }))
  return arrange(folders, of, ({ folder }) => ({ ...nothing, key: folder, name: folder }), nothing)
}

/** The newest first; pictures that came before drops were counted, or without one, last. */
const readDrops = (journal: Journal): Groups => {
  const { values, of } = readRuns(journal, walks.drop)
  const known = new Map(
    journal
      .all('SELECT seq, at FROM drops WHERE seq IN (SELECT -value FROM json_each(?))', JSON.stringify(values))
      .map((row) => [Number(row.seq), Number(row.at)]),
  )
  const groups = values.map((newest): Group => ({ ...nothing, key: String(-Number(newest)), at: known.get(-Number(newest)) ?? null }))
  return { groups: [...groups, nothing], of: elseIn(of, groups.length) }
}

type Named = { readonly ref: string; readonly name: string; readonly productId: string | null; readonly key: string }

/** The workspace's products that have pictures, by name. The imported list names them, if it has them. */
const readProducts = (journal: Journal, connectionKey: string): Named[] => {
  const list = journal.get("SELECT import FROM catalogue_lists WHERE connection_id = ? AND state = 'current'", connectionKey)
  return journal
    .all(
      `SELECT ref, product_id, ifnull((
         SELECT name FROM catalogue_entries WHERE import = ?2 AND catalogue_entries.product_id = products.product_id LIMIT 1
       ), name) AS name
       FROM products WHERE connection_id = ?1 AND EXISTS (SELECT 1 FROM attached_sources WHERE product_ref = ref)`,
      connectionKey,
      Number(list?.import ?? -1),
    )
    .map(({ ref, product_id, name }): Named => {
      const productId = product_id === null ? null : String(product_id)
      const shown = name === null ? (productId ?? '') : String(name)
      return { ref: String(ref), name: shown, productId, key: nameKey(shown) }
    })
    .sort((a, b) => compareText(a.key, b.key) || compareText(a.ref, b.ref))
}

/** A picture of several products is in the group of the first by name. */
const readAttached = (journal: Journal, connectionKey: string): Groups => {
  const products = readProducts(journal, connectionKey)
  const of = emptyPlaces(journal)
  const row = journal.get(
    `SELECT json_group_array(json_array(wanted.key, images.seq)) AS pairs FROM json_each(?1) AS wanted
     CROSS JOIN attached_sources AS attached ON attached.product_ref = wanted.value
     CROSS JOIN sources ON sources.connection_id = ?2 AND sources.source_id = attached.source_id AND sources.gone = 0
     CROSS JOIN images ON images.id = sources.image_id`,
    JSON.stringify(products.map(({ ref }) => ref)),
    connectionKey,
  )
  for (const [key, seq] of JSON.parse(String(row?.pairs)) as [number, number][]) {
    const place = of[seq] ?? -1
    if (place < 0 || place > key) of[seq] = key
  }
  const groups = products.map(({ ref, name, productId }) => ({ ...nothing, key: ref, name, productId }))
  return { groups: [...groups, nothing], of: elseIn(of, groups.length) }
}

/** Groups of pictures that show the same; the last, of all others, is not shown. */
const readSimilarGroups = (journal: Journal): Groups => {
  const found = readSimilar(journal)
  const of = emptyPlaces(journal)
  for (const [at, { seqs }] of found.entries()) for (const seq of seqs) of[seq] = at
  const names = describeSimilar(
    journal,
    found.map(({ key, seqs }) => ({ key, seqs: seqs.slice(0, 1) })),
  )
  const groups = names.map(({ key, pictures }): Group => ({ ...nothing, key, name: pictures[0]?.name ?? null }))
  return { groups: [...groups, nothing], of: elseIn(of, groups.length), firsts: found.map(({ seqs }) => seqs[0] ?? -1) }
}

/** All groups that pictures of the library are in; the last is of those that are in none. */
export const readGroups = (journal: Journal, groupBy: GroupBy, connectionKey: string): Groups => {
  switch (groupBy) {
    case 'folder':
      return readFolders(journal)
    case 'drop':
      return readDrops(journal)
    case 'product':
      return readAttached(journal, connectionKey)
    case 'similar':
      return readSimilarGroups(journal)
  }
}
