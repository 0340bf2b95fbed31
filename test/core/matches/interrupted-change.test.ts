import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJournal } from '../../../electron/core/database/journal.ts'
import { openDatabase } from '../../../electron/core/database/open-database.ts'
import { createMatchStore, type NewMatch } from '../../../electron/core/matches/match-store.ts'
import { systemPlatform } from '../../../electron/core/platform/platform.ts'
import type { MatchedProductRow } from '../../../shared/matching.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-matches-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const product = (key: string): MatchedProductRow => ({ key, productId: null, sku: key, gtin: null, name: null, handle: null })
const count = 700
const rowsFor = (key: string): NewMatch[] =>
  Array.from({ length: count }, (_, at) => ({
    imageId: `img_${at}`,
    match: { state: 'matched', product: product(key), place: at + 1, by: 'rule', why: { by: 'sku', field: 'sku', text: key } },
  }))

const open = () => {
  const { database } = openDatabase(folder, systemPlatform)
  const journal = createJournal(database, systemPlatform)
  return { journal, database, matches: createMatchStore(journal) }
}

const products = ({ journal }: ReturnType<typeof open>): unknown[] =>
  journal.all('SELECT product_key AS key, count(*) AS n FROM matches GROUP BY product_key').map(({ key, n }) => [key, n])

const rules = { at: 1, isOfRules: true }

it('takes a change back at the next start if it was interrupted between two of its pieces', async () => {
  const first = open()
  expect(await first.matches.save(null, 'apply', rowsFor('A'), rules)).toBe(count)
  let turns = 0
  const stopping = createMatchStore({
    ...first.journal,
    nextTurn: () => {
      turns += 1
      return turns === 2 ? Promise.reject(new Error('killed')) : first.journal.nextTurn()
    },
  })
  await expect(stopping.save(null, 'apply', rowsFor('B'), rules)).rejects.toThrow('killed')
  expect(products(first)).toEqual([
    ['A', 300],
    ['B', 400],
  ])
  await first.journal.durable()
  first.journal.close()
  const second = open()
  await second.matches.takeBackUnfinished()
  expect(products(second)).toEqual([['A', count]])
  expect(await second.matches.undo(null)).toEqual({ kind: 'apply', pictures: count })
  expect(products(second)).toEqual([])
  second.journal.close()
})

it('finishes an undo at the next start that was interrupted', async () => {
  const first = open()
  await first.matches.save(null, 'apply', rowsFor('A'), rules)
  await first.matches.save(null, 'apply', rowsFor('B'), rules)
  const stopping = createMatchStore({ ...first.journal, nextTurn: () => Promise.reject(new Error('killed')) })
  await expect(stopping.undo(null)).rejects.toThrow('killed')
  expect(products(first)).toEqual([
    ['A', 200],
    ['B', 500],
  ])
  await first.journal.durable()
  first.journal.close()
  const second = open()
  await second.matches.takeBackUnfinished()
  expect(products(second)).toEqual([['A', count]])
  second.journal.close()
})
