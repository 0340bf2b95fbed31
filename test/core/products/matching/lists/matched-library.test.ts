import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJournal } from '../../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'
import { createMatchedLibrary } from '../../../../../electron/core/products/matching/lists/matched-library.ts'
import { createMatchStore } from '../../../../../electron/core/products/matching/match-store.ts'
import { defaultMatchRules, type MatchRule } from '../../../../../shared/products/matching.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-matched-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () => {
  const journal = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
  const { rules } = createMatchStore(journal)
  let walks = 0
  const all: typeof journal.all = (sql, ...values) => {
    if (sql.includes('folded_place')) walks += 1
    return journal.all(sql, ...values)
  }
  const forgets: (() => void)[] = []
  const after = (_ms: number, act: () => void) => {
    forgets.push(act)
    return { cancel: () => {} }
  }
  return {
    match: createMatchedLibrary({ journal: { ...journal, all }, timers: { after } }),
    /** How often the pictures were read since. */
    takeWalks: (): number => {
      const now = walks
      walks = 0
      return now
    },
    change: () => journal.write(() => rules.setRules('another', [])),
    setMapping: (product: string) => journal.write(() => rules.setMapping(null, { name: 'a.csv', files: [{ file: 'a.png', product }] })),
    forget: () => forgets.at(-1)?.(),
    close: journal.close,
  }
}

it('matches the library once for the same rules, until anything changes', () => {
  const { match, takeWalks, change, forget, close } = open()
  const rules: MatchRule[] = [{ by: 'sku' }]
  expect(match(null, rules)).toBe(match(null, [{ by: 'sku' }]))
  expect(takeWalks()).toBe(1)
  match('other', rules)
  match('other', null)
  match('other', [...defaultMatchRules])
  expect(takeWalks()).toBe(2)
  change()
  match('other', null)
  expect(takeWalks()).toBe(1)
  forget()
  match('other', null)
  expect(takeWalks()).toBe(1)
  close()
})

it('reads the mapping that a workspace has now', () => {
  const { match, setMapping, close } = open()
  setMapping('AB-12')
  expect(match(null, null).unknownInMapping).toEqual([{ file: 'a.png', product: 'AB-12' }])
  setMapping('CD-34')
  expect(match(null, null).unknownInMapping).toEqual([{ file: 'a.png', product: 'CD-34' }])
  close()
})

it('reads a mapping that comes with the rules each time', () => {
  const { match, takeWalks, close } = open()
  const rulesFor = (product: string): MatchRule[] => [{ by: 'mapping', files: [{ file: 'a.png', product }] }]
  match(null, rulesFor('AB-12'))
  expect(match(null, rulesFor('CD-34')).unknownInMapping).toEqual([{ file: 'a.png', product: 'CD-34' }])
  expect(takeWalks()).toBe(2)
  close()
})
