import { describe, expect, it } from 'vitest'
import { adviseCommand } from '../../electron/cli/command-hints.ts'
import { AppError } from '../../shared/errors.ts'

describe('advice with commands', () => {
  it('uses connect to sign in again, and to reconnect after a key was lost', () => {
    expect(adviseCommand({ code: 'session-ended', failure: { kind: 'unexpected', said: '' } })).toContain('“packshot connect”')
    const lostKey = new AppError('signed-out', { kind: 'secret-missing', name: 'Northwind', credentials: 'api-key' })
    expect(adviseCommand(lostKey)).toContain('--api-key-stdin')
    expect(adviseCommand(lostKey)).not.toContain('“packshot connect”')
  })

  it('offers to attach the ready pictures only if there are any', () => {
    const stuck = (ready: number) =>
      adviseCommand({ code: 'depends-on-failed', failure: { kind: 'uploads-missing', total: ready + 1, failed: 1, cancelled: 0 } })
    expect(stuck(2)).toContain('--ready')
    expect(stuck(0)).not.toContain('--ready')
  })
})
