import { spawnSync } from 'node:child_process'
import * as nodeFs from 'node:fs'
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolders, systemSyncFiles } from '../../../../electron/core/base/platform/system-sync-files.ts'
import { lackOf } from '../../../support/lacks.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-make-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const codeOf = (path: string): string | undefined => {
  try {
    systemSyncFiles.makeFolder(path)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

it('makes a folder and those it is in, and takes one that is there', () => {
  const path = join(folder, 'a/b/c')
  systemSyncFiles.makeFolder(path, 0o700)
  systemSyncFiles.makeFolder(path, 0o700)
  expect(statSync(path).isDirectory()).toBe(true)
  if (process.platform !== 'win32') expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700)
  expect(codeOf('/')).toBeUndefined()
})

it('says what is in the way: a file, a link that leads nowhere, a link to itself', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(codeOf(join(folder, 'file'))).toBe('EEXIST')
  if (process.platform === 'win32') return
  expect(codeOf(join(folder, 'file/below'))).toBe('ENOTDIR')
  symlinkSync(join(folder, 'away/data'), join(folder, 'link'))
  expect(codeOf(join(folder, 'link'))).toBe('ENOENT')
  expect(codeOf(join(folder, 'link/below'))).toBe('ENOENT')
  symlinkSync('loop', join(folder, 'loop'))
  expect(codeOf(join(folder, 'loop'))).toBe('ELOOP')
  mkdirSync(join(folder, 'real'))
  symlinkSync('real', join(folder, 'to-real'))
  expect(codeOf(join(folder, 'to-real'))).toBeUndefined()
})

it.each(['EACCES', 'EROFS', 'ENOSPC'])('says %s of a folder that is not there, and not that it is missing', (code) => {
  const mkdirSync = (): never => {
    throw Object.assign(new Error(code), { code })
  }
  const make = () => makeFolders({ ...nodeFs, mkdirSync } as unknown as typeof nodeFs, join(folder, 'new'), undefined)
  expect(make).toThrow(expect.objectContaining({ code }))
})

const lack = process.platform === 'linux' ? null : lackOf('not-linux')
describe.skipIf(lack)(`a folder of which the system has the one above, and yet no place in it${lack ? ` (skipped: ${lack})` : ''}`, () => {
  it('is refused', () => {
    const files = (name: string): string =>
      pathToFileURL(fileURLToPath(new URL(`../../../../electron/core/base/platform/${name}`, import.meta.url))).href
    const script = `
      const { systemSyncFiles } = await import('${files('system-sync-files.ts')}')
      const { systemFiles } = await import('${files('system-files.ts')}')
      const say = (error) => console.log(error.code)
      try { systemSyncFiles.makeFolder('/proc/self/below/data') } catch (error) { say(error) }
      await systemFiles.makeFolder('/proc/self/below/data').catch(say)`
    // A process of its own: Node's own way would hold this one for ever.
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 60_000,
      killSignal: 'SIGKILL',
    })
    expect(ended.stdout, ended.stderr).toBe('ENOENT\nENOENT\n')
  })
})
