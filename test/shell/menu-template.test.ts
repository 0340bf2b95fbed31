import type { MenuItemConstructorOptions } from 'electron'
import { expect, it } from 'vitest'
import { describeMenu } from '../../electron/shell/menu-template.ts'

const nothing = (): void => {}
const menuOn = (platform: NodeJS.Platform): readonly MenuItemConstructorOptions[] =>
  describeMenu({
    platform,
    appName: 'Packshot',
    isPackaged: true,
    addPictures: nothing,
    addFolder: nothing,
    openConnectionFile: nothing,
    checkForUpdates: nothing,
    openSettings: nothing,
    undo: nothing,
    openDataFolder: nothing,
    openHomepage: nothing,
    installCommand: platform === 'linux' ? undefined : nothing,
  })

const nameOf = ({ label, role, type, accelerator }: MenuItemConstructorOptions): string =>
  `${label ?? role ?? type}${accelerator ? ` ${accelerator}` : ''}`
const itemsOf = (menu: MenuItemConstructorOptions | undefined): readonly string[] =>
  Array.isArray(menu?.submenu) ? menu.submenu.map(nameOf).filter((name) => name !== 'separator') : []

it('on macOS has updates and settings with ⌘, in the app’s own menu, and closing, not quitting, under File', () => {
  const [app, file, ...rest] = menuOn('darwin')
  expect(app?.label).toBe('Packshot')
  expect(itemsOf(app)).toEqual(['about', 'Check for Updates…', 'Settings… CmdOrCtrl+,', 'services', 'hide', 'hideOthers', 'unhide', 'quit'])
  expect(itemsOf(file)).toEqual(['Add Pictures… CmdOrCtrl+O', 'Add Folder… CmdOrCtrl+Shift+O', 'Open Connection File…', 'close'])
  expect(rest.map(nameOf)).toEqual(['Edit', 'View', 'windowMenu', 'help'])
  expect(itemsOf(rest.at(-1))).toEqual([
    'Documentation',
    'Report a Problem…',
    'Licences…',
    'Open Data Folder',
    'Install the packshot Command…',
  ])
})

it.each(['win32', 'linux'] as const)('on %s has settings and quitting under File, updates under Help', (platform) => {
  const menu = menuOn(platform)
  expect(menu.map(nameOf)).toEqual(['File', 'Edit', 'View', 'windowMenu', 'help'])
  expect(itemsOf(menu[0]).slice(-2)).toEqual(['Settings… CmdOrCtrl+,', 'quit'])
  const command = platform === 'linux' ? [] : ['Install the packshot Command…']
  expect(itemsOf(menu.at(-1))).toEqual([
    'Documentation',
    'Report a Problem…',
    'Licences…',
    'Open Data Folder',
    ...command,
    'Check for Updates…',
  ])
})

it.each(['darwin', 'win32', 'linux'] as const)('on %s undoes what was done in the window, not only what was typed', (platform) => {
  const edit = menuOn(platform).find(({ label }) => label === 'Edit')
  expect(itemsOf(edit)[0]).toBe('Undo CmdOrCtrl+Z')
})
