import { AppError, toAppError } from '../../../shared/base/errors.ts'
import type { WatchState } from '../../../shared/watching/watching.ts'
import type { OpenFolderEvents } from '../base/platform/folder-events.ts'
import { createChangeTimes } from './change-times.ts'
import { checkListed, isUnreachable } from './check-folder.ts'
import { createEventSource } from './event-source.ts'
import { createFolderProblems } from './folder-problems.ts'
import { createGrowingFiles } from './growing-files.ts'
import { leaveFound } from './leave-found.ts'
import { createLookAgenda } from './look-agenda.ts'
import { createLooks } from './look-at-folder.ts'
import { readingVersion } from './reading-version.ts'
import type { DueSettler } from './settle-due.ts'
import { createStepPauses } from './step-pauses.ts'
import type { FileTaker } from './take-files.ts'
import type { TakePorts } from './take-ports.ts'
import { createSettledTaking } from './take-settled.ts'
import type { StoredFolder } from './watch-store.ts'

/** Events may be lost: all of it is looked at this often, less often if a look takes long. In milliseconds, as all here. */
const wholeMs = 5 * 60_000
const pollMs = 10_000
/** A folder that isn't there, and a step that failed, are tried again. */
const retryMs = 5_000
const failedMs = 30_000
/** How often it is kept when it was looked at. */
const lookedMs = 60_000

