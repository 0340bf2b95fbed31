import { expect, it } from 'vitest'
import { followPresence } from '../../renderer/watching/person-away.ts'

it('says “while you were away” of what ended before the window was opened, or while another one had the focus, and of nothing else', () => {
  const page = new EventTarget()
  let now = 1_000
  const wasAwayUntil = followPresence(page, () => now)
  const at = (then: number, event: 'blur' | 'focus'): void => {
    now = then
    page.dispatchEvent(new Event(event))
  }
  expect(wasAwayUntil(900)).toBe(true)
  // Before their eyes; a look at another window afterwards changes nothing.
  expect(wasAwayUntil(1_500)).toBe(false)
  at(2_000, 'blur')
  at(2_100, 'focus')
  expect(wasAwayUntil(1_500)).toBe(false)
  at(3_000, 'blur')
  expect(wasAwayUntil(3_500)).toBe(false)
  at(4_000, 'focus')
  expect(wasAwayUntil(3_500)).toBe(true)
})
