import { basename, isAbsolute, join, resolve } from 'node:path'
import type { Dispatcher } from 'undici'
import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import type { Image, ImageOrigin, Refusal } from '../../../../shared/pictures/pictures.ts'
import { toDatabaseError } from '../../base/database/database-error.ts'
import type { Journal } from '../../base/database/journal.ts'
import { createTurnsWritten } from '../../base/database/turns-written.ts'
import type { Platform } from '../../base/platform/platform.ts'
import { isOurCopy, rootOf } from '../library/picture-place.ts'
import type { Arrival, ImageStore, StoredImage } from '../library/picture-store.ts'
import { addFile, type FileOutcome } from './add-file.ts'
import { type CopyPorts, createCopying } from './copying.ts'
import { fetchPicture, nameOfUrl } from './fetch-picture.ts'
import { toDiskFull } from './file-errors.ts'
import { atATime, inBatches } from './in-batches.ts'
import { flushKept, keepCopies } from './keep-copies.ts'
import { placeOf } from './place-of.ts'
import { receiveFile } from './receive-file.ts'
import { createScreenWait } from './wait-for-screen.ts'
import { walkPaths } from './walk-paths.ts'

/** Rows of one write, and how long writes may take in one turn of the event loop, in milliseconds: all of a turn is one transaction. */
const writtenAtOnce = 10
const turnMs = 6

/** Addresses fetched at the same time. */
const atOnce = 8

export type IntakeRequest = {
  readonly paths: readonly string[]
  readonly urls: readonly string[]
  readonly recursive: boolean
  /** Queue uploads of the added pictures. */
  readonly upload: boolean
  /** False: the question sets that run by themselves aren't asked about them. Absent: they are. */
  readonly asks?: boolean
  /** The workspace in which it was dropped; `null`: there was none. Absent: the one of the call (`createFollowedIntake`). */
  readonly connectionId?: string | null | undefined
  /** Files to skip, because they were added before the interruption. */
  readonly isAdded?: (path: string) => boolean
  /** Copies made by an earlier run, added after the rest. */
  readonly kept?: readonly { readonly path: string; readonly name: string; readonly origin: ImageOrigin }[]
  /** The id of its drop: what has the same one belongs together in the library. Absent: a drop of its own. */
  readonly drop?: string
  /** Nobody dropped these files (a watched folder has them): how they are looked after. */
  readonly watched?: WatchedIntake
  /** Paths that a person dropped, where `paths` are only what is left of them: they say from which folder on a picture's place is shown. */
  readonly named?: readonly string[]
}

/** One file of a request as it is written: its picture, or why it is refused. `isNew`: it was not in the library. */
export type Recorded =
  | { readonly kind: 'picture'; readonly path: string; readonly image: Image; readonly sha256: string; readonly isNew: boolean }
  | { readonly kind: 'refused'; readonly path: string; readonly error: AppError }

export type WatchedIntake = {
  /** Asked after a file was read: false if it changed meanwhile, or is gone. Then nothing of it is kept. */
  readonly isStill: (path: string) => Promise<boolean>
  /** Called in the transaction that writes the file's row. */
  readonly onRecorded: (recorded: Recorded) => void
}

/** What the rows of a request have in common. */
type Common = Required<Pick<IntakeRequest, 'upload' | 'asks'>> & {
  readonly connectionId: string | null
  readonly dropId: string
  readonly named: ReadonlySet<string>
  readonly watched?: WatchedIntake | undefined
  readonly progress?: RowProgress | undefined
}

export type RowProgress = {
  /** So many files of the request have been written: called in the same turn, before they are on disk. Negative: the disk refused them. */
  readonly onRows: (count: number) => void
  /** A batch is on disk: all of the request so far, and how many of it are new rows of this batch. */
  readonly onBatch: (summary: IntakeSummary, newRows: number) => void
}

export type IntakeSummary = {
  readonly added: Image[]
  /** Files already in the library. */
  readonly known: Image[]
  readonly refused: Refusal[]
}

