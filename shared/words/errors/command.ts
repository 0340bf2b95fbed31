import type { CommandFailure } from '../../failures/command.ts'
import type { ErrorWords } from './error-words.ts'

export const commandErrors: ErrorWords<CommandFailure> = {}
