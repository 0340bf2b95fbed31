import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { saidBy, typeAdvice } from '../support/follow-advice.ts'
import { setUpKeychainUsers } from '../support/keychain-users.ts'
import { findReasonAgainstKeyring } from '../support/keyring-session.ts'

const lack = await findReasonAgainstKeyring()

describe.skipIf(lack)(`the advice for a lost session${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const set = setUpKeychainUsers()

  it.each([
    ['run', 2],
    ['status', 0],
  ] as const)('leads what “packshot %s” says, without the connection file', async (command, code) => {
    const [user, workspace] = [set.user(), set.workspace()]
    await user.runWith({ consent: 'allow' }, 'connect', workspace.connectionFile, '--no-browser')
    await writeTestPictures(join(user.folder, 'pictures'), 2)
    await user.run('add', join(user.folder, 'pictures'))
    // Somebody signed in elsewhere with the same client, or the admin ended all sessions.
    await workspace.admin('POST', 'revoke-all')
    const lost = await user.run('run')
    expect(lost.code).toBe(2)
    const said = command === 'run' ? lost : await user.run(command)
    expect(said.code).toBe(code)
    expect(await typeAdvice(user, saidBy(said), /^connect/)).toMatchObject({ code: 0 })
    expect(await user.run('run')).toMatchObject({ code: 0 })
    expect((await workspace.requests('/v1/sources')).filter(({ outcome }) => outcome === 'committed')).toHaveLength(2)
  })
})
