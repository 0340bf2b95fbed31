import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createCatalogueStore } from '../../../../electron/core/products/catalogue/catalogue-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-whose-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Each call is a transaction. `begin` and `end` import a list. */
const openLists = () => {
  const journal = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
  const catalogue = createCatalogueStore(journal)
  const counts = { products: 0, missing: 0, refused: 0, noted: 0 }
  return {
    begin: (connectionId: string | null, name: string) => journal.write(() => catalogue.begin(connectionId, name, 1)),
    end: (number: number) => journal.write(() => catalogue.complete(number, counts)),
    adopt: (connectionId: string) => journal.write(() => catalogue.adopt(connectionId)),
    release: (connectionId: string) => journal.write(() => catalogue.release(connectionId)),
    nameOf: (connectionId: string | null) => catalogue.current(connectionId)?.name,
    close: journal.close,
  }
}

it('gives a list to the workspace that is connected while it is imported, and to no later one', () => {
  const { begin, end, adopt, nameOf, close } = openLists()
  const first = begin(null, 'first')
  adopt('a')
  end(first)
  expect([nameOf('a'), nameOf(null)]).toEqual(['first', undefined])
  end(begin('b', 'of b'))
  adopt('b')
  expect([nameOf('a'), nameOf('b')]).toEqual(['first', 'of b'])
  close()
})

it('replaces the list of a workspace only once the new one is whole', () => {
  const { begin, end, adopt, nameOf, close } = openLists()
  end(begin('a', 'earlier'))
  const next = begin(null, 'next')
  adopt('a')
  expect(nameOf('a')).toBe('earlier')
  end(next)
  expect(nameOf('a')).toBe('next')
  close()
})

it('takes a list along that is imported while its workspace is given up for another', () => {
  const { begin, end, adopt, release, nameOf, close } = openLists()
  end(begin(null, 'waiting'))
  const running = begin('mistyped', 'running')
  release('mistyped')
  adopt('right')
  expect(nameOf('right')).toBe('waiting')
  end(running)
  expect([nameOf('right'), nameOf('mistyped')]).toEqual(['running', undefined])
  close()
})
