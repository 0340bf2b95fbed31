/** The queue's reaction to a failure: retry by itself, wait for a sign-in, or wait for a person. */
export type Retry = 'later' | 'after-sign-in' | 'never'

/**
 * The closed list of failures, each with its retry rule. The advice for each is in general-advice-words.ts.
 * `later` failures never park a job by themselves (see core/queue/job-transition.ts for the one exception, a 5xx of one job).
 */
export const retryRules = {
  // The network and the service
  offline: 'later',
  /** The network went away in the middle of a request. */
  unreachable: 'later',
  /** A proxy requires credentials (407, RFC 9110, 15.5.8). */
  'proxy-password': 'later',
  timeout: 'later',
  'rate-limited': 'later',
  'service-failed': 'later',
  'bad-answer': 'later',
  /** An answer without the expected content: most likely the request was executed. */
  'odd-answer': 'later',
  'signed-out': 'after-sign-in',
  'session-ended': 'after-sign-in',
  unauthorized: 'after-sign-in',
  'not-allowed': 'never',
  'payment-required': 'never',
  rejected: 'never',
  /** Pictures of a list whose sources were deleted in the workspace. */
  'source-gone': 'never',
  'not-found': 'never',
  'too-large': 'never',
  uncertain: 'never',
  /** The workspace shows a list older than the one just sent. */
  'not-shown-yet': 'later',
  // Connecting and signing in
  'no-connection': 'after-sign-in',
  'invalid-address': 'never',
  'invalid-connection-file': 'never',
  'invalid-client': 'never',
  'redirect-not-registered': 'never',
  'sign-in-refused': 'never',
  'sign-in-timeout': 'never',
  'sign-in-failed': 'never',
  'redirect-ports-busy': 'never',
  'keychain-unavailable': 'never',
  'keychain-locked': 'never',
  // Files and pictures
  'file-missing': 'never',
  'file-unreadable': 'never',
  'file-changed': 'never',
  'empty-file': 'never',
  'unsupported-format': 'never',
  'damaged-image': 'never',
  'too-many-pixels': 'never',
  'file-too-large': 'never',
  'image-process-failed': 'later',
  'no-address': 'never',
  // A bucket that publishes pictures
  'bucket-failed': 'later',
  'bucket-refused': 'never',
  'depends-on-failed': 'never',
  // This computer
  'disk-full': 'later',
  /** The disk failed to write or flush: this process ends without further tries. */
  'disk-failed': 'later',
  'data-folder-in-use': 'never',
  'data-newer': 'never',
  'data-older': 'never',
  'data-corrupt': 'never',
  'read-only': 'never',
  // Asking for something
  usage: 'never',
  'unknown-id': 'never',
  'current-unknown': 'never',
  /** A statement about a list leaves out known ids. */
  'current-contradicts': 'never',
  cancelled: 'never',
  internal: 'never',
} as const satisfies Record<string, Retry>

export type ErrorCode = keyof typeof retryRules

export const isErrorCode = (value: unknown): value is ErrorCode => typeof value === 'string' && Object.hasOwn(retryRules, value)
