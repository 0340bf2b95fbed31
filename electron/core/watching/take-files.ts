import { basename, dirname, join, relative } from 'node:path'
import type { ErrorRecord } from '../../../shared/errors.ts'
import type { Journal } from '../database/journal.ts'
import type { FollowedIntake } from '../intake/follow-intake.ts'
import type { Recorded } from '../intake/intake.ts'
import type { ImageStore } from '../library/image-store.ts'
import { hashFile } from '../library/keep-original.ts'
import type { Platform } from '../platform/platform.ts'
import type { ConnectionStore } from '../workspaces/connection-store.ts'
import { pathIn } from './check-folder.ts'
import type { WatchReports } from './watch-reports.ts'
import type { StoredFolder, WatchStore } from './watch-store.ts'
import type { FileMark, WatchedFile, WatchedFiles } from './watched-files.ts'

export type TakePorts = Pick<Platform, 'files' | 'timers' | 'ids' | 'clock'> & {
  readonly journal: Journal
  readonly images: ImageStore
  readonly connections: Pick<ConnectionStore, 'list'>
  readonly watchedFolders: WatchStore
  readonly watchedFiles: WatchedFiles
  readonly watchReports: WatchReports
  readonly intake: Pick<FollowedIntake, 'addRows'>
  /** A picture has another name or place. */
  readonly onMoved: () => void
  /** A line for each file, for a command. Told in the transaction of its row. */
  readonly onFile: (event: WatchedFileEvent) => void
}

/** What became of a file. Paths are absolute. `known`: its content was in the library. */
export type WatchedFileEvent =
  | { readonly kind: 'added' | 'changed' | 'known' | 'deleted'; readonly path: string }
  | { readonly kind: 'renamed'; readonly path: string; readonly from: string }
  | { readonly kind: 'refused'; readonly path: string; readonly problem: ErrorRecord }

/** A file that has stopped growing, as it was then. */
export type Settled = FileMark & { readonly path: string }

/** `again`: they changed since, or are to be tried later. */
export type Taken = { readonly again: readonly string[]; readonly isDiskFull: boolean }

const isSame = (one: FileMark, other: FileMark): boolean => one.size === other.size && one.modified === other.modified

/** It may be readable later: another program has it open, or a person gives the permission. */
const isPassing = (code: string): boolean => code === 'file-unreadable' || code === 'file-missing' || code === 'image-process-failed'

/** What a file is now; `null`: gone, or not to be seen. */
export const readMark = async (path: string, { files }: Pick<Platform, 'files'>): Promise<FileMark | null> => {
  try {
    const facts = await files.facts(path)
    return facts.isFile() ? { size: facts.size, modified: facts.mtimeMs } : null
  } catch {
    return null
  }
}

/**
 * Takes settled files of a folder into the library, through the intake. The same content as that of another file that Packshot knows is that
 * picture: moved if its file is no longer there, else a copy. Each file's row is written in the transaction of its picture.
 */