export type WatcherPorts = TakePorts & {
  readonly openFolderEvents: OpenFolderEvents
  readonly taker: FileTaker
  readonly settleDue: DueSettler
  /** What `watching.list` or the report says has changed. */
  readonly onChange: () => void
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

export type FolderWatcher = ReturnType<typeof createFolderWatcher>

/**
 * Watches one folder, in steps, until it is stopped. The truth is the difference between what is on disk and what the rows say; everything in
 * memory here only says where to look, and when.
 */
export const createFolderWatcher = (id: string, ports: WatcherPorts) => {
  const { journal, timers, clock, watchedFolders } = ports
  let isStopped = false
  let isBusy = false
  let lookedKept = { at: Number.NEGATIVE_INFINITY, others: -1 }
  let running: Promise<void> | undefined
  const now = (): number => clock.monotonic()
  const problems = createFolderProblems(id, ports)
  const agenda = createLookAgenda(now)
  const pauses = createStepPauses(timers, () => isStopped)
  const lookSoon = (): void => {
    agenda.wholeSoon()
    pauses.wake()
  }
  const source = createEventSource({
    ...ports,
    now,
    onChange: (path) => {
      if (path === '') agenda.wholeSoon()
      else if (!growing.touch(path, now()) || settled.isTaking(path)) agenda.add(path)
      pauses.wake()
    },
    onFailed: lookSoon,
  })
  const changeTimes = createChangeTimes()
  const growing = createGrowingFiles(source.by, changeTimes)
  const settled = createSettledTaking({ ...ports, growing, agenda, problems, now })
  const looks = createLooks({ ...ports, growing, changeTimes, isStopped: () => isStopped })

  /** Nothing is concluded about its files. */
  const setUnreachable = (error: AppError): void => {
    source.forget()
    growing.clear()
    changeTimes.reset()
    looks.forget()
    agenda.clearChanged()
    agenda.wholeAgainIn(retryMs)
    problems.set('folder', error)
  }
  /** Resolves to `null` where the folder turns out to be unreachable, and notes that. */
  const whileReachable = async <T>(act: () => Promise<T>): Promise<T | null> => {
    try {
      return await act()
    } catch (error) {
      const known = toAppError(error)
      if (!isUnreachable(known)) throw error
      setUnreachable(known)
      return null
    }
  }
  /** Rejects if the folder can't be listed. False: another one has its path now. */
  const checkRoot = async (folder: StoredFolder): Promise<boolean> => source.isOf(await checkListed(folder.path, ports))

  const lookAtAll = async (folder: StoredFolder): Promise<void> => {
    const begun = now()
    agenda.beginWhole()
    source.follow(folder, await checkListed(folder.path, ports))
    const found = await looks.lookAtAll(folder, source.followInside)
    // Gone while it was looked at: what was not found says nothing.
    await checkRoot(folder)
    if (found.kind === 'unreachable') throw found.error
    problems.set('folder', found.partError)
    if (found.others !== lookedKept.others || now() - lookedKept.at > lookedMs) {
      lookedKept = { at: now(), others: found.others }
      journal.write(() => watchedFolders.setLooked(folder.seq, clock.now(), found.others))
    }
    const took = now() - begun
    // No event tells that the drive of a part is connected.
    const isPolled = source.by() === 'polling' || found.partError !== null
    agenda.wholeWithin(isPolled ? Math.max(pollMs, 10 * took) : Math.max(wholeMs, 50 * took))
    ports.onChange()
  }

  const lookAtChanged = async (folder: StoredFolder): Promise<void> => {
    const paths = agenda.takeChanged()
    if (await checkRoot(folder)) await looks.lookAtPaths(folder, paths, source.followInside)
    else lookSoon()
    if (paths.some(problems.isUnreadablePart)) lookSoon()
  }

  /** An earlier run, or a full disk, ended before it was done. */
  const finishNoting = async (folder: StoredFolder): Promise<void> => {
    await leaveFound(folder, { ...ports, isStopped: () => isStopped })
    problems.set('folder', null)
    agenda.wholeSoon()
  }

  const retryRefused = (folder: StoredFolder): void => {
    journal.write(() => {
      ports.watchedFiles.retryRefused(folder.seq)
      watchedFolders.setReadBy(folder.seq)
    })
    agenda.wholeSoon()
  }

  const concludeGone = async (folder: StoredFolder): Promise<void> => {
    const concluded = await whileReachable(() => looks.concludeGone(folder, () => checkRoot(folder)))
    if (concluded === 'look-again') agenda.wholeSoon()
    if (concluded === 'gone') ports.onChange()
  }

  const step = async (): Promise<void> => {
    const folder = watchedFolders.get(id)
    if (!folder || folder.isPaused) {
      isStopped = true
      return
    }
    if (folder.isNoting) {
      if (agenda.isWholeDue()) await whileReachable(() => finishNoting(folder))
      return
    }
    if (folder.readBy !== readingVersion) retryRefused(folder)
    if (agenda.isWholeDue()) await whileReachable(() => lookAtAll(folder))
    else if (agenda.hasChanged()) await whileReachable(() => lookAtChanged(folder))
    if (isStopped) return
    if (problems.isReachable()) await settled.takeDue(folder)
    if (isStopped) return
    if (problems.isReachable()) await concludeGone(folder)
    if (isStopped) return
    const isLast = settled.nextAt() > now()
    problems.set('due', await ports.settleDue(watchedFolders.get(id) ?? folder, isLast))
    await journal.durable()
  }

  /** What was under way is found again. Without a pause, a file that fails each time would keep a core busy. */
  const recover = (failed: AppError): void => {
    ports.log({ event: 'watching-failed', code: failed.code, failure: failed.failure.kind })
    try {
      if (failed.code === 'disk-full')
        problems.set('room', new AppError('disk-full', { kind: 'watch-without-room', name: watchedFolders.get(id)?.name ?? '' }))
    } catch {
      // It can't be kept either; the list says it all the same.
    }
    agenda.wholeAgainIn(failedMs)
    growing.postponeAll(now(), failedMs)
  }

  /** Until something is due, or told. */
  const rest = (): Promise<void> => {
    if (settled.nextAt() <= now()) return timers.nextTurn()
    const at = agenda.hasChanged() ? now() : Math.min(agenda.wholeAt(), settled.nextAt(), looks.nextAt())
    return pauses.rest(Math.min(at - now(), wholeMs))
  }

  const run = async (): Promise<void> => {
    while (!isStopped) {
      isBusy = true
      try {
        await step()
      } catch (error) {
        const known = toAppError(error)
        if (known.code === 'cancelled') return
        recover(known)
      }
      isBusy = false
      if (!isStopped) await rest()
    }
  }

  const hasLooked = (): boolean =>
    !isBusy && agenda.wholeAt() > now() && !agenda.hasChanged() && looks.nextAt() === Number.POSITIVE_INFINITY

  return {
    start: (): void => {
      running ??= run().finally(source.close)
    },
    stop: async (): Promise<void> => {
      isStopped = true
      source.close()
      pauses.end()
      await running
    },
    lookSoon,
    /** Something that its rules name has changed. */
    wake: pauses.wake,
    growing: (): number => growing.count(),
    state: (): WatchState => {
      const found = problems.shown()
      if (found) return { kind: isUnreachable(found) ? 'unreachable' : 'waiting', problem: found }
      return agenda.isLooking() ? { kind: 'looking' } : { kind: 'watching', by: source.by() }
    },
    /** All that has settled is taken; what is left is still growing, or waits. */
    isQuiet: (): boolean => hasLooked() && growing.isOnlyGrowing(now()),
    /** The same but for known files that are read again, which may be many. */
    isQuietOfNew: (): boolean => hasLooked() && growing.isOnlyGrowingOrRechecked(now()),
  }
}
