/** What test processes and the reporter of `npm run fuzz` write into its notes, a line each. `file` is an absolute path. */
export type Note =
  | { readonly kind: 'tried'; readonly cases: number }
  | Counterexample
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly file: string; readonly test: string; readonly message: string }

/** `found.source`: the property's values as TypeScript, where they can be written so. */
export type Counterexample = {
  readonly kind: 'counterexample'
  readonly file: string
  readonly test: string
  readonly seed: number
  readonly path: string | null
  readonly found: { readonly source: string | null; readonly shown: string } | null
}
