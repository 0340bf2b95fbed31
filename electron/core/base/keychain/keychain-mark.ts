import { z } from 'zod'
import type { LibraryPoint } from '../database/sequence-mark.ts'
import type { Platform } from '../platform/platform.ts'
import type { Timer } from '../platform/timers.ts'
import { findKeychainId } from './folder-entries.ts'
import type { SecretStore } from './secret-store.ts'

/** The furthest sequence of each library that was in a data folder, by the library's id; the newest last. */
export type KeptPoints = ReadonlyMap<string, number>

export const nothingKept: KeptPoints = new Map()

const entryName = 'library-points'
/** How many libraries are remembered per data folder: each detected copy becomes a separate library. */
const mostLibraries = 8
/** Longest wait for the keychain at a start or an end, in milliseconds. */
const limitMs = 2_000
/** Interval between writes while Packshot runs, in milliseconds. */
const writeEveryMs = 300_000
/** Delay of the next read after a start without its answer, in milliseconds. */
const askAgainMs = 20_000

const entry = z.array(z.tuple([z.string().max(64), z.number().int().nonnegative()])).max(mostLibraries)

const parse = (text: string | null): KeptPoints => {
  try {
    return new Map(entry.parse(JSON.parse(text ?? '[]')))
  } catch {
    return nothingKept
  }
}

const withPoint = (points: KeptPoints, { id, sequence }: LibraryPoint): string => {
  const others = [...points].filter(([other]) => other !== id)
  return JSON.stringify([...others, [id, sequence]].slice(-mostLibraries))
}

type Ports = Pick<Platform, 'files' | 'timers'> & {
  readonly dataFolder: string
  /** Absent: no keychain is asked. */
  readonly openKeychain?: () => Promise<{ readonly store: SecretStore }>
}

/** Rejects with `late` after the limit; the call itself continues. */
const inTime = <T>(work: Promise<T>, timers: Ports['timers']): Promise<T> => {
  work.catch(() => undefined)
  return new Promise((resolve, reject) => {
    const timer = timers.after(limitMs, () => reject(new Error('late')), { background: true })
    work.then(resolve, reject).finally(() => timer.cancel())
  })
}

const openStore = async ({ openKeychain }: Ports): Promise<SecretStore | null> => {
  const store = (await openKeychain?.())?.store
  return store?.storage === 'keychain' ? store : null
}

/** The keychain's marks of this folder's libraries; `null`: it did not answer in time. Never rejects. */
export const readKeptPoints = async (ports: Ports): Promise<KeptPoints | null> => {
  const { dataFolder, files, timers } = ports
  if (!ports.openKeychain || findKeychainId(dataFolder, files.sync, { create: false }) === null) return nothingKept
  const read = async (): Promise<KeptPoints> => parse((await (await openStore(ports))?.get(entryName)) ?? null)
  return inTime(read(), timers).catch(() => null)
}

type MarkPorts = Ports & {
  /** Nothing was known at the start, because the keychain did not answer: it is asked again soon. */
  readonly isUnasked: boolean
  /** The last point that is on disk; `undefined`: nothing was written. */
  readonly reached: () => LibraryPoint | undefined
  /** The keychain has a later mark than this library, which is therefore a copy. */
  readonly onOvertaken: (found: string) => void
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

/**
 * Saves the library's progress in the keychain, so that a data folder restored from a backup is detected. It covers only data on
 * disk, never decreases, and is written rarely: at intervals and at the end. Without it no copy is reported.
 */
export const createKeychainMark = (ports: MarkPorts) => {
  const { timers, reached, onOvertaken, log } = ports
  let kept: number | undefined
  let underWay: Promise<void> | undefined
  let isOvertaken = false

  const write = async (): Promise<void> => {
    const point = reached()
    if (!point || isOvertaken || point.sequence === kept) return
    const store = await openStore(ports)
    if (!store) return
    const points = parse(await store.get(entryName))
    const there = points.get(point.id) ?? 0
    if (there > (reached()?.sequence ?? point.sequence)) {
      isOvertaken = true
      onOvertaken(`change ${point.sequence} of ${there} in the keychain`)
      return
    }
    if (there < point.sequence) await store.set(entryName, withPoint(points, point))
    kept = point.sequence
  }
  const writeSoon = (): Promise<void> => {
    underWay ??= write()
      .catch((error: unknown) => log({ event: 'keychain-mark-not-written', reason: String(error) }))
      .finally(() => {
        underWay = undefined
      })
    return underWay
  }
  const set: Timer[] = []
  if (ports.openKeychain) set.push(timers.every(writeEveryMs, () => void writeSoon(), { background: true }))
  if (ports.isUnasked) set.push(timers.after(askAgainMs, () => void writeSoon(), { background: true }))

  return {
    /** After the library was closed. Waits for the keychain, but not long. */
    stop: async (): Promise<void> => {
      for (const timer of set) timer.cancel()
      if (!ports.openKeychain) return
      const last = async (): Promise<void> => {
        await underWay
        await writeSoon()
      }
      await inTime(last(), timers).catch(() => undefined)
    },
  }
}