export const createFileTaker = (ports: TakePorts) => {
  const { journal, files, watchedFiles, watchReports, watchedFolders, images, clock, ids } = ports

  const rootOf = (folder: number): string | undefined => watchedFolders.list().find(({ seq }) => seq === folder)?.path

  /** Whether each folder of a path, and its file, have exactly these names on disk. */
  const isSpelledSo = async (root: string, path: string): Promise<boolean> => {
    for (let inside = path; inside !== '.'; inside = dirname(inside)) {
      const names = await files.list(join(root, dirname(inside))).catch(() => [basename(inside)])
      if (!names.includes(basename(inside))) return false
    }
    return true
  }

  /** Whether a known file's content is still in its place. On a system that ignores case, another spelling of a name reaches the same file. */
  const isInPlace = async (known: WatchedFile, elsewhere: string): Promise<boolean> => {
    const root = rootOf(known.folder)
    if (known.state === 'gone' || root === undefined) return false
    const path = pathIn({ path: root }, known.path)
    const now = await readMark(path, ports)
    if (now === null || !isSame(now, known)) return false
    if (path === elsewhere || path.toLowerCase() !== elsewhere.toLowerCase()) return path !== elsewhere
    return isSpelledSo(root, known.path)
  }

  /** The picture of a file that is gone, or has other content now: it is that of a copy in another place, if there is one. */
  const followCopy = (gone: Pick<WatchedFile, 'seq' | 'size' | 'sha256' | 'imageId'>): boolean => {
    if (gone.sha256 === null || gone.imageId === null) return false
    const copy = watchedFiles.ofContent(gone.size, gone.sha256).find((one) => one.state === 'taken' && one.seq !== gone.seq)
    const root = copy && rootOf(copy.folder)
    if (!copy || root === undefined) return false
    images.moveTo(gone.imageId, pathIn({ path: root }, copy.path), new Set([root]))
    ports.onMoved()
    return true
  }

  /** Another known file comes to this place: what was there is gone. */
  const clearPlace = (folder: StoredFolder, path: string, comes: number): void => {
    const replaced = watchedFiles.at(folder.seq, path)
    if (!replaced || replaced.seq === comes) return
    watchedFiles.setGone(replaced.seq)
    if (replaced.state === 'taken') followCopy(replaced)
  }

  const moveHere = (folder: StoredFolder, known: WatchedFile, settled: Settled): void => {
    const to = pathIn(folder, settled.path)
    const from = rootOf(known.folder)
    journal.write(() => {
      clearPlace(folder, settled.path, known.seq)
      watchedFiles.move(known.seq, folder.seq, settled.path, settled)
      if (known.imageId === null) return
      const image = images.get(known.imageId)
      const isFromThere = image?.origin.kind === 'file' && from !== undefined && image.origin.path === pathIn({ path: from }, known.path)
      if (isFromThere) images.moveTo(known.imageId, to, new Set([folder.path]))
      ports.onMoved()
      watchReports.takeBackDeleted(known.folder, known.imageId)
      images.forgetRefusal(to)
      // It was away, or had other content meanwhile.
      if (known.folder === folder.seq && known.path === settled.path) return
      watchReports.add(folder.seq, 'renamed', clock.now(), known.imageId)
      ports.onFile({ kind: 'renamed', path: to, from: from === undefined ? known.path : pathIn({ path: from }, known.path) })
      if (folder.rules.match) watchedFiles.setMatchDue(known.seq)
    })
  }

  const isWorkspaceThere = ({ rules }: StoredFolder): boolean =>
    rules.connectionId === null || ports.connections.list().some(({ id }) => id === rules.connectionId)

  /** Writes what is known of a file whose content is known. False: it is not. */
  const recognise = async (folder: StoredFolder, settled: Settled): Promise<boolean | 'changed'> => {
    for (const left of watchedFiles.leftLike(folder.seq, settled))
      if (left.path !== settled.path && !(await isInPlace(left, pathIn(folder, settled.path)))) {
        journal.write(() => {
          clearPlace(folder, settled.path, left.seq)
          watchedFiles.move(left.seq, folder.seq, settled.path, settled)
        })
        return true
      }
    if (!watchedFiles.isAnyOfSize(settled.size)) return false
    const path = pathIn(folder, settled.path)
    const sha256 = await hashFile(path, files, settled.size).catch(() => null)
    const now = await readMark(path, ports)
    if (now === null || !isSame(now, settled)) return 'changed'
    if (sha256 === null) return false
    // One that is gone, and whose picture a person removed, comes as if it was new.
    const same = watchedFiles
      .ofContent(settled.size, sha256)
      .filter((one) => one.state === 'taken' || (one.imageId !== null && images.isPresent(one.imageId)))
    const here = same.find((one) => one.folder === folder.seq && one.path === settled.path && one.state === 'taken')
    if (here) {
      journal.write(() => watchedFiles.mark(here.seq, settled))
      return true
    }
    for (const one of same)
      if (!(await isInPlace(one, path))) {
        // Another one may have been decided about meanwhile.
        const current = watchedFiles.get(one.seq)
        if (!current) return 'changed'
        moveHere(folder, current, settled)
        return true
      }
    const [copy] = same
    if (!copy) return false
    journal.write(() => {
      clearPlace(folder, settled.path, copy.seq)
      watchedFiles.put({ ...settled, folder: folder.seq, state: 'taken', sha256, imageId: copy.imageId })
    })
    return true
  }

  /** The drop of what comes now: one until a person has seen it. */
  const dropOf = (folder: StoredFolder): string => {
    const current = watchedFolders.get(folder.id)?.dropId ?? ''
    if (current !== '' && watchReports.hasUnseen(folder.seq)) return current
    const dropId = ids.hex(16)
    journal.write(() => watchedFolders.setDrop(folder.seq, dropId))
    return dropId
  }

  const record = (folder: StoredFolder, marks: ReadonlyMap<string, Settled>, recorded: Recorded): 'full' | 'done' | 'other' => {
    const settled = marks.get(relative(folder.path, recorded.path))
    // The folder may have been removed meanwhile: its files stay as those of a drop.
    if (!settled || !watchedFolders.get(folder.id)) return 'other'
    const before = watchedFiles.at(folder.seq, settled.path)
    if (recorded.kind === 'refused') {
      if (recorded.error.code === 'disk-full') return 'full'
      const state = isPassing(recorded.error.code) ? 'unread' : 'refused'
      watchedFiles.put({ ...settled, folder: folder.seq, state, sha256: null, imageId: null })
      if (before?.state === 'unread' && state === 'unread') return 'done'
      watchReports.add(folder.seq, 'refused', clock.now())
      ports.onFile({ kind: 'refused', path: recorded.path, problem: recorded.error.toRecord() })
      return 'done'
    }
    const { image, sha256, isNew } = recorded
    // Where a person removed the earlier picture, there is none that it could be a version of.
    const isChanged = before?.state === 'taken' && before.sha256 !== sha256 && before.imageId !== null && images.isPresent(before.imageId)
    const { upload, questionSetId, match } = folder.rules
    watchedFiles.put(
      { ...settled, folder: folder.seq, state: 'taken', sha256, imageId: image.id },
      // A changed file isn't asked about: a picture with answers of its own is no longer offered as a version.
      { upload: upload && !isWorkspaceThere(folder), ask: questionSetId !== null && !isChanged, match: match && !isChanged },
    )
    if (before?.state === 'taken') followCopy(before)
    const kind = isChanged ? 'changed' : 'added'
    if (isNew) watchReports.add(folder.seq, kind, clock.now(), image.id)
    ports.onFile({ kind: isNew ? kind : 'known', path: recorded.path })
    return 'done'
  }

  return {
    followCopy,
    take: async (folder: StoredFolder, all: readonly Settled[]): Promise<Taken> => {
      const marks = new Map<string, Settled>()
      const again = new Set<string>()
      for (const settled of all) {
        const known = await recognise(folder, settled)
        if (known === 'changed') again.add(settled.path)
        else if (!known) marks.set(settled.path, settled)
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
