import type { ErrorRecord } from '../../shared/base/errors.ts'
import { useErrorWords } from './error-words.ts'
import { describeProblem } from './read-problem.ts'

/** An error in sentences; without the advice if only its message is asked for. */
export const ErrorText = ({ of, part = 'all' }: { readonly of: ErrorRecord; readonly part?: 'all' | 'message' }) => {
  useErrorWords()
  const { message, action } = describeProblem(of)
  return part === 'message' ? message : `${message} ${action}`
}
