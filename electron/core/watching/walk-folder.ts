import { join } from 'node:path'
import type { FileFacts, FolderEntry } from '../base/platform/files.ts'
import type { Platform } from '../base/platform/platform.ts'
import { type FileMark, toMark } from './file-marks.ts'
import { isPictureName } from './watched-kinds.ts'

/** What a look finds in a watched folder. Paths are from the watched folder on; `''`: the folder itself. */
export type FoundInside =
  | ({ readonly kind: 'picture'; readonly path: string } & FileMark)
  /** Of another kind: it is counted, and never opened. */
  | { readonly kind: 'other'; readonly path: string }
  /** What is in this folder isn't known. */
  | { readonly kind: 'unlisted'; readonly path: string; readonly cause: unknown }
  /** Listed, but its facts can't be read. */
  | { readonly kind: 'unread'; readonly path: string; readonly cause: unknown }

type Ports = Pick<Platform, 'files'>

const ofSystems = new Set(['thumbs.db', 'desktop.ini', 'system volume information', '$recycle.bin', '@eadir', '#recycle'])
/** As `walkPaths` of a drop skips them. */
export const isHiddenName = (name: string): boolean =>
  name.startsWith('.') || ofSystems.has(name.toLowerCase()) || /\.photoslibrary$/i.test(name)

const codeOf = (cause: unknown): string | undefined => (cause as NodeJS.ErrnoException | undefined)?.code

/** A folder itself, not a link to one: a link may lead back up. Windows lists OneDrive folders as links, although they are none. */
const isRealFolder = async (path: string, entry: FolderEntry, facts: FileFacts, { files }: Ports): Promise<boolean> =>
  facts.isDirectory() && (!entry.isSymbolicLink() || !(await files.isLink(path).catch(() => true)))

async function* lookAt(root: string, inside: string, entry: FolderEntry, folders: string[], ports: Ports): AsyncGenerator<FoundInside> {
  const path = inside === '' ? entry.name : join(inside, entry.name)
  if (entry.isDirectory()) {
    folders.push(path)
    return
  }
  if (!entry.isFile() && !entry.isSymbolicLink()) return
  if (entry.isFile() && !isPictureName(entry.name)) {
    yield { kind: 'other', path }
    return
  }
  try {
    const facts = await ports.files.facts(join(root, path))
    if (await isRealFolder(join(root, path), entry, facts, ports)) folders.push(path)
    else if (facts.isFile()) yield isPictureName(entry.name) ? { kind: 'picture', path, ...toMark(facts) } : { kind: 'other', path }
  } catch (cause) {
    // It went meanwhile, or it is a link to nothing. A name that can't be read as text (U+FFFD) can't be opened either.
    if (codeOf(cause) !== 'ENOENT' || entry.name.includes('\uFFFD')) yield { kind: 'unread', path, cause }
  }
}

/**
 * Yields what is in a watched folder, in no order, hidden and system files skipped. The disk gives a few entries at a time, so there are turns for other work.
 * `from`: only this folder inside it; `onFolder` is called with each folder before it is listed. Links to folders are not followed. `skips`: a folder inside it that is left out.
 */
export async function* walkFolder(
  root: string,
  from: string,
  subfolders: boolean,
  ports: Ports,
  onFolder: (inside: string) => void = () => {},
  skips: string | null = null,
): AsyncGenerator<FoundInside> {
  const ahead = [from]
  for (let inside = ahead.pop(); inside !== undefined; inside = ahead.pop()) {
    const folders: string[] = []
    onFolder(inside)
    try {
      for await (const entry of ports.files.entries(join(root, inside))) {
        if (isHiddenName(entry.name)) continue
        yield* lookAt(root, inside, entry, folders, ports)
      }
    } catch (cause) {
      // A folder inside that went meanwhile is no longer one; its files are looked for as those of any other.
      if (inside === '' || codeOf(cause) !== 'ENOENT') yield { kind: 'unlisted', path: inside, cause }
    }
    if (subfolders) ahead.push(...folders.filter((path) => path !== skips))
  }
}
