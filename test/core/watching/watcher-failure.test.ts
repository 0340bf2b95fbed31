import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { systemPlatform } from '../../../electron/core/platform/platform.ts'
import { readingVersion } from '../../../electron/core/watching/reading-version.ts'
import { createFolderWatcher, type WatcherPorts } from '../../../electron/core/watching/watch-folder.ts'
import { usualWatchRules } from '../../../shared/watching.ts'
import { fasterTime } from '../../support/faster-time.ts'

describe('a watcher whose step fails', () => {
  it('waits before it tries the same file again', async () => {
    const path = await mkdtemp(join(tmpdir(), 'packshot-watcher-'))
    await writeFile(join(path, 'a.png'), 'content')
    const known = { seq: 1, id: 'one', path, name: 'one', rules: usualWatchRules, readBy: readingVersion }
    const folder = { ...known, isPaused: false, isNoting: false, problem: null, others: 0, dropId: '' }
    const take = vi.fn(async () => {
      throw new Error('fails each time')
    })
    const watcher = createFolderWatcher('one', {
      ...systemPlatform,
      ...fasterTime(20),
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
      await expect.poll(() => take.mock.calls.length).toBeGreaterThanOrEqual(2)
      expect(watcher.growing()).toBe(1)
      // Thirty seconds are one and a half here; without a pause there would be hundreds.
      expect(take.mock.calls.length).toBeLessThan(5)
    } finally {
      await watcher.stop()
      await rm(path, { recursive: true, force: true })
    }
  })
})
