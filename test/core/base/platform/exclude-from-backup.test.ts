import { expect, it } from 'vitest'
import { excludeFromBackup } from '../../../../electron/core/base/platform/exclude-from-backup.ts'

const play = async (platform: NodeJS.Platform, fails: 'not' | 'later' | 'at once' = 'not'): Promise<readonly (readonly string[])[]> => {
  const ran: (readonly string[])[] = []
  await excludeFromBackup('/Users/mira/Library/Application Support/Packshot/window', {
    platform,
    run: (program, args, done) => {
      if (fails === 'at once') throw new Error('too many open files')
      ran.push([program, ...args])
      done(fails === 'later' ? new Error('exit code 1') : null)
    },
  })
  return ran
}

it('on macOS excludes the folder from Time Machine, with a program that every Mac has', async () => {
  const [command] = await play('darwin')
  expect(command?.[0]).toBe('/usr/bin/xattr')
  expect(command?.at(-1)).toBe('/Users/mira/Library/Application Support/Packshot/window')
  // A binary property list with one string of 17 characters, as macOS itself writes it.
  const value = Buffer.from(command?.[3] ?? '', 'hex')
  expect(value.toString('latin1', 0, 28)).toBe('bplist00\x5f\x10\x11com.apple.backupd')
  expect(value).toHaveLength(61)
  expect(value.readUInt8(60)).toBe(28)
})

it('does nothing on other systems, and ignores failures', async () => {
  expect(await play('win32')).toEqual([])
  expect(await play('linux')).toEqual([])
  await play('darwin', 'later')
  await play('darwin', 'at once')
})
