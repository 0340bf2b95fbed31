import { AppError } from '../../../shared/errors.ts'

/**
 * What a proxy answered instead of a connection, as an error that the queue waits out; `undefined`: it was no proxy. Nothing was sent to
 * the workspace then. undici tells the status in its message only.
 */
export const explainProxy = (error: unknown, depth = 0): AppError | undefined => {
  if (!(error instanceof Error) || depth > 4) return undefined
  const status =
    /^Proxy response \((\d{3})\)/.exec(error.message)?.[1] ?? /^Proxy Authentication Required \((407)\)/.exec(error.message)?.[1]
  if (status === undefined) return explainProxy(error.cause, depth + 1)
  if (status === '407')
    return new AppError(
      'offline',
      'The network’s proxy wants a name and a password (407), so nothing was sent. Everything queued is kept.',
      {
        cause: error,
        action: 'Give the proxy’s name and password (HTTPS_PROXY=http://name:password@host:port for the command), then try again.',
      },
    )
  return new AppError(
    'offline',
    `The network’s proxy refused the connection (${status}), so nothing was sent. Everything queued is kept.`,
    {
      cause: error,
      action: 'Ask whoever runs the network to allow the workspace’s address, then try again.',
    },
  )
}
