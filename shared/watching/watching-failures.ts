/** What can go wrong with watched folders. `name`: of the folder. */
export type WatchingFailure =
  /** Packshot’s own data folder, or one inside it. */
  | { readonly kind: 'watch-own-data'; readonly name: string }
  /** Packshot’s data folder is inside it. */
  | { readonly kind: 'watch-around-own-data'; readonly name: string }
  | { readonly kind: 'watch-known'; readonly name: string }
  /** `other`: the name of the watched folder. */
  | { readonly kind: 'watch-inside-watched'; readonly name: string; readonly other: string }
  | { readonly kind: 'watch-around-watched'; readonly name: string; readonly other: string }
  /** A file, a device, or another app’s folder that looks like one document. */
  | { readonly kind: 'watch-no-folder'; readonly name: string }
  | { readonly kind: 'watch-unknown' }
  /** `named`: a path in the command. */
  | { readonly kind: 'watch-not-watched'; readonly named: string }
  /** `named`: a path in the command. */
  | { readonly kind: 'watch-paused'; readonly named: string }
  /** `named`: in the command; `known`: the names of the connected ones. */
  | { readonly kind: 'watch-workspace-unknown'; readonly named: string; readonly known: readonly string[] }
  | { readonly kind: 'watch-without-dialog' }
  | { readonly kind: 'watch-target-unknown' }
  /** Not there, or a part of its path is not. `isNew`, here and below: it was to be added, so nothing continues by itself. */
  | { readonly kind: 'watch-gone'; readonly name: string; readonly isNew?: boolean }
  | { readonly kind: 'watch-not-permitted'; readonly name: string; readonly isNew?: boolean }
  /** `said`: the system’s code. */
  | { readonly kind: 'watch-unreadable'; readonly name: string; readonly said: string; readonly isNew?: boolean }
  /** None of the files is there that were: its drive may not be connected. */
  | { readonly kind: 'watch-empty'; readonly name: string; readonly files: number }
  /** A folder inside it can’t be read; the others are watched. `inside`: its path from the watched folder on. */
  | { readonly kind: 'watch-part-unreadable'; readonly name: string; readonly inside: string; readonly said: string }
  /** A drive in a folder inside it is missing, so that nothing is said of its files. `inside`: as above. */
  | { readonly kind: 'watch-part-away'; readonly name: string; readonly inside: string; readonly files: number }
  | { readonly kind: 'watch-without-room'; readonly name: string }
  | { readonly kind: 'watch-workspace-removed'; readonly name: string; readonly pictures: number }
  | { readonly kind: 'watch-set-removed'; readonly name: string; readonly pictures: number }
