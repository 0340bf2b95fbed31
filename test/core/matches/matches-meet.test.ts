import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJournal } from '../../../electron/core/database/journal.ts'
import { openDatabase } from '../../../electron/core/database/open-database.ts'
import { createMatchStore, type NewMatch } from '../../../electron/core/matches/match-store.ts'
import { systemPlatform } from '../../../electron/core/platform/platform.ts'

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
    const row: NewMatch = { imageId, match: { state: 'matched', product, place: 1, by, why: null } }
    return matches.inTurn(({ save }) => save(connectionId, by === 'rule' ? 'apply' : 'move', [row], { at: 1, isOfRules: by === 'rule' }))
  }
  return {
    put,
    adopt: (connectionId: string) => journal.write(() => matches.adopt(connectionId)),
    undo: (connectionId: string) => matches.undo(() => connectionId),
    rows: () =>
      journal
        .all('SELECT connection_id, image_id, product_key, decided_by FROM matches ORDER BY image_id')
        .map((row) => [row.connection_id, row.image_id, row.product_key, row.decided_by].join(' ')),
    close: journal.close,
  }
}

it('keeps a person’s decision that meets one of rules when a workspace is connected', async () => {
  const { put, adopt, undo, rows, close } = open()
  await put('a', 'one', 'by rules', 'rule')
  await put(null, 'one', 'by hand', 'person')
  adopt('a')
  expect(rows()).toEqual(['a one by hand person'])
  // First the change without a workspace, then that of the rules, which has nothing left to undo.
  await undo('a')
  await undo('a')
  expect(rows()).toEqual([])
  close()
})

it('keeps the workspace’s own decision, and undoing the other one leaves it alone', async () => {
  const { put, adopt, undo, rows, close } = open()
  await put('a', 'one', 'here', 'person')
  await put(null, 'one', 'elsewhere', 'person')
  await put(null, 'two', 'elsewhere', 'person')
  adopt('a')
  expect(rows()).toEqual(['a one here person', 'a two elsewhere person'])
  await undo('a')
  await undo('a')
  expect(rows()).toEqual(['a one here person'])
  await undo('a')
  expect(rows()).toEqual([])
  close()
})
