import { describeError } from '../../shared/words/errors/describe-error.ts'
import { describeRecovery } from '../../shared/words/recovery.ts'

/** What says errors in sentences: 60 KB, loaded by error-words.ts. */
export const allErrorWords = { describeError, describeRecovery }
