import { AppError } from '../../../shared/base/errors.ts'
import {
  type FolderToWatch,
  usualWatchRules,
  type WatchedFolder,
  type WatchReport,
  type WatchRuleChanges,
  type WatchState,
} from '../../../shared/watching/watching.ts'
import type { SetStore } from '../answers/question-sets/set-store.ts'
import type { Journal } from '../base/database/journal.ts'
import type { Platform } from '../base/platform/platform.ts'
import type { ImageStore } from '../pictures/library/picture-store.ts'
import type { ConnectionStore } from '../workspaces/connections/connection-store.ts'
import { checkFolder, isUnreachable } from './check-folder.ts'
import { leaveFound } from './leave-found.ts'
import { walkFolder } from './walk-folder.ts'
import type { WatchReports } from './watch-reports.ts'
import { nameOfFolder, type StoredFolder, type WatchStore } from './watch-store.ts'
import type { WatchedFiles } from './watched-files.ts'
import { createPlaceReader, type WatchedPlaces } from './watched-places.ts'

/** The watchers that run. */
export type LiveWatchers = {
  /** `undefined`: this folder isn't watched now. */
  readonly stateOf: (id: string) => WatchState | undefined
  readonly growing: (id: string) => number
  /** The folder was added, changed, paused, resumed or removed. */
  readonly refresh: (id: string) => void
  readonly lookNow: (id: string) => void
  /** Nothing is being added or checked. */
  readonly isSettled: () => boolean
}

type Ports = Pick<Platform, 'files' | 'timers' | 'ids' | 'clock'> & {
  readonly dataFolder: string
  readonly access: 'read' | 'write'
  readonly journal: Journal
  readonly images: Pick<ImageStore, 'findDrop'>
  readonly connections: Pick<ConnectionStore, 'list'>
  readonly questionSets: Pick<SetStore, 'get'>
  readonly watchedFolders: WatchStore
  readonly watchedFiles: WatchedFiles
  readonly watchReports: WatchReports
  readonly watchedPlaces: WatchedPlaces
  readonly chooseFolder?: (() => Promise<string | null>) | undefined
  readonly live: LiveWatchers
}

export type Watching = ReturnType<typeof createWatching>

