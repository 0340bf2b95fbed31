import { AppError, type ErrorCode, type ErrorRecord } from '../../shared/base/errors.ts'
import type { Subject } from '../../shared/service/service-failures.ts'

const codes: Readonly<Record<number, ErrorCode>> = { 400: 'rejected', 402: 'payment-required', 404: 'not-found', 503: 'service-failed' }

/** What the service says to a request, as it is kept with a job. */
export const refusedBy = (status: number, said: string, subject: Subject): ErrorRecord =>
  new AppError(
    codes[status] ?? 'rejected',
    { kind: 'service-refused', status, said, names: 'address', subject, lacksScope: false, isRenewed: false },
    { kept: 'work', status },
  ).toRecord()
