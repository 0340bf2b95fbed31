import type { OperationName } from '../../../shared/queue/operations.ts'

/** Until one was measured, in milliseconds: an analysis usually takes about this long. */
const usualMs = 1_500
/** How much the newest counts. */
const newestPart = 0.2

/** How long an answer takes, by connection and operation: an average in which the newest count most. Each run measures again. */
export const createAnswerTimes = () => {
  const averages = new Map<string, number>()
  return {
    note: (connectionId: string, operation: OperationName, ms: number): void => {
      const key = `${connectionId} ${operation}`
      const before = averages.get(key)
      averages.set(key, before === undefined ? ms : before + (ms - before) * newestPart)
    },
    of: (connectionId: string, operation: OperationName): number => averages.get(`${connectionId} ${operation}`) ?? usualMs,
  }
}
