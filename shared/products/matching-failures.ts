import type { PatternProblem } from './matching.ts'

/** What can go wrong when pictures look for their products. */
export type MatchingFailure =
  | { readonly kind: 'pattern-refused'; readonly pattern: string; readonly problem: PatternProblem }
  /** `rules`: those there are. */
  | { readonly kind: 'change-over' }
  | { readonly kind: 'match-rule-unknown'; readonly named: string; readonly rules: readonly string[] }
  /** A rule is named, and not what it needs. */
  | { readonly kind: 'match-rule-without-option'; readonly rule: 'pattern' | 'mapping' }
  /** The first line that can't be read, from 1. */
  | { readonly kind: 'mapping-unreadable'; readonly line: number }
  | { readonly kind: 'mapping-over-size'; readonly most: number }
