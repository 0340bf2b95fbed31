import { AppError } from '../../../../shared/base/errors.ts'

type AboutProxy = { readonly host: string; readonly hadPassword: boolean }

const statusOf = ({ message }: Error): string | undefined =>
  /^Proxy response \((\d{3})\)/.exec(message)?.[1] ?? /^Proxy Authentication Required \((407)\)/.exec(message)?.[1]

/**
 * A proxy's refusal as an error that the queue waits out; `undefined`: not from a proxy. Nothing was sent to
 * the workspace then. undici has the status only in its message.
 */
export const explainProxy = (error: unknown, proxy?: AboutProxy, depth = 0): AppError | undefined => {
  if (!(error instanceof Error) || depth > 4) return undefined
  if (error instanceof AppError) return error
  const status = statusOf(error)
  if (status === undefined) return explainProxy(error.cause, proxy, depth + 1)
  const { host = null, hadPassword = false } = proxy ?? {}
  const options = { kept: 'queue', cause: error } as const
  return status === '407'
    ? new AppError('proxy-password', { kind: 'proxy-asks', proxy: host, hadPassword }, options)
    : new AppError('offline', { kind: 'proxy-refused', proxy: host, status: Number(status) }, options)
}
