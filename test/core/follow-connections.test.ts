import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSourceStore } from '../../electron/core/pictures/library/source-store.ts'
import { mistyped, openStores, right } from '../support/open-stores.ts'

let folder: string
let library: ReturnType<typeof openStores>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-connections-'))
  library = openStores(folder)
})
afterEach(() => {
  library.journal.close()
  rmSync(folder, { recursive: true, force: true })
})

const each = (owner: string | null) => Array.from({ length: 6 }, () => [owner])

it('all that waits for a workspace goes to the one that is connected, and on to the one that takes it over', () => {
  const { journal, connections, owners } = library
  expect(owners()).toEqual(each(null))
  journal.write(() => connections.activate(mistyped, 1))
  expect(owners()).toEqual(each(mistyped.id))
  journal.write(() => connections.activate(right, 2, [mistyped.id]))
  expect(owners()).toEqual(each(right.id))
  expect(connections.list().map(({ id }) => id)).toEqual([right.id])
})

it.each(['jobs', 'products', 'other_sources'])('nothing moves, and the workspace stays the same, when %s can’t be changed', (table) => {
  const { journal, connections, owners } = library
  journal.write(() => connections.activate(mistyped, 1))
  journal.run(
    `CREATE TEMP TRIGGER refuse BEFORE UPDATE OF connection_id ON main.${table} WHEN NEW.connection_id IS NOT NULL BEGIN SELECT raise(ABORT, 'refused'); END`,
  )
  expect(() => journal.write(() => connections.activate(right, 2, [mistyped.id]))).toThrow('refused')
  expect(owners()).toEqual(each(mistyped.id))
  expect(connections.active()?.id).toBe(mistyped.id)
  expect(connections.list().map(({ id }) => id)).toEqual([mistyped.id])
})

it('knows a workspace as reached once a picture was uploaded to it, or a job may have been done there', () => {
  const { journal, connections } = library
  const unreached = () => connections.listUnreached().map(({ id }) => id)
  journal.write(() => connections.activate({ ...mistyped, isUntried: true }, 1))
  expect(unreached()).toEqual([mistyped.id])
  journal.write(() => journal.run('UPDATE jobs SET uncertain_attempts = 1'))
  expect(unreached()).toEqual([])
  journal.write(() => journal.run('UPDATE jobs SET uncertain_attempts = 0'))
  journal.write(() => createSourceStore(journal).save(mistyped.id, '0'.repeat(64), 'source_1', 1))
  expect(unreached()).toEqual([])
})
