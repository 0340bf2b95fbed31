import { createPackshotUser, type PackshotUser } from './packshot-user.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from './workspace-process.ts'

export type UserWithWorkspace = { readonly user: PackshotUser; readonly workspace: WorkspaceProcess }

/** Runs `test` with a person and a workspace of its own, so that tests which wait can do so beside each other; removes both afterwards. */
export const withUserAndWorkspace = (test: (own: UserWithWorkspace) => Promise<void>) => async (): Promise<void> => {
  const user = await createPackshotUser()
  try {
    const workspace = await startWorkspaceProcess()
    try {
      await test({ user, workspace })
      await user.expectNowhere([workspace.apiKey])
    } finally {
      await workspace.remove()
    }
  } finally {
    await user.remove()
  }
}
