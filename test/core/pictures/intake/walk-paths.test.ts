import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FolderEntry } from '../../../../electron/core/base/platform/files.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { walkPaths } from '../../../../electron/core/pictures/intake/walk-paths.ts'
import { lackOf } from '../../../support/lacks.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-walk-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const put = async (...names: string[]): Promise<void> => {
  for (const name of names) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), '')
  }
}

const walk = async (paths: readonly string[], recursive = true, files = systemPlatform.files): Promise<string[]> => {
  const found: string[] = []
  for await (const one of walkPaths(paths, recursive, { ...systemPlatform, files }))
    found.push(one.kind === 'file' ? basename(one.path) : `${basename(one.path)}: ${one.error.message}`)
  return found
}

it('a link to a folder inside a folder gets a row, and its target is not entered', async () => {
  await put('elsewhere/far.png', 'shoot/near.png')
  await symlink(join(folder, 'elsewhere'), join(folder, 'shoot/shared'))
  await symlink(join(folder, 'shoot'), join(folder, 'shoot/circle'))
  await symlink(join(folder, 'elsewhere/far.png'), join(folder, 'shoot/one.png'))
  expect(await walk([join(folder, 'shoot')])).toEqual([
    'circle: “circle” is a link to a folder. What is in that folder was not added.',
    'near.png',
    'one.png',
    'shared: “shared” is a link to a folder. What is in that folder was not added.',
  ])
  expect(await walk([join(folder, 'shoot')], false)).toEqual(['near.png', 'one.png'])
  expect(await walk([join(folder, 'shoot/shared')])).toEqual(['far.png'])
})

it('a folder that Windows wrongly lists as a link (OneDrive) is entered', async () => {
  await put('shoot/cloud/far.png', 'shoot/near.png')
  const asLink = (entry: FolderEntry): FolderEntry =>
    entry.name === 'cloud' ? { name: entry.name, isFile: () => false, isDirectory: () => false, isSymbolicLink: () => true } : entry
  const { files } = systemPlatform
  const entries = async function* (path: string): AsyncGenerator<FolderEntry> {
    for await (const entry of files.entries(path)) yield asLink(entry)
  }
  expect(await walk([join(folder, 'shoot')], true, { ...files, entries })).toEqual(['far.png', 'near.png'])
})

it('a dropped folder’s files that systems and other apps keep beside pictures are skipped', async () => {
  await put(
    'card/System Volume Information/IndexerVolumeGuid',
    'card/$RECYCLE.BIN/$R1.jpg',
    'card/Family.photoslibrary/originals/1.jpg',
    'card/.Trashes/2.jpg',
    'card/Thumbs.db',
    'card/DESKTOP.INI',
    'card/DCIM/3.jpg',
  )
  expect(await walk([join(folder, 'card')])).toEqual(['3.jpg'])
  expect(await walk([join(folder, 'card/Family.photoslibrary')])).toEqual([
    'Family.photoslibrary: “Family.photoslibrary” is the library of another app.',
  ])
})

it('a name that is not UTF-8 is said to be the reason, and not that nothing is there', async (context) => {
  // Only there names may be of other bytes than UTF-8.
  if (process.platform !== 'linux') context.skip(lackOf('not-linux'))
  await put('shoot/near.png')
  await mkdir(Buffer.concat([Buffer.from(`${folder}/shoot/caf`), Buffer.from([0xe9])]))
  const reason = 'The name of “caf\ufffd” or of its folder has characters that Packshot can’t read.'
  expect(await walk([join(folder, 'shoot')])).toEqual([`caf\ufffd: ${reason}`, 'near.png'])
})
