import type { ErrorRecord } from '../errors.ts'

/** What can go wrong with connection files, links and workspaces, the sample workspace included. */
export type WorkspacesFailure =
  /** None is connected. */
  | { readonly kind: 'no-workspace' }
  /** The one that was named no longer is. */
  | { readonly kind: 'workspace-not-connected' }
  | { readonly kind: 'workspace-name-empty' }
  | { readonly kind: 'connected-with-key' }
  /** Work for this address may be meant for it, so it can't go to another. */
  | { readonly kind: 'work-stays-at-address'; readonly baseUrl: string }
  | { readonly kind: 'sample-not-in-use' }
  | { readonly kind: 'sample-runs-elsewhere' }
  /** The sample workspace did not start with the endpoint. */
  | { readonly kind: 'vision-not-changed'; readonly because: ErrorRecord }
