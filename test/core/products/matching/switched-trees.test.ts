import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createCatalogueStore, type Targets } from '../../../../electron/core/products/catalogue/catalogue-store.ts'
import { importOf } from '../../../../electron/core/products/catalogue/entry-place.ts'
import { toStored } from '../../../../electron/core/products/catalogue/read-entry.ts'
import { followSwitch } from '../../../../electron/core/products/matching/follow-switch.ts'
import { readNamed } from '../../../../electron/core/products/matching/lists/match-subjects.ts'
import { createMatchStore, type KeptIn } from '../../../../electron/core/products/matching/match-store.ts'
import type { MatchProduct } from '../../../../shared/products/matching.ts'
import type { EntryKind, ProductIs } from '../../../../shared/products/variants.ts'
import { isTarget } from '../../../../shared/products/variants.ts'

/** How many variants each product of a list has; 0: it has none. */
type Tree = readonly number[]

const entryOf = (name: string, fields: Partial<MatchProduct>) => ({
  ...{ row: 2, productId: null, sku: null, gtin: null, name, handle: null, shows: null, showsAt: null, further: [] },
  ...fields,
})

/** Two that no list has: one that a person made, and one that another list had. */
const others: readonly MatchProduct[] = [
  { key: 'new:rug', productId: null, sku: null, gtin: null, name: 'Rug', handle: null },
  { key: 'id:prd_9', productId: 'prd_9', sku: null, gtin: null, name: 'Lamp', handle: null },
]

const open = (tree: Tree, first: Targets) => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const catalogue = createCatalogueStore(journal)
  const matches = createMatchStore(journal)
  const writeList = ({ productIs, sharedPictures }: Targets): void => {
    const number = catalogue.begin(null, 'list.csv', 1)
    const add = (kind: EntryKind, entry: ReturnType<typeof entryOf>, parent: number | null): number =>
      catalogue.add(number, toStored(entry, kind, '[]'), null, { import: importOf(number, kind, productIs), kind, options: '[]', parent })
    for (const [at, variants] of tree.entries()) {
      const parent = add(variants > 0 ? 'parent' : 'single', entryOf(`Product ${at}`, { handle: `p-${at}` }), null)
      for (let one = 0; one < variants; one++) add('variant', entryOf(`Product ${at} – ${one}`, { sku: `V-${at}-${one}` }), parent)
    }
    const counts = { parents: tree.filter((one) => one > 0).length, variants: tree.reduce((sum, one) => sum + one, 0) }
    const kinds = tree.flatMap((one): EntryKind[] => (one > 0 ? ['parent', ...Array<EntryKind>(one).fill('variant')] : ['single']))
    const products = kinds.filter((kind) => isTarget(kind, productIs)).length
    catalogue.complete(number, { products, missing: 0, refused: 0, noted: 0, ...counts, productIs, sharedPictures })
  }
  journal.write(() => writeList(first))
  return { journal, catalogue, matches, writeList, targets: (): MatchProduct[] => readNamed(journal, null).map(({ product }) => product) }
}

type Placed = { readonly picture: number; readonly in: number; readonly byPerson: boolean }

const trees = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 }).filter((tree) => tree.some((one) => one > 0))
const placed = fc.array(fc.record({ picture: fc.nat({ max: 7 }), in: fc.nat({ max: 20 }), byPerson: fc.boolean() }), { maxLength: 16 })
const shared = fc.constantFrom('each', 'first', 'none')
const targets = fc.record({ productIs: fc.constantFrom<ProductIs>('product', 'variant'), sharedPictures: shared })

