import type { AppError, ErrorRecord } from '../../../shared/base/errors.ts'
import type { CoreEvent } from '../../../shared/contract.ts'
import type { JobState, ParkChoice } from '../../../shared/queue/job-states.ts'
import type { CurrentStatement, Job, JobNote, JobWork } from '../../../shared/queue/jobs.ts'
import type { OperationName } from '../../../shared/queue/operations.ts'
import type { ServiceScope } from '../../../shared/service/scopes.ts'
import type { Connection } from '../../../shared/workspaces/connection.ts'
import type { ServiceClient } from '../service/calls/service-client.ts'

export type WorkOf<N extends OperationName> = Extract<JobWork, { readonly operation: N }>
export type JobOf<N extends OperationName> = Job & { readonly work: WorkOf<N> }

/** The ports of an attempt. */
export type AttemptContext = {
  readonly connection: Connection
  readonly client: ServiceClient
  readonly signal: AbortSignal
  /** Resolves when the attempt's start is on disk: nothing is sent before. */
  readonly recorded: Promise<void>
  /** Bytes sent so far, of how many. */
  readonly onProgress: (sentBytes: number, ofBytes: number) => void
  /** Milliseconds without a byte although the service can be reached; `null`: data arrived again. */
  readonly onSilence: (ms: number | null) => void
  /** Before each request but the first: waits for the operation's pace; `null` when it may be sent, else why not. */
  readonly turn: () => Promise<AppError | null>
}

/** How an attempt ended. `sent`: whether a request was needed at all. `commit` writes the result in the same transaction as the job's end and returns a remark, if any. */
export type AttemptEnd =
  | { readonly kind: 'done'; readonly sent: boolean; readonly commit: (at: number) => readonly JobNote[] }
  | {
      readonly kind: 'failed'
      readonly error: AppError
      readonly uncertain: boolean
      readonly isUnsent?: boolean
      /** Records the failure's facts in the same transaction as the job's end. */
      readonly commit?: () => void
      /** A person's choices if it is parked; absent: retry. */
      readonly choices?: readonly ParkChoice[]
    }

/** A person's retry of parked jobs. */
export type RetryRequest = {
  /** Empty: all parked jobs that can be retried without a choice. */
  readonly jobIds: readonly string[]
  /** Without ids: only those of this action. */
  readonly action?: number
  readonly choice: ParkChoice
  /** With `exists`: the id of the existing product. */
  readonly productId?: string
  /** For an attach: the product's current list. */
  readonly current?: CurrentStatement
  /** For a text: what its attribute holds now, of the jobs that are named. */
  readonly currentText?: string
}

/** How a job is parked. */
export type Park = { readonly reason: ErrorRecord; readonly choices: readonly ParkChoice[] }

/** A possible duplicate: the name of the result, if it has one, and a person's choices. Words: shared/queue/operations-words.ts. */
export type Doubt = { readonly name: string | null; readonly choices: readonly ParkChoice[] }

/** The effect on a job when one of its dependencies is settled without being done. */
export type DependencyRules<W extends JobWork = JobWork> = {
  /** It is cancelled with a job of these. */
  readonly cancelledWith: readonly OperationName[]
  /** Jobs of these that are parked or cancelled don't block it. */
  passes(work: W): readonly OperationName[]
  /** Dependencies that count as missing when parked or cancelled: once nothing else is running, `park` decides. */
  readonly misses: readonly OperationName[]
  /** How it is parked with this many missing; `null`: it keeps waiting. */
  park(work: W, missed: Missed): Park | null
}

/** A parked dependency may still be done once a person has settled it; a cancelled one never is. */
export type Missed = { readonly parked: number; readonly cancelled: number }

/** The rules of an operation that waits for each of its dependencies to be done. */
export const waitsForAll: DependencyRules = { cancelledWith: [], passes: () => [], misses: [], park: () => null }

/** True for a 402 or 403: it is about the whole workspace, unless an operation knows better. */
export const isRefusalOfWorkspace = (error: AppError): boolean => error.code === 'not-allowed' || error.code === 'payment-required'

