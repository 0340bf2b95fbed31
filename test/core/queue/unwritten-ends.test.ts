import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { libraryFile } from '../../../electron/core/base/database/library-files.ts'
import { createFullCommits } from '../../support/full-commits.ts'
import { waitFor } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const disk = createFullCommits()
const library = prepareTestLibrary({ openDatabaseFile: disk.openDatabaseFile })
const holds = async () => (await library.client().queue.status()).holds.map(({ kind }) => kind)

/** Three pictures, the first of which is being uploaded; returns what the service does to answer. */
const uploadSome = async (): Promise<() => void> => {
  let answer = (): void => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  library.service().answer = () => answered.then(() => undefined)
  await library.add(['A.png', 'B.png', 'C.png'])
  await library.connect()
  await library.start()
  await waitFor(() => library.service().received.length > 0)
  return answer
}

it('continues as soon as there is room on the disk', async () => {
  const answer = await uploadSome()
  disk.refuse(() => true)
  answer()
  await library.pass(20_000)
  expect(await holds()).toEqual(['disk-full'])
  disk.refuse()
  await library.pass(3_000)
  expect([await holds(), (await library.counts()).done]).toEqual([[], 3])
})

it('takes a library that refuses the end of an attempt for damaged, and not the disk for full', async () => {
  const answer = await uploadSome()
  const damage = new DatabaseSync(libraryFile(`${library.folder()}/data`))
  damage.exec("CREATE TRIGGER refuse BEFORE UPDATE ON jobs WHEN NEW.state = 'done' BEGIN SELECT RAISE(ABORT, 'a flipped bit'); END")
  answer()
  await waitFor(async () => (await library.counts()).running === 0 || (await holds()).length > 0)
  expect(await holds()).toEqual(['damaged'])
  damage.exec('DROP TRIGGER refuse')
  damage.close()
  await library.reopen()
  await library.start()
  await library.settled()
  expect((await library.counts()).done).toBe(3)
})
