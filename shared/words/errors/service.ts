import type { ServiceFailure } from '../../failures/service.ts'
import type { ErrorWords } from './error-words.ts'

export const serviceErrors: ErrorWords<ServiceFailure> = {}
