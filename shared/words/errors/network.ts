import type { NetworkFailure } from '../../failures/network.ts'
import type { ErrorWords } from './error-words.ts'

export const networkErrors: ErrorWords<NetworkFailure> = {}