/** A person's side of watched folders: the list, its rules, and what came. */
export const createWatching = (ports: Ports) => {
  const { journal, ids, watchedFolders: folders, watchedFiles, watchReports, watchedPlaces, live } = ports
  const chosen = new Map<string, string>()

  const stateOf = ({ id, isPaused, problem }: StoredFolder): WatchState => {
    if (isPaused) return { kind: 'paused' }
    const state = live.stateOf(id)
    if (state) return state
    return problem ? { kind: isUnreachable(problem) ? 'unreachable' : 'waiting', problem } : { kind: 'idle' }
  }

  const describe = (folder: StoredFolder): WatchedFolder => {
    const { id, path, name, rules, lookedAt, seq, others } = folder
    const { pictures, refused } = watchedFiles.count(seq)
    return {
      id,
      path,
      name,
      rules,
      state: stateOf(folder),
      counts: { pictures, refused, growing: live.growing(id), others },
      lastLookAt: lookedAt,
    }
  }

  const find = (id: string): StoredFolder => {
    const folder = folders.get(id)
    if (!folder) throw new AppError('unknown-id', { kind: 'watch-unknown' }, { kept: 'nothing-changed' })
    return folder
  }

  const pathOf = (folder: FolderToWatch): string => {
    const path = folder.kind === 'path' ? folder.path : chosen.get(folder.target)
    if (path === undefined) throw new AppError('unknown-id', { kind: 'watch-target-unknown' })
    return path
  }

  const checkRules = ({ connectionId, questionSetId }: WatchRuleChanges): void => {
    if (connectionId != null && !ports.connections.list().some(({ id }) => id === connectionId))
      throw new AppError('unknown-id', { kind: 'workspace-not-connected' })
    if (questionSetId != null && !ports.questionSets.get(questionSetId)) throw new AppError('unknown-id', { kind: 'set-unknown' })
  }

  const checkWriting = (): void => {
    if (ports.access === 'read') throw new AppError('read-only', { kind: 'only-reads' })
  }

  /** Applies a change of a folder; resolves when it is on disk and its watcher knows. */
  const change = async (id: string, act: (folder: StoredFolder) => void): Promise<WatchedFolder> => {
    checkWriting()
    journal.write(() => act(find(id)))
    await journal.durable()
    live.refresh(id)
    return describe(find(id))
  }

  /** Removes a folder that could not be added completely. If that can't be written either, its watcher completes it. */
  const takeBack = async (id: string): Promise<void> => {
    try {
      journal.write(() => folders.remove(find(id).seq))
      await journal.durable()
    } catch {
      // The first error says why.
    }
    live.refresh(id)
  }

  return {
    list: (): WatchedFolder[] => folders.list().map(describe),
    choose: async (): Promise<{ target: string; path: string; name: string } | null> => {
      checkWriting()
      if (!ports.chooseFolder) throw new AppError('usage', { kind: 'watch-without-dialog' })
      const path = await ports.chooseFolder()
      if (path === null) return null
      const target = ids.hex(16)
      chosen.set(target, path)
      return { target, path, name: nameOfFolder(path) }
    },
    preview: async (folder: FolderToWatch, subfolders: boolean): Promise<{ pictures: number; others: number }> => {
      const path = await checkFolder(pathOf(folder), folders.list(), ports)
      const counts = { pictures: 0, others: 0 }
      for await (const { kind } of walkFolder(path, '', subfolders, ports)) {
        if (kind === 'picture') counts.pictures++
        else if (kind === 'other') counts.others++
      }
      return counts
    },
    add: async (folder: FolderToWatch, rules: WatchRuleChanges, onlyNew: boolean): Promise<WatchedFolder> => {
      checkWriting()
      checkRules(rules)
      const path = await checkFolder(pathOf(folder), folders.list(), ports)
      const id = ids.hex(16)
      const place = await createPlaceReader({ path }, ports)('')
      journal.write(() => {
        const seq = folders.add(id, path, { ...usualWatchRules, ...rules }, onlyNew)
        if (place) watchedPlaces.put(seq, '', place)
      })
      if (onlyNew)
        try {
          await leaveFound(find(id), ports)
        } catch (error) {
          await takeBack(id)
          throw error
        }
      await journal.durable()
      live.refresh(id)
      return describe(find(id))
    },
    change: async (id: string, rules: WatchRuleChanges): Promise<WatchedFolder> => {
      // What was chosen before may have been removed since: a person changes one after the other.
      const { connectionId, questionSetId } = find(id).rules
      checkRules({
        connectionId: rules.connectionId === connectionId ? null : rules.connectionId,
        questionSetId: rules.questionSetId === questionSetId ? null : rules.questionSetId,
      })
      return change(id, (folder) => folders.setRules(folder.seq, { ...folder.rules, ...rules }))
    },
    setPaused: (id: string, isPaused: boolean): Promise<WatchedFolder> => change(id, ({ seq }) => folders.setPaused(seq, isPaused)),
    remove: async (id: string): Promise<WatchedFolder> => {
      checkWriting()
      const removed = describe(find(id))
      journal.write(() => folders.remove(find(id).seq))
      await journal.durable()
      live.refresh(id)
      return removed
    },
    lookNow: async (id: string): Promise<WatchedFolder> => {
      checkWriting()
      const folder = find(id)
      live.lookNow(id)
      return describe(folder)
    },
    report: (): WatchReport => {
      const { newestDropId, ...unseen } = watchReports.unseen()
      const drop = newestDropId === null ? null : ports.images.findDrop(newestDropId)
      return { ...unseen, isSettled: live.isSettled(), newestDrop: drop === null ? null : String(drop) }
    },
    acknowledge: async (through: number): Promise<void> => {
      checkWriting()
      journal.write(() => watchReports.acknowledge(through))
      await journal.durable()
    },
  }
}
