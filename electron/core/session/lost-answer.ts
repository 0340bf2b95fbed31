import { type AppError, errorFrom } from '../../../shared/errors.ts'
import { isNeverSent } from '../../../shared/network-codes.ts'

/** Says in the facts of a request's failure that the request may have reached the service, which then has done what was asked. */
export const noteLostAnswer = (error: AppError): AppError => {
  const { failure } = error
  const isLost =
    failure.kind === 'host-silent' ||
    (failure.kind === 'host-unreachable' && failure.networkCode !== null && !isNeverSent(failure.networkCode))
  return isLost ? errorFrom(error.toRecord(), { failure: { ...failure, isAnswerLost: true }, cause: error.cause }) : error
}

export const isAnswerLostBy = ({ failure }: AppError): boolean =>
  (failure.kind === 'host-silent' || failure.kind === 'host-unreachable') && failure.isAnswerLost === true
