import { expect, it } from 'vitest'
import { systemTimers } from '../../electron/core/base/platform/timers.ts'
import { startInOrder, stopInReverse } from '../../electron/core/part.ts'

it('stops parts in reverse order, and logs the name of the one that delays the others', async () => {
  const ended: string[] = []
  const logged: unknown[] = []
  let isDue: (() => void) | undefined
  /** The timer of the part that is stopping now. */
  const timers = {
    ...systemTimers,
    after: (_: number, act: () => void) => {
      isDue = act
      return { cancel: () => {} }
    },
  }
  await stopInReverse(
    [
      { name: 'last', stop: () => void ended.push('last') },
      { name: 'never stopped' },
      {
        name: 'slow',
        stop: async () => {
          isDue?.()
          ended.push('slow')
        },
      },
      { name: 'first', stop: () => void ended.push('first') },
    ],
    { timers, log: (event) => logged.push(event) },
  )
  expect(ended).toEqual(['first', 'slow', 'last'])
  expect(logged).toEqual([{ event: 'slow-end', part: 'slow' }])
})

it('stops the other parts if one fails, and throws its error last', async () => {
  const ended: string[] = []
  const stop = stopInReverse(
    [
      { name: 'folder', stop: () => void ended.push('folder') },
      { name: 'library', stop: async () => void ended.push('library') },
      {
        name: 'rejects',
        stop: async () => {
          throw new Error('It is broken.')
        },
      },
      {
        name: 'throws',
        stop: () => {
          throw new Error('It was broken first.')
        },
      },
    ],
    { timers: systemTimers, log: () => {} },
  )
  await expect(stop).rejects.toThrow('It was broken first.')
  expect(ended).toEqual(['library', 'folder'])
})

it('starts parts in order, each after the one before, and throws the first error once all have started', async () => {
  const started: string[] = []
  const start = startInOrder([
    {
      name: 'first',
      start: async () => {
        await Promise.resolve()
        started.push('first')
      },
    },
    {
      name: 'broken',
      start: () => {
        throw new Error('It is broken.')
      },
    },
    { name: 'last', start: () => void started.push('last') },
  ])
  await expect(start).rejects.toThrow('It is broken.')
  expect(started).toEqual(['first', 'last'])
})
