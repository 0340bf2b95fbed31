import type { KeychainFailure } from '../../failures/keychain.ts'
import type { ErrorWords } from './error-words.ts'

export const keychainErrors: ErrorWords<KeychainFailure> = {}
