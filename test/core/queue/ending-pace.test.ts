import { expect, test } from 'vitest'
import { createEndingPace } from '../../../electron/core/queue/ending-pace.ts'

const endEvery = (ms: number, times: number): { readonly isHurriedAfter: (ms: number) => boolean } => {
  let now = 0
  const pace = createEndingPace({ monotonic: () => now })
  for (let end = 0; end < times; end++) {
    now += ms
    pace.note()
  }
  return {
    isHurriedAfter: (later) => {
      now += later
      return pace.isHurried()
    },
  }
}

test('attempts that wait for the network leave the processor to others', () => {
  expect(endEvery(100, 200).isHurriedAfter(0)).toBe(false)
})

test('attempts that end one after the other need it, until a second after most of them', () => {
  expect(endEvery(10, 200).isHurriedAfter(0)).toBe(true)
  expect(endEvery(10, 200).isHurriedAfter(1_000)).toBe(false)
})

test('a few that end together do not', () => {
  expect(endEvery(0, 19).isHurriedAfter(0)).toBe(false)
})
