import type { SharpnessVerdict } from './measurements.ts'

/** Color spaces that rules name. `rgb`: with a color profile other than sRGB. */
export type ColorSpace = 'srgb' | 'rgb' | 'cmyk' | 'gray' | 'lab'

/** Where a rule was read, and when (`2026-11-24`). `isReport`: a report about the shop’s rules; the shop’s own page was not read. */
export type RuleSource = { readonly address: string; readonly read: string; readonly isReport?: true | undefined }

/** Limits, both included; at least one is set. */
type Limits = { readonly least?: number | undefined; readonly most?: number | undefined }

/** Rules about one picture. Lengths in pixels, sizes in bytes, shares 0 to 1. */
export type PictureRule =
  | ({ readonly kind: 'edge'; readonly side: 'shortest' | 'longest' } & Limits)
  /** Width times height. */
  | ({ readonly kind: 'pixels' } & Limits)
  /** Width to height; `tolerance` is a share of it. */
  | { readonly kind: 'ratio'; readonly width: number; readonly height: number; readonly tolerance: number }
  /** Names as `jpeg` and `png`; a shop may take formats that Packshot never sends. */
  | { readonly kind: 'format'; readonly formats: readonly string[] }
  | { readonly kind: 'file-size'; readonly most: number }
  | { readonly kind: 'color-space'; readonly spaces: readonly ColorSpace[] }
  /** Pure white: `share` of the ground’s pixels is 255, 255, 255. */
  | { readonly kind: 'white-background'; readonly share: number }
  /** How much of the frame’s width or height the product takes, the larger of both: a tall bottle can’t fill the width. */
  | ({ readonly kind: 'fill' } & Limits)
  | { readonly kind: 'sharpness'; readonly least: Exclude<SharpnessVerdict, 'blurred' | 'unknown'> }
  /** `none`: no text at all. `on-product`: only what is printed on the product. */
  | { readonly kind: 'text'; readonly allowed: 'none' | 'on-product' }

/** Rules about a product’s pictures together. */
export type ProductRule = { readonly kind: 'picture-count' } & Limits

/** A rule of a newer Packshot, kept as it came. `said`: its kind there. */
export type UnknownRule = { readonly kind: 'unknown'; readonly said: string; readonly content: Readonly<Record<string, unknown>> }

export type RequirementRule = (PictureRule | ProductRule | UnknownRule) & { readonly source?: RuleSource | undefined }

export type RuleKind = RequirementRule['kind']

/** Of a product’s pictures: all, only the one that comes first, or only the others. */
export type ProfilePictures = 'every' | 'first' | 'others'

/** What a shop requires of pictures. The same `id` with a higher `revision` is a newer edition of it. */
export type RequirementProfile = {
  readonly id: string
  readonly revision: number
  readonly name: string
  readonly pictures: ProfilePictures
  readonly rules: readonly RequirementRule[]
}

export const isPictureRule = (rule: RequirementRule): rule is (PictureRule | UnknownRule) & { readonly source?: RuleSource | undefined } =>
  rule.kind !== 'picture-count'
