import { checkListed, pathIn } from './check-folder.ts'
import { readMark } from './file-marks.ts'
import type { GrowingFiles } from './growing-files.ts'
import { folderOf, type KnownList } from './list-known.ts'
import type { FileTaker } from './take-files.ts'
import type { TakePorts } from './take-ports.ts'
import type { StoredFolder } from './watch-store.ts'
import { createPlaceJudge, createPlaceReader } from './watched-places.ts'

/** Rows written in one turn of the event loop. */
const rowsAtOnce = 200
/** A file must be away for this long: programs that save safely take the old file away first. */
const awayMs = 5_000
/** And for up to this long if a file of its size has not settled: it may be this one, with another name. */
const longestAwayMs = 60_000
/** How many other known files are looked for before nothing is concluded. */
const othersTried = 50

type Ports = TakePorts & {
  readonly growing: GrowingFiles
  readonly taker: Pick<FileTaker, 'followCopy'>
  readonly listKnown: KnownList
}

/** Why a system refused, as its code. */
export const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException | undefined)?.code ?? String(cause)

/**
 * Known files that were not found. They are only concluded to be gone if their folder can be listed, and is what it was or has another known
 * file: it may be the place of a drive that is not connected.
 */
export const createAwayFiles = (ports: Ports) => {
  const { journal, images, clock, growing, watchedFiles, watchReports, watchedPlaces } = ports
  /** By path, since when (monotonic). */
  const away = new Map<string, { readonly since: number; lookAgainAt: number }>()
  const now = (): number => clock.monotonic()

  const isAnyOtherThere = async (folder: StoredFolder, below: string): Promise<boolean> => {
    let tried = 0
    for await (const { path } of ports.listKnown(folder, below)) {
      if (away.has(path)) continue
      if ((await readMark(pathIn(folder, path), ports)) !== null) return true
      if (++tried >= othersTried) return false
    }
    return false
  }

  /** Those that have been away for long enough. */
  const listDue = (folder: StoredFolder): string[] => {
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
    /** It is there. */
    found: (path: string): void => void away.delete(path),
    /** It was not found. */
    note: (path: string): void => {
      growing.forget(path)
      if (!away.has(path)) away.set(path, { since: now(), lookAgainAt: now() + awayMs })
    },
    clear: (): void => away.clear(),
    /** When a file that was not found is looked for again. */
    nextAt: (): number => {
      let next = Number.POSITIVE_INFINITY
      for (const { lookAgainAt } of away.values()) next = Math.min(next, lookAgainAt)
      return next
    },
    /** Files that have been away for long enough. `checkRoot` rejects if the folder itself can't be listed. */
    conclude: async (folder: StoredFolder, checkRoot: () => Promise<boolean>): Promise<'nothing' | 'gone' | 'look-again'> => {
      const due = listDue(folder)
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
        await journal.durable()
      }
      if (gone.length < missing.length) return 'look-again'
      return gone.length > 0 ? 'gone' : 'nothing'
    },
  }
}
