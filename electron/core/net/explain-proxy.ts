import { AppError } from '../../../shared/errors.ts'

type AboutProxy = { readonly host: string; readonly hadPassword: boolean }

const statusOf = ({ message }: Error): string | undefined =>
  /^Proxy response \((\d{3})\)/.exec(message)?.[1] ?? /^Proxy Authentication Required \((407)\)/.exec(message)?.[1]

/**
 * What a proxy answered instead of a connection, as an error that the queue waits out; `undefined`: it was no proxy. Nothing was sent to
 * the workspace then. undici tells the status in its message only.
 */
export const explainProxy = (error: unknown, proxy?: AboutProxy, depth = 0): AppError | undefined => {
  if (!(error instanceof Error) || depth > 4) return undefined
  if (error instanceof AppError) return error
  const status = statusOf(error)
  if (status === undefined) return explainProxy(error.cause, proxy, depth + 1)
  const which = proxy ? `The proxy ${proxy.host}` : 'The network’s proxy'
  if (status === '407') {
    const says = proxy?.hadPassword ? 'rejected the saved user name and password' : 'requires a user name and password'
    return new AppError('proxy-password', `${which} ${says} (407), so nothing was sent. Everything queued is kept.`, { cause: error })
  }
  return new AppError('offline', `${which} refused the connection (${status}), so nothing was sent. Everything queued is kept.`, {
    cause: error,
    action: 'Ask whoever runs the network to allow the workspace’s address, then try again.',
  })
}
