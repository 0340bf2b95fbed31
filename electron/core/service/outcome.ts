import type { AppError } from '../../../shared/errors.ts'

/**
 * How one piece of remote work ended. `uncertain`: any byte of the request may have been sent and no complete answer came
 * (timeout, cut, 5xx), or the answer cannot be read; the service may or may not have done it (work/queue/README.md).
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
