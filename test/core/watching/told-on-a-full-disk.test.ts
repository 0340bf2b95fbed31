import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { WatchReport } from '../../../shared/watching.ts'
import { fasterTime } from '../../support/faster-time.ts'
import { createFullCommits } from '../../support/full-commits.ts'
import { writePng } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const told: WatchReport[] = []
const disk = createFullCommits()
const time = fasterTime(20)
const library = prepareTestLibrary({
  ...time,
  openDatabaseFile: disk.openDatabaseFile,
  watchesFolders: true,
  onWatched: (report) => void told.push(report),
})

it('tells once what came, and only when it is on disk that it was told', async () => {
  const folder = join(library.folder(), 'studio')
  await mkdir(folder, { recursive: true })
  await library.start()
  await library.client().watching.add({ folder: { kind: 'path', path: folder }, rules: { upload: false } })
  await writePng(join(folder, 'a.png'), 'a')
  await expect.poll(() => library.names({}, 'name')).toEqual(['a.png'])
  await expect.poll(async () => (await library.client().watching.report()).isSettled).toBe(true)
  disk.refuse(() => true)
  await expect.poll(disk.commits, { timeout: 10_000 }).toBeGreaterThan(0)
  // A minute of its time.
  await time.timers.sleep(60_000)
  expect(told).toEqual([])
  disk.refuse()
  await expect.poll(() => told.length, { timeout: 10_000 }).toBe(1)
  await time.timers.sleep(90_000)
  expect(told).toMatchObject([{ added: 1 }])
}, 60_000)
