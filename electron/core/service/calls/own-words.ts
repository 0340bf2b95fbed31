import type { AppError } from '../../../../shared/base/errors.ts'

/** The service's own words in a refusal; empty: it said nothing. */
export const ownWords = ({ failure }: AppError): string => (failure.kind === 'service-refused' ? failure.said : '')
