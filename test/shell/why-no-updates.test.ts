import { expect, it } from 'vitest'
import { findWhyNoUpdates } from '../../electron/shell/updates/why-no-updates.ts'

const configFile = '/opt/Packshot/resources/app-update.yml'
const aptSource = '/etc/apt/sources.list.d/packshot.sources'

it.each([
  ['a Debian package that apt follows', 'deb', [configFile, aptSource], 'by-apt'],
  ['one that apt follows, without an address of its own', 'deb', [aptSource], 'by-apt'],
  ['a Debian package', 'deb', [configFile], null],
  ['an AppImage beside it', null, [configFile, aptSource], null],
  ['an archive beside it', '', [configFile, aptSource], 'kind-of-package'],
  ['a package without an address', 'deb', [], 'no-address'],
] as const)('%s', (_name, kindOfPackage, files: readonly string[], why) => {
  expect(findWhyNoUpdates({ configFile, kindOfPackage, exists: (file) => files.includes(file) })).toBe(why)
})
