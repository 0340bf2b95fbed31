import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createMatchStore, type NewMatch } from '../../../../electron/core/products/matching/match-store.ts'
import type { MatchedProductRow } from '../../../../shared/products/matching.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-matches-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const product = (key: string): MatchedProductRow => ({ key, productId: null, sku: key, gtin: null, name: null, handle: null })
const count = 700
const rowsFor = (key: string, amount = count): NewMatch[] =>
  Array.from({ length: amount }, (_, at) => ({
    imageId: `img_${at}`,
    match: {
      state: 'matched',
      products: [{ product: product(key), place: at + 1, by: 'rule', why: { by: 'sku', field: 'sku', text: key } }],
    },
  }))

const open = () => {
  const journal = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
  return { journal, matches: createMatchStore(journal) }
}

type Opened = ReturnType<typeof open>

const apply = ({ journal, matches }: Opened, key: string, owner: string | null = null) =>
  journal.write(() => matches.save(owner, 'apply', rowsFor(key), { at: 1, isOfRules: true }))

const moveFirst = ({ journal, matches }: Opened, key: string) => {
  const match = { state: 'matched', products: [{ product: product(key), place: 1, by: 'person', why: null }] } as const
  return journal.write(() => matches.save(null, 'move', [{ imageId: 'img_0', match }], { at: 2, isOfRules: false }))
}

const undo = ({ journal, matches }: Opened, owner: string | null = null) => journal.write(() => matches.undo(owner))

const products = ({ journal }: Opened, owner = ''): unknown[] =>
  journal
    .all('SELECT product_key AS key, count(*) AS n FROM matches WHERE connection_id = ? GROUP BY product_key', owner)
    .map(({ key, n }) => [key, n])

describe('a change', () => {
  it('and its undo are whole or not at all', () => {
    const all = open()
    const { journal, matches } = all
    apply(all, 'A')
    const failAfter = (change: () => unknown): void => {
      expect(() =>
        journal.write(() => {
          change()
          throw new Error('disk full')
        }),
      ).toThrow('disk full')
      expect(products(all)).toEqual([['A', count]])
      expect(matches.last(null)).toMatchObject({ kind: 'apply', pictures: count })
    }
    failAfter(() => matches.save(null, 'apply', rowsFor('B'), { at: 1, isOfRules: true }))
    failAfter(() => matches.undo(null))
    expect(undo(all)).toMatchObject({ kind: 'apply', pictures: count })
    expect(products(all)).toEqual([])
    journal.close()
  })

  it('that is undone keeps what a later change decided, and what was before both comes back with its undo', () => {
    const all = open()
    apply(all, 'A')
    const { change } = apply(all, 'B')
    moveFirst(all, 'C')
    expect(all.journal.write(() => all.matches.undoOnly(change ?? 0))).toMatchObject({ kind: 'apply', pictures: count })
    expect(products(all)).toEqual([
      ['A', count - 1],
      ['C', 1],
    ])
    expect(undo(all)).toMatchObject({ kind: 'move', pictures: 1 })
    expect(products(all)).toEqual([['A', count]])
    all.journal.close()
  })

  it('moves to a workspace that is connected, and can be undone there', () => {
    const all = open()
    apply(all, 'A')
    all.journal.write(() => all.matches.adopt('con_1'))
    expect(products(all)).toEqual([])
    expect(products(all, 'con_1')).toEqual([['A', count]])
    expect(undo(all, 'con_1')).toMatchObject({ kind: 'apply', pictures: count })
    expect(products(all, 'con_1')).toEqual([])
    all.journal.close()
  })

  it('older than the newest fifty is forgotten with what was before it', async () => {
    const all = open()
    for (let at = 0; at < 53; at += 1) moveFirst(all, `P${at}`)
    await all.matches.sweep()
    expect(
      all.journal.get('SELECT (SELECT count(*) FROM match_changes) AS changes, (SELECT count(*) FROM match_before) AS before'),
    ).toEqual({ changes: 50, before: 50 })
    all.journal.close()
  })
})
