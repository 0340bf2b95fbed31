import type { FieldProblem, FieldRule } from '../base/field-rule.ts'

/** What can go wrong with connection files, links and workspaces, the sample workspace included. */
export type WorkspacesFailure<Cause> =
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
  /** Whoever answers at its address, if anybody, does not serve this data folder. */
  | { readonly kind: 'sample-not-running' }
  /** The sample workspace did not start with the endpoint. */
  | { readonly kind: 'vision-not-changed'; readonly because: Cause }
  // Connection files, links and forms
  | { readonly kind: 'connection-file-unusable'; readonly from: 'file' | 'link' | 'form'; readonly problem: UnusableFile }
  | { readonly kind: 'connection-file-unreadable' }
  /** Others than an administrator may change the file of a managed installation. */
  | { readonly kind: 'managed-file-not-kept'; readonly path: string }
  /** It holds the client secret of a known workspace, for another address. */
  | { readonly kind: 'secret-of-another'; readonly name: string; readonly known: string; readonly asked: string }
  | { readonly kind: 'connection-file-not-deleted'; readonly name: string }
  | { readonly kind: 'offer-over' }
  | { readonly kind: 'offer-replaces-unsaid' }
  /** A link turns a protection off, without the person's consent. */
  | { readonly kind: 'offer-weakens-unsaid' }
  /** The person says that the browser named another workspace; `notRevoked`: why its access could not be revoked. */
  | { readonly kind: 'wrong-workspace'; readonly notRevoked: Cause | null }
  // Keys, headers and buckets
  | { readonly kind: 'api-key-unusable' }
  | { readonly kind: 'header-name-unusable' }
  | { readonly kind: 'header-value-unusable' }
  | { readonly kind: 'header-reserved'; readonly name: string }
  | { readonly kind: 'key-not-accepted'; readonly host: string }
  | { readonly kind: 'not-the-service'; readonly baseUrl: string; readonly status: number }
  | { readonly kind: 'no-key-beside' }
  | { readonly kind: 'neither-accepted' }
  | { readonly kind: 'bucket-setting-unusable'; readonly field: string; readonly rule: FieldRule }
  | { readonly kind: 'bucket-keys-unusable' }
  // The process of the sample workspace; `how`, `endedWith`: its exit code, signal or the system's words
  | { readonly kind: 'sample-ends-again'; readonly deaths: number; readonly how: string }
  /** `said`: the last line that it complained with. */
  | {
      readonly kind: 'sample-not-started'
      readonly said: string
      readonly why: { readonly silentSeconds: number } | { readonly endedWith: string }
    }

/** What is wrong with a connection file or link: one field, or all of it. */
export type UnusableFile = FieldProblem | { readonly form: 'too-large' | 'too-long' | 'no-file' | 'no-json' | 'no-link' | 'no-fields' }
