import { expect, it } from 'vitest'
import { describeAutostart, findAutostartFile } from '../../electron/shell/autostart-file.ts'

it('is where the desktop looks for it', () => {
  expect(findAutostartFile('/home/mia', {})).toBe('/home/mia/.config/autostart/packshot.desktop')
  expect(findAutostartFile('/home/mia', { XDG_CONFIG_HOME: '/cfg' })).toBe('/cfg/autostart/packshot.desktop')
})

it.each([
  ['/opt/Packshot/packshot', '"/opt/Packshot/packshot"', '/opt/Packshot/packshot'],
  ['/home/mia/my apps/100 %.AppImage', '"/home/mia/my apps/100 %%.AppImage"', '/home/mia/my apps/100 %.AppImage'],
  ['/home/mia/a$b`c"d', '"/home/mia/a\\\\$b\\\\`c\\\\"d"', '/home/mia/a$b`c"d'],
])('starts %s in the background, if it is still there', (program, exec, tryExec) => {
  const lines = describeAutostart(program, '/opt/Packshot/resources/icon.png').split('\n')
  expect(lines).toContain(`Exec=${exec} --background`)
  expect(lines).toContain(`TryExec=${tryExec}`)
})
