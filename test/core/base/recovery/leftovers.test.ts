import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { saveSnapshot } from '../../../../electron/core/base/database/snapshots.ts'
import type { Files } from '../../../../electron/core/base/platform/files.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { describeRecoveries } from '../../../../shared/base/recovery-words.ts'
import { makeFolder, openTestWorkspace } from '../../../sample-workspace/open-test-workspace.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const held = /\.draft$|\.part$|drafts\/stuck/
const refuse = (path: string): void => {
  if (held.test(path) && existsSync(path)) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' })
}
/** Files that another program holds open, so that leftovers of an earlier end can't be removed. */
const files: Files = {
  ...systemFiles,
  remove: async (path, options) => {
    refuse(path)
    await systemFiles.remove(path, options)
  },
  sync: {
    ...systemFiles.sync,
    remove: (path) => {
      refuse(path)
      systemFiles.sync.remove(path)
    },
  },
}
const library = prepareTestLibrary()
const data = (...names: string[]): string => join(library.folder(), 'data', ...names)

const leave = async (): Promise<void> => {
  for (const folder of ['drafts', 'snapshots']) await mkdir(data(folder), { recursive: true })
  for (const path of [data('library-restored.draft'), data('snapshots', 'library.db.draft'), data('drafts', 'stuck')])
    await writeFile(path, 'left by an earlier end')
}

describe('a leftover of an earlier end that can’t be removed', () => {
  it('doesn’t stop Packshot from starting or restoring its library, and is removed once released', async () => {
    await library.add(['one.png'], false)
    await library.close()
    await leave()
    await library.reopen({ files })
    expect((await library.page()).total).toBe(1)
    await library.close()
    await writeFile(data('library.db'), 'garbage garbage garbage garbage '.repeat(2_000))
    await library.reopen({ files })
    expect(describeRecoveries(library.core().restored)).toMatch(/damaged/)
    expect((await library.page()).total).toBe(1)
    expect(await readdir(data('drafts'))).toEqual(['stuck'])
    await library.reopen()
    await waitFor(async () => (await readdir(data('drafts'))).length === 0)
    expect((await readdir(data())).filter((name) => name.includes('.draft'))).toEqual([])
  })

  it('doesn’t stop snapshots', async () => {
    await library.add(['one.png'], false)
    await leave()
    const database = new DatabaseSync(data('library.db'))
    saveSnapshot(database, data(), Date.now(), { ...systemPlatform, files })
    database.close()
    expect((await readdir(data('snapshots'))).filter((name) => name.endsWith('.db'))).toHaveLength(1)
  })

  it('doesn’t stop the sample workspace from starting', async () => {
    const folder = await makeFolder()
    await mkdir(join(folder, 'sources'))
    await writeFile(join(folder, 'sources', 'a.part'), 'half')
    const { running } = await openTestWorkspace(folder, { files })
    expect((await fetch(`${running.baseUrl}/.well-known/oauth-authorization-server`)).status).toBe(200)
  })
})
