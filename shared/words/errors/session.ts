import type { SessionFailure } from '../../failures/session.ts'
import type { ErrorWords } from './error-words.ts'

export const sessionErrors: ErrorWords<SessionFailure> = {}
