import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const page = new EventTarget()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 })
  vi.stubGlobal('window', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('says “while you were away” of what ended before the window was opened, or while another one had the focus, and of nothing else', async () => {
  const { wasAwayUntil } = await import('../../renderer/watching/person-away.ts')
  const at = (now: number, event: 'blur' | 'focus'): void => {
    vi.setSystemTime(now)
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
