import { expect, it } from 'vitest'
import { createHolds, longestHoldMs } from '../../../electron/core/queue/holds.ts'
import { AppError } from '../../../shared/base/errors.ts'

it('a hold starts anew when the clock was set back during it', () => {
  let now = Date.UTC(2026, 0, 5)
  const holds = createHolds({ clock: { now: () => now }, random: () => 0.5 })
  const facts = { uncertain: false, workspaceWide: false, neighbourSucceeded: false }
  const fail = () =>
    holds.failed('upload-source', new AppError('offline', { kind: 'workspace-unreachable', networkCode: 'ECONNREFUSED' }), facts)
  fail()
  now -= 7 * 86_400_000
  // The probe fails, too. Without a new hold it would be sent again and again, without a pause.
  fail()
  const until = holds.of('upload-source')?.until ?? 0
  expect(until).toBeGreaterThan(now)
  expect(until).toBeLessThanOrEqual(now + longestHoldMs)
})
