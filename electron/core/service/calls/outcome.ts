import type { AppError } from '../../../../shared/base/errors.ts'
import type { Exchange } from '../../base/network/send-request.ts'
import { mapNetworkError, mapStatus, mapUnreadable } from './classify-failure.ts'
import type { KeepOddAnswer } from './keep-odd-answer.ts'
import type { Call } from './service-call.ts'

/**
 * How one piece of remote work ended. `uncertain`: any byte of the request may have been sent and no complete answer came
 * (timeout, cut, 5xx), or the answer cannot be read; the service may or may not have done it (queue/README.md).
 */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | {
      readonly kind: 'failed'
      readonly error: AppError
      readonly uncertain: boolean
      /** It failed before the request, for want of a credential or of something to send: it says nothing about the operation. */
      readonly isUnsent?: boolean
    }

export const done = <T>(value: T): Outcome<T> => ({ kind: 'done', value })

export const failed = (error: AppError, uncertain: boolean): Outcome<never> => ({ kind: 'failed', error, uncertain })

export const unsent = (error: AppError): Outcome<never> => ({ kind: 'failed', error, uncertain: false, isUnsent: true })

type Context = {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Never quoted. */
  readonly secrets: readonly string[]
  /** Method and path. */
  readonly asked: string
  /** The credential was renewed a moment ago. */
  readonly isRenewed: boolean
  /** Why the body could not be read to its end. */
  readonly bodyFailure: () => AppError | undefined
  readonly keepOddAnswer?: KeepOddAnswer | undefined
}

/** How a request ended: what its answer says, and without one, whether anything of it may have arrived. */
export const judgeExchange = async <T>(
  call: Pick<Call<T>, 'names' | 'subject' | 'wants' | 'read'>,
  exchange: Exchange,
  { now, secrets, asked, isRenewed, bodyFailure, keepOddAnswer }: Context,
): Promise<Outcome<T>> => {
  if (exchange.kind === 'unanswered') {
    const failure = bodyFailure()
    return failure === undefined ? failed(mapNetworkError(exchange.error), exchange.started) : failed(failure, false)
  }
  const { answer } = exchange
  const { status, text } = answer
  if (status >= 400) {
    const { names, subject } = call
    return failed(mapStatus(answer, { now, secrets, names, subject, isRenewed }), status >= 500)
  }
  const value = status < 300 ? call.read(text, status) : undefined
  if (value !== undefined) return done(value)
  const lacks = call.wants
  const keptAs = status < 300 && text.trim() !== '' ? await keepOddAnswer?.({ request: asked, status, lacks, text, secrets }) : undefined
  // These three redirects mean that nothing was done (RFC 9110, 15.4); after any other unreadable answer it may have been.
  return failed(mapUnreadable(answer, { secrets, lacks, keptAs }), ![301, 307, 308].includes(status))
}
