import fc from 'fast-check'
import { expect, test } from 'vitest'
import { initialSession, moveSession, type SessionEvent } from '../../../../electron/core/service/session/session-machine.ts'
import { AppError } from '../../../../shared/base/errors.ts'

const reason = new AppError('session-ended', { kind: 'session-over', said: '', isAnswerLost: false }).toRecord()
const events: SessionEvent[] = [
  { kind: 'tokens-held', expiresAt: 1, scope: 'user', storage: 'keychain' },
  { kind: 'ended', reason },
  { kind: 'forgotten' },
  { kind: 'sign-in-started' },
  { kind: 'sign-in-stopped' },
]

test('events during a sign-in take effect after it, and a failed sign-in changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 20 }), (history) => {
      let isSigningIn = false
      let resting = 'signed-out'
      let machine = initialSession
      for (const event of history) {
        machine = moveSession(machine, event)
        if (event.kind === 'sign-in-started') isSigningIn = true
        else if (event.kind === 'sign-in-stopped') isSigningIn = false
        else resting = { 'tokens-held': 'signed-in', ended: 'ended', forgotten: 'signed-out' }[event.kind]
        expect(machine.shown.kind).toBe(isSigningIn ? 'signing-in' : resting)
      }
    }),
  )
})
