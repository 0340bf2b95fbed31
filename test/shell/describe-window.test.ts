import { expect, it } from 'vitest'
import { describeWindow, showing } from '../../electron/shell/describe-window.ts'
import { theme } from '../../renderer/theme.ts'

const place = { x: 10, y: 40, width: 1280, height: 800 }

it('a new window is hidden, wherever it is placed, until there is something to see; only then is it maximized', () => {
  expect(describeWindow({ place, preload: '/p', isDark: false, icon: undefined })).toMatchObject({ ...place, show: false })
  expect(showing(false)).toEqual(['show'])
  expect(showing(true)).toEqual(['maximize', 'show'])
})

it('a new window has the page’s own background before the page has rendered, light or dark', () => {
  expect(describeWindow({ place, preload: '/p', isDark: true, icon: undefined }).backgroundColor).toBe(theme.colors?.dark?.[7])
  expect(describeWindow({ place, preload: '/p', isDark: false, icon: undefined }).backgroundColor).toBe('#ffffff')
})
