import { expect, it } from 'vitest'
import { createHolds, longestHoldMs } from '../../../../electron/core/work/queue/holds.ts'
import { AppError } from '../../../../shared/errors.ts'

it('holds the queue anew when the clock was set back while it was held', () => {
  let now = Date.UTC(2026, 0, 5)
  const holds = createHolds({ clock: { now: () => now }, random: () => 0.5 })
  const facts = { uncertain: false, workspaceWide: false, neighbourSucceeded: false }
  const fail = () => holds.failed('upload-source', new AppError('offline', 'Nothing answers.'), facts)
  fail()
  now -= 7 * 86_400_000
  // The probe that was let through fails, too: without a new hold it would be sent again and again, at once.
  fail()
  const until = holds.of('upload-source')?.until ?? 0
  expect(until).toBeGreaterThan(now)
  expect(until).toBeLessThanOrEqual(now + longestHoldMs)
})
