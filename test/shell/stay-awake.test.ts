import { expect, it } from 'vitest'
import { createStayingAwake } from '../../electron/shell/stay-awake.ts'

it('keeps the system awake while work is running, and lets it sleep afterwards', () => {
  const blocks = new Set<number>()
  let made = 0
  const stayAwake = createStayingAwake({
    start: () => {
      blocks.add(++made)
      return made
    },
    stop: (id) => void blocks.delete(id),
  })
  const held = [false, true, true, false, false, true, false].map((isAtWork) => {
    stayAwake(isAtWork)
    return blocks.size
  })
  expect(held).toEqual([0, 1, 1, 0, 0, 1, 0])
  expect(made).toBe(2)
})
