import type { AddressRule } from './network-failures.ts'

/** What a field's value breaks; its words are in field-rules-words.ts. Where a rule names a text or a number, it is the one allowed. */
export type FieldRule =
  | { readonly kind: SimpleRule }
  /** Characters, of any kind and of printable ASCII. */
  | { readonly kind: 'most-characters' | 'most-plain-characters' | 'some-plain-characters'; readonly most: number }
  | { readonly kind: 'seconds' | 'whole-number'; readonly least: number; readonly most: number }
  | { readonly kind: 'contains' | 'after-host' | 'redirect-of-another'; readonly text: string }
  | { readonly kind: 'name-unknown' | 'placeholder-unknown'; readonly name: string; readonly known: readonly string[] }
  /** One of these sets of placeholders must be there whole. */
  | { readonly kind: 'placeholder-missing'; readonly sets: readonly (readonly string[])[] }
  | { readonly kind: 'workspace-address'; readonly address: string; readonly broken: AddressRule }

export type SimpleRule =
  | 'missing'
  | 'invalid'
  | 'file-version'
  | 'redirect'
  | 'redirect-scheme'
  | 'no-user'
  | 'origin'
  | 'https-first'
  | 'https-only'
  | 'https-or-local'
  | 'https-or-this-computer'
  | 'web-address'
  | 'http-address'
  | 'path'
  | 'reading-path'
  | 'percent-encoded'
  | 'no-dots'
  | 'no-spaces'
  | 'no-query'
  | 'stray-brace'
  | 'dotted-names'
  | 'attribute-apart'
  | 'attribute-somewhere'
  | 'color'
  | 'page-size'
  | 'rate'
  | 'typed-rate'
  | 'no-repeats'
  | 'single-words'
  | 'json-object'
  | 'endpoint-plain'
  | 'endpoint-without-bucket'
  | 'bucket-name'
  | 'bucket-in-path'
  | 'region'
  | 'prefix'
  | 'key-characters'
  | 'once'
  | 'true-or-false'

/** A field of a form, a connection or a connection file, and the rule that its value breaks. */
export type FieldProblem = { readonly field: string; readonly rule: FieldRule }
