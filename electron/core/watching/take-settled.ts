import { AppError } from '../../../shared/base/errors.ts'
import { pathIn } from './check-folder.ts'
import { isSame, readMark } from './file-marks.ts'
import type { createFolderProblems } from './folder-problems.ts'
import type { GrowingFiles } from './growing-files.ts'
import type { createLookAgenda } from './look-agenda.ts'
import type { FileTaker } from './take-files.ts'
import type { Settled, TakePorts } from './take-ports.ts'
import type { StoredFolder } from './watch-store.ts'

/** A piece is about as long as this, in milliseconds: new files wait for no more. */
const pieceMs = 500
const mostAtOnce = 100
/** Pauses are so many times as long as the piece before them. */
const pausesPerPiece = 3

/**
 * Known files are read again in pieces, with pauses: a program that changes the permissions of a whole drive makes all of them be read, and
 * no one waits for it.
 */
const createRecheckPace = (now: () => number) => {
  let atOnce = 1
  let notBefore = 0
  return {
    limit: (): number => (now() < notBefore ? 0 : atOnce),
    /** When the next piece may begin. */
    notBefore: (): number => notBefore,
    done: (tookMs: number): void => {
      if (tookMs > pieceMs) atOnce = Math.max(1, Math.floor(atOnce / 2))
      else if (tookMs < pieceMs / 2) atOnce = Math.min(mostAtOnce, atOnce * 2)
      notBefore = now() + pausesPerPiece * tookMs
    },
  }
}

/** Files taken in one go: a pause, or a removal of the folder, waits for no more. */
const takenAtOnce = 250
/** A file that couldn't be read, or for which the disk had no room, is tried again after this long, in milliseconds. */
const retryMs = 5_000
const roomMs = 30_000

type Ports = TakePorts & {
  readonly taker: Pick<FileTaker, 'take'>
  readonly growing: GrowingFiles
  readonly agenda: Pick<ReturnType<typeof createLookAgenda>, 'add'>
  readonly problems: Pick<ReturnType<typeof createFolderProblems>, 'set'>
  readonly now: () => number
  readonly onChange: () => void
}

/** Takes what has settled in one folder, some files at a time: new files first, then known ones that are read again. */
export const createSettledTaking = (ports: Ports) => {
  const { growing, agenda, problems, now } = ports
  const rechecks = createRecheckPace(now)
  let taking: ReadonlySet<string> = new Set()

  const take = async (folder: StoredFolder, due: readonly Settled[]): Promise<void> => {
    const settled: Settled[] = []
    taking = new Set(due.map(({ path }) => path))
    for (const file of due) {
      const mark = await readMark(pathIn(folder, file.path), ports)
      if (mark === null) {
        growing.forget(file.path)
        agenda.add(file.path)
        continue
      }
      growing.see(file.path, mark, now())
      if (isSame(mark, file)) settled.push(file)
    }
    if (growing.count() === 0) problems.set('room', null)
    if (settled.length === 0) return
    const { again, isDiskFull } = await ports.taker.take(folder, settled)
    const left = new Set(again)
    for (const { path } of settled)
      if (left.has(path)) growing.postpone(path, now(), isDiskFull ? roomMs : retryMs)
      else growing.forget(path)
    problems.set('room', isDiskFull ? new AppError('disk-full', { kind: 'watch-without-room', name: folder.name }) : null)
    ports.onChange()
  }

  return {
    /** What changes of it now was not looked at. */
    isTaking: (path: string): boolean => taking.has(path),
    /** When the next file has settled. */
    nextAt: (): number => growing.nextAt(rechecks.notBefore()),
    takeDue: async (folder: StoredFolder): Promise<void> => {
      const due = growing.listDue(now(), takenAtOnce)
      const begun = now()
      const again = due.length === 0 ? growing.listRechecks(begun, rechecks.limit()) : []
      await take(folder, [...due, ...again]).finally(() => {
        taking = new Set()
      })
      if (again.length > 0) rechecks.done(now() - begun)
    },
  }
}
