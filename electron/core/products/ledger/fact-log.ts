import type { ListDoubt, ListOrigin } from '../../../../shared/products/products.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import type { Clock } from '../../base/platform/clock.ts'
import type { Fact, FactBody, Moment, Swap } from './facts.ts'
import { applyFact, foldFacts, type ListState, textOf, unknownList } from './fold-facts.ts'
import { createLedgerClock } from './ledger-clock.ts'

export type FactLog = ReturnType<typeof createFactLog>

const readFact = (row: Row): Fact => ({
  ...(JSON.parse(String(row.fact)) as FactBody),
  seq: Number(row.seq),
  at: { wall: Number(row.wall), highest: Number(row.highest) },
})

/** A state without its ids, which have their own column. */
const encode = ({ ids: _, removed, replacedBy, ...rest }: ListState): string =>
  JSON.stringify({ ...rest, removed: [...removed], replacedBy: [...replacedBy] })

const decode = (row: Row): ListState => {
  const kept = JSON.parse(String(row.state)) as Omit<ListState, 'ids' | 'removed' | 'replacedBy'> & {
    readonly removed: readonly [string, number][]
    readonly replacedBy: readonly [string, string][]
  }
  return {
    ...kept,
    ids: JSON.parse(String(row.source_ids)) as string[],
    removed: new Map(kept.removed),
    replacedBy: new Map(kept.replacedBy),
  }
}

