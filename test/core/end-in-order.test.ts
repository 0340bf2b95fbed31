import { expect, it } from 'vitest'
import { endInOrder } from '../../electron/core/end-in-order.ts'
import { systemTimers } from '../../electron/core/platform/timers.ts'

it('ends parts in their order, and names in the log the one that keeps the others waiting', async () => {
  const ended: string[] = []
  const logged: unknown[] = []
  let isDue: (() => void) | undefined
  /** The timer of the part that is ending now. */
  const timers = {
    ...systemTimers,
    after: (_: number, act: () => void) => {
      isDue = act
      return { cancel: () => {} }
    },
  }
  await endInOrder(
    [
      ['first', () => void ended.push('first')],
      [
        'slow',
        async () => {
          isDue?.()
          ended.push('slow')
        },
      ],
      ['last', () => void ended.push('last')],
    ],
    { timers, log: (event) => logged.push(event) },
  )
  expect(ended).toEqual(['first', 'slow', 'last'])
  expect(logged).toEqual([{ event: 'slow-end', part: 'slow' }])
})
