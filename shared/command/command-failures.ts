import type { FieldProblem } from '../base/field-rule.ts'

/** What is read from standard input, never from the command line. */
export type PipedSecret = 'api-key' | 'client-secret' | 'access-key-secret' | 'proxy-password'

/** What takes the place of an option that can't be used. */
export type InsteadOfOption = 'base-url' | 'a-setting' | 'client-or-key'

/**
 * What a run waits for beside its work: standard input, the system's keychain, a connected workspace, a person who allows access in the browser; and at
 * its end, that the workspace revokes its access.
 */
export type WaitedFor = 'input' | 'keychain' | 'workspace' | 'sign-in' | 'revocation'

/** What can be typed wrongly. Options and settings as they are typed. */
export type CommandFailure<Cause> =
  /** `said`: the argument parser's words. */
  | { readonly kind: 'command-unreadable'; readonly said: string }
  /** At most one of them. */
  | { readonly kind: 'options-exclusive'; readonly options: readonly string[] }
  /** One of them is needed; each with its value, as it is typed. */
  | { readonly kind: 'options-missing'; readonly options: readonly string[] }
  | { readonly kind: 'options-belong-together'; readonly options: readonly string[]; readonly or: string | null }
  | { readonly kind: 'options-refused'; readonly options: readonly string[]; readonly instead: InsteadOfOption }
  | { readonly kind: 'options-need-api-key'; readonly options: readonly string[] }
  /** Which removed items are meant: their names, or all. */
  | { readonly kind: 'removed-not-said' }
  | { readonly kind: 'removed-unknown' | 'removed-name-shared'; readonly named: string }
  | { readonly kind: 'rate-unreadable' }
  | { readonly kind: 'timeout-unreadable' }
  /** `--timeout` passed beside the work. */
  | { readonly kind: 'run-timeout'; readonly waitedFor: WaitedFor; readonly seconds: number }
  | { readonly kind: 'valid-for-unreadable' }
  | { readonly kind: 'plan-answer-unknown'; readonly option: string; readonly answers: readonly string[] }
  | { readonly kind: 'plan-not-named' }
  | { readonly kind: 'way-of-publishing-unknown' }
  | { readonly kind: 'way-of-connecting-unclear' }
  | { readonly kind: 'credentials-not-named' }
  | { readonly kind: 'base-url-not-named' }
  | { readonly kind: 'bucket-not-named' }
  | { readonly kind: 'source-not-named' }
  | { readonly kind: 'versions-options' }
  /** Activity has no row of this number. */
  | { readonly kind: 'action-unknown'; readonly action: number }
  | { readonly kind: 'version-not-offered'; readonly named: string }
  /** No folder is named for an option of `packshot watch` that needs one. */
  | { readonly kind: 'watch-options' }
  | { readonly kind: 'different-unnamed' | 'same-unnamed' }
  | { readonly kind: 'picture-not-similar'; readonly named: string }
  | { readonly kind: 'product-not-named' }
  /** Several products have this SKU or GTIN. `products`: as people know them. */
  | { readonly kind: 'product-named-by-several'; readonly named: string; readonly products: readonly string[] }
  /** A list of the workspace that was never read; `list`: the command that reads it. */
  | { readonly kind: 'list-needs-sign-in'; readonly list: 'voices' | 'templates'; readonly because: Cause }
  | { readonly kind: 'proxy-not-named' }
  | { readonly kind: 'input-secret-too-long' | 'input-secret-missing'; readonly secret: PipedSecret }
  | { readonly kind: 'input-connection-too-long' | 'input-connection-missing' }
  | { readonly kind: 'input-text-too-long' | 'input-text-undecodable' }
  | { readonly kind: 'named-connection-file-unreadable' | 'named-list-unreadable'; readonly path: string }
  | { readonly kind: 'data-folder-is-file'; readonly path: string }
  /** `settings`: those there are. */
  | { readonly kind: 'setting-unknown'; readonly settings: readonly string[] }
  | { readonly kind: 'setting-value-unknown'; readonly setting: string; readonly values: readonly string[] }
  | { readonly kind: 'setting-not-a-number'; readonly setting: string; readonly takes: 'whole-number' | 'rate' }
  | { readonly kind: 'settings-refused'; readonly problems: readonly FieldProblem[] }
  /** Another user was asked for, and the workspace is connected with an API key. */
  | { readonly kind: 'no-user-to-change' }
  | { readonly kind: 'list-id-unlike'; readonly id: string }
  | { readonly kind: 'current-unreadable' | 'removed-unreadable' }
  /** The sign-in failed although both are right, perhaps: the service may read them another way. */
  | { readonly kind: 'client-perhaps-raw'; readonly because: Cause }
  | {
      readonly kind: 'pictures-in-questions-refused'
      readonly end: { readonly kind: 'answered'; readonly said: string } | { readonly kind: 'refused'; readonly because: Cause }
    }
  | { readonly kind: 'consent-page-odd'; readonly status: number; readonly lacks: 'form' | 'redirect' }
