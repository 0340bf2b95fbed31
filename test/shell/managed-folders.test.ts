import { expect, it } from 'vitest'
import { managedFolders } from '../../electron/shell/managed-folders.ts'

it.each([
  [
    'win32',
    {
      resources: 'C:\\Program Files\\Packshot\\resources',
      executable: 'C:\\Program Files\\Packshot\\Packshot.exe',
      environment: { ProgramData: 'D:\\All' },
    },
    ['D:\\All\\Packshot', 'C:\\Program Files\\Packshot\\resources', 'C:\\Program Files\\Packshot'],
  ],
  [
    'darwin',
    {
      resources: '/Applications/Packshot.app/Contents/Resources',
      executable: '/Applications/Packshot.app/Contents/MacOS/Packshot',
      environment: {},
    },
    ['/Library/Application Support/Packshot', '/Applications/Packshot.app/Contents/Resources', '/Applications'],
  ],
  [
    'linux',
    { resources: '/opt/Packshot/resources', executable: '/opt/Packshot/packshot', environment: {} },
    ['/etc/packshot', '/opt/Packshot/resources', '/opt/Packshot'],
  ],
] as const)('on %s a managed connection file is looked for in the system’s folder first', (platform, installation, folders) => {
  expect(managedFolders(platform, installation)).toEqual(folders)
})

it('an empty ProgramData counts as unset where managed folders are looked for', () => {
  const [first] = managedFolders('win32', { resources: '', executable: 'C:\\P\\p.exe', environment: { ProgramData: '' } })
  expect(first).toBe('C:\\ProgramData\\Packshot')
})
