import { expect, it } from 'vitest'
import { findUnknownArgument } from '../../electron/shell/unknown-argument.ts'

const isFile = (path: string): boolean => path === '/home/mia/Team.packshot' || path === 'picture.jpg'
const unknownIn = (...args: readonly string[]): string | undefined => findUnknownArgument(args, isFile)

it.each([['status'], ['--help'], ['--hepl'], ['-h'], ['--version'], ['--json'], ['missing.packshot'], ['http://shop.example']])(
  'refuses %s',
  (one) => {
    expect(unknownIn(one)).toBe(one)
    expect(unknownIn('--disable-gpu', '--data-dir', 'here', one)).toBe(one)
  },
)

it.each([
  [],
  ['packshot://connect?baseUrl=x'],
  ['file:///home/mia/Team.packshot'],
  ['/home/mia/Team.packshot'],
  ['picture.jpg'],
  ['--data-dir', 'folder'],
  ['--data-dir=folder', '--', '/home/mia/Team.packshot'],
  ['--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', '--inspect=0', '--ozone-platform-hint=auto', '--enable-features=A,B'],
  ['-psn_0_12345'],
  ['--background'],
])('knows %j', (...args) => {
  expect(unknownIn(...(args as readonly string[]))).toBeUndefined()
})
