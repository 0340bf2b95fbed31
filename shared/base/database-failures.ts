/** What can go wrong with the data folder, the library file and the disk. */
export type LibraryFailure =
  /** `folder`: its path. */
  | { readonly kind: 'data-folder-taken'; readonly folder: string }
  | { readonly kind: 'data-folder-full'; readonly folder: string }
  /** Its disk is read-only, or this user may not write there. */
  | { readonly kind: 'data-folder-read-only'; readonly folder: string }
  /** It belongs to another user, or what it is in does. */
  | { readonly kind: 'data-folder-not-permitted'; readonly folder: string }
  /** What it is in, such as a drive, is not there. */
  | { readonly kind: 'data-folder-away'; readonly folder: string }
  /** It is a file, or in one. */
  | { readonly kind: 'data-folder-in-file'; readonly folder: string }
  | { readonly kind: 'data-folder-unusable'; readonly folder: string; readonly said: string }
  /** Schema versions: of the file, and the newest that this Packshot knows. */
  | { readonly kind: 'library-newer'; readonly version: number; readonly known: number }
  | { readonly kind: 'library-older'; readonly version: number; readonly known: number }
  /** Met by who only reads: a start for writing restores it. `found`: SQLite's words. */
  | { readonly kind: 'library-unreadable'; readonly reason: 'damaged' | 'missing' | 'behind'; readonly found: string }
  /** Found while Packshot runs. */
  | { readonly kind: 'library-damaged' }
  /** Noticed while Packshot runs, because the keychain did not answer earlier. */
  | { readonly kind: 'library-is-copy' }
  /** The last step was undone. */
  | { readonly kind: 'disk-without-room' }
  /** The last step was taken, and Packshot works with it, but a full disk could not flush it. */
  | { readonly kind: 'disk-without-room-to-flush' }
  /** The disk did not keep what was written: this process ends. `said`: the system's code, or its words. */
  | { readonly kind: 'disk-not-saving'; readonly said: string }
