/** What the queue does with a failure: try again by itself, wait for a sign-in, or wait for a person. */
export type Retry = 'later' | 'after-sign-in' | 'never'

/**
 * The closed list of what can go wrong, each with its retry rule and what a person can do.
 * The advice speaks to the window and the command alike; the command adds how it is typed (electron/cli/command-hints.ts).
 * `later` failures never park a job by themselves (see core/work/queue/transition.ts for the one exception, a 5xx of one job).
 */
export const errorKinds = {
  // The network and the service
  offline: { retry: 'later', action: 'Check the network. Work resumes automatically when the workspace can be reached.' },
  /** The network went away in the middle of a request. */
  unreachable: { retry: 'later', action: 'Check the network. Work resumes automatically when the workspace can be reached.' },
  /** A proxy on the way (407, RFC 9110, 15.5.8). */
  'proxy-password': { retry: 'later', action: 'Enter the proxy’s user name and password. Work then resumes automatically.' },
  timeout: { retry: 'later', action: 'Packshot tries again automatically.' },
  'rate-limited': { retry: 'later', action: 'Work resumes automatically when the service allows it.' },
  'service-failed': { retry: 'later', action: 'Packshot tries again automatically. If this continues, tell the workspace’s admin.' },
  'bad-answer': { retry: 'later', action: 'Check the workspace’s address. The server there does not look like the service.' },
  /** An answer of the service that lacks what it should say: it was done, most likely. */
  'odd-answer': {
    retry: 'later',
    action: 'Packshot does not know this form of answer. Show it to the workspace’s admin, with the diagnostics.',
  },
  'signed-out': { retry: 'after-sign-in', action: 'Sign in. Work then resumes.' },
  'session-ended': {
    retry: 'after-sign-in',
    action: 'Sign in again. Work then resumes.',
  },
  unauthorized: { retry: 'after-sign-in', action: 'Sign in again, or ask the workspace’s admin whether this operation is allowed.' },
  'not-allowed': { retry: 'never', action: 'Ask the workspace’s admin to allow it, then retry.' },
  'payment-required': { retry: 'never', action: 'Ask the workspace’s admin about its plan, then retry.' },
  rejected: { retry: 'never', action: 'Correct what the service names, then retry.' },
  /** Pictures of a list whose sources were deleted in the workspace. `facts.ids`: the sources. */
  'source-gone': { retry: 'never', action: 'Upload the pictures again, or attach the rest without them.' },
  'not-found': { retry: 'never', action: 'Check the id, then retry or cancel.' },
  'too-large': { retry: 'never', action: 'Use a smaller file.' },
  uncertain: { retry: 'never', action: 'Check in the workspace whether it was done, then choose.' },
  /** The list that the workspace shows is older than what was just sent. */
  'not-shown-yet': { retry: 'later', action: 'Packshot tries again automatically.' },
  // Connecting and signing in
  'no-connection': {
    retry: 'after-sign-in',
    action: 'Connect a workspace, or try the sample workspace.',
  },
  'invalid-address': { retry: 'never', action: 'Use an https address (http only on this computer).' },
  'invalid-connection-file': { retry: 'never', action: 'Ask the workspace’s admin for a new connection file.' },
  'invalid-client': {
    retry: 'never',
    action: 'Ask the workspace’s admin for a new connection file.',
  },
  'redirect-not-registered': { retry: 'never', action: 'Ask the workspace’s admin to register the redirect address named here.' },
  'sign-in-refused': { retry: 'never', action: 'Start again and allow access in the browser.' },
  'sign-in-timeout': { retry: 'never', action: 'Start the sign-in again.' },
  'sign-in-failed': { retry: 'never', action: 'Start the sign-in again. If it fails again, ask the workspace’s admin.' },
  'redirect-ports-busy': { retry: 'never', action: 'Close the program that uses the port, then sign in again.' },
  'keychain-unavailable': {
    retry: 'never',
    action: 'Install or unlock the system’s keychain. Until then secrets are kept for one run only.',
  },
  'keychain-locked': { retry: 'never', action: 'Unlock the system’s keychain and try again.' },
  // Files and pictures
  'file-missing': { retry: 'never', action: 'Put the file back and add it again.' },
  'file-unreadable': { retry: 'never', action: 'Allow reading it, then add it again.' },
  'file-changed': { retry: 'never', action: 'Add the original file again; the damaged copy is not sent.' },
  'empty-file': { retry: 'never', action: 'Save or export the picture again, then add it.' },
  'unsupported-format': { retry: 'never', action: 'Export it as PNG or JPEG, then add it.' },
  'damaged-image': { retry: 'never', action: 'Save or export the picture again, then add it.' },
  'too-many-pixels': { retry: 'never', action: 'Scale it down to at most 100 megapixels, then add it.' },
  'file-too-large': { retry: 'never', action: 'Save a smaller version, then add it.' },
  'image-process-failed': {
    retry: 'later',
    action: 'Add the picture again. If it fails again, the file may be malicious or this computer low on memory.',
  },
  'no-address': { retry: 'never', action: 'Choose in the workspace’s settings how questions reach pictures, then retry.' },
  // A bucket that gives pictures their address
  'bucket-failed': {
    retry: 'later',
    action: 'Questions are retried automatically. If this continues, check the network and the bucket’s address.',
  },
  'bucket-refused': {
    retry: 'never',
    action: 'Correct the bucket’s settings or keys (in Settings, or with “packshot publishing”). Questions then resume.',
  },
  'depends-on-failed': { retry: 'never', action: 'Fix the failed uploads, or continue with the rest.' },
  // This computer
  'disk-full': { retry: 'later', action: 'Free some disk space. Work then resumes.' },
  /** The disk failed at writing or flushing: this process ends, and nothing is tried again in it. */
  'disk-failed': { retry: 'later', action: 'Check the disk and its connection, then start Packshot again.' },
  'data-folder-in-use': { retry: 'never', action: 'Close the other Packshot, or wait until it has finished.' },
  'data-newer': { retry: 'never', action: 'Install the newer Packshot that wrote it.' },
  'data-corrupt': { retry: 'never', action: 'See the message for what was restored and what to check.' },
  'read-only': { retry: 'never', action: 'Close the other Packshot that uses the data folder, then try again.' },
  // Asking for something
  usage: { retry: 'never', action: 'Correct it and try again.' },
  'unknown-id': { retry: 'never', action: 'Check the current state, then try again.' },
  'current-unknown': {
    retry: 'never',
    action: 'Say what the product shows now.',
  },
  /** A statement about a list leaves out what we know to be in it. Facts: `ids`, `since` (milliseconds since 1970 or `null`), `maybe`. */
  'current-contradicts': {
    retry: 'never',
    action: 'For each of these, say whether to keep it or that it was removed in the workspace.',
  },
  cancelled: { retry: 'never', action: 'Ask again if you still need it.' },
  internal: { retry: 'never', action: 'Try again. If it happens again, please report it with the diagnostics.' },
} as const satisfies Record<string, { retry: Retry; action: string }>

