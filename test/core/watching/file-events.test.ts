import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { libraryFile } from '../../../electron/core/base/database/library-files.ts'
import { writePng } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const library = prepareTestLibrary({ watchesFolders: true })

describe('what is said of watched files', () => {
  it('is on disk by then, so that a kill takes back nothing that was said', async () => {
    const folder = join(library.folder(), 'studio')
    await mkdir(folder)
    await library.start()
    const said: string[] = []
    library.core().onWatchedFile((event) => {
      // As another process would find the library after a kill at this moment.
      const database = new DatabaseSync(libraryFile(join(library.folder(), 'data')), { readOnly: true })
      const states = database.prepare('SELECT path, state FROM watched_files ORDER BY path').all()
      database.close()
      said.push(`${event.kind}: ${states.map(({ path, state }) => `${path} ${state}`).join(', ')}`)
    })
    await library.client().watching.add({ folder: { kind: 'path', path: folder }, rules: {} })
    await writePng(join(folder, 'a.png'), 'a')
    await library.passUntil(() => expect(said).toEqual(['added: a.png taken']))
    await writeFile(join(folder, 'b.png'), 'no picture')
    await library.passUntil(() => expect(said.slice(1)).toEqual(['refused: a.png taken, b.png refused']))
    await library.passUntil(() => expect(library.core().isWatchingQuiet()).toBe(true))
  })
})
