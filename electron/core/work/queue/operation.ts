import type { Connection } from '../../../../shared/connection.ts'
import type { CoreEvent } from '../../../../shared/contract.ts'
import type { AppError, ErrorRecord } from '../../../../shared/errors.ts'
import type { CurrentStatement, Job, JobState, JobWork, ParkChoice } from '../../../../shared/jobs.ts'
import type { OperationName } from '../../../../shared/operations.ts'
import type { ServiceScope } from '../../../../shared/scopes.ts'
import type { ServiceClient } from '../../service/service-client.ts'

export type WorkOf<N extends OperationName> = Extract<JobWork, { readonly operation: N }>
export type JobOf<N extends OperationName> = Job & { readonly work: WorkOf<N> }

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
  /** Before each request but the first: `null` when it may go, at the operation's pace; else why not. */
  readonly turn: () => Promise<AppError | null>
}

/** How an attempt ended. `sent`: whether a request was needed at all. `commit` writes the result in the same transaction as the job's end and returns what is worth noting. */
export type AttemptEnd =
  | { readonly kind: 'done'; readonly sent: boolean; readonly commit: (at: number) => string | null }
  | {
      readonly kind: 'failed'
      readonly error: AppError
      readonly uncertain: boolean
      readonly isUnsent?: boolean
      /** Writes what the failure says, in the same transaction as the job's end. */
      readonly commit?: () => void
      /** What a person can choose if it is set aside; absent: to retry it. */
      readonly choices?: readonly ParkChoice[]
    }

/** How a person has parked jobs done after all. */
export type RetryRequest = {
  /** Empty: all parked jobs that can be retried without a choice. */
  readonly jobIds: readonly string[]
  readonly choice: ParkChoice
  /** With `exists`: the id of the product that is there. */
  readonly productId?: string
  /** For an attach: what the product's list holds now. */
  readonly current?: CurrentStatement
}

/** How a job is set aside. */
export type Park = { readonly reason: ErrorRecord; readonly choices: readonly ParkChoice[] }

/** What may be there already, and what a person can do about it. `what` completes “No answer came: …”. */
export type Doubt = { readonly what: string; readonly action: string; readonly choices: readonly ParkChoice[] }

/** What becomes of a job when one that it depends on is settled without being done. */
export type DependencyRules<W extends JobWork = JobWork> = {
  /** It is cancelled with a job of these. */
  readonly cancelledWith: readonly OperationName[]
  /** Jobs of these that are parked or cancelled don't block it. */
  passes(work: W): readonly OperationName[]
  /** Jobs of these are missed when they are parked or cancelled: once nothing else is under way, `park` decides. */
  readonly misses: readonly OperationName[]
  /** How it is set aside while so many are missed; `null`: it waits on. */
  park(work: W, missed: Missed): Park | null
}

/** What is parked may still be done once a person has settled it; what is cancelled never is. */
export type Missed = { readonly parked: number; readonly cancelled: number }

/** The rules of an operation that waits for each of its dependencies to be done. */
export const waitsForAll: DependencyRules = { cancelledWith: [], passes: () => [], misses: [], park: () => null }

/** True for a 402 or 403: it is about the whole workspace, unless an operation knows better. */
export const isRefusalOfWorkspace = (error: AppError): boolean => error.code === 'not-allowed' || error.code === 'payment-required'

/** What the queue knows about one kind of remote work without doing it. Pure: no clock, disk or network. */
type Definition<N extends OperationName, W extends JobWork> = {
  readonly name: N
  /** The shape of its work (shared/jobs.ts). */
  readonly work: { readonly parse: (value: unknown) => W }
  /** What makes two jobs the same request: asked for twice, it is done once. */
  subject(work: W): string
  /** Jobs with the same key never run at the same time; `null`: no such limit. */
  exclusiveKey(work: W): string | null
  /** How many run at once, at most; the pacers decide how many a minute. */
  readonly concurrency: number
  /** What a sign-in must be allowed (service interface, "Scopes"). */
  readonly scope: ServiceScope
  /** What a window shows differently when a job comes to this state, besides the jobs themselves. */
  changes(state: JobState): readonly CoreEvent['changed'][number][]
  /** True if doing it again after an uncertain attempt is harmless, or can be said in a note. */
  isRepeatable(work: W, connection: Connection): boolean
  /** How a job is set aside that may have been done and is not repeatable. */
  doubt(work: W): Doubt
  /** After a restore it waits for a person: it may have been done since, and doing it again would harm. Absent: it runs again and says so. */
  readonly parksAfterRestore?: true
  /** What an attempt leaves in the workspace if it was done and its answer was lost; `null`: nothing that stays. */
  readonly spare: string | null
  /** Said when it was done after attempts that ended without an answer. `earlier`: “2 earlier attempts ended without an answer”. */
  repeatNote(earlier: string): string
  /** True if a refusal says something about all such work in the workspace, not about this job. */
  isWorkspaceWide(error: AppError): boolean
  readonly dependencies: DependencyRules<W>
}

export type OperationDefinition<N extends OperationName> = Definition<N, WorkOf<N>>
export type AnyDefinition = Definition<OperationName, JobWork>

/** How one kind of remote work is done. */
type Doing<W extends JobWork> = {
  /** The attempt begins before its start is on disk, to read what it will send, and waits for `recorded` itself before it sends. */
  readonly readsAhead?: boolean
  /** Whether a person's retry fits a parked job; `null`: as the choices that it was parked with say. */
  fits?(job: Job & { readonly work: W }, request: RetryRequest): boolean | null
  /** The work as a person's choice changes it; what the choice states is written here: called inside `journal.write`. Errors: `usage`. */
  resume?(job: Job & { readonly work: W }, request: RetryRequest, at: number): W
  /** A person who cancels says whether what got no answer was done. Called inside `journal.write`. */
  tell?(job: Job & { readonly work: W }, wasDone: boolean): void
  attempt(job: Job & { readonly work: W }, context: AttemptContext): Promise<AttemptEnd>
}

/** One kind of remote work: what the queue knows about it, and how it is done. */
export type Operation<N extends OperationName> = OperationDefinition<N> & Doing<WorkOf<N>>
export type AnyOperation = AnyDefinition & Doing<JobWork>

/** In the order in which they start: what other jobs wait for comes first. */
export type Operations = { readonly [N in OperationName]: Operation<N> }
export type OperationDefinitions = { readonly [N in OperationName]: OperationDefinition<N> }

export const namesOf = (operations: OperationDefinitions): readonly OperationName[] =>
  Object.values(operations).map((operation: AnyDefinition) => operation.name)

export const definitionOf = (operations: OperationDefinitions, work: JobWork): AnyDefinition => operations[work.operation]
export const operationOf = (operations: Operations, work: JobWork): AnyOperation => operations[work.operation]

/** How a job is set aside if it is not to be done again without a person; `null`: it may run again. A connection that is gone allows nothing. */
export const doubtAbout = (operation: AnyDefinition, work: JobWork, connection: Connection | null): Doubt | null =>
  connection && operation.isRepeatable(work, connection) ? null : operation.doubt(work)
