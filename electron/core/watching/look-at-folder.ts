import { basename, dirname, join, sep } from 'node:path'
import { AppError } from '../../../shared/base/errors.ts'
import { toReadError } from '../pictures/intake/file-errors.ts'
import { codeOf, createAwayFiles } from './away-files.ts'
import type { ChangeTimes } from './change-times.ts'
import { findOwnData, pathIn, toFolderError } from './check-folder.ts'
import { type FileMark, hasSameTime, isSame, toMark } from './file-marks.ts'
import type { GrowingFiles } from './growing-files.ts'
import { createKnownList, folderOf, isBelow } from './list-known.ts'
import type { FileTaker } from './take-files.ts'
import type { TakePorts } from './take-ports.ts'
import { type FoundInside, isHiddenName, walkFolder } from './walk-folder.ts'
import type { StoredFolder } from './watch-store.ts'
import type { WatchedFile } from './watched-files.ts'
import { isPictureName } from './watched-kinds.ts'
import { createPlaceJudge, createPlaceReader, type Place, type PlaceReader, placesOnTheWay } from './watched-places.ts'

/** Rows or files looked at in one turn of the event loop. */
const rowsAtOnce = 200
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

/** A known file that isn't found, for a drive that is missing. */
type Held = { readonly inside: string; files: number }

/** What is different on disk from what is known of a folder. */
export const createLooks = (ports: Ports) => {
  const { journal, images, clock, growing, changeTimes, watchedFiles, watchReports, watchedPlaces } = ports
  const listKnown = createKnownList(ports)
  const away = createAwayFiles({ ...ports, listKnown })
  /** Packshot's own data folder inside the watched one, as of the last look. */
  let ownData: string | null = null
  /** Known files whose change time is about to be written down for the first time. */
  let unfilled: { readonly seq: number; readonly mark: FileMark }[] = []
  const now = (): number => clock.monotonic()

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
    away.found(path)
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
    away.found(path)
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
      if (strange === null) away.note(path)
      else {
        away.found(path)
        held ??= { inside: strange, files: 0 }
        if (held.inside === strange) held.files++
      }
    }
    return held
  }

  return {
    forget: away.clear,
    nextAt: away.nextAt,
    concludeGone: away.conclude,
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
      for await (const { path } of listKnown(folder)) {
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
      for (const path of paths) {
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
            if (watchedFiles.at(folder.seq, path)) away.note(path)
            for await (const known of listKnown(folder, path)) away.note(known.path)
          } else if (error instanceof AppError) throw error
          else refuse(folder, path, error)
        }
      }
      fillChanged()
    },
  }
}
