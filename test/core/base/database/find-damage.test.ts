import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Damage, findDamage, findDamageInPieces } from '../../../../electron/core/base/database/find-damage.ts'
import { libraryFile } from '../../../../electron/core/base/database/library-files.ts'
import { openDatabase } from '../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-damage-'))
  const { database } = openDatabase(folder, systemPlatform)
  database.exec("INSERT INTO settings (key, value) VALUES ('in both places', '1')")
  database.exec("INSERT INTO facts (about, kind, fact, wall, highest) VALUES ('prd_1', 'stated', '{\"kind\":\"stated\"}', 1, 1)")
  database.close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What each of the two finds, and in how many pieces. */
const look = (): { readonly whole: Damage | null; readonly inPieces: Damage | null; readonly pieces: number } => {
  const database = new DatabaseSync(libraryFile(folder))
  try {
    const work = findDamageInPieces(database)
    let pieces = 1
    let step = work.next()
    for (; !step.done; step = work.next()) pieces++
    return { whole: findDamage(database, 'whole'), inPieces: step.value, pieces }
  } finally {
    database.close()
  }
}

const change = (act: (bytes: Buffer) => void): void => {
  const bytes = readFileSync(libraryFile(folder))
  act(bytes)
  writeFileSync(libraryFile(folder), bytes)
}

describe('the check of a whole library in pieces', () => {
  it('finds nothing in a sound one, with a pause after each table', () => {
    const { whole, inPieces, pieces } = look()
    expect([whole, inPieces]).toEqual([null, null])
    expect(pieces).toBeGreaterThan(20)
  })

  it.each([
    ['an index that contradicts its row', (bytes: Buffer) => bytes.write('IN', bytes.indexOf('in both places'))],
    ['a page that is no page', (bytes: Buffer) => bytes.fill(0x5a, bytes.length - 4_096)],
    ['a list’s fact that is of another kind', (bytes: Buffer) => bytes.write('gone!!', bytes.indexOf('"stated"}') + 1)],
  ])('finds %s, as in one go', (_, spoil) => {
    change(spoil)
    const { whole, inPieces } = look()
    expect(inPieces).not.toBeNull()
    expect(inPieces).toEqual(whole)
  })
})
