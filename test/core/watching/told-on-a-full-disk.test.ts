import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { WatchReport } from '../../../shared/watching/watching.ts'
import { createFullCommits } from '../../support/full-commits.ts'
import { writePng } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const told: WatchReport[] = []
const disk = createFullCommits()
const library = prepareTestLibrary({
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
  await library.passUntil(async () => expect(await library.names({}, 'name')).toEqual(['a.png']))
  await library.passUntil(async () => (await library.client().watching.report()).isSettled)
  disk.refuse(() => true)
  await library.passUntil(() => disk.commits() > 0)
  await library.pass(60_000)
  expect(told).toEqual([])
  disk.refuse()
  await library.passUntil(() => expect(told).toHaveLength(1))
  await library.pass(90_000)
  expect(told).toMatchObject([{ added: 1 }])
})
