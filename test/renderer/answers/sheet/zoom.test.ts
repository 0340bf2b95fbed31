import { expect, it } from 'vitest'
import { fitted, moveBy, zoomAt } from '../../../../renderer/answers/sheet/zoom.ts'

it('keeps the point under the pointer in its place, and never gets smaller than the stage', () => {
  const twice = zoomAt(fitted, 2, { x: 100, y: -50 })
  expect(twice).toEqual({ scale: 2, x: -100, y: 50 })
  expect(zoomAt(twice, 0.5, { x: 100, y: -50 })).toEqual(fitted)
  expect(zoomAt(fitted, 0.5, { x: 0, y: 0 })).toEqual(fitted)
  expect(moveBy(twice, { x: 5, y: 5 })).toEqual({ scale: 2, x: -95, y: 55 })
  expect(moveBy(fitted, { x: 5, y: 5 })).toEqual(fitted)
})
