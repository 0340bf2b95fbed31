import { expect, it } from 'vitest'
import { createPersonPause } from '../../../electron/core/queue/person-pause.ts'

it('pausing and resuming works on a full disk', async () => {
  const done: string[] = []
  const full = (): never => {
    throw new Error('database or disk is full')
  }
  const pause = createPersonPause({
    journal: { write: full, get: () => undefined } as never,
    scheduler: { pause: () => void done.push('paused'), liftHolds: () => void done.push('resumed') },
    outlastsCore: true,
  })
  await pause.begin()
  await pause.end()
  expect(done).toEqual(['paused', 'resumed'])
})
