import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJournal, type Journal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createCatalogueStore } from '../../../../electron/core/products/catalogue/catalogue-store.ts'
import { forgetIds } from '../../../../electron/core/products/catalogue/forget-ids.ts'
import { toStoredEntry } from '../../../../electron/core/products/catalogue/merge-products.ts'
import { createProductStore } from '../../../../electron/core/products/ledger/product-store.ts'
import { createMatchStore } from '../../../../electron/core/products/matching/match-store.ts'

const openList = () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const inner = createJournal(database, systemPlatform)
  let statements = 0
  const counted = <T extends 'run' | 'get' | 'all'>(name: T): Journal[T] =>
    ((...all: Parameters<Journal[T]>) => {
      statements += 1
      return (inner[name] as (...values: unknown[]) => unknown)(...all)
    }) as Journal[T]
  const journal: Journal = { ...inner, run: counted('run'), get: counted('get'), all: counted('all') }
  const [catalogue, matches] = [createCatalogueStore(journal), createMatchStore(journal)]
  const products = createProductStore(journal, systemPlatform.clock)
  return { journal, catalogue, matches, products, countStatements: () => statements }
}

/** A product named `name` with these fields, as the list has it and as it is matched. */
const named = (productId: string | null, sku: string) => ({ productId, sku, gtin: null, name: `Mug ${sku}`, handle: null })
const keyOf = (productId: string | null, sku: string): string => (productId === null ? `sku:${sku}` : `id:${productId}`)
const match = (imageId: string, product: ReturnType<typeof named>, place: number) => ({
  imageId,
  match: {
    state: 'matched',
    products: [{ product: { key: keyOf(product.productId, product.sku), ...product }, place, by: 'person', why: null }],
  } as const,
})

it('many ids are forgotten by as many statements as one', async () => {
  const take = async (count: number): Promise<number> => {
    const { journal, catalogue, matches, products, countStatements } = openList()
    const list = journal.write(() => {
      const number = catalogue.begin(null, 'List', 1)
      for (let at = 0; at < count; at++) {
        const stored = toStoredEntry({ ...named(`prd_${at}`, `s-${at}`), shows: null, showsAt: null, further: [], missingSince: null })
        catalogue.add(number, stored)
        products.add({ productId: `prd_${at}`, name: null, connectionId: null, createdByUs: false }, 1)
      }
      catalogue.complete(number, { products: count, missing: 0, refused: 0, noted: 0 })
      const all = Array.from({ length: count }, (_, at) => match(`img_${at}`, named(`prd_${at}`, `s-${at}`), 1))
      matches.save(null, 'move', all, { at: 1, isOfRules: false })
      return number
    })
    const before = countStatements()
    expect(await forgetIds(() => list, { journal, catalogue, matches, products })).toBe(count)
    const taken = countStatements() - before
    expect(catalogue.entriesWithId(list)).toEqual([])
    expect(products.findById(null, 'prd_0')?.name).toBe('Mug s-0')
    expect(matches.get(null, `img_${count - 1}`)).toMatchObject({ products: [{ product: { key: `sku:s-${count - 1}`, productId: null } }] })
    return taken
  }
  expect(await take(300)).toBe(await take(1))
})

it('the pictures of several products follow at once as they do one after the other', () => {
  const moved = fc.array(fc.record({ pictures: fc.nat(3), to: fc.nat(2) }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(moved, fc.nat(2), (all, there) => {
      const open = () => {
        const list = openList()
        const pictures = all.flatMap(({ pictures: count }, at) =>
          Array.from({ length: count }, (_, place) => match(`img_${at}_${place}`, named(`prd_${at}`, 's'), place + 1)),
        )
        const others = Array.from({ length: there }, (_, place) => match(`other_${place}`, named(null, '0'), place + 1))
        list.journal.write(() => list.matches.save(null, 'move', [...pictures, ...others], { at: 1, isOfRules: false }))
        // So that an undo would put these back.
        list.journal.write(() => list.matches.save(null, 'move', [{ imageId: 'img_0_0', match: null }], { at: 2, isOfRules: false }))
        return list
      }
      const follow = all.map(({ to }, at) => ({ was: `id:prd_${at}`, product: { key: `sku:${to}`, ...named(null, `${to}`) } }))
      const [together, apart] = [open(), open()]
      together.journal.write(() => together.matches.follow(null, follow))
      for (const one of follow) apart.journal.write(() => apart.matches.follow(null, [one]))
      const look = ({ journal }: ReturnType<typeof open>) => [
        journal.all('SELECT image_id, product_key, product, place FROM matches ORDER BY image_id'),
        journal.all('SELECT * FROM match_before ORDER BY change, image_id'),
      ]
      expect(look(together)).toEqual(look(apart))
    }),
    { numRuns: 25 },
  )
})
