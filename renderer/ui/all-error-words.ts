import { describeError } from '../../shared/base/describe-error.ts'
import { describeRecovery } from '../../shared/base/recovery-words.ts'

/** What says errors in sentences: 60 KB, loaded by error-words.ts. */
export const allErrorWords = { describeError, describeRecovery }
