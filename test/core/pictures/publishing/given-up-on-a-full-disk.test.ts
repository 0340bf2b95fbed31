import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createPublishedStore } from '../../../../electron/core/pictures/publishing/published-store.ts'
import { createRemoveAnswered } from '../../../../electron/core/pictures/publishing/remove-answered.ts'
import { createFullCommits } from '../../../support/full-commits.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-given-up-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const earlier = { endpoint: 'https://s3.example', region: 'eu', bucket: 'earlier', pathStyle: true }
const now = { ...earlier, bucket: 'now' }

it('removes a picture from the earlier bucket once there is room to note it, where the bucket in use keeps its pictures', async () => {
  const disk = createFullCommits()
  const database = disk.openDatabaseFile(join(folder, 'library.db'))
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const store = createPublishedStore(journal)
  journal.write(() => store.begin('con_1', { key: 'one.jpg', imageId: 'img_1', version: 1, settings: '', place: earlier, at: 1 }))
  await journal.durable()
  const removed: string[] = []
  const publishing = { kind: 's3', ...now, prefix: '', lifetimeSeconds: 600, removeWhenAnswered: false }
  const answered = createRemoveAnswered({
    journal,
    store,
    access: { client: async () => ({ remove: async (key: string) => void removed.push(key) }) } as never,
    connections: { get: () => ({ publishing }) } as never,
    clock: systemPlatform.clock,
    log: () => {},
  })
  const sweep = () => answered.sweep(new AbortController().signal)
  disk.refuse(() => true)
  await sweep()
  expect(removed).toEqual([])
  disk.refuse()
  await sweep()
  expect(removed).toEqual(['one.jpg'])
  expect(store.isEmpty()).toBe(true)
  journal.close()
})
