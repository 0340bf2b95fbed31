import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createMatchStore } from '../../../../electron/core/products/matching/match-store.ts'
import { parseMapping } from '../../../../electron/core/products/matching/names/parse-mapping.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-rules-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () => {
  const journal = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
  const { adopt, release, rules } = createMatchStore(journal)
  return {
    setMapping: (connectionId: string | null, name: string) =>
      journal.write(() => rules.setMapping(connectionId, { name, files: [{ file: 'a.png', product: name }] })),
    setPattern: (connectionId: string | null, pattern: string) =>
      journal.write(() => rules.setRules(connectionId, [{ rule: { by: 'pattern', pattern }, isUsed: true }])),
    adopt: (connectionId: string) => journal.write(() => adopt(connectionId)),
    release: (connectionId: string) => journal.write(() => release(connectionId)),
    /** Those that are used, and the products of the mapping file. */
    used: (connectionId: string | null) => [
      ...rules.read(connectionId).rules.flatMap(({ rule, isUsed }) => (isUsed ? [rule.by === 'pattern' ? rule.pattern : rule.by] : [])),
      ...parseMapping(rules.mappingText(connectionId)).map(({ product }) => product),
    ],
    close: journal.close,
  }
}

it('uses the rules and the mapping file that came last when a workspace is connected again', () => {
  const { setMapping, setPattern, adopt, used, close } = open()
  setPattern('a', '{sku}_{position}')
  setMapping('a', 'old.csv')
  setMapping(null, 'new.csv')
  adopt('a')
  expect(used('a')[0]).toBe('mapping')
  expect(used('a').at(-1)).toBe('new.csv')
  expect(used('a')).not.toContain('{sku}_{position}')
  close()
})

it('keeps the workspace’s mapping file where no other one was added', () => {
  const { setMapping, setPattern, adopt, release, used, close } = open()
  setMapping('a', 'old.csv')
  setPattern(null, '{sku}_{position}')
  adopt('a')
  expect(used('a')).toEqual(['mapping', '{sku}_{position}', 'old.csv'])
  release('a')
  expect(used(null)).toEqual(['mapping', '{sku}_{position}', 'old.csv'])
  close()
})

it('keeps what a workspace has when it meets that of another one that was disconnected before', () => {
  const { setMapping, release, used, close } = open()
  setMapping('a', 'of a.csv')
  setMapping('b', 'of b.csv')
  release('a')
  release('b')
  expect(used(null).at(-1)).toBe('of b.csv')
  close()
})
