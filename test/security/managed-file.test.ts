import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isFileOfAdministrator, isKeptByAdministrator } from '../../electron/core/workspaces/offers/managed-file-owner.ts'
import { findManagedFile } from '../../electron/core/workspaces/offers/offer-source.ts'
import { lackOf } from '../support/lacks.ts'

const user = 'S-1-5-21-1-2-3-1001'
/** Of a file that an administrator put into ProgramData, where users may read. */
const usual = `O:BAG:SYD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)`

describe('on Windows a connection file for everyone', () => {
  it.each([
    ['that an administrator keeps counts', usual, true],
    ['of the person themselves counts', `O:${user}G:SYD:(A;ID;FA;;;SY)(A;ID;FA;;;${user})`, true],
    ['of another user doesn’t', `O:S-1-5-21-1-2-3-1002G:SYD:(A;ID;FA;;;SY)(A;ID;0x1200a9;;;BU)`, false],
    ['that users may write into doesn’t', `${usual}(A;ID;0x1301bf;;;BU)`, false],
    ['that everyone may change doesn’t', `${usual}(A;;FA;;;WD)`, false],
    ['whose rights another user may change doesn’t', `${usual}(A;;WDRC;;;S-1-5-21-1-2-3-1002)`, false],
    ['that others are denied counts', `${usual}(D;;FA;;;WD)`, true],
    ['without a list of rights doesn’t', 'O:BAG:SY', false],
    ['that can’t be read doesn’t', '', false],
  ])('%s', (_, sddl, isKept) => {
    expect(isKeptByAdministrator(sddl, user, 'file')).toBe(isKept)
  })
})

describe('on Windows the folder of a connection file for everyone', () => {
  // Of ProgramData as Windows sets it up: everybody may add files and folders, and change their own.
  const inherited = 'O:BAG:SYD:AI(A;OICIIOID;GA;;;CO)(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;CIID;DCLCRPCR;;;BU)(A;OICIID;0x1200a9;;;BU)'

  it('may be one where others add files of their own, as Windows sets it up', () => {
    expect(isKeptByAdministrator(inherited, user, 'folder')).toBe(true)
    expect(isKeptByAdministrator(inherited, user, 'file')).toBe(false)
  })

  it('is none where others may delete files', () => {
    expect(isKeptByAdministrator(`${inherited}(A;CI;DT;;;BU)`, user, 'folder')).toBe(false)
    expect(isKeptByAdministrator(`${inherited}(A;CI;0x1301ff;;;BU)`, user, 'folder')).toBe(false)
  })
})

const lack = process.platform === 'win32' ? lackOf('on-windows') : null

describe.skipIf(lack)(`a connection file for everyone${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder: string
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'packshot-managed-')), 'packshot')
    await mkdir(folder)
    await writeFile(join(folder, 'connection.packshot'), 'not reached')
  })
  afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

  it.each([
    ['file', 'connection.packshot', 0o666],
    ['folder', '.', 0o777],
  ])('is not read if others may change its %s', async (_, name, mode) => {
    const path = join(folder, 'connection.packshot')
    expect(await isFileOfAdministrator(path)).toBe(true)
    await chmod(join(folder, name), mode)
    expect(await isFileOfAdministrator(path)).toBe(false)
    await expect(findManagedFile([folder])).rejects.toMatchObject({ failure: { kind: 'managed-file-not-kept', path } })
  })
})
