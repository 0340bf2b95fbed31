import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemSyncFiles } from '../../electron/core/base/platform/system-sync-files.ts'
import { giveBackWebPages, withoutWebPages } from '../../electron/shell/give-back-web-pages.ts'

const list = `[Default Applications]
text/html=packshot.desktop
application/xhtml+xml=packshot.desktop;firefox.desktop;
x-scheme-handler/packshot=packshot.desktop
# text/html=packshot.desktop
image/png=org.gnome.eog.desktop;packshot.desktop

[Added Associations]
x-scheme-handler/https = firefox.desktop;packshot.desktop;
`
const without = `[Default Applications]
application/xhtml+xml=firefox.desktop;
x-scheme-handler/packshot=packshot.desktop
# text/html=packshot.desktop
image/png=org.gnome.eog.desktop;packshot.desktop

[Added Associations]
x-scheme-handler/https=firefox.desktop;
`

it('a list of programs loses Packshot for web pages, and nothing else', () => {
  expect(withoutWebPages(list)).toBe(without)
  expect(withoutWebPages(without)).toBe(without)
  expect(withoutWebPages('')).toBe('')
})

describe('web pages', () => {
  let home: string
  const give = (environment: NodeJS.ProcessEnv = {}): void =>
    giveBackWebPages({ files: systemSyncFiles, home, environment, mark: join(home, 'mark') })
  const read = (path: string): Promise<string> => readFile(join(home, path), 'utf8')
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'packshot-web-pages-'))
    await mkdir(join(home, '.config'))
    await mkdir(join(home, '.local/share/applications'), { recursive: true })
  })
  afterEach(() => rm(home, { recursive: true, force: true }))

  it('are given back once, in both of the places where they may stand, also behind a link', async () => {
    await writeFile(join(home, 'dotfiles'), list)
    await symlink(join(home, 'dotfiles'), join(home, '.config/mimeapps.list'))
    await writeFile(join(home, '.local/share/applications/mimeapps.list'), list)
    give()
    expect([await read('dotfiles'), await read('.config/mimeapps.list')]).toEqual([without, without])
    expect(await read('.local/share/applications/mimeapps.list')).toBe(without)
    // A person chooses Packshot for them now.
    await writeFile(join(home, 'dotfiles'), list)
    give()
    expect(await read('dotfiles')).toBe(list)
  })

  it('are given back in the folder that the environment names, and where there is no list nothing is made', async () => {
    give({ XDG_CONFIG_HOME: join(home, 'none') })
    await rm(join(home, 'mark'))
    await mkdir(join(home, 'other'))
    await writeFile(join(home, 'other/mimeapps.list'), list)
    give({ XDG_CONFIG_HOME: join(home, 'other') })
    expect(await read('other/mimeapps.list')).toBe(without)
  })
})
