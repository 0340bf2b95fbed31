import { expect, it } from 'vitest'
import { isOnScreen } from '../../electron/shell/is-on-screen.ts'

const screens = [
  { x: 0, y: 25, width: 1440, height: 875 },
  { x: 1440, y: 0, width: 1920, height: 1080 },
]
const size = { width: 1280, height: 800 }

it.each([
  [{ x: 0, y: 25 }, true],
  [{ x: 1500, y: 100 }, true],
  // Across two screens, and mostly outside both.
  [{ x: 3200, y: 500 }, true],
  // Its lower half is visible, its title bar is above the screen.
  [{ x: 100, y: -400 }, false],
  [{ x: 100, y: 10 }, false],
  [{ x: 3340, y: 100 }, false],
  [{ x: -1270, y: 100 }, false],
  [{ x: 100, y: 890 }, false],
])('a window at %j can be moved by its title bar: %s', (place, isThere) => {
  expect(isOnScreen({ ...size, ...place }, screens)).toBe(isThere)
})
