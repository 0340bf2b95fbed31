import { type AppError, toAppError } from '../../../shared/base/errors.ts'
import type { JobState } from '../../../shared/queue/job-states.ts'
import type { Hold, Job } from '../../../shared/queue/jobs.ts'
import type { OperationName } from '../../../shared/queue/operations.ts'
import { isRefusedRow } from '../base/database/database-error.ts'
import type { Journal } from '../base/database/journal.ts'
import type { Clock } from '../base/platform/clock.ts'
import type { Timer, Timers } from '../base/platform/timers.ts'
import { forecast } from '../service/pace/forecast.ts'
import { takeTurn } from '../service/pace/take-turn.ts'
import { createAnswerTimes } from './answer-times.ts'
import { createJobChooser } from './choose-jobs.ts'
import { isAboutAll, toEndEvent } from './end-event.ts'
import { createEndingPace } from './ending-pace.ts'
import { createHoldsOfConnections } from './holds-of-connections.ts'
import type { JobStore } from './job-store.ts'
import { type AttemptEnd, doubtAbout, namesOf, type Operations, operationOf } from './operation.ts'
import { createPacedOperations } from './paced-operations.ts'
import { createRequestLimits } from './request-limits.ts'
import { createRunningAttempts, type RunningAttempt, type RunningAttempts } from './running-attempts.ts'
import { createSendSlots } from './send-slots.ts'
import { settleDependents } from './settle-dependents.ts'
import type { UnsentAttempt } from './unsent-attempts.ts'
import type { Workplace } from './workplace.ts'

export type { Workplace }

export type SchedulerPorts = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly operations: Operations
  readonly clock: Clock
  readonly timers: Timers
  readonly random: () => number
  /** How many attempts of an operation run at once. */
  readonly concurrency: Readonly<Record<OperationName, number>>
  readonly workplace: () => Workplace | null
  /** These attempts may be recorded in the library, but sent nothing, and this process ends. */
  readonly onUnsent?: (jobs: readonly UnsentAttempt[]) => void
  /** Something about the queue or such jobs changed. */
  readonly onChange: (changed: readonly ChangedJob[]) => void
}

/** A job's kind and its state from now on. */
export type ChangedJob = { readonly operation: OperationName; readonly state: JobState }

export type Scheduler = ReturnType<typeof createScheduler>

const standingOf = ({ work, status }: Job): ChangedJob => ({ operation: work.operation, state: status.state })

