import { dirname, relative } from 'node:path'
import type { Recorded } from '../pictures/intake/intake.ts'
import { pathIn } from './check-folder.ts'
import { hasSameTime, isSame, readMark } from './file-marks.ts'
import { createKnownFiles } from './known-files.ts'
import type { Settled, TakePorts } from './take-ports.ts'
import type { StoredFolder } from './watch-store.ts'
import type { WatchedFile } from './watched-files.ts'
import { createPlaceReader, type Place, placesOnTheWay } from './watched-places.ts'

/** Between files of other folders, so that those that come together are one drop; milliseconds. */
const arrivalPauseMs = 10 * 60_000

/** `again`: they changed since, or are to be tried later. */
export type Taken = { readonly again: readonly string[]; readonly isDiskFull: boolean }

/** It may be readable later: another program has it open, or a person gives the permission. */
const isPassing = (code: string): boolean => code === 'file-unreadable' || code === 'file-missing' || code === 'image-process-failed'

/**
 * Takes settled files of a folder into the library, through the intake. The same content as that of another file that Packshot knows is that
 * picture: moved if its file is no longer there, else a copy. Each file's row is written in the transaction of its picture.
 */
export const createFileTaker = (ports: TakePorts) => {
  const { journal, watchedFiles, watchReports, watchedFolders, images, clock, ids } = ports
  /** By folder: what the places of the files were before these were read. */
  const places = new Map<number, ReadonlyMap<string, Place>>()
  /** Drops that were made for files of other watched folders. */
  const arrivals = new Map<number, { readonly dropId: string; at: number }>()

  /** A known file is there. Written with its row, so that a drive that goes afterwards is missed. */
  const onRow = (folder: StoredFolder, path: string): void => {
    for (const inside of placesOnTheWay(dirname(path))) {
      const place = places.get(folder.seq)?.get(inside)
      if (place) ports.watchedPlaces.put(folder.seq, inside, place)
    }
  }
  const readPlaces = async (folder: StoredFolder, all: readonly Settled[]): Promise<void> => {
    const read = createPlaceReader(folder, ports)
    const found = new Map<string, Place>()
    for (const inside of new Set(all.flatMap(({ path }) => placesOnTheWay(dirname(path))))) {
      const place = await read(inside)
      if (place) found.set(inside, place)
    }
    places.set(folder.seq, found)
  }

  const isWorkspaceThere = ({ rules }: StoredFolder): boolean =>
    rules.connectionId === null || ports.connections.list().some(({ id }) => id === rules.connectionId)

  /** The drop of what comes now: one until a person has seen it. */
  const dropOf = (folder: StoredFolder): string => {
    const current = watchedFolders.get(folder.id)?.dropId ?? ''
    if (current !== '' && watchReports.hasUnseen(folder.seq)) return current
    const dropId = ids.hex(16)
    journal.write(() => watchedFolders.setDrop(folder.seq, dropId))
    return dropId
  }

  /** The same for files of other watched folders, of which the report has no new pictures: one until there was a pause. */
  const dropOfArrivals = (folder: StoredFolder): void => {
    const last = arrivals.get(folder.seq)
    const isRecent = last !== undefined && clock.monotonic() - last.at < arrivalPauseMs
    const dropId = isRecent && last.dropId === watchedFolders.get(folder.id)?.dropId ? last.dropId : dropOf(folder)
    arrivals.set(folder.seq, { dropId, at: clock.monotonic() })
  }

  const known = createKnownFiles({ ...ports, onRow, onArrival: dropOfArrivals })

  const isAsBefore = (before: WatchedFile | undefined, settled: Settled): boolean =>
    (before?.state === 'unread' || before?.state === 'refused') && hasSameTime(before, settled)

  const record = (folder: StoredFolder, marks: ReadonlyMap<string, Settled>, recorded: Recorded): 'full' | 'done' | 'other' => {
    const settled = marks.get(relative(folder.path, recorded.path))
    // The folder may have been removed meanwhile: its files stay as those of a drop.
    if (!settled || !watchedFolders.get(folder.id)) return 'other'
    const before = watchedFiles.at(folder.seq, settled.path)
    if (recorded.kind === 'refused') {
      if (recorded.error.code === 'disk-full') return 'full'
      const state = isPassing(recorded.error.code) ? 'unread' : 'refused'
      watchedFiles.put({ ...settled, folder: folder.seq, state, sha256: null, imageId: null })
      onRow(folder, settled.path)
      // It was tried once more.
      if (isAsBefore(before, settled)) return 'done'
      watchReports.takeBackRefused(folder.seq, settled.path, before?.imageId ?? null)
      watchReports.addRefused(folder.seq, settled.path, clock.now())
      ports.onFile({ kind: 'refused', path: recorded.path, problem: recorded.error.toRecord() })
      return 'done'
    }
    const { image, sha256, isNew } = recorded
    // None it could be a version of: the earlier picture was removed, or is that of another file, of which this one was a copy.
    const isChanged = before?.state === 'taken' && before.sha256 !== sha256 && images.isOfferedAsVersion(image.id)
    const { upload, questionSetId, match } = folder.rules
    // A changed file isn't asked about: a picture with answers of its own is no longer offered as a version. One that another folder brought
    // meanwhile is none.
    const isVersion = isNew ? isChanged : images.isOfferedAsVersion(image.id)
    watchedFiles.put(
      { ...settled, folder: folder.seq, state: 'taken', sha256, imageId: image.id },
      { upload: upload && !isWorkspaceThere(folder), ask: questionSetId !== null && !isVersion, match: match && !isVersion },
    )
    onRow(folder, settled.path)
    if (before?.state === 'taken') known.followCopy(before)
    else watchReports.takeBackRefused(folder.seq, settled.path, before?.imageId ?? null)
    const kind = isChanged ? 'changed' : 'added'
    if (isNew) watchReports.add(folder.seq, kind, clock.now(), image.id)
    ports.onFile({ kind: isNew ? kind : 'known', path: recorded.path })
    return 'done'
  }

  return {
    followCopy: known.followCopy,
    take: async (folder: StoredFolder, all: readonly Settled[]): Promise<Taken> => {
      const marks = new Map<string, Settled>()
      const again = new Set<string>()
      await readPlaces(folder, all)
      for (const settled of all) {
        const isKnown = await known.recognise(folder, settled)
        if (isKnown === 'changed') again.add(settled.path)
        else if (!isKnown) marks.set(settled.path, settled)
      }
      await journal.durable()
      if (marks.size === 0) return { again: [...again], isDiskFull: false }
      let isDiskFull = false
      for (const path of marks.keys()) again.add(path)
      const { rules } = folder
      await ports.intake.addRows({
        ...{ paths: [...marks.keys()].map((path) => pathIn(folder, path)), urls: [], recursive: false, asks: false },
        upload: rules.upload && isWorkspaceThere(folder),
        connectionId: rules.connectionId ?? undefined,
        drop: dropOf(folder),
        named: [folder.path],
        watched: {
          isStill: async (path) => {
            const settled = marks.get(relative(folder.path, path))
            const now = await readMark(path, ports)
            return settled !== undefined && now !== null && isSame(now, settled)
          },
          onRecorded: (recorded) => {
            const outcome = record(folder, marks, recorded)
            const path = relative(folder.path, recorded.path)
            if (outcome === 'full') isDiskFull = true
            if (outcome === 'full') again.add(path)
            else again.delete(path)
          },
        },
      })
      return { again: [...again], isDiskFull }
    },
  }
}

export type FileTaker = ReturnType<typeof createFileTaker>
