import { describe, expect, it } from 'vitest'
import { findDataFolder, isOnNetworkShare, readDataFolderOption } from '../../electron/cli/data-folder.ts'

const holding = (...files: string[]) => ({ home: 'C:\\Users\\mira', exists: (path: string) => files.includes(path) })
const windows = { APPDATA: 'C:\\Users\\mira\\AppData\\Roaming', LOCALAPPDATA: 'C:\\Users\\mira\\AppData\\Local' }

describe('the data folder', () => {
  it('is the given one, else the one in the environment, else the system’s default', () => {
    const here = { home: '/home/mira', exists: () => false }
    expect(findDataFolder('/a', { PACKSHOT_DATA_DIR: '/b' }, 'linux', here)).toBe('/a')
    expect(findDataFolder(undefined, { PACKSHOT_DATA_DIR: '/b' }, 'linux', here)).toBe('/b')
    expect(findDataFolder(undefined, { XDG_DATA_HOME: '/c' }, 'linux', here)).toBe('/c/packshot')
    expect(findDataFolder(undefined, {}, 'darwin', here)).toBe('/home/mira/Library/Application Support/Packshot')
  })

  it.each([
    ['C:\\Packshot data', 'C:\\Packshot data'],
    ['C:\\Packshot.', 'C:\\Packshot'],
    ['C:\\Team. \\library . .\\', 'C:\\Team\\library'],
    ['C:/Team/./library/..', 'C:\\Team'],
    ['\\\\server\\share\\Packshot.', '\\\\server\\share\\Packshot'],
    ['D:\\', 'D:\\'],
    ['C:\\Ünïcode.v2\\data', 'C:\\Ünïcode.v2\\data'],
  ])('on Windows for %s is the folder that each program finds there', (named, folder) => {
    expect(findDataFolder(named, {}, 'win32', holding())).toBe(folder)
    expect(findDataFolder(undefined, { PACKSHOT_DATA_DIR: named }, 'win32', holding())).toBe(folder)
  })

  it('keeps dots and spaces elsewhere', () => {
    expect(findDataFolder('/data. /a.', {}, 'linux', { home: '/home/mira', exists: () => false })).toBe('/data. /a.')
  })

  it('treats an empty variable as unset', () => {
    const here = { home: '/home/mira', exists: () => false }
    expect(findDataFolder('', { PACKSHOT_DATA_DIR: '', XDG_DATA_HOME: '' }, 'linux', here)).toBe('/home/mira/.local/share/packshot')
    expect(findDataFolder(undefined, { LOCALAPPDATA: '', APPDATA: '' }, 'win32', holding())).toBe(
      'C:\\Users\\mira\\AppData\\Local\\Packshot',
    )
  })

  it('is in the local profile on Windows, which no sign-in copies', () => {
    expect(findDataFolder(undefined, windows, 'win32', holding())).toBe('C:\\Users\\mira\\AppData\\Local\\Packshot')
  })

  it('stays in the roaming profile if only that one has a library', () => {
    const roaming = 'C:\\Users\\mira\\AppData\\Roaming\\Packshot'
    const local = 'C:\\Users\\mira\\AppData\\Local\\Packshot'
    expect(findDataFolder(undefined, windows, 'win32', holding(`${roaming}\\library.db`))).toBe(roaming)
    expect(findDataFolder(undefined, windows, 'win32', holding(`${roaming}\\library.db`, `${local}\\library.db`))).toBe(local)
  })

  it.each([
    [['--data-dir', '/a'], '/a'],
    [['--data-dir=/a'], '/a'],
    [['--data-dir=a=b'], 'a=b'],
    [['--data-dir='], ''],
    [['--other', '/a'], undefined],
  ])('is read from the arguments %j', (args, folder) => {
    expect(readDataFolderOption(args)).toBe(folder)
  })

  it.each([
    ['\\\\server\\share\\Packshot', true],
    ['\\\\?\\UNC\\server\\share', true],
    ['\\\\?\\C:\\Packshot', false],
    ['C:\\Packshot', false],
  ])('on Windows, %s is on a network share: %s', (folder, isShare) => {
    expect(isOnNetworkShare(folder, 'win32')).toBe(isShare)
    expect(isOnNetworkShare(folder, 'linux')).toBe(false)
  })
})
