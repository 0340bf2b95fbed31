import { type AppError, errorFrom } from '../../../../shared/base/errors.ts'
import { isNeverSent } from '../../../../shared/base/network-codes.ts'

/** Marks a failure whose request may have reached the service and been executed. */
export const noteLostAnswer = (error: AppError): AppError => {
  const { failure } = error
  const isLost =
    failure.kind === 'host-silent' ||
    (failure.kind === 'host-unreachable' && failure.networkCode !== null && !isNeverSent(failure.networkCode))
  return isLost ? errorFrom(error.toRecord(), { failure: { ...failure, isAnswerLost: true }, cause: error.cause }) : error
}

export const isAnswerLostBy = ({ failure }: AppError): boolean =>
  (failure.kind === 'host-silent' || failure.kind === 'host-unreachable') && failure.isAnswerLost === true