/** The facts about products' lists, and their result. Call its changes inside `journal.write`. */
export const createFactLog = (journal: Journal, clock: Clock) => {
  const ledgerClock = createLedgerClock(journal, clock)
  /** An invalid row is damage: the next start rebuilds the lists (core/base/database/README.md). */
  const orDamaged = <T>(what: string, readRow: () => T): T => {
    try {
      return readRow()
    } catch {
      throw journal.damaged(`unreadable ${what}`)
    }
  }
  const toFact = (row: Row): Fact => orDamaged('fact', () => readFact(row))

  /** The scopes of facts about this product: the product, its connection, and everything. */
  const scopesOf = (ref: string): [string, string, string] => {
    const row = journal.get('SELECT connection_id FROM products WHERE ref = ?', ref)
    return [ref, `connection:${row?.connection_id ?? ''}`, '*']
  }

  const attributesOf = (ref: string): string[] =>
    journal.all('SELECT attribute FROM attribute_lists WHERE product_ref = ? ORDER BY attribute', ref).map((row) => String(row.attribute))

  /** A service may accept an attribute's name in any case; two lists for one attribute would overwrite each other. */
  const nameOf = (ref: string, attribute: string): string => {
    const key = attribute.toLowerCase()
    return attributesOf(ref).find((one) => one.toLowerCase() === key) ?? attribute
  }

  const read = (ref: string, attribute: string): ListState => {
    const row = journal.get(
      'SELECT source_ids, state, through FROM attribute_lists WHERE product_ref = ? AND attribute = ?',
      ref,
      nameOf(ref, attribute),
    )
    // Facts about all lists of a product, a connection or everything have no single row to update.
    const more = journal.all(
      'SELECT seq, fact, wall, highest FROM facts WHERE about IN (?, ?, ?) AND attribute IS NULL AND seq > ? ORDER BY seq',
      ...scopesOf(ref),
      Number(row?.through ?? 0),
    )
    return foldFacts(more.map(toFact), row ? orDamaged('list', () => decode(row)) : unknownList)
  }

  const keep = (ref: string, attribute: string, state: ListState, through: number): void => {
    journal.run(
      `INSERT INTO attribute_lists (product_ref, attribute, first_source, source_ids, origin, state, through) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (product_ref, attribute) DO UPDATE SET
         first_source = excluded.first_source, source_ids = excluded.source_ids, origin = excluded.origin, state = excluded.state, through = excluded.through`,
      ref,
      attribute,
      state.ids[0] ?? null,
      JSON.stringify(state.ids),
      // A text is no list of sources.
      state.text === undefined ? (state.basis?.origin ?? null) : null,
      encode(state),
      through,
    )
  }

  const write = (about: string, attribute: string | null, body: FactBody): Fact => {
    const { seq, at } = ledgerClock.next()
    journal.run(
      'INSERT INTO facts (seq, about, attribute, kind, fact, wall, highest) VALUES (?, ?, ?, ?, ?, ?, ?)',
      seq,
      about,
      attribute,
      body.kind,
      JSON.stringify(body),
      at.wall,
      at.highest,
    )
    return { ...body, seq, at }
  }

  /** Adds a fact about one list, and updates the list. */
  const add = (ref: string, attribute: string, body: FactBody): Fact => {
    const name = nameOf(ref, attribute)
    const before = read(ref, name)
    const fact = write(ref, name, body)
    keep(ref, name, applyFact(before, fact), fact.seq)
    return fact
  }

  /** All about one attribute, in their order. */
  const factsOf = (ref: string, attribute: string): Fact[] =>
    journal
      .all(
        'SELECT seq, fact, wall, highest FROM facts WHERE about IN (?, ?, ?) AND (attribute = ? OR attribute IS NULL) ORDER BY seq',
        ...scopesOf(ref),
        nameOf(ref, attribute),
      )
      .map(toFact)

  /** Rebuilds a product's lists from all facts. */
  const rebuild = (ref: string): void => {
    const scopes = scopesOf(ref)
    const kept = attributesOf(ref)
    const found = journal.all('SELECT DISTINCT attribute FROM facts WHERE about = ? AND attribute IS NOT NULL', ref)
    const names = new Map([...kept, ...found.map((row) => String(row.attribute))].map((name) => [name.toLowerCase(), name]))
    for (const name of names.values()) {
      const facts = journal.all(
        'SELECT seq, fact, wall, highest FROM facts WHERE about IN (?, ?, ?) AND (attribute = ? OR attribute IS NULL) ORDER BY seq',
        ...scopes,
        name,
      )
      keep(ref, name, foldFacts(facts.map(toFact)), Number(facts.at(-1)?.seq ?? 0))
    }
  }

  return {
    /**
     * The attributes of these products that hold a list, such as that of the pictures: their names in lower case, by the product's reference. Facts about
     * all attributes of a product make none of them a list.
     */
    listsOf: (refs: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> => {
      const found = new Map<string, Set<string>>()
      const rows = journal.all(
        `SELECT product_ref, attribute FROM attribute_lists WHERE product_ref IN (SELECT value FROM json_each(?)) AND state ->> '$.text' IS NULL
           AND (source_ids <> '[]' OR json_array_length(state, '$.pending') > 0 OR ifnull(origin, 'created') <> 'created')`,
        JSON.stringify(refs),
      )
      for (const row of rows) {
        const ref = String(row.product_ref)
        found.set(ref, (found.get(ref) ?? new Set()).add(String(row.attribute).toLowerCase()))
      }
      return found
    },
    now: (): Moment => ledgerClock.now(),
    keepTime: (): void => void ledgerClock.keep(),
    /** A sequence number for a request: a later removal wins over it. */
    nextSequence: (): number => ledgerClock.next().seq,
    read,
    add,
    rebuild,
    rebuildAll: (): void => {
      for (const row of journal.all('SELECT ref FROM products')) rebuild(String(row.ref))
    },
    attributesOf,
    /** Attributes whose list is shown: it has known ids, or the service once accepted it. */
    shownAttributesOf: (ref: string): string[] =>
      journal
        .all(
          `SELECT attribute FROM attribute_lists WHERE product_ref = ? AND (source_ids <> '[]' OR origin IN ('confirmed', 'shown'))
           ORDER BY attribute`,
          ref,
        )
        .map((row) => String(row.attribute)),
    /** A list as it was before the first request of a job, and what its requests carried; `undefined`: it has sent none. */
    sentBy: (
      ref: string,
      attribute: string,
      jobId: string,
    ): { readonly before: readonly string[]; readonly sent: readonly string[] } | undefined => {
      let state = unknownList
      let before: readonly string[] | undefined
      const sent = new Set<string>()
      for (const fact of factsOf(ref, attribute)) {
        if (fact.kind === 'sent' && fact.jobId === jobId) {
          before ??= state.ids
          for (const id of fact.ids) sent.add(id)
        } else if (before === undefined) state = applyFact(state, fact)
      }
      return before && { before, sent: [...sent] }
    },
    /** Which sources gave their places to others in the requests of a job; each pair once. */
    swappedBy: (ref: string, attribute: string, jobId: string): Swap[] => {
      const swaps = factsOf(ref, attribute).flatMap((fact) => (fact.kind === 'sent' && fact.jobId === jobId ? (fact.swaps ?? []) : []))
      return [...new Map(swaps.map((swap) => [swap.join('\n'), swap])).values()]
    },
    /**
     * A text as it was before the first request of a job (`null`: unknown), and after its last: what it sent, or as the workspace then showed
     * it. `undefined`: it has sent none.
     */
    textSentBy: (ref: string, attribute: string, jobId: string): { readonly before: string | null; readonly after: string } | undefined => {
      let state = unknownList
      let found: { before: string | null; after: string } | undefined
      let [sent, isConfirmed] = [0, false]
      for (const fact of factsOf(ref, attribute)) {
        if (fact.kind === 'sent' && fact.mode === 'text' && fact.jobId === jobId) {
          found = { before: found ? found.before : state.basis === null ? null : textOf(state), after: fact.ids[0] ?? '' }
          sent = fact.seq
        } else if (found && isConfirmed && fact.kind === 'text-shown') found.after = fact.text
        isConfirmed = fact.kind === 'confirmed' && fact.sent === sent
        state = applyFact(state, fact)
      }
      return found
    },
    /** The service created the product for us, so no one else can have added anything to its lists before. */
    noteCreated: (ref: string): void => void write(ref, null, { kind: 'confirmed', sent: null }),
    /** From now on these lists must be confirmed by a person or the service before they are replaced. */
    doubt: (
      about: 'everything' | { readonly connectionId: string } | { readonly ref: string; readonly attribute: string },
      why: ListDoubt,
    ): void => {
      if (about === 'everything') write('*', null, { kind: 'doubted', why })
      else if ('connectionId' in about) write(`connection:${about.connectionId}`, null, { kind: 'doubted', why })
      else add(about.ref, about.attribute, { kind: 'doubted', why })
    },
    /** A product is removed: its facts stay, and no list is made of them. */
    hide: (ref: string): void => {
      // Emptied first, so that derived rows are removed, too.
      journal.run("UPDATE attribute_lists SET first_source = NULL, source_ids = '[]' WHERE product_ref = ?", ref)
      journal.run('DELETE FROM attribute_lists WHERE product_ref = ?', ref)
    },
    /** It is there again. */
    show: (ref: string): void => rebuild(ref),
    /** Facts about products that are removed for good. */
    forget: (refs: readonly string[]): void => {
      journal.run('DELETE FROM facts WHERE about IN (SELECT value FROM json_each(?))', JSON.stringify(refs))
    },
    /** Moves facts to another record of the same product, in their order. `doubtShared`: doubts lists known to both. */
    merge: (from: string, into: string, doubtShared: ListDoubt): void => {
      const isKnown = (ref: string, attribute: string): boolean =>
        journal.get('SELECT 1 FROM facts WHERE about = ?1 AND (attribute = ?2 OR attribute IS NULL) LIMIT 1', ref, attribute) !== undefined
      const shared = attributesOf(from).filter((name) => isKnown(into, nameOf(into, name)))
      for (const name of attributesOf(from)) {
        const one = nameOf(into, name)
        journal.run('UPDATE facts SET about = ?, attribute = ? WHERE about = ? AND attribute = ?', into, one, from, name)
        // Emptied first, so that derived rows are removed, too.
        journal.run("UPDATE attribute_lists SET first_source = NULL, source_ids = '[]' WHERE product_ref = ? AND attribute = ?", from, name)
      }
      journal.run('UPDATE facts SET about = ? WHERE about = ?', into, from)
      journal.run('DELETE FROM attribute_lists WHERE product_ref = ?', from)
      rebuild(into)
      for (const name of shared) add(into, name, { kind: 'doubted', why: doubtShared })
    },
  }
}

/** The source of a list that counts; `null`: the list is not completely known. */
export const originOf = (state: ListState): ListOrigin | null => state.basis?.origin ?? null
