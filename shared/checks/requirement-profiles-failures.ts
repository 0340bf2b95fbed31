/** Why a profile’s file can’t be used. `number`: of the rule in the file, from 1; `said`: the rule’s kind; `field`: its wrong field. */
export type ProfileFileFailure =
  /** `json`: no JSON. `other`: JSON of another kind. `empty`: no rule in it. */
  | { readonly kind: 'profile-file-unusable'; readonly is: 'json' | 'other' | 'empty' }
  /** In characters. */
  | { readonly kind: 'profile-file-over-size'; readonly limit: number }
  /** A newer Packshot wrote it. */
  | { readonly kind: 'profile-file-version'; readonly version: string }
  | { readonly kind: 'profile-field-wrong'; readonly field: 'id' | 'revision' | 'name' | 'pictures' }
  | { readonly kind: 'profile-too-many-rules'; readonly count: number; readonly limit: number }
  | { readonly kind: 'profile-rule-wrong'; readonly number: number; readonly said: string; readonly field: string }
  /** `least` is above `most`, or neither is there. */
  | { readonly kind: 'profile-rule-limits'; readonly number: number; readonly said: string; readonly is: 'reversed' | 'missing' }

/** What can go wrong with requirement profiles. */
export type RequirementProfilesFailure =
  | ProfileFileFailure
  | { readonly kind: 'profile-file-unreadable'; readonly name: string }
  | { readonly kind: 'profile-unknown' }
  | { readonly kind: 'profile-not-named-so'; readonly name: string; readonly names: readonly string[] }
  /** Several have this name. */
  | { readonly kind: 'profile-ambiguous'; readonly name: string; readonly ids: readonly string[] }
  | { readonly kind: 'profiles-too-many'; readonly limit: number }
  /** Two profiles of a file have the same id. */
  | { readonly kind: 'profile-twice'; readonly name: string }
  /** Part of Packshot: it can be taken out of use, and not be removed. */
  | { readonly kind: 'profile-built-in'; readonly name: string }
  /** Neither which profiles nor that it is none, or both. */
  | { readonly kind: 'profiles-or-none' }
  /** Nothing is checked without one. */
  | { readonly kind: 'no-profile-used' }
