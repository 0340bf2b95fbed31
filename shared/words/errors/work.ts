import type { WorkFailure } from '../../failures/work.ts'
import type { ErrorWords } from './error-words.ts'

export const workErrors: ErrorWords<WorkFailure> = {}
