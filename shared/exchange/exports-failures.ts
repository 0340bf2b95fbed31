/** What can go wrong with files that Packshot writes for other programs, and with reading them again. `name`: of the file. */
export type OutFailure =
  | { readonly kind: 'out-without-room'; readonly name: string }
  | { readonly kind: 'out-folder-gone'; readonly name: string }
  | { readonly kind: 'out-not-permitted'; readonly name: string }
  | { readonly kind: 'out-write-failed'; readonly name: string; readonly said: string }
  /** It is in its place, but may not be there after a power failure. */
  | { readonly kind: 'out-not-flushed'; readonly name: string; readonly said: string }
  | { readonly kind: 'out-without-dialog' }
  | { readonly kind: 'out-target-unknown' }
  /** It has no column with Packshot's keys. */
  | { readonly kind: 'table-without-key'; readonly name: string }
  | { readonly kind: 'table-closed' }
  /** Of a table that is to come back. */
  | { readonly kind: 'text-in-two-columns'; readonly columns: readonly [string, string] }
  /** It was compared while another workspace was chosen. */
  | { readonly kind: 'table-of-other-workspace' }
  | { readonly kind: 'table-stopped'; readonly name: string }
  | { readonly kind: 'copies-under-way' }
  | { readonly kind: 'copies-stopped' }
  | { readonly kind: 'column-unknown'; readonly named: string; readonly columns: readonly string[] }
  | { readonly kind: 'preset-unknown'; readonly named: string; readonly presets: readonly string[] }
  /** A shop's preset, for a workbook. */
  | { readonly kind: 'preset-is-text'; readonly preset: string }
  /** For the alt text and the other fields of a picture. */
  | { readonly kind: 'fields-without-column'; readonly columns: readonly string[] }
  /** A picture's own metadata. `said`: the reader's words. */
  | { readonly kind: 'xmp-unreadable'; readonly said: string }
  | { readonly kind: 'xmp-too-large'; readonly bytes: number; readonly maxBytes: number }
