import { win32 } from 'node:path'
import { expect, it } from 'vitest'
import { createCrashCounter } from '../../electron/shell/crash-counter.ts'
import { readStartArgument } from '../../electron/shell/start-arguments.ts'

const resolve = (path: string): string => `/from/${path}`

it.each([
  [['--flag', 'packshot://oauth/callback?code=1&state=2'], { kind: 'sign-in-answer', url: 'packshot://oauth/callback?code=1&state=2' }],
  [['packshot://connect?v=1'], { kind: 'connection-link', link: 'packshot://connect?v=1' }],
  [['PACKSHOT://Connect?v=1'], { kind: 'connection-link', link: 'PACKSHOT://Connect?v=1' }],
  [['--data-dir', 'x', 'team.packshot'], { kind: 'connection-file', path: '/from/team.packshot' }],
  [['file:///home/mira/Team%20Blue%20%23%C3%BC.packshot'], { kind: 'connection-file', path: '/home/mira/Team Blue #ü.packshot' }],
  [['file://elsewhere.example/team.packshot'], undefined],
  [['packshot://elsewhere/?x'], { kind: 'connection-link', link: 'packshot://elsewhere/?x' }],
  [['packshot://'], { kind: 'connection-link', link: 'packshot://' }],
  [['--load=evil.packshot', '/etc/passwd', 'https://evil.example/a'], undefined],
])('a start with %j opens %j', (args, given) => {
  expect(readStartArgument(args, resolve, 'linux')).toEqual(given)
})

it.each([
  ['team.packshot', 'C:\\Users\\mira\\team.packshot'],
  ['C:\\Users\\mira\\Team Blue.PACKSHOT', 'C:\\Users\\mira\\Team Blue.PACKSHOT'],
  ['\\\\server\\share\\team.packshot', '\\\\server\\share\\team.packshot'],
  ['\\\\?\\C:\\long\\team.packshot', '\\\\?\\C:\\long\\team.packshot'],
  ['file:///C:/Users/mira/Team%20%C3%BC.packshot', 'C:\\Users\\mira\\Team ü.packshot'],
  ['file://localhost/C:/team.packshot', 'C:\\team.packshot'],
  ['file://server/share/team.packshot', undefined],
  ['file:///team.packshot', undefined],
  ['file:///C:/a%2Fb.packshot', undefined],
])('on Windows a start with %s opens the file %s', (arg, path) => {
  const given = path === undefined ? undefined : { kind: 'connection-file', path }
  expect(readStartArgument([arg], (one) => win32.resolve('C:\\Users\\mira', one), 'win32')).toEqual(given)
})

it('a crashed window is reloaded twice a minute, not a third time', () => {
  let now = 0
  const mayReload = createCrashCounter(() => now)
  expect([mayReload(), mayReload(), mayReload()]).toEqual([true, true, false])
  now = 120_000
  expect(mayReload()).toBe(true)
})