const prepare = (tree: Tree, first: Targets, all: readonly Placed[]) => {
  const app = open(tree, first)
  const { journal, matches } = app
  journal.write(() => {
    for (let at = 0; at < 8; at++)
      journal.run(
        `INSERT INTO images (id, name, folder, origin, added_at, format, bytes, width, height) VALUES (?, ?, '', '{}', 1, 'png', 1, 1, 1)`,
        ...[`img_${at}`, `${at}.png`],
      )
    const known = [...app.targets(), ...others]
    const places = new Map<string, number>()
    const rows = new Map<string, Map<string, KeptIn>>()
    for (const one of all) {
      const product = known[one.in % known.length] as MatchProduct
      const of = rows.get(`img_${one.picture}`) ?? new Map<string, KeptIn>()
      rows.set(`img_${one.picture}`, of)
      if (of.has(product.key)) continue
      places.set(product.key, (places.get(product.key) ?? 0) + 1)
      of.set(product.key, { product, place: places.get(product.key) ?? 1, by: one.byPerson ? 'person' : 'rule', why: null })
    }
    for (const [imageId, of] of rows)
      matches.save(null, 'move', [{ imageId, match: { state: 'matched', products: [...of.values()] } }], { at: 1, isOfRules: false })
  })
  const rows = () =>
    journal.all('SELECT image_id, product_key, state, place, decided_by, why FROM matches ORDER BY product_key, place, image_id')
  /** The products of each picture. */
  const products = () => {
    const found = new Map<string, string[]>()
    for (const { image_id, product_key, state } of rows())
      if (state === 'matched') found.set(String(image_id), [...(found.get(String(image_id)) ?? []), String(product_key)])
    return found
  }
  /** Those that a person decided about. */
  const decided = () => new Set(rows().flatMap(({ image_id, decided_by }) => (decided_by === 'person' ? String(image_id) : [])))
  const follow = (now: Targets, isImported: boolean) =>
    journal.write(() => {
      const list = app.catalogue.current(null)
      if (!list) throw new Error('no list')
      if (isImported) app.writeList(now)
      else {
        if (list.productIs !== now.productIs) app.catalogue.turnAround(list.import)
        app.catalogue.setTargets(list.import, now)
      }
      return followSwitch(journal, null, list, now)
    })
  const namesNone = () => {
    const known = new Set([...app.targets(), ...others].map(({ key }) => key))
    return rows().flatMap(({ product_key, state, why }) => {
      const named = state === 'question' ? (JSON.parse(String(why)) as { candidates: { productKey: string }[] }).candidates : []
      const keys = state === 'question' ? named.map(({ productKey }) => productKey) : [String(product_key)]
      return keys.filter((key) => !known.has(key))
    })
  }
  return { ...app, rows, products, decided, follow, namesNone }
}

it('leaves only products of the workspace in matches and questions, and counts every picture that follows', () => {
  fc.assert(
    fc.property(
      fc.record({ tree: trees, first: targets, all: placed }),
      fc.array(fc.record({ now: targets, isImported: fc.boolean() }), { minLength: 1, maxLength: 4 }),
      ({ tree, first, all }, steps) => {
        const app = prepare(tree, first, all)
        for (const { now, isImported } of steps) {
          const [before, persons] = [app.products(), app.decided()]
          const switched = app.follow(now, isImported)
          const after = app.products()
          expect(app.namesNone()).toEqual([])
          const changed = [...before].filter(([id, keys]) => after.get(id)?.join() !== keys.join())
          expect(switched).toEqual({
            moved: changed.filter(([id]) => after.has(id)).length,
            open: changed.filter(([id]) => !after.has(id)).length,
          })
          // A person's decision stays one, or is asked.
          const kept = new Set(
            app.rows().flatMap(({ image_id, state, decided_by }) => (decided_by === 'person' || state === 'question' ? image_id : [])),
          )
          expect([...persons].filter((id) => !kept.has(id))).toEqual([])
          const places = app.rows().flatMap(({ product_key, place }) => (place === null ? [] : `${product_key} ${place}`))
          expect(new Set(places).size).toBe(places.length)
        }
        app.journal.write(() => {
          while (app.matches.undo(null));
        })
        expect(app.namesNone()).toEqual([])
      },
    ),
    { numRuns: 100, seed: 38 },
  )
})

it('has a person’s decisions on whole products again, in their order, after there and back', () => {
  fc.assert(
    fc.property(trees, placed, fc.constantFrom('each', 'first'), fc.boolean(), (tree, all, sharedPictures, isImported) => {
      const app = prepare(tree, { productIs: 'product', sharedPictures }, all)
      const ofPersons = (persons: ReadonlySet<string>) =>
        app
          .rows()
          .flatMap(({ image_id, product_key, decided_by }) =>
            persons.has(String(image_id)) ? [`${product_key} ${image_id} ${decided_by}`] : [],
          )
      const persons = app.decided()
      const before = ofPersons(persons)
      app.follow({ productIs: 'variant', sharedPictures }, isImported)
      app.follow({ productIs: 'product', sharedPictures }, isImported)
      expect(ofPersons(persons)).toEqual(before)
    }),
    { numRuns: 60, seed: 38 },
  )
})
