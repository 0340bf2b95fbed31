import { type MatchProduct, newProductKey } from '../../../../../shared/products/matching.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepLast } from '../../../base/platform/keep-last.ts'
import type { Timer, Timers } from '../../../base/platform/timers.ts'
import { type CatalogueStore, entryRef } from '../../catalogue/catalogue-store.ts'
import { searchEntries } from '../../catalogue/page-entries.ts'
import { type NamedProduct, readNamed, readProductsMark } from '../../matching/lists/match-subjects.ts'
import { findBoth } from './find-both.ts'
import { countWords, type FoldedProduct, foldProduct, furtherRank, judgeByText, ranks, type SearchedFields } from './judge-product.ts'

type Ports = {
  readonly journal: Journal
  readonly timers: Pick<Timers, 'after'>
  readonly catalogue: Pick<CatalogueStore, 'current'>
}

/** How long the folded products, and what a text found, are kept after their last use, in milliseconds. */
const keptMs = 60_000

/**
 * A product that a search knows. `recordName`: its name in our record, if the list has another one. `recordRef`: our record; `seq`: its entry in the
 * imported list.
 */
export type KnownProduct = {
  readonly product: MatchProduct
  readonly recordName: string | null
  readonly recordRef: string | null
  readonly seq: number | null
}

/** The reference that lists of products use; `null`: a person only named it, so only pictures know of it. */
export const refOf = ({ recordRef, seq }: KnownProduct): string | null => recordRef ?? (seq === null ? null : entryRef(seq))

export const fieldsOfKnown = ({ product, recordName }: KnownProduct): SearchedFields => ({ ...product, recordName })

/** Which products count: all, those that lists of products show, or those that Packshot worked with. */
type Scope = 'all' | 'listed' | 'worked'

/** In the order of lists. `ends`: how many of them, from the first, count in a scope. */
type Index = {
  readonly products: readonly KnownProduct[]
  readonly folded: readonly FoldedProduct[]
  readonly bySeq: ReadonlyMap<number, number>
  readonly ends: Readonly<Record<Scope, number>>
}

/** Other text once any product of a search may be another. Cancelled work may take a new product away, and more work may bring it back. */
const readMark = (journal: Journal, connectionId: string | null): string => {
  const made = journal.get(
    'SELECT count(DISTINCT product_key) AS products, max(product_key) AS last FROM matches WHERE connection_id = ? AND product_key GLOB ?',
    connectionId ?? '',
    `${newProductKey}*`,
  )
  const jobs = journal.get(
    `SELECT total(jobs) AS n, total(iif(state = 'cancelled', jobs, 0)) AS cancelled FROM job_counts
     WHERE operation IN ('create-product', 'attach-sources', 'set-text')`,
  )
  return JSON.stringify([connectionId, readProductsMark(journal, connectionId), made?.products, made?.last, jobs?.n, jobs?.cancelled])
}

/** Each product once: the record that an entry was created for is that entry. */
const joinRecords = (named: readonly NamedProduct[], refOfSeq: ReadonlyMap<number, string>, nameOf: (ref: string) => string | null) =>
  named.map(({ product, seq, record }): KnownProduct => {
    const recordRef = (seq === null ? undefined : refOfSeq.get(seq)) ?? record?.ref ?? null
    const ownName = recordRef === null ? null : recordRef === record?.ref ? record.name : nameOf(recordRef)
    const name = product.name ?? ownName
    return { product: { ...product, name }, recordName: ownName === name ? null : ownName, recordRef, seq }
  })

const readIndex = async ({ journal, catalogue }: Ports, connectionId: string | null): Promise<Index> => {
  const list = catalogue.current(connectionId)
  const refOfSeq = list ? findBoth(journal, connectionId, list) : new Map<number, string>()
  const ofEntries = new Set(refOfSeq.values())
  const nameOf = (ref: string): string | null => {
    const name = journal.get('SELECT name FROM products WHERE ref = ?', ref)?.name
    return name == null ? null : String(name)
  }
  const worked: KnownProduct[] = []
  const others: KnownProduct[] = []
  for (const one of joinRecords(readNamed(journal, connectionId), refOfSeq, nameOf)) {
    if (one.seq === null && one.recordRef !== null && ofEntries.has(one.recordRef)) continue
    if (one.recordRef === null) others.push(one)
    else worked.push(one)
  }
  // As lists show them: those that Packshot worked with come first.
  const products = [...worked, ...others]
  const folded = products.map((one) => foldProduct(fieldsOfKnown(one)))
  const bySeq = new Map(products.flatMap(({ seq }, at) => (seq === null ? [] : [[seq, at] as const])))
  const named = products.findIndex((one) => refOf(one) === null)
  return { products, folded, bySeq, ends: { all: products.length, listed: named === -1 ? products.length : named, worked: worked.length } }
}