/** The queue's facts about one kind of remote work. Pure: no clock, disk or network. */
type Definition<N extends OperationName, W extends JobWork> = {
  readonly name: N
  /** The shape of its work (shared/queue/jobs.ts). */
  readonly work: { readonly parse: (value: unknown) => W }
  /** The key that makes two jobs the same request, which is then done once. */
  subject(work: W): string
  /** Jobs with the same key never run at the same time; `null`: no such limit. */
  exclusiveKey(work: W): string | null
  /** How many run at once, at most; the pacers decide how many a minute. */
  readonly concurrency: number
  /** The required scope of a sign-in (service interface, "Scopes"). */
  readonly scope: ServiceScope
  /** The parts of a window, besides jobs, that change when a job reaches this state. */
  changes(state: JobState): readonly CoreEvent['changed'][number][]
  /** True if repeating it after an uncertain attempt is harmless, or a remark is enough. */
  isRepeatable(work: W, connection: Connection): boolean
  /** How an uncertain job that is not repeatable is parked. */
  doubt(work: W): Doubt
  /** After a restore it waits for a person, because it may have been done since and repeating it would do harm. Absent: it runs again with a remark. */
  readonly parksAfterRestore?: true
  /** True if an executed attempt whose answer was lost leaves something in the workspace. */
  readonly leavesSpare: boolean
  /** True if a refusal concerns all such work in the workspace, not only this job. */
  isWorkspaceWide(error: AppError): boolean
  readonly dependencies: DependencyRules<W>
}

export type OperationDefinition<N extends OperationName> = Definition<N, WorkOf<N>>
export type AnyDefinition = Definition<OperationName, JobWork>

/** How one kind of remote work is executed. */
type Doing<W extends JobWork> = {
  /** Whether all that an attempt reads is there, or the reason why it can't be. Absent: it always is. */
  isPrepared?(job: Job & { readonly work: W }, connection: Connection): boolean
  /**
   * Makes what an attempt reads, before the attempt begins and is recorded: a process that ends meanwhile has sent nothing. Never rejects: the
   * attempt then says why it failed.
   */
  prepare?(job: Job & { readonly work: W }, context: Pick<AttemptContext, 'connection' | 'signal'>): Promise<void>
  /** The attempt starts before its record is on disk, to read its input, and waits for `recorded` before it sends. */
  readonly readsAhead?: boolean
  /** A person's retry may say which text its attribute holds now (`currentText`). */
  readonly takesText?: true
  /** Whether a person's retry fits a parked job; `null`: decided by the choices it was parked with. */
  fits?(job: Job & { readonly work: W }, request: RetryRequest): boolean | null
  /** Applies a person's choice to the work, and records its statements. Call it inside `journal.write`. Errors: `usage`. */
  resume?(job: Job & { readonly work: W }, request: RetryRequest, at: number): W
  /** Records a canceling person's answer whether a request without an answer was executed. Called inside `journal.write`. */
  tell?(job: Job & { readonly work: W }, wasDone: boolean): void
  attempt(job: Job & { readonly work: W }, context: AttemptContext): Promise<AttemptEnd>
}

/** One kind of remote work: the queue's facts about it, and its execution. */
export type Operation<N extends OperationName> = OperationDefinition<N> & Doing<WorkOf<N>>
export type AnyOperation = AnyDefinition & Doing<JobWork>

/** In starting order: work that other jobs wait for comes first. */
export type Operations = { readonly [N in OperationName]: Operation<N> }
export type OperationDefinitions = { readonly [N in OperationName]: OperationDefinition<N> }

export const namesOf = (operations: OperationDefinitions): readonly OperationName[] =>
  Object.values(operations).map((operation: AnyDefinition) => operation.name)

export const definitionOf = (operations: OperationDefinitions, work: JobWork): AnyDefinition => operations[work.operation]
export const operationOf = (operations: Operations, work: JobWork): AnyOperation => operations[work.operation]

/** How a job is parked if it must not be repeated without a person; `null`: it may run again. A removed connection allows nothing. */
export const doubtAbout = (operation: AnyDefinition, work: JobWork, connection: Connection | null): Doubt | null =>
  connection && operation.isRepeatable(work, connection) ? null : operation.doubt(work)
