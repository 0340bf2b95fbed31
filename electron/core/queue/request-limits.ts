import { AppError } from '../../../shared/base/errors.ts'
import type { Hold } from '../../../shared/queue/jobs.ts'
import type { OperationName } from '../../../shared/queue/operations.ts'
import type { Journal } from '../base/database/journal.ts'
import type { JobStore } from './job-store.ts'
import type { Workplace } from './workplace.ts'

type Ports = { readonly journal: Journal; readonly jobs: Pick<JobStore, 'hasWaiting'>; readonly operations: readonly OperationName[] }
type Place = Pick<Workplace, 'connection' | 'requestLimit'>

export type RequestLimits = ReturnType<typeof createRequestLimits>

/**
 * Stops an operation after as many requests as a person allows in one go, until they say “go on”. An attempt is counted in the transaction that
 * records its start, and taken back only in the one that records that nothing was sent. So between two “go on”s no more are ever sent, whenever
 * Packshot ends. Another limit begins another count.
 */
export const createRequestLimits = ({ journal, jobs, operations }: Ports) => {
  const countOf = (connectionId: string, operation: OperationName, limit: number): number => {
    const row = journal.get(
      'SELECT requests FROM request_counts WHERE connection_id = ? AND operation = ? AND stop_after = ?',
      connectionId,
      operation,
      limit,
    )
    return Number(row?.requests ?? 0)
  }
  /** Requests that may still go; `null`: as many as there are. */
  const left = ({ connection, requestLimit }: Place, operation: OperationName): number | null => {
    const limit = requestLimit(operation)
    return limit === null ? null : Math.max(0, limit - countOf(connection.id, operation, limit))
  }
  const forget = (connectionId: string, operation: OperationName): void => {
    journal.run('DELETE FROM request_counts WHERE connection_id = ? AND operation = ?', connectionId, operation)
  }
  return {
    left,
    /** So many attempts start. Called in their transaction. */
    count: ({ connection, requestLimit }: Place, operation: OperationName, requests: number): void => {
      const limit = requestLimit(operation)
      if (limit === null) {
        forget(connection.id, operation)
        return
      }
      journal.run(
        `INSERT INTO request_counts (connection_id, operation, requests, stop_after) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (connection_id, operation) DO UPDATE SET
           requests = iif(stop_after = excluded.stop_after, requests, 0) + excluded.requests, stop_after = excluded.stop_after`,
        connection.id,
        operation,
        requests,
        limit,
      )
    },
    /** An attempt ended, and nothing was sent. Called in the transaction of its end. */
    takeBack: ({ connection }: Place, operation: OperationName): void => {
      journal.run(
        'UPDATE request_counts SET requests = max(0, requests - 1) WHERE connection_id = ? AND operation = ?',
        connection.id,
        operation,
      )
    },
    /** A person lets the next ones go. Called inside `journal.write`. */
    goOn: (connectionId: string): void => {
      for (const operation of operations) forget(connectionId, operation)
    },
    list: (place: Place): Hold[] =>
      operations.flatMap((operation) => {
        const limit = place.requestLimit(operation)
        if (limit === null || left(place, operation) !== 0 || !jobs.hasWaiting(operation, place.connection.id)) return []
        const reason = new AppError('usage', { kind: 'request-limit-reached', operation, requests: limit }).toRecord()
        return [{ kind: 'limit', operation, until: null, reason }]
      }),
  }
}
