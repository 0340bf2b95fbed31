import { expect, it } from 'vitest'
import { managedFolders } from '../../electron/shell/managed-folders.ts'

it.each([
  [
    'win32',
    {
      resources: 'C:\\Program Files\\Packshot\\resources',
      environment: { ProgramData: 'D:\\All' },
    },
    ['D:\\All\\Packshot', 'C:\\Program Files\\Packshot\\resources'],
  ],
  [
    'darwin',
    {
      resources: '/Applications/Packshot.app/Contents/Resources',
      environment: {},
    },
    ['/Library/Application Support/Packshot', '/Applications/Packshot.app/Contents/Resources'],
  ],
  ['linux', { resources: '/opt/Packshot/resources', environment: {} }, ['/etc/packshot', '/opt/Packshot/resources']],
] as const)('on %s a managed connection file is looked for in the system’s folder first', (platform, installation, folders) => {
  expect(managedFolders(platform, installation)).toEqual(folders)
})

it('an empty ProgramData counts as unset where managed folders are looked for', () => {
  const [first] = managedFolders('win32', { resources: '', environment: { ProgramData: '' } })
  expect(first).toBe('C:\\ProgramData\\Packshot')
})
