import { expect, it } from 'vitest'
import { refusesWithoutSandbox } from '../../electron/shell/sandbox-off.ts'
import { findClosedSetting } from '../../electron/shell/sandbox-setting.ts'
import { describeError } from '../../shared/base/describe-error.ts'
import { AppError } from '../../shared/base/errors.ts'

it.each([
  ['a plain user', { environment: {}, user: 1000 }, true],
  ['Windows', { environment: {}, user: undefined }, true],
  ['a plain user’s AppImage', { environment: { APPIMAGE: '/home/mia/Packshot.AppImage' }, user: 1000 }, true],
  ['root’s AppImage', { environment: { APPDIR: '/tmp/.mount_Packshot' }, user: 0 }, true],
  ['root, who has no other way', { environment: {}, user: 0 }, false],
])('refuses to show a window without the sandbox: %s', (_name, start, isRefused) => {
  expect(refusesWithoutSandbox({ ...start, isOff: true })).toBe(isRefused)
  expect(refusesWithoutSandbox({ ...start, isOff: false })).toBe(false)
})

const readFrom =
  (files: Readonly<Record<string, string>>) =>
  (file: string): string => {
    const text = files[file]
    if (text === undefined) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
    return text
  }

it.each([
  [
    'Ubuntu 24.04',
    { '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1\n', '/proc/sys/user/max_user_namespaces': '63000\n' },
    'kernel.apparmor_restrict_unprivileged_userns=0',
  ],
  ['Debian 10', { '/proc/sys/kernel/unprivileged_userns_clone': '0\n' }, 'kernel.unprivileged_userns_clone=1'],
  ['Red Hat 7', { '/proc/sys/user/max_user_namespaces': '0\n' }, 'user.max_user_namespaces=10000'],
  ['Debian 13', { '/proc/sys/kernel/unprivileged_userns_clone': '1\n', '/proc/sys/user/max_user_namespaces': '63000\n' }, null],
])('finds the setting that keeps the sandbox away: %s', (_name, files, setting) => {
  expect(findClosedSetting(readFrom(files))).toBe(setting)
})

it('says what to do in one sentence', () => {
  const say = (setting: string | null, isAppImage: boolean): string =>
    describeError(new AppError('internal', { kind: 'without-sandbox', setting, isAppImage }).toRecord()).action
  expect(say('kernel.unprivileged_userns_clone=1', true)).toBe(
    'Install the Debian package, or allow the sandbox for all programs: sudo sysctl -w kernel.unprivileged_userns_clone=1',
  )
  expect(say(null, true)).toBe('Start it without --no-sandbox and ELECTRON_DISABLE_SANDBOX, or install the Debian package.')
  expect(say(null, false)).toBe('Start it without --no-sandbox and ELECTRON_DISABLE_SANDBOX.')
})
