import { expect, it } from 'vitest'
import { outsideArchive } from '../../../../electron/core/base/platform/outside-archive.ts'

it.each([
  [
    'C:\\Program Files\\Packshot\\resources\\app.asar\\out\\main\\x.js',
    'C:\\Program Files\\Packshot\\resources\\app.asar.unpacked\\out\\main\\x.js',
  ],
  ['C:/Packshot/resources/app.asar/out/main/x.js', 'C:/Packshot/resources/app.asar.unpacked/out/main/x.js'],
  ['/opt/Packshot/resources/app.asar/out/main/x.js', '/opt/Packshot/resources/app.asar.unpacked/out/main/x.js'],
  ['/opt/Packshot/resources/app.asar.unpacked/x.js', '/opt/Packshot/resources/app.asar.unpacked/x.js'],
  ['/home/mira/app.asar.js', '/home/mira/app.asar.js'],
  ['/home/mira/packshot/out/main/x.js', '/home/mira/packshot/out/main/x.js'],
])('%s is, to be loaded, %s', (path, outside) => {
  expect(outsideArchive(path)).toBe(outside)
})
