import { join } from 'node:path'
import type { Dispatcher } from 'undici'
import { AppError } from '../../../shared/base/errors.ts'
import type { Platform } from '../base/platform/platform.ts'
import { hashFile } from '../pictures/library/keep-original.ts'
import { toListError } from '../products/catalogue/list-errors.ts'
import { listLimits } from '../products/catalogue/list-limits.ts'
import { type ComparePorts, compareVersion } from './compare-version.ts'
import { fetchList } from './fetch-list.ts'
import { isSame, readMark, toMark } from './file-marks.ts'
import type { FollowedStore, Looked, LookedAt, StoredList } from './followed-store.ts'

export type LookPorts = ComparePorts &
  Pick<Platform, 'files' | 'clock' | 'timers'> & {
    readonly dataFolder: string
    readonly dispatcher: Dispatcher
    readonly followedLists: FollowedStore
    readonly onChange: () => void
  }

type Version = { readonly path: string; readonly looked: LookedAt }

/** Reads followed lists: is there a new version, and what would it change? What is found is one row, written once. */
export const createListLooks = (ports: LookPorts) => {
  const { journal, files, clock, followedLists, signal } = ports
  const folder = join(ports.dataFolder, 'followed-lists')
  const draftOf = (id: string): string => join(folder, `${id}.draft`)
  const versionPath = (id: string, version: string): string => join(folder, `${id}.${version.slice(0, 32)}`)

  /** `changing`: it was written to while it was copied. */
  const copyFile = async ({ id, place, name }: StoredList): Promise<Version | 'changing'> => {
    const facts = await files.facts(place)
    if (!facts.isFile()) throw new AppError('unsupported-format', { kind: 'list-of-other-kind', name, is: 'folder' })
    if (facts.size > listLimits.fileBytes)
      throw new AppError('file-too-large', { kind: 'list-over-size', name, maxBytes: listLimits.fileBytes })
    const mark = toMark(facts)
    const path = draftOf(id)
    await files.copy(place, path)
    const after = await readMark(place, ports)
    if (!after || !isSame(mark, after)) return 'changing'
    return { path, looked: { ...mark, sha256: await hashFile(path, files) } }
  }

  /** `null`: it is the one that was looked at. */
  const read = async (list: StoredList): Promise<Version | 'changing' | null> => {
    await files.makeFolder(folder, 0o700)
    if (list.kind === 'file') return copyFile(list)
    // What could not be read is read again as a whole.
    const fetched = await fetchList(list.place, draftOf(list.id), list.looked, ports)
    return fetched && { path: draftOf(list.id), looked: fetched.looked }
  }

  const save = async (list: StoredList, found: Looked): Promise<void> => {
    journal.write(() => followedLists.setLooked(list, found, clock.now()))
    await journal.durable()
    ports.onChange()
  }

  /** What is to be kept of this version. */
  const judge = async (list: StoredList, { path, looked }: Version): Promise<Looked> => {
    const { sha256 } = looked
    if (sha256 === list.settled) return { looked, waiting: null, problem: null }
    const current = ports.catalogue.current(list.connectionId)
    if (sha256 === list.waiting?.version && list.waiting.against === (current?.import ?? null)) return { looked, problem: null }
    const { changes, against } = await compareVersion(list, path, ports)
    const changesNothing =
      changes.added + changes.changed + changes.missing + changes.missingVariants === 0 &&
      (changes.refused === 0 || changes.refused === current?.refused)
    if (changesNothing) return { looked, settled: sha256, waiting: null, problem: null }
    const kept = versionPath(list.id, sha256)
    if (kept !== path) await files.rename(path, kept)
    await files.flushFile(kept)
    await files.flushFolder(folder)
    return { looked, waiting: { version: sha256, foundAt: clock.now(), against, changes }, problem: null }
  }

  const lookAt = async (list: StoredList, version: Version): Promise<void> => {
    try {
      await save(list, await judge(list, version))
    } catch (error) {
      const known = toListError(list.name, error)
      if (signal.aborted || known.code === 'cancelled' || known.code === 'disk-full') throw known
      // A version that can't be read takes the place of one that waits: that is no longer there.
      await save(list, { looked: version.looked, waiting: null, problem: known.toRecord() })
    }
  }

  return {
    versionPath,
    /** Reads a list now. False: it is just being written, so nothing was concluded. */
    look: async (list: StoredList): Promise<boolean> => {
      let version: Version | 'changing' | null
      try {
        version = await read(list)
      } catch (error) {
        const known = toListError(list.name, error)
        if (signal.aborted || known.code === 'disk-full') throw known
        // What it is when it can be read again is to be found out.
        await save(list, { looked: null, problem: known.toRecord() })
        return true
      }
      if (version === 'changing') return false
      if (version === null) await save(list, {})
      else await lookAt(list, version)
      return true
    },
    /** Compares the version that waits with the list that counts by now. */
    compareAgain: async (list: StoredList): Promise<void> => {
      const { waiting, looked } = list
      if (!waiting || !looked) return
      const path = versionPath(list.id, waiting.version)
      if (await readMark(path, ports)) await lookAt(list, { path, looked: { ...looked, sha256: waiting.version } })
      else await save(list, { looked: null, waiting: null })
    },
    /** Removes copies that no followed list waits with. */
    tidy: async (): Promise<void> => {
      const names = await files.list(folder).catch(() => [])
      const kept = new Set(followedLists.all().flatMap(({ id, waiting }) => (waiting ? [versionPath(id, waiting.version)] : [])))
      for (const name of names) if (!kept.has(join(folder, name))) await files.remove(join(folder, name))
    },
    /** A file that a list is downloaded into before it is followed. */
    draftOf: async (id: string): Promise<string> => {
      await files.makeFolder(folder, 0o700)
      return draftOf(id)
    },
  }
}

export type ListLooks = ReturnType<typeof createListLooks>
