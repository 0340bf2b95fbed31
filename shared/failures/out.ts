/** What can go wrong with files that Packshot writes for other programs, and with reading them again. `name`: of the file. */
export type OutFailure =
  | { readonly kind: 'out-without-room'; readonly name: string }
  | { readonly kind: 'out-folder-gone'; readonly name: string }
  | { readonly kind: 'out-not-permitted'; readonly name: string }
  | { readonly kind: 'out-write-failed'; readonly name: string; readonly said: string }
  /** A picture's own metadata. `said`: the reader's words. */
  | { readonly kind: 'xmp-unreadable'; readonly said: string }
  | { readonly kind: 'xmp-too-large'; readonly bytes: number; readonly maxBytes: number }
