import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createMatchStore, type NewMatch } from '../../../../electron/core/products/matching/match-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-meet-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () => {
  const journal = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
  const matches = createMatchStore(journal)
  const put = (connectionId: string | null, imageId: string, key: string, by: 'rule' | 'person') => {
    const product = { key, productId: null, sku: key, gtin: null, name: null, handle: null }
    const row: NewMatch = { imageId, match: { state: 'matched', products: [{ product, place: 1, by, why: null }] } }
    const how = { at: 1, isOfRules: by === 'rule' }
    return journal.write(() => matches.save(connectionId, by === 'rule' ? 'apply' : 'move', [row], how))
  }
  return {
    put,
    adopt: (connectionId: string) => journal.write(() => matches.adopt(connectionId)),
    undo: (connectionId: string) => journal.write(() => matches.undo(connectionId)),
    rows: () =>
      journal
        .all('SELECT connection_id, image_id, product_key, decided_by FROM matches ORDER BY image_id')
        .map((row) => [row.connection_id, row.image_id, row.product_key, row.decided_by].join(' ')),
    close: journal.close,
  }
}

it('keeps a person’s decision that meets one of rules when a workspace is connected', () => {
  const { put, adopt, undo, rows, close } = open()
  put('a', 'one', 'by rules', 'rule')
  put(null, 'one', 'by hand', 'person')
  adopt('a')
  expect(rows()).toEqual(['a one by hand person'])
  // Neither side knows what the other did.
  expect(undo('a')).toBeNull()
  expect(rows()).toEqual(['a one by hand person'])
  close()
})

it('keeps the newer of two decisions, and a decision before what rules found since', () => {
  const { put, adopt, undo, rows, close } = open()
  put('a', 'one', 'here', 'person')
  put('a', 'two', 'here', 'person')
  put(null, 'one', 'elsewhere', 'person')
  put(null, 'two', 'elsewhere', 'rule')
  put(null, 'three', 'elsewhere', 'rule')
  adopt('a')
  expect(rows()).toEqual(['a one elsewhere person', 'a three elsewhere rule', 'a two here person'])
  expect(undo('a')).toBeNull()
  close()
})

it('can undo what was decided without a workspace, if the workspace has nothing yet', () => {
  const { put, adopt, undo, rows, close } = open()
  put(null, 'one', 'elsewhere', 'person')
  adopt('a')
  undo('a')
  expect(rows()).toEqual([])
  close()
})
