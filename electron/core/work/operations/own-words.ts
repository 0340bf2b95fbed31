import type { AppError } from '../../../../shared/errors.ts'

/** The service's own words in a refusal; empty: it said nothing. */
export const ownWords = ({ failure }: AppError): string => {
  if (failure.kind === 'said') return failure.message
  return 'said' in failure ? failure.said : ''
}
