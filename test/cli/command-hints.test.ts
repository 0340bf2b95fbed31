import { describe, expect, it } from 'vitest'
import { adviseCommand } from '../../electron/cli/command-hints.ts'
import { AppError } from '../../shared/errors.ts'

describe('advice with commands', () => {
  it('uses connect to sign in again, and to reconnect after a key was lost', () => {
    expect(adviseCommand(new AppError('session-ended', 'The session ended.'))).toContain('“packshot connect”')
    const lostKey = new AppError('signed-out', 'The key is gone.', { facts: { credentials: 'api-key' } })
    expect(adviseCommand(lostKey)).toContain('--api-key-stdin')
    expect(adviseCommand(lostKey)).not.toContain('“packshot connect”')
  })

  it('offers to attach the ready pictures only if there are any', () => {
    const stuck = (ready: number) => adviseCommand(new AppError('depends-on-failed', 'Some failed.', { facts: { ready } }))
    expect(stuck(2)).toContain('--ready')
    expect(stuck(0)).not.toContain('--ready')
  })
})
