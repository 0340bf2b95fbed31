import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'

/**
 * Fails as soon as `read` returns anything but `expected` within `ms`. For events that must not happen: there is no signal to wait for, so
 * the test has to wait.
 */
export const expectToStay = async <T>(read: () => T | Promise<T>, expected: T, ms = 300): Promise<void> => {
  for (const until = performance.now() + ms; performance.now() < until; await sleep(20)) expect(await read()).toEqual(expected)
  expect(await read()).toEqual(expected)
}