export type ErrorCode = keyof typeof errorKinds

/** An error as data: what is stored with a job, shown to a person and sent to the window. */
export type ErrorRecord = {
  readonly code: ErrorCode
  /** What happened and what was kept, one plain sentence or two; the service's own words are quoted inside. */
  readonly message: string
  /** What a person can do. */
  readonly action: string
  /** HTTP status, where the service answered. */
  readonly status?: number
  /** Not before so many milliseconds from now (from `Retry-After`). */
  readonly retryAfterMs?: number
  /** What the sentences were made from (shared/words), for those that need more than text. */
  readonly facts?: Facts
}

/** Plain values that describe an error: ids, names, counts, times in milliseconds since 1970. */
export type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

type AppErrorOptions = { cause?: unknown; action?: string; status?: number; retryAfterMs?: number; facts?: Facts }

/** The one error type that crosses a boundary: a closed code, plain words, the cause kept. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly action: string
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined
  readonly facts: Facts | undefined

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.action = options.action ?? errorKinds[code].action
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs
    this.facts = options.facts
  }

  get retry(): Retry {
    return errorKinds[this.code].retry
  }

  toRecord(): ErrorRecord {
    const { code, message, action, status, retryAfterMs, facts } = this
    return {
      code,
      message,
      action,
      ...(status === undefined ? {} : { status }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(facts === undefined ? {} : { facts }),
    }
  }
}

/** Any thrown value as an AppError; an unknown one becomes `internal` with its cause kept. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new AppError('internal', `Something unexpected happened: ${message}`, { cause: error })
}
