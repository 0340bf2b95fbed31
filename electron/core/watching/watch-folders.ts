import type { WatchReport } from '../../../shared/watching/watching.ts'
import type { Timer } from '../base/platform/timers.ts'
import type { LiveWatchers } from './create-watching.ts'
import { createFolderWatcher, type FolderWatcher, type WatcherPorts } from './watch-folder.ts'

/** The host is told of what came when nothing more came for this long, in milliseconds. */
const tellMs = 30_000

type Ports = Omit<WatcherPorts, 'onChange'> & {
  readonly onChange: () => void
  /** Pictures are being added or checked, by whoever. */
  readonly isTakingIn: () => boolean
  /** Something came, and all of it is there. Once for each. */
  readonly tell: () => WatchReport
  readonly onTold?: ((report: WatchReport) => void) | undefined
}

export type WatchersOfFolders = ReturnType<typeof createWatchers>

/** The watchers of all folders. They run after `begin`. */
export const createWatchers = (ports: Ports) => {
  const { journal, timers, watchedFolders, watchReports } = ports
  const watchers = new Map<string, FolderWatcher>()
  const ending = new Map<string, Promise<void>>()
  let hasBegun = false
  let isStopped = false
  let timer: Timer | undefined

  const isQuiet = (): boolean => [...watchers.values()].every((one) => one.isQuiet())
  const isQuietOfNew = (): boolean => [...watchers.values()].every((one) => one.isQuietOfNew())

  const tellLater = (): void => {
    if (!ports.onTold || isStopped) return
    timer?.cancel()
    timer = timers.after(tellMs, () => void tellNow(), { background: true })
  }
  const tellNow = async (): Promise<void> => {
    if (isStopped || watchReports.isToldOf()) return
    if (!isQuietOfNew() || ports.isTakingIn()) {
      tellLater()
      return
    }
    const report = ports.tell()
    try {
      journal.write(() => watchReports.setTold(report.through))
      await journal.durable()
      ports.onTold?.(report)
    } catch {
      // A full disk: it is told later, and not twice.
      tellLater()
    }
  }

  const start = (id: string): void => {
    const folder = watchedFolders.get(id)
    if (!folder || folder.isPaused || watchers.has(id) || isStopped) return
    const onChange = (): void => {
      ports.onChange()
      if (!watchReports.isToldOf()) tellLater()
    }
    const watcher = createFolderWatcher(id, { ...ports, onChange })
    watchers.set(id, watcher)
    watcher.start()
  }

  const stop = (id: string): Promise<void> => {
    const watcher = watchers.get(id)
    watchers.delete(id)
    if (!watcher) return ending.get(id) ?? Promise.resolve()
    const ended = watcher.stop().finally(() => {
      if (ending.get(id) === ended) ending.delete(id)
    })
    ending.set(id, ended)
    return ended
  }

  const live: LiveWatchers = {
    stateOf: (id) => watchers.get(id)?.state(),
    growing: (id) => watchers.get(id)?.growing() ?? 0,
    refresh: (id) => {
      if (!hasBegun || isStopped) return
      void stop(id).then(() => start(id))
    },
    lookNow: (id) => watchers.get(id)?.lookSoon(),
    isSettled: () => isQuietOfNew() && !ports.isTakingIn(),
  }

  return {
    live,
    /** `only`: the ids of these. */
    begin: (only?: readonly string[]): void => {
      if (hasBegun) return
      hasBegun = true
      for (const { id } of watchedFolders.list()) if (!only || only.includes(id)) start(id)
      if (!watchReports.isToldOf()) tellLater()
    },
    /** A workspace, question set or the active workspace changed: what waits for it may go on. */
    noticed: (): void => {
      for (const watcher of watchers.values()) watcher.wake()
    },
    /** All that has settled is in the library; the rest still grows, or waits. */
    isQuiet: (): boolean => ending.size === 0 && isQuiet(),
    stop: async (): Promise<void> => {
      isStopped = true
      timer?.cancel()
      await Promise.all([...watchers.keys()].map(stop))
      await Promise.all(ending.values())
    },
  }
}
