import type { AskingFailure } from '../../failures/asking.ts'
import type { ErrorWords } from './error-words.ts'

export const askingErrors: ErrorWords<AskingFailure> = {}