/** Starts jobs and records how they end. It holds no durable facts: those are in the jobs table. */
export const createScheduler = (ports: SchedulerPorts) => {
  const { journal, jobs, operations, clock, timers, random, concurrency, workplace, onChange } = ports
  const held = createHoldsOfConnections({ clock, random })
  const holdsNow = () => held.of(workplace()?.connection.id ?? null)
  const running = createRunningAttempts()
  const preparing = createRunningAttempts()
  const slots = createSendSlots(concurrency)
  const paced = createPacedOperations({ jobs, operations: namesOf(operations), clock })
  const limits = createRequestLimits({ journal, jobs, operations: namesOf(operations) })
  const answerTimes = createAnswerTimes()
  const choose = createJobChooser({ jobs, operations, holdsOf: held.of, running, preparing, concurrency, clock, requestsLeft: limits.left })
  const pace = createEndingPace(clock)
  /** By connection and operation. */
  const lastSuccess = new Map<string, number>()
  let timer: Timer | undefined
  let started = false
  let restsUntil = 0
  let pumpsSoon = false
  let ended: (() => void) | undefined
  /** The library is damaged, or its disk failed: this process starts nothing more. */
  let trouble: AppError | undefined

  const pump = (): void => {
    if (!started || trouble) return
    try {
      look()
    } catch (error) {
      // A read has just found the damage, which is already reported.
      if (!trouble) throw error
    }
  }

  const look = (): void => {
    timer?.cancel()
    const place = workplace()
    if (!place || place.signedOutBecause()) {
      slots.clear()
      return
    }
    paced.recall(place)
    const { toStart, toPrepare, lookAgainAt } =
      clock.monotonic() < restsUntil
        ? { toStart: [], toPrepare: [], lookAgainAt: clock.now() + restsUntil - clock.monotonic() }
        : choose(place)
    for (const job of toPrepare) void prepare(job, place)
    start(toStart, place)
    if (lookAgainAt < Number.POSITIVE_INFINITY) timer = timers.after(Math.min(Math.max(lookAgainAt - clock.now(), 1), 60_000), pump)
  }

  /** Runs once for all ends in this turn of the event loop, before its commit, so that ends and starts share it. */
  const pumpSoon = (): void => {
    if (pumpsSoon) return
    pumpsSoon = true
    timers.soon(() => {
      pumpsSoon = false
      pump()
    })
  }

  /** Makes the input of an attempt. The job is chosen again afterwards: before those that have overtaken it. */
  const prepare = async (job: Job, { connection }: Workplace): Promise<void> => {
    const mine = preparing.get(job.id)
    try {
      if (mine) await operationOf(operations, job.work).prepare?.(job, { connection, signal: mine.abort.signal })
    } catch (error) {
      // As in `pump`.
      if (!trouble) throw error
    } finally {
      leave(job.id, mine, preparing)
    }
    pumpSoon()
  }

  /** Records the attempts and starts them. They may read their input meanwhile, but send nothing before the record is on disk. */
  const start = (batch: readonly Job[], place: Workplace): void => {
    if (batch.length === 0) return
    const at = clock.now()
    let begun: Job[]
    try {
      begun = journal.write(() => {
        for (const job of batch) limits.count(place, job.work.operation, 1)
        return batch.flatMap((job) => jobs.applyTo(job, { kind: 'start', at }) ?? [])
      })
    } catch (error) {
      forget(batch, toAppError(error), place)
      return
    }
    onChange(begun.map(standingOf))
    const recorded = journal.durable()
    recorded.catch((error: unknown) => forget(batch, toAppError(error), place))
    for (const job of begun) void work(job, place, recorded)
  }

  /** The start could not be written: nothing was sent. */
  const forget = (batch: readonly Job[], error: AppError, place: Workplace): void => {
    for (const job of batch) leave(job.id, running.get(job.id))
    holdUnwritten(error, place)
    if (trouble) ports.onUnsent?.(batch.map(({ id, attempts }) => ({ id, attempts: attempts + 1 })))
    void release(batch, place)
  }

  /** A start or an end could not be written. A library that refuses a row for another reason than a full disk is damaged. */
  const holdUnwritten = (error: AppError, place: Workplace): void => {
    if (isRefusedRow(error.cause)) journal.damaged(String(error.cause))
    if (!trouble) held.of(place.connection.id).diskFull(error.toRecord())
  }

  /** It could be written after all: there is room. */
  const roomAgain = (place: Workplace): void => {
    held.of(place.connection.id).lift('disk-full')
    pumpSoon()
  }

  /** Whether this attempt is the one that the job's row says is running: its start is counted then, and its end is not written. */
  const isOnRecord = (jobId: string, attempt: number): boolean => {
    const now = jobs.get(jobId)
    return now?.status.state === 'running' && now.attempts === attempt
  }

  /** Reverts a start that was written but not flushed: its job waits again. */
  const release = async (batch: readonly Job[], place: Workplace): Promise<void> => {
    while (started && !trouble) {
      await timers.sleep(1_000, { background: true })
      try {
        journal.write(() => {
          for (const { id, work, attempts } of batch) {
            if (running.has(id)) continue
            // A start that was refused was not counted; one that was written, but not flushed, was.
            if (isOnRecord(id, attempts + 1)) limits.takeBack(place, work.operation)
            const after = jobs.apply(id, { kind: 'release', at: clock.now(), because: null })
            if (after?.status.state === 'cancelled') settleDependents(journal, jobs, after, clock.now())
          }
        })
        await journal.durable()
        return roomAgain(place)
      } catch {
        // The disk is still full.
      }
    }
  }

  const work = async (job: Job, place: Workplace, recorded: Promise<void>): Promise<void> => {
    const mine = running.get(job.id)
    if (!mine) return
    const operation = operationOf(operations, job.work)
    const slot = slots.enter(operation.name)
    const maySend = operation.readsAhead ? recorded.then(slot.wait) : recorded
    maySend.catch(() => {})
    let end: AttemptEnd
    try {
      if (!operation.readsAhead) await recorded
      const begunAt = clock.monotonic()
      end = await operation.attempt(job, {
        connection: place.connection,
        client: place.client,
        signal: mine.abort.signal,
        recorded: maySend,
        onProgress: (sentBytes, ofBytes) => {
          mine.sentPart = ofBytes > 0 ? Math.min(1, sentBytes / ofBytes) : 0
        },
        onSilence: (ms) => {
          mine.silentSince = ms === null ? null : clock.now() - ms
          onChange([standingOf(job)])
        },
        turn: () => takeTurn(place.pacerOf(job.work.operation), { sleep: (ms) => timers.sleep(ms), signal: mine.abort.signal }),
      })
      if (end.kind === 'done' && end.sent) answerTimes.note(place.connection.id, operation.name, clock.monotonic() - begunAt)
    } catch (error) {
      end = { kind: 'failed', error: toAppError(error), uncertain: true }
    }
    // Those after it must not send what may fail alike, or come during a pause that the service asked for.
    if (end.kind === 'failed') slots.clear(operation.name)
    slot.leave()
    // Without its start on disk nothing was sent, so there is no attempt to end.
    const isRecorded = await recorded.then(
      () => true,
      () => false,
    )
    if (isRecorded) await finish(job, place, end, mine)
  }

  /** Where the disk is slow, the job's next attempt may run before the end of this one is flushed. */
  const leave = (jobId: string, attempt: RunningAttempt | undefined, from: RunningAttempts = running): void => {
    from.remove(jobId, attempt)
    if (running.total() + preparing.total() === 0) ended?.()
  }

  const finish = async (job: Job, place: Workplace, end: AttemptEnd, attempt: RunningAttempt): Promise<void> => {
    const name = job.work.operation
    const holds = held.of(place.connection.id)
    const pacer = place.pacerOf(name)
    const at = clock.now()
    pace.note()
    if (end.kind === 'done' ? !end.sent : end.isUnsent) pacer.giveBack()
    if (end.kind === 'done') {
      lastSuccess.set(`${place.connection.id} ${name}`, at)
      if (end.sent) pacer.succeeded()
      holds.succeeded(name)
    } else if (end.error.code !== 'cancelled') {
      if (end.error.code === 'rate-limited' || end.error.status === 503 || end.error.retryAfterMs !== undefined) {
        // A pause of the sign-in also applies, but does not affect the operation’s rate.
        if (end.isUnsent) pacer.blockUntil(at + (end.error.retryAfterMs ?? 0))
        else if (end.error.code === 'rate-limited') pacer.refused(end.error.retryAfterMs)
        else pacer.failed(end.error.retryAfterMs)
        paced.learn(place, name, end.error.toRecord())
      }
      holds.failed(name, end.error, {
        uncertain: end.uncertain,
        workspaceWide: isAboutAll(operationOf(operations, job.work), end.error),
        neighbourSucceeded: hasNeighbourSucceeded(job),
      })
    }
    let mine = attempt
    for (let tries = 0; ; tries++) {
      try {
        pumpSoon()
        const after = journal.write(() => record(job, place, end, at))
        // Its slot is freed in this turn, so that the next start shares the commit.
        running.remove(job.id, mine)
        onChange(after ? [standingOf(after)] : [])
        await journal.durable()
        if (tries > 0) roomAgain(place)
        return leave(job.id, mine)
      } catch (error) {
        // The end of an attempt is never dropped: it is written again until the disk takes it, or this process ends.
        holdUnwritten(toAppError(error), place)
        const isRunningAgain = running.has(job.id) && running.get(job.id) !== mine
        if (!started || trouble || isRunningAgain) return leave(job.id, mine)
        if (!running.has(job.id)) mine = running.add(job.id, name, operationOf(operations, job.work).exclusiveKey(job.work))
        await timers.sleep(1_000)
      }
    }
  }

  const record = (job: Job, place: Workplace, end: AttemptEnd, at: number): Job | undefined => {
    const operation = operationOf(operations, job.work)
    const doubt = doubtAbout(operation, job.work, place.connection)
    const isUnsent = end.kind === 'done' ? !end.sent : end.isUnsent
    if (isUnsent && isOnRecord(job.id, job.attempts)) limits.takeBack(place, operation.name)
    const uncertainElsewhere = end.kind === 'done' && end.sent ? jobs.uncertainElsewhere(job) : 0
    const facts = { at, doubt, neighbourSucceeded: hasNeighbourSucceeded(job), uncertainElsewhere, random: random() }
    const after = jobs.applyTo(job, toEndEvent(job, end, operation, facts))
    if (after && after.status.state !== 'waiting') settleDependents(journal, jobs, after, at)
    return after
  }

  /** A success since this job's first failed attempt began: then the service works, and the job itself is the problem. */
  const hasNeighbourSucceeded = (job: Job): boolean => {
    const since = job.firstFailureAt ?? (job.status.state === 'running' ? job.status.startedAt : Number.POSITIVE_INFINITY)
    return (lastSuccess.get(`${job.connectionId} ${job.work.operation}`) ?? Number.NEGATIVE_INFINITY) >= since
  }

  /** Waiting work that the sign-in's scopes do not allow. */
  const listScopeHolds = (place: Workplace): Hold[] =>
    jobs.operationsWaiting(place.connection.id).flatMap((operation) => {
      const lack = place.lacksScope(operations[operation].scope)
      return lack ? [{ kind: 'scope', operation, until: null, reason: lack.toRecord() }] : []
    })

  return {
    start: (): void => {
      started = true
      pump()
    },
    /** Checks the queue again: work was added, a person retried, the session changed. */
    wake: pump,
    /** Starts nothing more, waits up to `graceMs` for running attempts, then aborts them (recorded as uncertain). Resolves to how many were aborted. */
    stop: async (graceMs = 5_000): Promise<number> => {
      started = false
      timer?.cancel()
      slots.clear()
      preparing.abortAll()
      if (running.total() + preparing.total() === 0) return 0
      let cutOff = 0
      const cut = timers.after(graceMs, () => {
        cutOff = running.abortAll()
      })
      await new Promise<void>((resolve) => {
        ended = resolve
      })
      cut.cancel()
      return cutOff
    },
    pause: (): void => {
      held.pause()
      slots.clear()
    },
    /** Starts nothing for `ms`; running attempts continue. */
    rest: (ms: number): void => {
      restsUntil = clock.monotonic() + ms
      pump()
    },
    /** Retries work that waited for the network. */
    retryNow: (): void => {
      holdsNow().lift('offline')
      holdsNow().lift('failing')
      pump()
    },
    /** This process starts nothing more: the next start repairs the library, or finds another disk. */
    holdForTrouble: (why: AppError): void => {
      trouble = why
    },
    holdOffline: (why: AppError): void => holdsNow().unreachable(why.toRecord()),
    liftHolds: (kind?: Hold['kind']): void => {
      held.lift(workplace()?.connection.id ?? null, kind)
      pump()
    },
    /** Lets as many requests go again as the workspace's limit says. Called inside `journal.write`; `wake` starts them. */
    goOn: (connectionId: string): void => limits.goOn(connectionId),
    /** How long so many more requests of an operation take, after those that wait; `null` without a workspace. */
    forecast: (operation: OperationName, requests: number) => {
      const place = workplace()
      if (!place) return null
      const ahead = (jobs.countReady(place.connection.id)[operation] ?? 0) + running.countOf(operation)
      const pacer = place.pacerOf(operation)
      const ways = { atOnce: concurrency[operation], answerMs: answerTimes.of(place.connection.id, operation) }
      return {
        ...forecast(requests === 0 ? 0 : ahead + requests, pacer.pace(), ways),
        perMinute: pacer.rate(),
        ahead,
        left: limits.left(place, operation),
      }
    },
    /** Active holds, including those for the session and a missing connection. */
    listHolds: (): Hold[] => {
      if (trouble) return [{ kind: 'damaged', operation: null, until: null, reason: trouble.toRecord() }]
      const place = workplace()
      const holds = holdsNow()
      if (!place) return [{ kind: 'no-connection', operation: null, until: null, reason: null }, ...holds.list()]
      const because = place.signedOutBecause()
      return because
        ? [
            { kind: 'signed-out', operation: null, until: null, reason: because.toRecord() },
            ...holds.list().filter((one) => one.kind !== 'signed-out'),
          ]
        : [...listScopeHolds(place), ...holds.list(), ...limits.list(place), ...paced.list(place)]
    },
    progress: running.progress,
    silent: running.silent,
    /** When a running attempt was sent, if no answer has come although the service can be reached; milliseconds since 1970. */
    silentSince: (jobId: string): number | null => running.get(jobId)?.silentSince ?? null,
    /** Attempts end so fast that they need the processor themselves. */
    isHurried: pace.isHurried,
    /** Jobs that run or are prepared. */
    runningCount: (): number => running.total() + preparing.total(),
  }
}
