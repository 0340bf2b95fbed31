/** What can go wrong between the window and Packshot, and calls that can’t be answered. */
export type WindowFailure =
  /** Another Packshot works on the data folder, so this one changes nothing. */
  | { readonly kind: 'only-reads' }
  /** It doesn't fit the contract. `call`: its name. `place`: the part of the input that doesn't fit; `said`: zod's words. */
  | { readonly kind: 'call-not-understood'; readonly call: string; readonly place: string | null; readonly said: string }
  /** A list in a call is longer than it may be, such as the ids of a selection. */
  | { readonly kind: 'too-many-at-once'; readonly limit: number }
  | { readonly kind: 'window-names-path' }
  | { readonly kind: 'call-aborted' }
  /** The window no longer reaches the core. */
  | { readonly kind: 'window-cut-off' }
  /** A file that the browser can't read while it is sent. */
  | { readonly kind: 'file-not-sent'; readonly name: string }
  /** Files and folders that the browser can't read: the first, and how many more. */
  | { readonly kind: 'dropped-unreadable'; readonly name: string; readonly others: number }
  /** Chromium can't read their names in this system's locale. */
  | { readonly kind: 'dropped-without-names' }
  /** Chromium's own, for its processes. `setting`: of Linux, as `sysctl -w` takes it, which would allow it. */
  | { readonly kind: 'without-sandbox'; readonly setting: string | null; readonly isAppImage: boolean }
