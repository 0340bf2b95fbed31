/** The messages between preload and main process; pages cannot send them. */
export const channels = {
  /** Carries the page's MessagePort for calls of the contract. */
  connect: 'packshot:connect',
  /** `{ paths, recursive, drop }`; answered when the main process has them. */
  dropPaths: 'packshot:drop-paths',
  /** `{ name, bytes, drop }`; answered when the file is added or refused. */
  dropBytes: 'packshot:drop-bytes',
} as const
