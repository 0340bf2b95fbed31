import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gatherNotices, packageOf } from '../../build/notices/gather-notices.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'packshot-notices-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const install = (folder: string, name: string, files: Readonly<Record<string, string>>): void => {
  const path = join(root, 'node_modules', folder)
  mkdirSync(path, { recursive: true })
  const manifest = { name, version: '1.2.3', license: 'MIT', homepage: 'https://example.com/' }
  for (const [file, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files })) writeFileSync(join(path, file), text)
}

describe('the notices of others’ licences', () => {
  it('hold each licence and notice of each package once, under the names of all that share it', () => {
    install('one', 'one', { 'LICENSE.md': 'Use it.\r\n', NOTICE: 'Thanks to A.', 'license.js': 'code' })
    install('two', 'two', { LICENCE: 'Use it.' })
    install('@scope/three', '@scope/three', { 'license.txt': 'Use it.' })
    const notices = gatherNotices(root, ['two', 'one', '@scope/three', 'two'])
    expect(notices).toContain('@scope/three 1.2.3 (MIT), https://example.com/\ntwo 1.2.3 (MIT), https://example.com/\n')
    expect(notices).toContain('Use it.\n\nThanks to A.')
    expect(notices.match(/two 1\.2\.3/g)).toHaveLength(1)
    expect(notices).not.toContain('code')
  })

  it('are not made where a package has no licence text and its holder is not known', () => {
    install('bare', 'bare', {})
    expect(() => gatherNotices(root, ['bare'])).toThrow('bare 1.2.3 (MIT): add who holds its copyright')
    install('lazy-val', 'lazy-val', {})
    expect(gatherNotices(root, ['lazy-val'])).toContain('Copyright (c) Vladimir Krivosheev\n\nPermission is hereby granted')
  })

  it('say of libvips what is in it, where its source is and how to replace it, also where Windows has it inside sharp', () => {
    const files = { 'README.md': '| glib | LGPLv3 |', 'versions.json': '{"vips": "8.18.7"}' }
    install('@img/sharp-libvips-linux-x64', '@img/sharp-libvips-linux-x64', files)
    install('@img/sharp-win32-x64', '@img/sharp-win32-x64', { ...files, LICENSE: 'Apache' })
    for (const name of ['@img/sharp-libvips-linux-x64', '@img/sharp-win32-x64']) {
      const notices = gatherNotices(root, [name])
      for (const part of [
        '| glib | LGPLv3 |',
        'Versions: vips 8.18.7.',
        'Source: https://',
        'To replace it: ',
        'GNU LESSER GENERAL PUBLIC LICENSE',
      ])
        expect(notices).toContain(part)
    }
  })

  it('know whose a module is, also of a package inside another one', () => {
    install('one', 'one', {})
    install('one/node_modules/@scope/inner', '@scope/inner', {})
    const id = (path: string): string => join(root, 'node_modules', path)
    expect(packageOf(root, id('one/lib/a.js'))).toBe('one')
    expect(packageOf(root, `\0${id('one/lib/a.js')}?commonjs`)).toBe('one')
    expect(packageOf(root, id('one/node_modules/@scope/inner/b.mjs'))).toBe('one/node_modules/@scope/inner')
    expect(packageOf(root, join(root, 'electron/main.ts'))).toBeUndefined()
    // A worktree that shares the packages of another one.
    mkdirSync(join(root, 'worktree'))
    symlinkSync(join(root, 'node_modules'), join(root, 'worktree/node_modules'), 'junction')
    expect(packageOf(join(root, 'worktree'), id('one/lib/a.js'))).toBe('one')
  })
})
