import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type KeyringSession, startKeyringSession } from './keyring-session.ts'
import { createPackshotUser, type PackshotUser } from './packshot-user.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from './workspace-process.ts'

type KeychainUsers = {
  readonly user: () => PackshotUser
  readonly workspace: () => WorkspaceProcess
  /** The variables that connect a process to the keychain. */
  readonly environment: () => NodeJS.ProcessEnv
}

/** For each test of the calling group: a user with a keychain, and a workspace. Both are removed after the group's own clean-up. */
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
