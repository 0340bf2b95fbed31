import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { findReasonAgainstKeyring, type KeyringSession, startKeyringSession } from './keyring-session.ts'
import { createPackshotUser, type PackshotUser } from './packshot-user.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from './workspace-process.ts'

/** Why there is no keychain to test with; `null`: there is one. Said where `what` is skipped. */
export const lackForKeychainUsers = async (what: string): Promise<string | null> => {
  const reason = await findReasonAgainstKeyring()
  if (reason !== null) console.warn(`\n!!! SKIPPED: ${what}. Reason: ${reason}\n`)
  return reason
}

type KeychainUsers = {
  readonly user: () => PackshotUser
  readonly workspace: () => WorkspaceProcess
  /** What leads a process to the keychain. */
  readonly environment: () => NodeJS.ProcessEnv
}

/** For each test of the group that this is called in: a person who has a keychain, and a workspace. Both are removed after what the group registers. */
export const setUpKeychainUsers = (): KeychainUsers => {
  let keyring: KeyringSession
  let user: PackshotUser
  let workspace: WorkspaceProcess
  beforeAll(async () => {
    keyring = await startKeyringSession()
  })
  afterAll(() => keyring.stop())
  beforeEach(async () => {
    user = await createPackshotUser(keyring.environment)
    workspace = await startWorkspaceProcess()
  })
  afterEach(async () => {
    await workspace.remove()
    await user.remove()
  })
  return { user: () => user, workspace: () => workspace, environment: () => keyring.environment }
}
