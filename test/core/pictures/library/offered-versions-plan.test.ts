import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { Journal, Row } from '../../../../electron/core/base/database/journal.ts'
import { schema } from '../../../../electron/core/base/database/schema.ts'
import { operationDefinitions } from '../../../../electron/core/operations.ts'
import { countLocations } from '../../../../electron/core/pictures/library/lists/count-locations.ts'
import { imageIdOf } from '../../../../electron/core/pictures/library/picture-id.ts'
import { createImageStore } from '../../../../electron/core/pictures/library/picture-store.ts'
import { createPictureVersions } from '../../../../electron/core/pictures/library/picture-versions.ts'
import { createSourceStore } from '../../../../electron/core/pictures/library/source-store.ts'
import { isDecided } from '../../../../electron/core/products/matching/match-store.ts'
import { createJobStore } from '../../../../electron/core/queue/job-store.ts'
import { createWatchedFiles } from '../../../../electron/core/watching/watched-files.ts'

/** A journal over a new library in memory, and the steps of all queries that read a whole table. */
const openPlanned = () => {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  const scans: string[] = []
  const prepare = (sql: string) => {
    for (const { detail } of database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all())
      if (/^SCAN (images|originals|sources|jobs|picture_work|attach_pictures|earlier|matches|watched_files)\b/.test(String(detail)))
        scans.push(`${detail}: ${sql}`)
    return database.prepare(sql)
  }
  const journal = {
    get: (sql: string, ...values: SQLInputValue[]) => prepare(sql).get(...values) as Row | undefined,
    all: (sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as Row[],
    run: (sql: string, ...values: SQLInputValue[]) => Number(prepare(sql).run(...values).changes),
    write: <T>(change: () => T) => change(),
    durable: async () => {},
    nextTurn: async () => {},
    monotonic: () => 0,
    newId: (prefix: string) => `${prefix}1`,
  } as unknown as Journal
  return { journal, scans, close: () => database.close() }
}

it('pictures with a location are counted without reading the others: a window asks with each change', () => {
  const { journal, scans, close } = openPlanned()
  expect(countLocations(journal)).toBe(0)
  // The index has only those.
  expect(scans.filter((scan) => !scan.startsWith('SCAN originals USING COVERING INDEX originals_with_location'))).toEqual([])
  expect(scans).toHaveLength(1)
  close()
})

it('versions are offered, made, taken back and kept apart without reading all pictures or all work: a window asks with each change', async () => {
  const { journal, scans, close } = openPlanned()
  const images = createImageStore(journal)
  const jobs = createJobStore(journal, operationDefinitions)
  const sources = createSourceStore(journal)
  const ids = ['a', 'b'].map((letter, index) => {
    const sha256 = letter.repeat(64)
    const id = imageIdOf(sha256)
    const origin = { kind: 'file', path: '/shoot/one.png' } as const
    const facts = { format: 'png', bytes: 1 + index, width: 1, height: 1, orientation: 1, hasAlpha: false, hasGps: false } as const
    images.add({ id, sha256, name: 'one.png', ...facts, origin, addedAt: index, staged: `${sha256}.png`, version: 1, check: 'passed' })
    return id
  })
  const removal = {
    takeOut: (all: readonly string[]) => all.map((id) => journal.run('UPDATE images SET removed_at = 1 WHERE id = ?', id)).length,
  }
  scans.length = 0
  const clock = { now: () => 2 }
  const versions = createPictureVersions({
    journal,
    jobs,
    images,
    sources,
    removal: removal as never,
    isDecided,
    clock,
    onVersion: () => {},
    onSeparated: () => {},
    onKeptApart: (kept) => {
      for (const id of kept) createWatchedFiles(journal).setOwn(id)
    },
  })
  expect(versions.page(0, 100)).toMatchObject({ total: 1, rows: [{ imageId: ids[1], earlierId: ids[0] }] })
  expect(await versions.makeVersions(null)).toEqual([ids[0]])
  expect(await versions.separate([ids[0] ?? ''])).toBe(1)
  expect(images.isOfferedAsVersion(ids[1] ?? '')).toBe(true)
  await versions.keepBoth([ids[1] ?? ''])
  expect(images.isOfferedAsVersion(ids[1] ?? '')).toBe(false)
  expect(images.moveTo(ids[1] ?? '', '/shoot/two.png', new Set())).toEqual([])
  expect(scans).toEqual([])
  close()
})
