import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()

it('a damaged row that an index contradicts is set aside by the next start, and its picture comes back from its file', async () => {
  await library.add(['one.png', 'two.png'])
  const before = await library.row('one.png')
  await library
    .client()
    .sheet.edit({ cells: [{ imageId: before.id, question: 'Alt?', text: 'A marmalade jar', seen: null }], kind: 'typed' })
  await library.close()
  const path = join(library.folder(), 'data', 'library.db')
  // The row is changed while its indexes are out of sight.
  const database = new DatabaseSync(path)
  database.enableDefensive?.(false)
  database.exec('PRAGMA writable_schema = ON')
  const hidden = database.prepare("SELECT * FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'images' AND sql IS NOT NULL").all()
  database.exec("DELETE FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'images' AND sql IS NOT NULL")
  database.close()
  const bare = new DatabaseSync(path)
  bare.enableDefensive?.(false)
  bare.exec('PRAGMA ignore_check_constraints = ON')
  bare.prepare("UPDATE images SET name = 'flipped', bytes = 7, checked = 9, origin = '{' WHERE id = ?").run(before.id)
  bare.exec('PRAGMA writable_schema = ON')
  for (const { type, name, tbl_name: table, rootpage, sql } of hidden)
    bare
      .prepare('INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?)')
      .run(type ?? '', name ?? '', table ?? '', rootpage ?? 0, sql ?? '')
  bare.close()
  const note = { id: 'found', at: 1, reason: 'damaged', found: 'row 1 missing from index images_by_name' }
  await writeFile(join(library.folder(), 'data', 'library-damage.json'), JSON.stringify(note))
  await library.reopen()
  await library.start()
  await expect.poll(async () => (await library.names()).toSorted()).toEqual(['one.png', 'two.png'])
  expect((await library.row('one.png')).id).toBe(before.id)
  // Its row is another one now, and its answers are found with it.
  expect(await library.names({ text: 'marmalade' })).toEqual(['one.png'])
})
