import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJournal, type Journal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createMatchKeys } from '../../../../electron/core/products/matching/match-keys.ts'
import { productsOf } from '../../../../electron/core/products/matching/match-rows.ts'
import { createMatchStore, type NewMatch } from '../../../../electron/core/products/matching/match-store.ts'
import { mergeMatches } from '../../../../electron/core/products/matching/merge-matches.ts'
import { placeMerged } from '../../../../electron/core/products/matching/place-merged.ts'
import type { MatchedProductRow } from '../../../../shared/products/matching.ts'

const productOf = (key: string): MatchedProductRow => ({ key, productId: null, sku: key, gtin: null, name: null, handle: null })

const put = (journal: Journal, owner: string, key: string, imageIds: readonly string[], by: 'person' | 'rule'): void =>
  journal.write(() => {
    for (const [index, id] of imageIds.entries())
      journal.run(
        `INSERT OR REPLACE INTO matches (connection_id, image_id, state, product_key, product, place, decided_by, why)
         VALUES (?, ?, 'matched', ?, ?, ?, ?, 'null')`,
        owner,
        id,
        key,
        JSON.stringify(productOf(key)),
        index + 1,
        by,
      )
  })

const listOf = (journal: Journal, owner: string, key: string): string[] => {
  const rows = journal.all('SELECT image_id, place FROM matches WHERE connection_id = ? AND product_key = ? ORDER BY place', owner, key)
  expect(new Set(rows.map((row) => row.place)).size).toBe(rows.length)
  return rows.map((row) => String(row.image_id))
}

const lists = fc.tuple(
  fc.uniqueArray(fc.constantFrom('m1', 'm2', 'm3', 'm4'), { minLength: 1 }),
  fc.uniqueArray(fc.constantFrom('a1', 'b2', 'n3', 'z4'), { minLength: 1 }),
  fc.constantFrom('person', 'rule'),
  fc.constantFrom('person', 'rule'),
)

/** Which pictures stay first, and how the others came to them. */
const merges = {
  'the key of a product becomes another one’s': (
    journal: Journal,
    mine: readonly string[],
    theirs: readonly string[],
    by: readonly 'person'[],
  ) => {
    put(journal, 'c', 'now', mine, by[0] ?? 'person')
    put(journal, 'c', 'before', theirs, by[1] ?? 'person')
    journal.write(() => createMatchKeys(journal).follow('c', [{ was: 'before', product: productOf('now') }]))
  },
  'a workspace is connected': (journal: Journal, mine: readonly string[], theirs: readonly string[], by: readonly 'person'[]) => {
    put(journal, 'c', 'now', mine, by[0] ?? 'person')
    put(journal, '', 'now', theirs, by[1] ?? 'person')
    journal.write(() => mergeMatches(journal, '', 'c'))
  },
  'the matches of another library are taken over': (
    journal: Journal,
    mine: readonly string[],
    theirs: readonly string[],
    by: readonly 'person'[],
  ) => {
    put(journal, 'c', 'now', mine, by[0] ?? 'person')
    const rows = theirs.map(
      (imageId, index): NewMatch => ({
        imageId,
        match: { state: 'matched', products: [{ product: productOf('now'), place: index + 1, by: by[1] ?? 'person', why: null }] },
      }),
    )
    for (const { imageId, match } of placeMerged(createMatchStore(journal), 'c', rows)) {
      put(journal, 'c', 'now', [imageId], 'person')
      const [one] = productsOf(match)
      if (one) journal.write(() => journal.run('UPDATE matches SET place = ? WHERE image_id = ?', one.place, imageId))
    }
  },
} as const

it.each(Object.keys(merges) as (keyof typeof merges)[])('pictures of the product that stays are first when %s', (how) => {
  fc.assert(
    fc.property(lists, ([mine, theirs, ...by]) => {
      const database = new DatabaseSync(':memory:')
      migrate(database)
      const journal = createJournal(database, systemPlatform)
      merges[how](journal, mine, theirs, by as readonly 'person'[])
      expect(listOf(journal, 'c', 'now')).toEqual([...mine, ...theirs])
      journal.close()
    }),
    { numRuns: 30, seed: 1 },
  )
})

it('a picture that another library has at another place of the same product goes there, and the others make room', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  put(journal, 'c', 'now', ['a', 'b', 'c'], 'person')
  const match = { state: 'matched', products: [{ product: productOf('now'), place: 1, by: 'person', why: null }] } as const
  const placed = placeMerged(createMatchStore(journal), 'c', [
    { imageId: 'c', match },
    { imageId: 'd', match },
  ])
  expect(placed.map((row) => [row.imageId, productsOf(row.match)[0]?.place])).toEqual([
    ['c', 1],
    ['d', 4],
    ['a', 2],
    ['b', 3],
  ])
  journal.close()
})

