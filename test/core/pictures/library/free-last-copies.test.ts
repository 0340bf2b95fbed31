import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()

it('freeing originals keeps a copy that may be the last one: of an earlier version, and of a picture that came back from it', async () => {
  await library.connect()
  await library.start()
  await library.add(['mug.png', 'cup.png', 'back.png', 'moved.png'])
  await library.settled()
  await library.addChanged('cup.png', 'cup, second')
  await library.settled()
  expect((await library.client().versions.use({})).made).toHaveLength(1)
  await library.settled()
  const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
  // As after a library was made again from its originals; the data folder of the second was elsewhere then.
  const comesFrom = (before: string, name: string) =>
    database
      .prepare(
        `UPDATE images SET origin = json_object('kind', 'file', 'path', ? || (SELECT staged FROM originals WHERE picture = images.seq)) WHERE name = ?`,
      )
      .run(before, name)
  comesFrom('', 'back.png')
  comesFrom('C:\\Old\\data/', 'moved.png')
  const copies = database
    .prepare('SELECT images.name, originals.version, staged FROM originals JOIN images ON images.seq = picture ORDER BY 1, 2')
    .all()
  database.close()
  expect(await library.client().settings.freeOriginals()).toMatchObject({ pictures: 2 })
  const kept = copies.filter(({ staged }) => existsSync(join(library.folder(), 'data', String(staged))))
  expect(kept.map(({ name, version }) => `${name} ${version}`)).toEqual(['back.png 1', 'cup.png 1', 'moved.png 1'])
})
