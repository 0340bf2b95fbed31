import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()

it('a picture with versions whose row is damaged comes back from its files, each as a picture with its own source and fixes', async () => {
  await library.add(['one.png', 'two.png'])
  await library.connect()
  await library.start()
  await library.settled()
  await library.addChanged('one.png', 'brighter')
  await library.settled()
  const listed = async () =>
    (await library.client().pictures.list())
      .map(({ id, sha256, sourceId }) => ({ id, sha256, sourceId }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const before = await listed()
  expect(new Set(before.map((one) => one.sourceId)).size).toBe(3)
  const { made } = await library.client().versions.use({})
  await library.close()
  const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
  database.exec('PRAGMA ignore_check_constraints = ON')
  database.prepare("UPDATE images SET origin = '{' WHERE id = ?").run(made[0] ?? '')
  const fixed = String(database.prepare('SELECT sha256 FROM originals WHERE version = 2').get()?.sha256)
  database.prepare("INSERT INTO picture_fixes (original, fixes) VALUES (?, '{}')").run(fixed)
  const rows = database.prepare('SELECT count(*) AS n FROM originals').get()?.n
  database.close()
  const note = { id: 'found', at: 1, reason: 'damaged', found: 'unreadable picture' }
  await writeFile(join(library.folder(), 'data', 'library-damage.json'), JSON.stringify(note))
  await library.reopen()
  await library.start()
  await expect.poll(listed).toEqual(before)
  await library.close()
  const after = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
  expect(after.prepare('SELECT count(*) AS n FROM originals').get()?.n).toBe(rows)
  expect(after.prepare('SELECT original FROM picture_fixes').all()).toEqual([{ original: fixed }])
  const kept = after.prepare("SELECT content FROM unreadable_rows WHERE place = 'images'").get()
  expect(JSON.parse(String(kept?.content)).originals).toHaveLength(2)
  after.close()
})
