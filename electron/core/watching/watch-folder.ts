import { AppError, type ErrorRecord, toAppError } from '../../../shared/errors.ts'
import type { WatchState } from '../../../shared/watching.ts'
import type { FolderEvents, OpenFolderEvents } from '../platform/folder-events.ts'
import { createChangeTimes } from './change-times.ts'
import { checkListed, isUnreachable, pathIn } from './check-folder.ts'
import { isSame, readMark } from './file-marks.ts'
import { createGrowingFiles } from './growing-files.ts'
import { leaveFound } from './leave-found.ts'
import { createLooks } from './look-at-folder.ts'
import { createRecheckPace } from './pace-rechecks.ts'
import { readingVersion } from './reading-version.ts'
import type { DueSettler } from './settle-due.ts'
import type { FileTaker } from './take-files.ts'
import type { Settled, TakePorts } from './take-ports.ts'
import type { StoredFolder } from './watch-store.ts'

/** Files taken in one go: a pause, or a removal of the folder, waits for no more. */
const takenAtOnce = 250
/** Between two steps, so that many events are one look. In milliseconds, as all here. */
const pauseMs = 250
/** Events may be lost: all of it is looked at this often, less often if a look takes long. */
const wholeMs = 5 * 60_000
const pollMs = 10_000
/** A folder that isn't there, or a disk without room, is tried again. */
const retryMs = 5_000
const roomMs = 30_000
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
  let events: FolderEvents | undefined
  let by: 'events' | 'polling' = 'polling'
  /** The folder (device and number) that the events are of. */
  let openedKey = ''
  let eventsFailedAt = Number.NEGATIVE_INFINITY
  let nextWholeAt = 0
  let isWoken = false
  let endRest: () => void = () => {}
  let lookedKept = { at: Number.NEGATIVE_INFINITY, others: -1 }
  let running: Promise<void> | undefined
  const dirty = new Set<string>()
  /** Being taken: what changes now was not looked at. */
  let taking: ReadonlySet<string> = new Set()
  const problems = new Map<'folder' | 'room' | 'due', ErrorRecord>()
  const now = (): number => clock.monotonic()
  const changeTimes = createChangeTimes()
  const growing = createGrowingFiles(() => by, changeTimes)
  const rechecks = createRecheckPace(now)
  const looks = createLooks({ ...ports, growing, changeTimes, isStopped: () => isStopped })

  const problem = (): ErrorRecord | undefined => problems.get('folder') ?? problems.get('room') ?? problems.get('due')

  const setProblem = (kind: 'folder' | 'room' | 'due', error: AppError | null): void => {
    const before = JSON.stringify(problem() ?? null)
    if (error) problems.set(kind, error.toRecord())
    else problems.delete(kind)
    const after = problem() ?? null
    const folder = watchedFolders.get(id)
    if (!folder || (before === JSON.stringify(after) && JSON.stringify(folder.problem) === before)) return
    journal.write(() => watchedFolders.setProblem(folder.seq, after))
    ports.onChange()
  }

  const closeEvents = (): void => {
    events?.close()
    events = undefined
  }
  const wake = (): void => {
    isWoken = true
    endRest()
  }
  const lookSoon = (): void => {
    nextWholeAt = 0
    wake()
  }
  /** Nothing is concluded about its files. */
  const setUnreachable = (error: AppError): void => {
    closeEvents()
    openedKey = ''
    growing.clear()
    changeTimes.reset()
    looks.forget()
    dirty.clear()
    nextWholeAt = now() + retryMs
    setProblem('folder', error)
  }

  /** Rejects if the folder can't be listed. False: another one has its path now, of another drive, or a new one: its events are of the old one. */
  const checkRoot = async (folder: StoredFolder): Promise<boolean> => (await checkListed(folder.path, ports)) === openedKey

  /** The system had no room for events, and may have some now. */
  const mayTryEvents = ({ rules }: StoredFolder): boolean => by === 'polling' && !rules.polling && now() - eventsFailedAt >= wholeMs

  const openEvents = (folder: StoredFolder, key: string): void => {
    closeEvents()
    openedKey = key
    by = 'polling'
    if (folder.rules.polling) return
    by = 'events'
    events = ports.openFolderEvents(folder.path, folder.rules, {
      onChange: (path) => {
        if (path === '') nextWholeAt = 0
        else if (!growing.touch(path, now()) || taking.has(path)) dirty.add(path)
        wake()
      },
      onFailed: (error) => {
        ports.log({ event: 'no-folder-events', said: (error as NodeJS.ErrnoException).code ?? String(error) })
        events = undefined
        by = 'polling'
        eventsFailedAt = now()
        lookSoon()
      },
    })
  }

  const lookAtAll = async (folder: StoredFolder): Promise<void> => {
    const begun = now()
    nextWholeAt = Number.POSITIVE_INFINITY
    dirty.clear()
    try {
      const key = await checkListed(folder.path, ports)
      if (key !== openedKey || mayTryEvents(folder)) openEvents(folder, key)
      const found = await looks.lookAtAll(folder, (inside) => events?.follow(inside))
      // Gone while it was looked at: what was not found says nothing.
      await checkRoot(folder)
      if (found.kind === 'unreachable') throw found.error
      setProblem('folder', found.partError)
      if (found.others !== lookedKept.others || now() - lookedKept.at > lookedMs) {
        lookedKept = { at: now(), others: found.others }
        journal.write(() => watchedFolders.setLooked(folder.seq, clock.now(), found.others))
      }
      const took = now() - begun
      // No event tells that the drive of a part is connected.
      const isPolled = by === 'polling' || found.partError !== null
      nextWholeAt = Math.min(nextWholeAt, now() + (isPolled ? Math.max(pollMs, 10 * took) : Math.max(wholeMs, 50 * took)))
      ports.onChange()
    } catch (error) {
      const known = toAppError(error)
      if (!isUnreachable(known)) throw error
      setUnreachable(known)
    }
  }

  /** The folder inside that can't be read: a change of it may have been the permission. */
  const isPartUnreadable = (path: string): boolean => {
    const failure = problems.get('folder')?.failure
    return failure?.kind === 'watch-part-unreadable' && failure.inside === path
  }

  const lookAtDirty = async (folder: StoredFolder): Promise<void> => {
    const paths = [...dirty]
    dirty.clear()
    try {
      if (await checkRoot(folder)) await looks.lookAtPaths(folder, paths, (inside) => events?.follow(inside))
      else lookSoon()
      if (paths.some(isPartUnreadable)) lookSoon()
    } catch (error) {
      const known = toAppError(error)
      if (!isUnreachable(known)) throw error
      setUnreachable(known)
    }
  }

  const takeSettled = async (folder: StoredFolder, due: readonly Settled[]): Promise<void> => {
    const settled: Settled[] = []
    taking = new Set(due.map(({ path }) => path))
    for (const file of due) {
      const mark = await readMark(pathIn(folder, file.path), ports)
      if (mark === null) {
        growing.forget(file.path)
        dirty.add(file.path)
        continue
      }
      growing.see(file.path, mark, now())
      if (isSame(mark, file)) settled.push(file)
    }
    if (growing.count() === 0) setProblem('room', null)
    if (settled.length === 0) return
    const { again, isDiskFull } = await ports.taker.take(folder, settled)
    const left = new Set(again)
    for (const { path } of settled)
      if (left.has(path)) growing.postpone(path, now(), isDiskFull ? roomMs : retryMs)
      else growing.forget(path)
    setProblem('room', isDiskFull ? new AppError('disk-full', { kind: 'watch-without-room', name: folder.name }) : null)
    ports.onChange()
  }

  /** An earlier run, or a full disk, ended before it was done. */
  const finishNoting = async (folder: StoredFolder): Promise<void> => {
    try {
      await leaveFound(folder, { ...ports, isStopped: () => isStopped })
      setProblem('folder', null)
      nextWholeAt = 0
    } catch (error) {
      const known = toAppError(error)
      if (!isUnreachable(known)) throw error
      setUnreachable(known)
    }
  }

  const retryRefused = (folder: StoredFolder): void => {
    journal.write(() => {
      ports.watchedFiles.retryRefused(folder.seq)
      watchedFolders.setReadBy(folder.seq)
    })
    nextWholeAt = 0
  }

  const step = async (): Promise<void> => {
    const folder = watchedFolders.get(id)
    if (!folder || folder.isPaused) {
      isStopped = true
      return
    }
    if (folder.isNoting) {
      if (now() >= nextWholeAt) await finishNoting(folder)
      return
    }
    if (folder.readBy !== readingVersion) retryRefused(folder)
    if (now() >= nextWholeAt) await lookAtAll(folder)
    else if (dirty.size > 0) await lookAtDirty(folder)
    if (isStopped) return
    const folderProblem = problems.get('folder')
    if (!folderProblem || !isUnreachable(folderProblem)) await takeAndConclude(folder)
    if (isStopped) return
    const isLast = nextSettledAt() > now()
    setProblem('due', await ports.settleDue(watchedFolders.get(id) ?? folder, isLast))
    await journal.durable()
  }

  const takeAndConclude = async (folder: StoredFolder): Promise<void> => {
    const due = growing.listDue(now(), takenAtOnce)
    const begun = now()
    const again = due.length === 0 ? growing.listRechecks(begun, rechecks.limit()) : []
    await takeSettled(folder, [...due, ...again]).finally(() => {
      taking = new Set()
    })
    if (again.length > 0) rechecks.done(now() - begun)
    if (isStopped) return
    const concluded = await looks
      .concludeGone(folder, () => checkRoot(folder))
      .catch((error: unknown) => {
        const known = toAppError(error)
        if (!isUnreachable(known)) throw error
        setUnreachable(known)
        return 'nothing' as const
      })
    if (concluded === 'look-again') nextWholeAt = 0
    if (concluded === 'gone') ports.onChange()
  }

  const hasLooked = (): boolean => !isBusy && nextWholeAt > now() && dirty.size === 0 && looks.nextAt() === Number.POSITIVE_INFINITY
  const nextSettledAt = (): number => growing.nextAt(rechecks.notBefore())

  /** Until something is due, or told. */
  const rest = (): Promise<void> => {
    if (nextSettledAt() <= now()) return timers.nextTurn()
    const at = Math.min(nextWholeAt, nextSettledAt(), looks.nextAt())
    const ms = dirty.size > 0 || isWoken ? pauseMs : Math.max(pauseMs, Math.min(at - now(), wholeMs))
    isWoken = false
    return new Promise((resolve) => {
      let timer = timers.after(ms, resolve, { background: true })
      endRest = () => {
        endRest = () => {}
        timer.cancel()
        if (isStopped) resolve()
        else timer = timers.after(pauseMs, resolve, { background: true })
      }
    })
  }

  const run = async (): Promise<void> => {
    while (!isStopped) {
      isBusy = true
      try {
        await step()
      } catch (error) {
        const known = toAppError(error)
        if (known.code === 'cancelled') return
        ports.log({ event: 'watching-failed', code: known.code, failure: known.failure.kind })
        const isFull = known.code === 'disk-full'
        try {
          if (isFull)
            setProblem('room', new AppError('disk-full', { kind: 'watch-without-room', name: watchedFolders.get(id)?.name ?? '' }))
        } catch {
          // It can't be kept either; the list says it all the same.
        }
        // What was under way is found again. Without a pause, a file that fails each time would keep a core busy.
        nextWholeAt = now() + roomMs
        growing.postponeAll(now(), roomMs)
      }
      isBusy = false
      if (!isStopped) await rest()
    }
  }

  return {
    start: (): void => {
      running ??= run().finally(() => {
        closeEvents()
      })
    },
    stop: async (): Promise<void> => {
      isStopped = true
      closeEvents()
      endRest()
      await running
    },
    lookSoon,
    /** Something that its rules name has changed. */
    wake,
    growing: (): number => growing.count(),
    state: (): WatchState => {
      const found = problem()
      if (found) return { kind: isUnreachable(found) ? 'unreachable' : 'waiting', problem: found }
      return nextWholeAt === Number.POSITIVE_INFINITY || nextWholeAt === 0 ? { kind: 'looking' } : { kind: 'watching', by }
    },
    /** All that has settled is taken; what is left is still growing, or waits. */
    isQuiet: (): boolean => hasLooked() && growing.isOnlyGrowing(now()),
    /** The same but for known files that are read again, which may be many. */
    isQuietOfNew: (): boolean => hasLooked() && growing.isOnlyGrowingOrRechecked(now()),
  }
}
