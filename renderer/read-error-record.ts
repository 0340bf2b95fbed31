import { type ErrorRecord, errorKinds } from '../shared/errors.ts'

const isOptionalNumber = (value: unknown): boolean => value === undefined || typeof value === 'number'

/**
 * An error as it crosses from the host (shared/errors.ts), or `undefined` if it is none. By hand: zod would be a tenth of what the window
 * reads before it can be used, for this one shape.
 */
export const readErrorRecord = (value: unknown): ErrorRecord | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const { code, message, action, status, retryAfterMs } = value as Record<string, unknown>
  const isRecord =
    typeof code === 'string' &&
    Object.hasOwn(errorKinds, code) &&
    typeof message === 'string' &&
    typeof action === 'string' &&
    isOptionalNumber(status) &&
    isOptionalNumber(retryAfterMs)
  return isRecord ? (value as ErrorRecord) : undefined
}