export type IntakePorts = Pick<Platform, 'clock' | 'timers' | 'ids'> &
  CopyPorts & {
    readonly journal: Journal
    readonly images: ImageStore
    readonly dispatcher: Dispatcher
    /** Aborted when Packshot ends: nothing more is written, and the intake rejects with `cancelled`. */
    readonly isStopped?: () => boolean
    /** Resolves when no window waits for a thumbnail, or after so many milliseconds; `undefined`: none does now. */
    readonly untilShown?: (ms: number) => Promise<void> | undefined
    /** Called inside the transaction that writes the image, to queue its upload. */
    readonly onAdded: (image: Image, request: Omit<Common, 'named' | 'watched' | 'progress'>) => void
  }

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text)

/** Splits what a person named into addresses and paths. */
export const sortNamed = (named: readonly string[]): Pick<IntakeRequest, 'paths' | 'urls'> => ({
  urls: named.filter(isUrl),
  paths: named.filter((one) => !isUrl(one)),
})

const toRefusal = ({ name, path, error }: Extract<FileOutcome, { kind: 'refused' }>, at: number): Refusal => {
  return { name, path, problem: error.toRecord(), at }
}

/**
 * Adds files and folders in order, and addresses in parallel: copied, hashed, then written with their jobs in one transaction per
 * batch. A refused file is a row with its reason and never stops its neighbours. A file that a full disk keeps out
 * is such a row, too.
 */
