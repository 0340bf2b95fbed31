import type { SetProblem } from './question-set-problems.ts'

/** What can go wrong with question sets. `name`: of the set. */
export type QuestionSetsFailure =
  | SetProblem
  | { readonly kind: 'set-name-taken'; readonly name: string }
  | { readonly kind: 'set-unknown' }
  | { readonly kind: 'set-not-named-so'; readonly name: string; readonly names: readonly string[] }
  | { readonly kind: 'set-changed-since'; readonly name: string }
  | { readonly kind: 'sets-too-many'; readonly limit: number }
  | { readonly kind: 'set-file-over-size'; readonly limit: number }
  /** `json`: no JSON. `other`: JSON of another kind. `empty`: no set in it. */
  | { readonly kind: 'set-file-unusable'; readonly is: 'json' | 'other' | 'empty' }
  | { readonly kind: 'set-file-unreadable'; readonly name: string }
  | { readonly kind: 'question-or-set' }
  /** Neither which cells nor that it is all of them. */
  | { readonly kind: 'review-names-nothing' }
  /** A change of cells that was to be undone is not the newest one, or was undone. */
  | { readonly kind: 'change-not-newest' }
  /** A newer Packshot wrote it. */
  | { readonly kind: 'set-file-version'; readonly version: string }
  /** One of its sets can't be used. `number`: of the set in the file, from 1. */
  | { readonly kind: 'set-file-problem'; readonly number: number; readonly name: string; readonly problem: SetProblem }
  /** Two sets of a file have the same name. */
  | { readonly kind: 'set-file-twice'; readonly name: string }
