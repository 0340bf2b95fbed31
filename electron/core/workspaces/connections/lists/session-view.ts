import type { ErrorRecord } from '../../../../../shared/base/errors.ts'
import type { SessionView } from '../../../../../shared/contract.ts'
import type { SecretStore } from '../../../base/keychain/secret-store.ts'
import type { LiveWorkspace } from '../live-workspace.ts'
import type { SignInDesk } from '../sign-in-desk.ts'

/** A workspace and its state, for a window or the command. */
export const describeSession = (
  workspace: LiveWorkspace | null,
  { store, reason }: { readonly store: SecretStore; readonly reason?: ErrorRecord },
  desk: SignInDesk,
): SessionView => {
  const state = workspace?.session.state()
  return {
    connection: workspace?.connection ?? null,
    state: state?.kind ?? 'none',
    storage: store.storage,
    storageReason: reason ?? null,
    reason: state?.kind === 'ended' ? state.reason : null,
    signIn: desk.waiting(),
    scope: state?.kind === 'signed-in' ? state.scope : null,
    hasApiKey: workspace?.hasApiKey() ?? false,
  }
}
