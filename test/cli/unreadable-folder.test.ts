import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Output } from '../../electron/cli/output.ts'
import { openCore } from '../../electron/cli/with-core.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-unreadable-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const entries = { imageProcess: '/not/there.js', sampleWorkspace: '/not/there.js' }
const open = (dataFolder: string) => openCore({ dataFolder, access: 'read', isQuiet: true, entries, output: {} as Output })

// As another user: test/e2e/plain-user.test.ts.
describe('a command that only reads', () => {
  it('reads a folder that is not there as empty', async () => {
    const { core, client } = await open(join(folder, 'new', 'data'))
    expect(await client.pictures.list()).toEqual([])
    await core.stop()
  })

  it('says why a folder can’t be read, instead of showing none of its pictures', async () => {
    await writeFile(join(folder, 'file'), '')
    await symlink(join(folder, 'drive/data'), join(folder, 'away'))
    await expect(open(join(folder, 'file'))).rejects.toMatchObject({ failure: { kind: 'data-folder-is-file' } })
    await expect(open(join(folder, 'file', 'data'))).rejects.toMatchObject({ failure: { kind: 'data-folder-in-file' } })
    await expect(open(join(folder, 'away'))).rejects.toMatchObject({ failure: { kind: 'data-folder-away' } })
  })
})
