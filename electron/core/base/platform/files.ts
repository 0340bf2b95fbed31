import type { Dirent, Stats } from 'node:fs'

export type FileFacts = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'dev' | 'ino' | 'isFile' | 'isDirectory'>
export type FolderEntry = Pick<Dirent, 'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink'>

/** A file open for reading. */
export type OpenFile = {
  /** Reads into `target` from `offset`; resolves to how many bytes there were. */
  readonly read: (target: Uint8Array, offset: number, length: number, position: number) => Promise<number>
  readonly size: () => Promise<number>
  readonly close: () => Promise<void>
}

/** A new file open for writing. */
export type NewFile = {
  /** Appends all of `bytes`. */
  readonly write: (bytes: Uint8Array) => Promise<void>
  readonly flush: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Flushes one file again and again, as long as it is written. */
export type Flusher = {
  /** Resolves when all that is in the file is on disk. Rejects with the system's error; then nothing is known of what the disk holds. */
  readonly flush: () => Promise<void>
  readonly close: () => void
}

/** Synchronous calls for the time before the library is open, and for the image process. Throw the system's errors. */
export type SyncFiles = {
  readonly exists: (path: string) => boolean
  readonly size: (path: string) => number
  /** Size, time and identity as text. The same text means an untouched file. */
  readonly fingerprint: (path: string) => string
  readonly list: (folder: string) => string[]
  readonly read: (path: string) => string
  /** As `Files.readInto`. */
  readonly readInto: (path: string, target: Buffer, offset: number, length: number) => number
  readonly write: (path: string, data: string | Uint8Array, options?: { readonly mode?: number }) => void
  /** The same for a file that keeps its length: emptying it first can wait for the disk, for tens of milliseconds. */
  readonly overwrite: (path: string, text: string) => void
  readonly copy: (from: string, to: string) => void
  readonly flushFile: (path: string) => void
  readonly flushFolder: (folder: string) => void
  readonly rename: (from: string, to: string) => void
  /** A missing file is fine. */
  readonly remove: (path: string, options?: { readonly recursive?: boolean }) => void
  /** `mode`: a folder that is there and lets others in is closed to them. */
  readonly makeFolder: (path: string, mode?: number) => void
}

/**
 * The one way in which Packshot and its sample workspace copy, write, flush, rename and remove; errors are the system's. Tests make it
 * behave like Windows, macOS or a failing disk. Nothing is durable before its file is flushed and, for a new name, its folder too.
 */
export type Files = {
  readonly facts: (path: string) => Promise<FileFacts>
  /** True for a link or a junction itself. Windows lists OneDrive folders as links, although they are not. */
  readonly isLink: (path: string) => Promise<boolean>
  /** Without links, and as the system writes it. */
  readonly realPath: (path: string) => Promise<string>
  readonly entries: (folder: string) => AsyncIterable<FolderEntry>
  readonly list: (folder: string) => Promise<string[]>
  readonly read: (path: string) => Promise<Buffer>
  /** Reads at most `length` bytes from the beginning, or fewer if the file has fewer; resolves to how many. For small files: it is the quickest way. */
  readonly readInto: (path: string, target: Buffer, offset: number, length: number) => Promise<number>
  readonly open: (path: string) => Promise<OpenFile>
  /** `flush`: it is on disk when this resolves (its name is not, before `flushFolder`). */
  readonly write: (path: string, data: Uint8Array | string, options?: { readonly flush?: boolean; readonly mode?: number }) => Promise<void>
  /** Writes what comes; what came before an error stays in the file. */
  readonly writeStream: (
    path: string,
    data: AsyncIterable<Uint8Array>,
    options?: { readonly flush?: boolean; readonly signal?: AbortSignal },
  ) => Promise<void>
  /** Rejects with EEXIST if there is such a file. `mode`: 0600 if not given. */
  readonly create: (path: string, mode?: number) => Promise<NewFile>
  /** The bytes alone: a lock, a read-only mark or an access list of the original stays behind. As a reflink where the disk can. */
  readonly copy: (from: string, to: string) => Promise<void>
  readonly flushFile: (path: string) => Promise<void>
  /** Makes the names in a folder durable; does nothing where the system has no such thing (Windows). */
  readonly flushFolder: (folder: string) => Promise<void>
  /** Replaces an existing file of that name. On Windows a scanner may hold the file, so it retries for five seconds. */
  readonly rename: (from: string, to: string) => Promise<void>
  /** A missing path is fine. `recursive`: a folder with its content. */
  readonly remove: (path: string, options?: { readonly recursive?: boolean }) => Promise<void>
  readonly makeFolder: (path: string, mode?: number) => Promise<void>
  readonly openFlusher: (path: string) => Flusher
  readonly sync: SyncFiles
}
