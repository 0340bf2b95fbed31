import { describeError } from '../../shared/base/describe-error.ts'
import { isErrorRecord } from '../../shared/base/errors.ts'

/** The result of a call, with each error's `message` and `action` as a person reads them. */
export const told = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value ?? null, (_key, one: unknown) =>
      isErrorRecord(one) && !('message' in one) ? { ...one, ...describeError(one) } : one,
    ),
  ) as T
