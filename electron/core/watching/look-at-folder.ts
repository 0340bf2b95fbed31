import { basename, dirname, join, sep } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import { toReadError } from '../intake/file-errors.ts'
import type { ChangeTimes } from './change-times.ts'
import { checkListed, findOwnData, pathIn, toFolderError } from './check-folder.ts'
import { type FileMark, hasSameTime, isSame, readMark, toMark } from './file-marks.ts'
import type { GrowingFiles } from './growing-files.ts'
import type { FileTaker } from './take-files.ts'
import type { TakePorts } from './take-ports.ts'
import { type FoundInside, isHiddenName, walkFolder } from './walk-folder.ts'
import type { StoredFolder } from './watch-store.ts'
import type { WatchedFile } from './watched-files.ts'
import { isPictureName } from './watched-kinds.ts'
import { createPlaceJudge, createPlaceReader, type Place, type PlaceReader, placesOnTheWay } from './watched-places.ts'

/** Rows or files looked at in one turn of the event loop. */
const rowsAtOnce = 200
/** A file must be away for this long: programs that save safely take the old file away first. */
const awayMs = 5_000
/** And for up to this long if a file of its size has not settled: it may be this one, with another name. */
const longestAwayMs = 60_000
/** How many other known files are looked for before nothing is concluded. */
const othersTried = 50
/** A tick of a drive's clock is no longer (FAT). What was changed within it may be changed again, and have the same time. */
const tickMs = 2_000

type Ports = TakePorts & {
  readonly growing: GrowingFiles
  readonly changeTimes: ChangeTimes
  readonly taker: Pick<FileTaker, 'followCopy'>
  readonly isStopped: () => boolean
}