it('pictures that come back beside others keep places of their own, in the order that they had', () => {
  fc.assert(
    fc.property(lists, ([mine, theirs]) => {
      const database = new DatabaseSync(':memory:')
      migrate(database)
      const journal = createJournal(database, systemPlatform)
      put(journal, 'c', 'now', mine, 'person')
      const keys = createMatchKeys(journal)
      const rows = journal.write(() => keys.release('c', 'now'))
      put(journal, 'c', 'now', theirs, 'person')
      journal.write(() => keys.putBack('c', rows))
      const all = listOf(journal, 'c', 'now')
      const those = (of: readonly string[]) => all.filter((id) => of.includes(id))
      expect([those(mine), those(theirs)]).toEqual([mine, theirs])
      journal.close()
    }),
    { numRuns: 30, seed: 1 },
  )
})

type Of = { readonly key: string; readonly by: 'person' | 'rule' }

/** Pictures with a row for each of their products. */
const several = fc.array(
  fc.uniqueArray(fc.record({ key: fc.constantFrom('x', 'y', 'z'), by: fc.constantFrom<Of['by']>('person', 'rule') }), {
    selector: ({ key }) => key,
    minLength: 1,
  }),
  { minLength: 1, maxLength: 6 },
)

const openSeveral = (pictures: readonly (readonly Of[])[]) => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  journal.write(() => {
    for (const [at, all] of pictures.entries())
      for (const { key, by } of all)
        journal.run(
          `INSERT INTO matches (connection_id, image_id, state, product_key, product, place, decided_by, why)
           VALUES ('c', ?, 'matched', ?, ?, ?, ?, 'null')`,
          ...[`p${at}`, key, JSON.stringify(productOf(key)), at + 1, by],
        )
  })
  const read = () => journal.all('SELECT * FROM matches ORDER BY image_id, product_key')
  return { journal, keys: createMatchKeys(journal), read }
}

it('a picture of two products that become one, or change their keys, is in each of today’s once, with a place of its own', () => {
  const now = fc.record({ x: fc.constantFrom('x', 'y', 'w'), y: fc.constantFrom('x', 'y', 'w'), z: fc.constant('z') })
  fc.assert(
    fc.property(several, now, (pictures, today) => {
      const { journal, keys, read } = openSeveral(pictures)
      const followed = (['x', 'y'] as const).map((was) => ({ was, product: productOf(today[was]) }))
      journal.write(() => keys.follow('c', followed))
      const wanted = pictures.flatMap((all, at) =>
        [...new Set(all.map(({ key }) => today[key as 'x']))].toSorted().map((key) => ({
          image_id: `p${at}`,
          product_key: key,
          decided_by: all.some((one) => today[one.key as 'x'] === key && one.by === 'person') ? 'person' : 'rule',
        })),
      )
      expect(read().map(({ image_id, product_key, decided_by }) => ({ image_id, product_key, decided_by }))).toEqual(wanted)
      const places = read().map(({ product_key, place }) => `${product_key} ${place}`)
      expect(new Set(places).size).toBe(places.length)
      journal.close()
    }),
    { numRuns: 200, seed: 2 },
  )
})

it('a product that is removed and restored has its pictures again, those that are in others, too', () => {
  fc.assert(
    fc.property(several, (pictures) => {
      const { journal, keys, read } = openSeveral(pictures)
      const before = read()
      const rows = journal.write(() => keys.release('c', 'x'))
      expect(read()).toEqual(before.filter(({ product_key }) => product_key !== 'x'))
      journal.write(() => keys.putBack('c', rows))
      expect(read()).toEqual(before)
      // Decided otherwise meanwhile, it stays so.
      const again = journal.write(() => keys.release('c', 'x'))
      const decided = 'INSERT INTO matches (connection_id, image_id, state, product_key, decided_by, why) VALUES (?, ?, ?, ?, ?, ?)'
      journal.write(() => {
        journal.run("DELETE FROM matches WHERE image_id = 'p0'")
        journal.run(decided, 'c', 'p0', 'not-a-product', '', 'person', 'null')
        keys.putBack('c', again)
      })
      expect(read().filter(({ image_id }) => image_id === 'p0')).toMatchObject([{ state: 'not-a-product' }])
      journal.close()
    }),
    { numRuns: 50, seed: 3 },
  )
})

it('what two changes of a picture of several products replaced is back after their undoing, in either order', () => {
  const state = fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 })
  fc.assert(
    fc.property(state, state, state, fc.boolean(), (first, second, third, isOlderFirst) => {
      const { journal } = openSeveral([])
      const matches = createMatchStore(journal)
      const set = (keys: readonly string[]) => {
        const products = keys.map((key) => ({ product: productOf(key), place: 1, by: 'person' as const, why: null }))
        const match: NewMatch['match'] = keys.length === 0 ? { state: 'taken-out' } : { state: 'matched', products }
        return journal.write(() => matches.save('c', 'move', [{ imageId: 'p', match }], { at: 1, isOfRules: false })).change
      }
      set(first)
      const before = matches.get('c', 'p')
      const changes = [set(second), set(third)].flatMap((one) => one ?? [])
      for (const change of isOlderFirst ? changes : changes.toReversed()) journal.write(() => matches.undoOnly(change))
      expect(matches.get('c', 'p')).toEqual(before)
      journal.close()
    }),
    { numRuns: 100, seed: 4 },
  )
})
