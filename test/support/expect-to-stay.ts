import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'

/**
 * Fails as soon as `read` says anything but `expected` within `ms`. For what must not happen: there is nothing to wait for, and time itself is
 * what is tested.
 */
export const expectToStay = async <T>(read: () => T | Promise<T>, expected: T, ms = 300): Promise<void> => {
  for (const until = performance.now() + ms; performance.now() < until; await sleep(20)) expect(await read()).toEqual(expected)
  expect(await read()).toEqual(expected)
}
