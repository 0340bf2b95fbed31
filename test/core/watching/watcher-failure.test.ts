import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { readingVersion } from '../../../electron/core/watching/reading-version.ts'
import { createFolderWatcher, type WatcherPorts } from '../../../electron/core/watching/watch-folder.ts'
import { usualWatchRules } from '../../../shared/watching/watching.ts'
import { createTestTime } from '../../support/test-time.ts'

describe('a watcher whose step fails', () => {
  it('waits before it tries the same file again', async () => {
    const path = await mkdtemp(join(tmpdir(), 'packshot-watcher-'))
    await writeFile(join(path, 'a.png'), 'content')
    const known = { seq: 1, id: 'one', path, name: 'one', rules: usualWatchRules, readBy: readingVersion }
    const folder = { ...known, isPaused: false, isNoting: false, problem: null, others: 0, dropId: '' }
    const take = vi.fn(async () => {
      throw new Error('fails each time')
    })
    const time = createTestTime()
    const watcher = createFolderWatcher('one', {
      ...systemPlatform,
      clock: time.clock,
      timers: time.timers,
      journal: { write: (act: () => unknown) => act(), durable: async () => {}, nextTurn: async () => {} },
      watchedFolders: { get: () => folder, setProblem: () => {}, setLooked: () => {} },
      watchedFiles: { at: () => undefined, page: () => [] },
      watchedPlaces: { of: () => new Map() },
      dataFolder: join(path, '..', 'elsewhere'),
      taker: { take },
      settleDue: async () => null,
      onChange: () => {},
      log: () => {},
    } as unknown as WatcherPorts)
    watcher.start()
    try {
      await time.passUntil(() => take.mock.calls.length > 0)
      await time.pass(120_000)
      expect(watcher.growing()).toBe(1)
      // Without a pause there would be hundreds in two minutes.
      expect(take.mock.calls.length).toBeGreaterThan(1)
      expect(take.mock.calls.length).toBeLessThan(6)
    } finally {
      await watcher.stop()
      await rm(path, { recursive: true, force: true })
    }
  })
})
