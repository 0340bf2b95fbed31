import { dirname, join } from 'node:path'
import type { Journal } from '../base/database/journal.ts'
import type { Files } from '../base/platform/files.ts'
import type { StoredFolder } from './watch-store.ts'

/** What a folder is: an ordinary one, or where a drive is mounted. `device`: the drive's number; `0`: unknown. */
export type Place = { readonly isMount: boolean; readonly device: string }

/** Places by their path from the watched folder on; `''`: the folder itself. */
export type Places = ReadonlyMap<string, Place>

type Ports = { readonly files: Pick<Files, 'facts' | 'realPath' | 'read'> }

export type WatchedPlaces = ReturnType<typeof createWatchedPlaces>

/** What folders were when known files were in them. Call its changes inside `journal.write`. */
export const createWatchedPlaces = (journal: Journal) => ({
  of: (folder: number): Places =>
    new Map(
      journal
        .all('SELECT path, mounted, device FROM watched_places WHERE folder = ?', folder)
        .map(({ path, mounted, device }) => [String(path), { isMount: mounted === 1, device: String(device) }]),
    ),
  /** A known file is in this place, so it is the right one. Of those inside only drives are kept. */
  put: (folder: number, path: string, { isMount, device }: Place): void => {
    const row = journal.get('SELECT mounted, device FROM watched_places WHERE folder = ? AND path = ?', folder, path)
    if (path !== '' && !isMount) {
      if (row) journal.run('DELETE FROM watched_places WHERE folder = ? AND path = ?', folder, path)
      return
    }
    if (row && (row.mounted === 1) === isMount && row.device === device) return
    journal.run(
      'INSERT OR REPLACE INTO watched_places (folder, path, mounted, device) VALUES (?, ?, ?, ?)',
      folder,
      path,
      isMount ? 1 : 0,
      device,
    )
  },
})

/** A folder inside the watched one, and all above it up to the watched one itself. */
export const placesOnTheWay = (inside: string): string[] => {
  const all: string[] = []
  for (let at = inside; at !== '' && at !== '.'; at = dirname(at)) all.push(at)
  return [...all, '']
}

/** Where something is mounted, as Linux says it: also folders that are mounted a second time, which keep their device. */
const readMounts = async ({ files }: Ports): Promise<ReadonlySet<string>> => {
  if (process.platform !== 'linux') return new Set()
  const text = await files.read('/proc/self/mountinfo').catch(() => '')
  const plain = (path: string): string =>
    path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
  return new Set(
    text
      .toString()
      .split('\n')
      .map((line) => plain(line.split(' ')[4] ?? '')),
  )
}

/** Reads what folders of a watched one are now, each once; `null`: it is not there, or can't be asked. */
export const createPlaceReader = (folder: Pick<StoredFolder, 'path'>, ports: Ports) => {
  const { files } = ports
  const found = new Map<string, Promise<Place | null>>()
  let mounts: Promise<ReadonlySet<string>> | undefined
  let root: Promise<string> | undefined
  const deviceOf = async (path: string): Promise<string> => String((await files.facts(path)).dev)

  const read = async (inside: string): Promise<Place | null> => {
    try {
      mounts ??= readMounts(ports)
      root ??= files.realPath(folder.path)
      const path = join(await root, inside)
      const above = dirname(path)
      const device = await deviceOf(path)
      return { isMount: above === path || device !== (await deviceOf(above)) || (await mounts).has(path), device }
    } catch {
      return null
    }
  }
  return (inside: string): Promise<Place | null> => {
    const known = found.get(inside)
    if (known !== undefined) return known
    const reading = read(inside)
    found.set(inside, reading)
    return reading
  }
}

export type PlaceReader = ReturnType<typeof createPlaceReader>

/**
 * Whether an empty folder is empty, and no drive is missing. An ordinary folder that still is one had its files itself; a drive is known by its
 * number, which not all systems have, and which may be another one after it was mounted again.
 */
const isSamePlace = (inside: string, known: Place | undefined, now: Place | null): boolean => {
  if (inside !== '' && !known) return now === null || !now.isMount
  if (!known || !now || known.isMount !== now.isMount) return false
  return !now.isMount || (now.device !== '0' && now.device === known.device)
}

/**
 * Finds out whether something can be said of files that are not in this folder inside a watched one: resolves to the nearest folder on the way
 * that is not what it was, and has no known file; `null`: all are. `hasKnown`: a known file is in this folder, or below it.
 */
export const createPlaceJudge = (recorded: Places, read: PlaceReader, hasKnown: (inside: string) => boolean | Promise<boolean>) => {
  const verdicts = new Map<string, Promise<string | null>>()
  const judgeOne = async (inside: string): Promise<boolean> =>
    isSamePlace(inside, recorded.get(inside), await read(inside)) || (await hasKnown(inside))
  const judge = (inside: string): Promise<string | null> => {
    const known = verdicts.get(inside)
    if (known !== undefined) return known
    const above = inside === '' ? null : dirname(inside)
    const verdict = (async () => {
      const strangeAbove = above === null ? null : await judge(above === '.' ? '' : above)
      if (strangeAbove !== null) return strangeAbove
      return (await judgeOne(inside)) ? null : inside
    })()
    verdicts.set(inside, verdict)
    return verdict
  }
  return judge
}