export type Look =
  | { readonly kind: 'unreachable'; readonly error: AppError }
  /** `partError`: a folder inside it can't be read. */
  | { readonly kind: 'looked'; readonly others: number; readonly partError: AppError | null }

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`)
/** The folder inside the watched one that a file is in. */
const folderOf = (path: string): string => (dirname(path) === '.' ? '' : dirname(path))
const addPlaces = (places: Set<string>, path: string): void => {
  for (const inside of placesOnTheWay(folderOf(path))) {
    if (inside !== '' && places.has(inside)) return
    places.add(inside)
  }
}
/** Whether what is kept of a place has changed: of folders inside, only drives are kept. */
const isOther = (recorded: Place | undefined, now: Place, inside: string): boolean =>
  inside !== '' && !now.isMount
    ? recorded !== undefined
    : recorded === undefined || recorded.isMount !== now.isMount || recorded.device !== now.device

const toPartError = (name: string, unlisted: { readonly path: string; readonly cause: unknown } | undefined, held: Held | null) => {
  if (unlisted) {
    const said = codeOf(unlisted.cause)
    return new AppError('file-unreadable', { kind: 'watch-part-unreadable', name, inside: unlisted.path, said })
  }
  return held && held.inside !== ''
    ? new AppError('file-missing', { kind: 'watch-part-away', name, inside: held.inside, files: held.files })
    : null
}

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException | undefined)?.code ?? String(cause)

/** A known file that isn't found, for a drive that is missing. */
type Held = { readonly inside: string; files: number }

/**
 * What is different on disk from what is known of a folder. A file that isn't found is only concluded to be gone if its folder can be
 * listed, and is what it was or has another known file: it may be the place of a drive that is not connected.
 */
export const createLooks = (ports: Ports) => {
  const { journal, images, clock, growing, changeTimes, watchedFiles, watchReports, watchedPlaces } = ports
  /** Known files that were not found, by path, since when (monotonic). */
  const away = new Map<string, { readonly since: number; lookAgainAt: number }>()
  /** Packshot's own data folder inside the watched one, as of the last look. */
  let ownData: string | null = null
  /** Known files whose change time is about to be written down for the first time. */
  let unfilled: { readonly seq: number; readonly mark: FileMark }[] = []
  const now = (): number => clock.monotonic()

  const noteAway = (path: string): void => {
    growing.forget(path)
    if (!away.has(path)) away.set(path, { since: now(), lookAgainAt: now() + awayMs })
  }

  const fillChanged = (): void => {
    const filled = unfilled
    unfilled = []
    if (filled.length === 0) return
    journal.write(() => {
      for (const { seq, mark } of filled) watchedFiles.fillChanged(seq, mark)
    })
  }
  /** An earlier version kept none, or it could not be relied on. */
  const fillLater = (seq: number, mark: FileMark): void => {
    if (!changeTimes.areKept() || mark.changed === null || Math.abs(clock.now() - mark.changed) <= tickMs) return
    unfilled.push({ seq, mark })
    if (unfilled.length >= rowsAtOnce) fillChanged()
  }

  /**
   * Only its change time is another one: it may be another file. A change time that became that of the content is none: drives without
   * change times (exFAT) forget the system's when they are connected again.
   */
  const isRestamped = (known: WatchedFile, mark: FileMark): boolean =>
    changeTimes.areKept() && !isSame(known, mark) && mark.changed !== mark.modified

  /** True if it was known. */
  const consider = (folder: StoredFolder, path: string, mark: FileMark): boolean => {
    away.delete(path)
    const known = watchedFiles.at(folder.seq, path)
    if (!known || known.state === 'unread' || !hasSameTime(known, mark)) growing.see(path, mark, now())
    else if (isRestamped(known, mark)) growing.recheck(path, mark, now())
    else {
      growing.forget(path)
      if (known.changed === null) fillLater(known.seq, mark)
    }
    return known !== undefined
  }

  /** Listed, but nothing else is known of it. */
  const refuse = (folder: StoredFolder, path: string, cause: unknown): void => {
    away.delete(path)
    if (!isPictureName(path) || watchedFiles.at(folder.seq, path)) return
    const file = pathIn(folder, path)
    const error = toReadError(file, cause)
    journal.write(() => {
      images.refuse({ path: file, name: basename(path), problem: error.toRecord(), at: clock.now() }, { drop: null, root: folder.path })
      watchedFiles.put({ folder: folder.seq, path, size: 0, modified: 0, changed: null, state: 'unread', sha256: null, imageId: null })
      watchReports.addRefused(folder.seq, path, clock.now())
      ports.onFile({ kind: 'refused', path: file, problem: error.toRecord() })
    })
  }

  const walk = async (
    folder: StoredFolder,
    from: string,
    onFolder: (inside: string) => void,
    onFound: (found: FoundInside) => void,
  ): Promise<void> => {
    ownData = await findOwnData(folder, ports)
    if (ownData !== null && isBelow(from, ownData)) return
    for await (const found of walkFolder(folder.path, from, folder.rules.subfolders, ports, onFolder, ownData)) {
      if (ports.isStopped()) throw new AppError('cancelled', { kind: 'adding-stopped' })
      onFound(found)
      if (found.kind === 'unread') refuse(folder, found.path, found.cause)
    }
  }

  /** Known files of which the rules say that they are looked at, in pieces. */
  async function* knownFiles(folder: StoredFolder, below = ''): AsyncGenerator<WatchedFile> {
    let after = below === '' ? '' : `${below}${sep}`
    for (;;) {
      const piece = watchedFiles.page(folder.seq, after, rowsAtOnce)
      for (const one of piece) {
        if (below !== '' && !isBelow(one.path, below)) return
        if (folder.rules.subfolders || dirname(one.path) === '.') yield one
      }
      const last = piece.at(-1)
      if (!last) return
      after = last.path
      await journal.nextTurn()
    }
  }

  const isAnyOtherThere = async (folder: StoredFolder, below: string): Promise<boolean> => {
    let tried = 0
    for await (const { path } of knownFiles(folder, below)) {
      if (away.has(path)) continue
      if ((await readMark(pathIn(folder, path), ports)) !== null) return true
      if (++tried >= othersTried) return false
    }
    return false
  }

  /** Known files were seen in these folders: later they are compared with what they are now. */
  const keepPlaces = async (folder: StoredFolder, withKnown: ReadonlySet<string>, read: PlaceReader): Promise<void> => {
    const places = await Promise.all([...withKnown].map(async (inside) => ({ inside, place: await read(inside) })))
    const recorded = watchedPlaces.of(folder.seq)
    const changed = places.flatMap(({ inside, place }) =>
      place && isOther(recorded.get(inside), place, inside) ? [{ inside, place }] : [],
    )
    if (changed.length === 0) return
    journal.write(() => {
      for (const { inside, place } of changed) watchedPlaces.put(folder.seq, inside, place)
    })
  }

  /** Notes which known files are away; returns those of which nothing can be said, by the place of their drive. */
  const noteMissing = async (missing: readonly string[], judge: (inside: string) => Promise<string | null>): Promise<Held | null> => {
    let held: Held | null = null
    let turns = 0
    for (const path of missing) {
      if (++turns % rowsAtOnce === 0) await ports.timers.nextTurn()
      const strange = await judge(folderOf(path))
      if (strange === null) noteAway(path)
      else {
        away.delete(path)
        held ??= { inside: strange, files: 0 }
        if (held.inside === strange) held.files++
      }
    }
    return held
  }

  /** Those that have been away for long enough. */
  const listAway = (folder: StoredFolder): string[] => {
    const due = [...away].filter(([, { lookAgainAt }]) => lookAgainAt <= now())
    const sizes = due.length > 0 ? growing.sizes() : new Set<number>()
    return due.flatMap(([path, file]) => {
      const mayBeGrowing = sizes.has(watchedFiles.at(folder.seq, path)?.size ?? -1)
      if (!mayBeGrowing || file.since + longestAwayMs <= now()) return [path]
      file.lookAgainAt = now() + awayMs
      return []
    })
  }

  const isGone = async (path: string): Promise<boolean> => {
    try {
      return !(await ports.files.facts(path)).isFile()
    } catch (error) {
      return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'
    }
  }

  return {
    forget: (): void => away.clear(),
    /** When a file that was not found is looked for again. */
    nextAt: (): number => {
      let next = Number.POSITIVE_INFINITY
      for (const { lookAgainAt } of away.values()) next = Math.min(next, lookAgainAt)
      return next
    },
    /** Looks at all of it. */
    lookAtAll: async (folder: StoredFolder, onFolder: (inside: string) => void): Promise<Look> => {
      const seen = new Set<string>()
      const withKnown = new Set<string>()
      const unlisted: { readonly path: string; readonly cause: unknown }[] = []
      let others = 0
      await walk(folder, '', onFolder, (found) => {
        if (found.kind === 'unlisted') unlisted.push(found)
        else if (found.kind === 'other') others++
        else seen.add(found.path)
        if (found.kind === 'picture' && consider(folder, found.path, found)) addPlaces(withKnown, found.path)
      })
      fillChanged()
      const whole = unlisted.find(({ path }) => path === '')
      if (whole) return { kind: 'unreachable', error: toFolderError(folder.path, whole.cause) }
      const missing: string[] = []
      let known = 0
      for await (const { path } of knownFiles(folder)) {
        known++
        if (!seen.has(path) && !unlisted.some((one) => isBelow(path, one.path))) missing.push(path)
      }
      const read = createPlaceReader(folder, ports)
      await keepPlaces(folder, withKnown, read)
      const judge = createPlaceJudge(watchedPlaces.of(folder.seq), read, (inside) => withKnown.has(inside))
      const held = await noteMissing(missing, judge)
      const { name } = folder
      if (held?.inside === '' && seen.size === 0 && others === 0 && unlisted.length === 0)
        return { kind: 'unreachable', error: new AppError('file-missing', { kind: 'watch-empty', name, files: known }) }
      return { kind: 'looked', others, partError: toPartError(name, unlisted[0], held) }
    },
    /** Looks at what was told of. */
    lookAtPaths: async (folder: StoredFolder, paths: readonly string[], onFolder: (inside: string) => void): Promise<void> => {
      let count = 0
      for (const path of paths) {
        if (++count % rowsAtOnce === 0) await ports.timers.nextTurn()
        if (ownData !== null && isBelow(path, ownData)) continue
        if (path.split(sep).some(isHiddenName) || (!folder.rules.subfolders && dirname(path) !== '.')) continue
        const place = join(folder.path, path)
        try {
          const facts = await ports.files.facts(place)
          if (facts.isFile() && isPictureName(path)) consider(folder, path, toMark(facts))
          else if (facts.isDirectory() && folder.rules.subfolders && !(await ports.files.isLink(place)))
            await walk(folder, path, onFolder, (found) => {
              if (found.kind === 'picture') consider(folder, found.path, found)
            })
        } catch (error) {
          if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') {
            growing.forget(path)
            if (watchedFiles.at(folder.seq, path)) noteAway(path)
            for await (const known of knownFiles(folder, path)) noteAway(known.path)
          } else if (error instanceof AppError) throw error
          else refuse(folder, path, error)
        }
      }
      fillChanged()
    },
    /** Files that have been away for long enough. `checkRoot` rejects if the folder itself can't be listed. */
    concludeGone: async (folder: StoredFolder, checkRoot: () => Promise<boolean>): Promise<'nothing' | 'gone' | 'look-again'> => {
      const due = listAway(folder)
      if (due.length === 0) return 'nothing'
      if (!(await checkRoot())) {
        away.clear()
        return 'look-again'
      }
      const missing: string[] = []
      for (const path of due) {
        if (await isGone(pathIn(folder, path))) missing.push(path)
        else away.delete(path)
      }
      // Asked after all were missing: a drive that went in between takes all of its files with it.
      await checkListed(folder.path, ports)
      const read = createPlaceReader(folder, ports)
      const judge = createPlaceJudge(watchedPlaces.of(folder.seq), read, (inside) => isAnyOtherThere(folder, inside))
      const gone: string[] = []
      for (const path of missing) {
        if ((await judge(folderOf(path))) === null) gone.push(path)
        else away.delete(path)
      }
      for (let at = 0; at < gone.length; at += rowsAtOnce) {
        journal.write(() => {
          for (const path of gone.slice(at, at + rowsAtOnce)) {
            away.delete(path)
            const known = watchedFiles.at(folder.seq, path)
            if (!known) continue
            watchedFiles.setGone(known.seq)
            if (known.state === 'taken') {
              if (!ports.taker.followCopy(known)) {
                watchReports.add(folder.seq, 'deleted', clock.now(), known.imageId)
                ports.onFile({ kind: 'deleted', path: pathIn(folder, path) })
              }
            } else if (known.state === 'refused' || known.state === 'unread') {
              images.forgetRefusal(pathIn(folder, path))
              watchReports.takeBackRefused(folder.seq, path, known.imageId)
            }
          }
        })
        await journal.nextTurn()
      }
      if (gone.length < missing.length) return 'look-again'
      return gone.length > 0 ? 'gone' : 'nothing'
    },
  }
}