export const createIntake = (ports: IntakePorts) => {
  const { dataFolder, journal, images, clock, files, ids } = ports
  const copying = createCopying(ports)
  const reading = { ...ports, copying }
  const readingOne = { ...ports, copying: copying.here }

  const addUrl = async (url: string): Promise<FileOutcome> => {
    const target = join(dataFolder, 'drafts', ids.hex(16))
    const name = URL.canParse(url) ? nameOfUrl(url) : url
    try {
      await fetchPicture(url, target, ports.dispatcher, ports)
      return await addFile(target, readingOne, { name, origin: { kind: 'url', url } })
    } catch (error) {
      return { kind: 'refused', path: url, name, error: toAppError(error) }
    } finally {
      await files.remove(target)
    }
  }

  const addStream = async (bytes: AsyncIterable<Uint8Array>, name: string): Promise<FileOutcome> => {
    const target = join(dataFolder, 'drafts', ids.hex(16))
    try {
      await receiveFile(bytes, name, target, files)
      return await addFile(target, readingOne, { name, origin: { kind: 'file', path: name } })
    } catch (error) {
      return { kind: 'refused', path: name, name, error: toAppError(error) }
    } finally {
      await files.remove(target)
    }
  }

  /** `undefined`: the file changed while it was read, or is gone. */
  const ifStill = async (outcome: FileOutcome, path: string, watched: WatchedIntake): Promise<FileOutcome | undefined> => {
    if (await watched.isStill(path)) return outcome
    if (outcome.kind !== 'refused' && outcome.copy) await files.remove(outcome.copy.draft).catch(() => {})
    return undefined
  }

  async function* beginFiles(request: IntakeRequest): AsyncGenerator<() => Promise<FileOutcome | undefined>> {
    const { watched } = request
    const waitForScreen = createScreenWait(ports)
    for await (const found of walkPaths(request.paths, request.recursive, ports)) {
      if (request.isAdded?.(found.path)) continue
      await waitForScreen()
      const { path } = found
      const outcome = async (): Promise<FileOutcome> =>
        found.kind === 'refused' ? { ...found, name: basename(path) } : addFile(path, reading)
      yield watched ? async () => ifStill(await outcome(), path, watched) : outcome
    }
    for (const { path, ...given } of request.kept ?? []) yield () => addFile(path, reading, given)
  }

  /**
   * A removed picture that returns has the name and place of the file that brings it. After a restore, one that came back from our copy is without a folder until
   * its file comes again.
   */
  const takePlace = ({ id, origin, staged, sha256 }: StoredImage, path: string, isNew: boolean, { named }: Common): void => {
    if (origin.kind !== 'file' || origin.path === path || !isAbsolute(path)) return
    // The file of an earlier version is not that of the picture.
    if (isNew ? images.get(id)?.sha256 === sha256 : isOurCopy(origin.path, staged)) images.moveTo(id, path, named)
  }

  const record = (batch: readonly FileOutcome[], request: Common): IntakeSummary => {
    const written: IntakeSummary = { added: [], known: [], refused: [] }
    const arrival: Arrival | undefined = batch.some((one) => one.kind !== 'refused')
      ? { drop: images.dropOf(request.dropId, clock.now()), named: request.named }
      : undefined
    for (const one of batch) {
      if (one.kind === 'refused') {
        const refusal = toRefusal(one, clock.now())
        images.refuse(refusal, { drop: request.dropId, root: rootOf(refusal.path, request.named) })
        request.watched?.onRecorded({ kind: 'refused', path: one.path, error: one.error })
        written.refused.push(refusal)
        continue
      }
      // Two files with the same bytes may have been processed in parallel. A removed picture returns to the library.
      const isNew = images.add({ ...one.image, addedAt: clock.now() }, arrival)
      const path = one.kind === 'known' ? one.path : placeOf(one.image)
      const there = (): StoredImage => (one.kind === 'new' && isNew ? one.image : (images.ofContent(one.image.sha256) ?? one.image))
      takePlace(there(), path, isNew, request)
      const image = there()
      if (image.staged !== one.image.staged) void files.remove(join(dataFolder, one.image.staged))
      if (isNew) written.added.push(image)
      else written.known.push(image)
      images.forgetRefusal(one.kind === 'known' ? one.path : placeOf(image))
      request.watched?.onRecorded({ kind: 'picture', path, image, sha256: one.image.sha256, isNew })
      ports.onAdded(image, request)
    }
    return written
  }

  /** Those of a batch that the disk took before it was full: they are in the library, and flushed. */
  const findKept = async (batch: readonly FileOutcome[]): Promise<readonly FileOutcome[]> => {
    const isDurable = await journal.durable().then(
      () => true,
      () => false,
    )
    return isDurable ? batch.filter((one) => one.kind !== 'refused' && images.isPresent(one.image.id)) : []
  }

  /** Files that did not fit into the library are deleted again, and refused like any other. */
  const giveUp = async (batch: readonly FileOutcome[]): Promise<FileOutcome[]> => {
    // Files that did reach the library keep their original.
    for (const one of batch)
      if (one.kind === 'new' && !images.ofContent(one.image.sha256)) await files.remove(join(dataFolder, one.image.staged))
    return batch.map((one) => {
      if (one.kind === 'refused') return one
      const { name } = one.image
      return { kind: 'refused', path: one.kind === 'known' ? one.path : placeOf(one.image), name, error: toDiskFull(name) }
    })
  }

  const checkRunning = (): void => {
    if (ports.isStopped?.()) throw new AppError('cancelled', { kind: 'adding-stopped' })
  }

  /** Resolves when all is on disk. */
  const recordInPieces = async (batch: readonly FileOutcome[], request: Common): Promise<IntakeSummary> => {
    const all: IntakeSummary = { added: [], known: [], refused: [] }
    await flushKept(batch, ports)
    const turns = createTurnsWritten(journal)
    let begun = journal.monotonic()
    let rows = 0
    try {
      for (let at = 0; at < batch.length; at += writtenAtOnce) {
        if (journal.monotonic() - begun >= turnMs) {
          turns.add()
          await journal.nextTurn()
          begun = journal.monotonic()
        }
        // The library may have been closed meanwhile, also during a slow disk access.
        checkRunning()
        const piece = batch.slice(at, at + writtenAtOnce)
        const written = journal.write(() => record(piece, request))
        rows += piece.length
        request.progress?.onRows(piece.length)
        all.added.push(...written.added)
        all.known.push(...written.known)
        all.refused.push(...written.refused)
      }
      turns.add()
      await turns.durable()
    } catch (error) {
      request.progress?.onRows(-rows)
      throw error
    }
    return all
  }

  const toSummary = (batch: readonly FileOutcome[]): IntakeSummary => ({
    added: batch.flatMap((one) => (one.kind === 'new' ? [one.image] : [])),
    known: batch.flatMap((one) => (one.kind === 'known' ? [one.image] : [])),
    refused: batch.flatMap((one) => (one.kind === 'refused' ? [toRefusal(one, clock.now())] : [])),
  })

  /** On a full disk the copies of the last ones make room for the first ones. */
  const recordWhatFits = async (batch: readonly FileOutcome[], request: Common): Promise<IntakeSummary> => {
    try {
      return await recordInPieces(batch, request)
    } catch (cause) {
      const error = toDatabaseError(cause)
      if (toAppError(error).code !== 'disk-full') throw error
    }
    const kept = await findKept(batch)
    const left = batch.filter((one) => !kept.includes(one))
    const fitting = left.length > 1 ? left.slice(0, Math.ceil(left.length / 2)) : []
    const refused = await giveUp(left.slice(fitting.length))
    const parts = [toSummary(kept), fitting.length > 0 ? await recordWhatFits(fitting, request) : toSummary([]), toSummary(refused)]
    try {
      journal.write(() => record(refused, request))
      await journal.durable()
    } catch {
      // They are still reported to the person, but not kept in the list of refused files.
    }
    return {
      added: parts.flatMap(({ added }) => added),
      known: parts.flatMap(({ known }) => known),
      refused: parts.flatMap((part) => part.refused),
    }
  }

  const writeBatch = async (all: readonly (FileOutcome | undefined)[], summary: IntakeSummary, request: Common): Promise<void> => {
    const batch = all.filter((one) => one !== undefined)
    if (batch.length === 0) return
    const before = summary.added.length
    const written = await recordWhatFits(await keepCopies(batch, reading), request)
    summary.added.push(...written.added)
    summary.known.push(...written.known)
    summary.refused.push(...written.refused)
    request.progress?.onBatch(summary, summary.added.length - before)
  }

  return {
    addPictures: async (request: IntakeRequest, progress?: RowProgress): Promise<IntakeSummary> => {
      const summary: IntakeSummary = { added: [], known: [], refused: [] }
      const common: Common = {
        upload: request.upload,
        asks: request.asks ?? true,
        connectionId: request.connectionId ?? null,
        dropId: request.drop ?? ids.hex(16),
        watched: request.watched,
        named: new Set((request.named ?? request.paths).map((path) => resolve(path))),
        progress,
      }
      const write = async (batch: readonly (FileOutcome | undefined)[]): Promise<void> => {
        checkRunning()
        await writeBatch(batch, summary, common)
      }
      const end = copying.begin()
      await Promise.all([
        inBatches(beginFiles(request), write, { ...ports, atOnce: copying.atOnce }),
        // A slow or endless address must not block the others.
        atATime(atOnce, request.urls, async (url) => write([await addUrl(url)])),
      ]).finally(end)
      return summary
    },

    /** One file that comes as bytes, under its own name. A stream that fails, or is too long, is a refusal like any other. */
    addBytes: async (
      bytes: AsyncIterable<Uint8Array>,
      name: string,
      { upload, drop, connectionId = null }: Pick<IntakeRequest, 'upload' | 'drop' | 'connectionId'>,
      progress?: RowProgress,
    ): Promise<IntakeSummary> => {
      const summary: IntakeSummary = { added: [], known: [], refused: [] }
      const common: Common = { upload, asks: true, connectionId, dropId: drop ?? ids.hex(16), named: new Set(), progress }
      const end = copying.begin()
      try {
        await writeBatch([await addStream(bytes, name)], summary, common)
      } finally {
        end()
      }
      return summary
    },
  }
}
