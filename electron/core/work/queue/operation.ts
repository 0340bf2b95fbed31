import type { AppError } from '../../../../shared/errors.ts'
import type { Job } from '../../../../shared/jobs.ts'
import type { Connection, OperationName } from '../../../../shared/session.ts'
import type { ServiceClient } from '../../api/service-client.ts'

/** What an attempt runs with. */
export type AttemptContext = {
  readonly connection: Connection
  readonly client: ServiceClient
  readonly signal: AbortSignal
  /** Resolves when the attempt's start is on disk: nothing is sent before. */
  readonly recorded: Promise<void>
  /** Bytes sent so far. */
  readonly onProgress: (sentBytes: number) => void
  /** So many milliseconds without a byte, though the service can be reached; `null`: something moved again. */
  readonly onSilence: (ms: number | null) => void
}

/** How an attempt ended. `sent`: whether a request was needed at all. `commit` writes the result in the same transaction as the job's end and returns what is worth noting. */
export type AttemptEnd =
  | { readonly kind: 'done'; readonly sent: boolean; readonly commit: (at: number) => string | null }
  | { readonly kind: 'failed'; readonly error: AppError; readonly uncertain: boolean; readonly isUnsent?: boolean }

/** One kind of remote work. */
export type Operation = {
  readonly name: OperationName
  /** True if doing it again after an uncertain attempt is harmless or can be told in a note. */
  readonly isRepeatable: (job: Job, connection: Connection) => boolean
  /** Jobs with the same key never run at the same time; `null`: no such limit. */
  readonly exclusiveKey: (job: Job) => string | null
  /** The attempt begins before its start is on disk, to read what it will send, and waits for `recorded` itself before it sends. */
  readonly readsAhead?: boolean
  readonly attempt: (job: Job, context: AttemptContext) => Promise<AttemptEnd>
}
