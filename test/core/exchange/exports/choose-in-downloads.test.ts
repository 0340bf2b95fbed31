import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { chooseInDownloads } from '../../../../electron/core/exchange/exports/choose-in-downloads.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'packshot-home-'))
})
afterEach(() => rm(home, { recursive: true }))

const choose = (name: string, kind: 'file' | 'folder' = 'file') => chooseInDownloads(home, systemFiles)({ kind, name })

it('chooses a name in the folder for downloads that nothing has yet, and makes the folder', async () => {
  const first = join(home, 'Downloads', 'Texts.csv')
  expect(await choose('Texts.csv')).toBe(first)
  await writeFile(first, '')
  expect(await choose('Texts.csv')).toBe(join(home, 'Downloads', 'Texts (2).csv'))
  expect(await choose('Winter set', 'folder')).toBe(join(home, 'Downloads', 'Winter set'))
})

it.each([
  ['.bashrc', 'bashrc.txt'],
  ['..', 'Packshot.txt'],
  ['../../.profile', '_.._.profile.txt'],
  ['autostart.desktop', 'autostart.desktop.txt'],
  ['run.sh\u0000.csv', 'run.sh_.csv'],
  ['C:\\Windows\\a.csv', 'C__Windows_a.csv'],
])('makes of the name %j, which a page proposed, %s', async (proposed, name) => {
  expect(await choose(proposed)).toBe(join(home, 'Downloads', name))
})

it('chooses no hidden folder', async () => {
  expect(await choose('.config', 'folder')).toBe(join(home, 'Downloads', 'config'))
})