/** The products that a text found, the closest first, by their places in the index. */
type Found = { readonly index: Index; readonly places: readonly number[] }

/** Products that the names and numbers find, from which on further columns aren't looked at: those would come after them. */
const enough = 500

/** Too short to be looked for in further columns: nearly every text has it. */
const isTooShort = (text: string): boolean => [...text.trim()].length < 2

type Wanted = { readonly text: string; readonly scope: Scope; readonly offset: number; readonly limit: number }

/**
 * The one search for products: by name, SKU, GTIN, ID and handle, and, where these find few, by further columns of the imported list. The closest come first, and of equally
 * close ones those that Packshot worked with. The folded products are kept until any of them changes.
 */
export const createProductSearch = (ports: Ports) => {
  const { journal, timers, catalogue } = ports
  let keepIndex = keepLast<Index>()
  let keepFound = keepLast<Found>()
  let forgetting: Timer | undefined

  const open = (connectionId: string | null): { readonly mark: string; readonly index: Promise<Index> } => {
    forgetting?.cancel()
    forgetting = timers.after(
      keptMs,
      () => {
        keepIndex = keepLast()
        keepFound = keepLast()
      },
      { background: true },
    )
    const mark = readMark(journal, connectionId)
    return { mark, index: keepIndex(mark, () => readIndex(ports, connectionId)) }
  }

  const search = (connectionId: string | null, index: Index, text: string): Found => {
    const judge = judgeByText(text)
    const byRank: number[][] = Array.from({ length: ranks }, () => [])
    const isFound = new Uint8Array(index.products.length)
    let count = 0
    for (const [at, folded] of index.folded.entries()) {
      const rank = judge(folded)
      if (rank === null) continue
      byRank[rank]?.push(at)
      isFound[at] = 1
      count += 1
    }
    const list = catalogue.current(connectionId)
    if (list && count < enough && !isTooShort(text))
      for (const seq of searchEntries(journal, list, text)) {
        const at = index.bySeq.get(seq)
        if (at !== undefined && isFound[at] === 0) byRank[furtherRank]?.push(at)
      }
    return { index, places: byRank.flat() }
  }

  return {
    /** One page of the products that a text finds; an empty one finds all. */
    find: async (
      connectionId: string | null,
      { text, scope, offset, limit }: Wanted,
    ): Promise<{ readonly total: number; readonly rows: readonly KnownProduct[] }> => {
      const { mark, index: opened } = open(connectionId)
      if (text.trim() === '') {
        const { products, ends } = await opened
        return { total: ends[scope], rows: products.slice(offset, Math.min(offset + limit, ends[scope])) }
      }
      const { index, places } = await keepFound(JSON.stringify([mark, text]), async () => search(connectionId, await opened, text))
      const end = index.ends[scope]
      const shown = end === index.products.length ? places : places.filter((at) => at < end)
      return { total: shown.length, rows: shown.slice(offset, offset + limit).flatMap((at) => index.products[at] ?? []) }
    },
    /** Products that are called nearly like this: at least half of its words are in their names or SKUs, most words first. */
    findSimilar: async (connectionId: string | null, name: string, limit: number): Promise<readonly KnownProduct[]> => {
      const { products, folded } = await open(connectionId).index
      const { words, count } = countWords(name)
      const found: { readonly at: number; readonly shared: number }[] = []
      for (const [at, one] of folded.entries()) {
        const shared = count(one)
        if (shared > 0 && shared * 2 >= words) found.push({ at, shared })
      }
      const best = found.toSorted((one, other) => other.shared - one.shared || one.at - other.at).slice(0, limit)
      return best.map(({ at }) => products[at] as KnownProduct)
    },
  }
}

export type ProductSearch = ReturnType<typeof createProductSearch>
