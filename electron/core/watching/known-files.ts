import { basename, dirname, join } from 'node:path'
import { hashFile } from '../pictures/library/keep-original.ts'
import { pathIn } from './check-folder.ts'
import { hasSameTime, isSame, readMark } from './file-marks.ts'
import type { Settled, TakePorts } from './take-ports.ts'
import type { StoredFolder } from './watch-store.ts'
import { type Due, nothingDue, type WatchedFile } from './watched-files.ts'

type Ports = TakePorts & {
  /** Called in each transaction that writes a file's row. */
  readonly onRow: (folder: StoredFolder, path: string) => void
  /** A picture of another watched folder comes. */
  readonly onArrival: (folder: StoredFolder) => void
}

export type KnownFiles = ReturnType<typeof createKnownFiles>

/**
 * Settled files whose content Packshot knows: the picture of another file, moved if that one is no longer there, else a copy. One that comes from
 * another watched folder gets what the rules of this one say.
 */
export const createKnownFiles = (ports: Ports) => {
  const { journal, files, watchedFiles, watchReports, watchedFolders, images, clock } = ports

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
    if (now === null || !hasSameTime(now, known)) return false
    // Another file with its size and time, or the same one with other permissions.
    if (!isSame(now, known) && known.sha256 !== null && (await hashFile(path, files, known.size).catch(() => null)) !== known.sha256)
      return false
    if (path === elsewhere || path.toLowerCase() !== elsewhere.toLowerCase()) return path !== elsewhere
    return isSpelledSo(root, known.path)
  }

  /** Moves a picture. One that was only offered as a version because another one's file had not been found in its new place no longer is. */
  const movePicture = (imageId: string, to: string, root: string): void => {
    const own = images.moveTo(imageId, to, new Set([root])).filter((id) => !images.isOfferedAsVersion(id))
    for (const id of own) watchedFiles.setOwn(id)
    if (own.length > 0) ports.onKeptApart()
  }

  /** The picture of a file that is gone, or has other content now: it is that of a copy in another place, if there is one. */
  const followCopy = (gone: Pick<WatchedFile, 'seq' | 'size' | 'sha256' | 'imageId'>): boolean => {
    if (gone.sha256 === null || gone.imageId === null) return false
    const copy = watchedFiles.ofContent(gone.size, gone.sha256).find((one) => one.state === 'taken' && one.seq !== gone.seq)
    const root = copy && rootOf(copy.folder)
    if (!copy || root === undefined) return false
    movePicture(gone.imageId, pathIn({ path: root }, copy.path), root)
    ports.onMoved()
    return true
  }

  /** Another known file comes to this place: what was there is gone. */
  const clearPlace = (folder: StoredFolder, path: string, comes: number): void => {
    const replaced = watchedFiles.at(folder.seq, path)
    if (!replaced || replaced.seq === comes) return
    watchedFiles.setGone(replaced.seq)
    if (replaced.state === 'taken') followCopy(replaced)
    else watchReports.takeBackRefused(folder.seq, path, replaced.imageId)
  }

  /** What the rules of a folder say of a picture that comes from another watched folder. What was done before is not done twice. */
  const dueOnArrival = (folder: StoredFolder, imageId: string | null): Due => {
    if (imageId === null) return nothingDue
    const { upload, questionSetId, match } = folder.rules
    ports.onArrival(folder)
    // With answers of its own, one that is offered as a version no longer is.
    return { upload, ask: questionSetId !== null && !images.isOfferedAsVersion(imageId), match }
  }

  /** Its row in the other folder is kept as gone, with what is still due by the rules there. */
  const arrive = (folder: StoredFolder, known: WatchedFile, settled: Settled): void => {
    watchedFiles.setGone(known.seq)
    watchedFiles.put(
      { ...settled, folder: folder.seq, state: 'taken', sha256: known.sha256, imageId: known.imageId },
      dueOnArrival(folder, known.imageId),
    )
  }

  const placeOf = (known: WatchedFile): string | undefined => {
    const root = rootOf(known.folder)
    return root === undefined ? undefined : pathIn({ path: root }, known.path)
  }

  /** Whether a picture is that of this file: its own place, or one of a copy that is gone, too. */
  const isPictureOf = (known: WatchedFile, imageId: string): boolean => {
    const origin = images.get(imageId)?.origin
    if (origin?.kind !== 'file') return false
    if (origin.path === placeOf(known)) return true
    const there = watchedFiles.ofContent(known.size, known.sha256 ?? '').filter((one) => placeOf(one) === origin.path)
    return there.length > 0 && there.every(({ state }) => state === 'gone')
  }

  const moveHere = (folder: StoredFolder, known: WatchedFile, settled: Settled): void => {
    const to = pathIn(folder, settled.path)
    const from = placeOf(known)
    journal.write(() => {
      clearPlace(folder, settled.path, known.seq)
      if (known.imageId !== null && isPictureOf(known, known.imageId)) movePicture(known.imageId, to, folder.path)
      if (known.folder === folder.seq) watchedFiles.move(known.seq, folder.seq, settled.path, settled)
      else arrive(folder, known, settled)
      ports.onRow(folder, settled.path)
      if (known.imageId === null) return
      ports.onMoved()
      watchReports.takeBackDeleted(known.imageId)
      images.forgetRefusal(to)
      // It was away, or had other content meanwhile.
      if (known.folder === folder.seq && known.path === settled.path) return
      watchReports.add(folder.seq, 'renamed', clock.now(), known.imageId)
      ports.onFile({ kind: 'renamed', path: to, from: from ?? known.path })
      if (known.folder === folder.seq && folder.rules.match) watchedFiles.setMatchDue(known.seq)
    })
  }

  /** A file that was left alone is not added under another name. */
  const recogniseLeft = async (folder: StoredFolder, settled: Settled): Promise<boolean> => {
    for (const left of watchedFiles.leftLike(folder.seq, settled))
      if (left.path !== settled.path && !(await isInPlace(left, pathIn(folder, settled.path)))) {
        journal.write(() => {
          clearPlace(folder, settled.path, left.seq)
          watchedFiles.move(left.seq, folder.seq, settled.path, settled)
          ports.onRow(folder, settled.path)
        })
        return true
      }
    return false
  }

  /** Where a file comes from: another place that it is gone from, of this folder first, or one that still has it. */
  const findOrigin = async (
    folder: StoredFolder,
    same: readonly WatchedFile[],
    path: string,
  ): Promise<{ readonly kind: 'moved' | 'copied'; readonly from: WatchedFile } | undefined> => {
    const all = [...same.filter((one) => one.folder === folder.seq), ...same.filter((one) => one.folder !== folder.seq)]
    let copied: WatchedFile | undefined
    for (const one of all.filter(({ state }) => state === 'taken')) {
      if (!(await isInPlace(one, path))) return { kind: 'moved', from: one }
      copied ??= one
    }
    if (copied) return { kind: 'copied', from: copied }
    const gone = all.at(0)
    return gone && { kind: 'moved', from: gone }
  }

  const copyHere = (folder: StoredFolder, same: readonly WatchedFile[], copy: WatchedFile, settled: Settled): void =>
    journal.write(() => {
      clearPlace(folder, settled.path, copy.seq)
      const isHere = same.some((one) => one.folder === folder.seq && one.state === 'taken')
      const { sha256, imageId } = copy
      watchedFiles.put(
        { ...settled, folder: folder.seq, state: 'taken', sha256, imageId },
        isHere ? nothingDue : dueOnArrival(folder, imageId),
      )
      ports.onRow(folder, settled.path)
    })

  /** SHA-256; `null`: it can't be read; `changed`: it was while it was read. */
  const readContent = async (folder: StoredFolder, settled: Settled): Promise<string | null | 'changed'> => {
    const path = pathIn(folder, settled.path)
    const sha256 = await hashFile(path, files, settled.size).catch(() => null)
    const now = await readMark(path, ports)
    return now === null || !isSame(now, settled) ? 'changed' : sha256
  }

  /** Writes what is known of a file whose content is known. False: it is not. */
  const recogniseContent = async (folder: StoredFolder, settled: Settled, isCopyTaken: boolean): Promise<boolean | 'changed'> => {
    if (await recogniseLeft(folder, settled)) return true
    if (!watchedFiles.isAnyOfSize(settled.size)) return false
    const sha256 = await readContent(folder, settled)
    if (sha256 === 'changed') return 'changed'
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
    const found = await findOrigin(folder, same, pathIn(folder, settled.path))
    if (!found) return false
    if (found.kind === 'copied') {
      if (!isCopyTaken) return false
      copyHere(folder, same, found.from, settled)
    } else {
      // Another one may have been decided about meanwhile.
      const current = watchedFiles.get(found.from.seq)
      if (!current) return 'changed'
      moveHere(folder, current, settled)
    }
    return true
  }

  /**
   * A known file of which only the change time is another one: another file with its size and time, or the same with other permissions. The same
   * content, and what can't be read, stays what it is. So does a file that was left alone, whose content is not known, unless it is a picture's.
   */
  const recheck = async (folder: StoredFolder, settled: Settled, known: WatchedFile): Promise<boolean | 'changed'> => {
    const sha256 = known.sha256 === null ? undefined : await readContent(folder, settled)
    if (sha256 === 'changed') return 'changed'
    if (sha256 === null) return true
    if (sha256 !== known.sha256) {
      const isLeft = known.state === 'left'
      const isRecognised = await recogniseContent(folder, settled, !isLeft)
      if (isRecognised || !isLeft) return isRecognised
    }
    journal.write(() => watchedFiles.mark(known.seq, settled))
    return true
  }

  const recognise = (folder: StoredFolder, settled: Settled): Promise<boolean | 'changed'> => {
    const known = watchedFiles.at(folder.seq, settled.path)
    const isRecheck = known && known.state !== 'unread' && hasSameTime(known, settled)
    return isRecheck ? recheck(folder, settled, known) : recogniseContent(folder, settled, true)
  }

  return { recognise, followCopy }
}
