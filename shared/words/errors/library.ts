import type { LibraryFailure } from '../../failures/library.ts'
import type { ErrorWords } from './error-words.ts'

export const libraryErrors: ErrorWords<LibraryFailure> = {}
