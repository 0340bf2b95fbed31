import { z } from 'zod'
import { idList, mostIds } from '../base/id-list.ts'
import type { RequirementProfile, RequirementRule } from './requirement-profiles.ts'

const largestSide = 100_000
const largestBytes = 999_999_999_999
/** As many as a profile has rules. */
export const mostWishes = 200

const side = z.int().min(1).max(largestSide)

/** A change that a person wants for pictures that need it. */
export const fixWish = z.discriminatedUnion('kind', [
  /** Ground is added until width to height is this; `tolerance`: a share of it within which a picture is right. */
  z.strictObject({ kind: z.literal('pad'), width: side, height: side, tolerance: z.number().min(0).max(1).default(0) }),
  /** At most so many pixels on a side, or in all; at most so many bytes. */
  z.strictObject({
    kind: z.literal('scale-down'),
    longestEdge: side.optional(),
    shortestEdge: side.optional(),
    pixels: z.int().min(1).optional(),
    /** What the same profile requires at least: a picture that would have less then stays as large as it is. */
    least: z
      .strictObject({ longestEdge: z.number().optional(), shortestEdge: z.number().optional(), pixels: z.number().optional() })
      .optional(),
    bytes: z.int().min(1).max(largestBytes).optional(),
  }),
  /** A nearly white ground becomes pure white. `share`: of its pixels, from which it is so already. */
  z.strictObject({ kind: z.literal('white-point'), share: z.number().min(0).max(1).default(1) }),
  /** `to`: a JPEG, or any file in sRGB. */
  z.strictObject({ kind: z.literal('convert'), to: z.enum(['jpeg', 'srgb']) }),
])
export type FixWish = z.infer<typeof fixWish>
export type FixKind = FixWish['kind']

export const fixKinds = ['white-point', 'pad', 'scale-down', 'convert'] as const satisfies readonly FixKind[]

/** The same ratio in whole numbers, as near as a wish can name it: 1.91 : 1 is 191 : 100. */
const toWholeRatio = ({ width, height }: { readonly width: number; readonly height: number }) => {
  const whole = [1, 10, 100, 1_000, 10_000].find((times) =>
    [width, height].every((one) => Number.isInteger(Number((one * times).toFixed(6))) && one * times <= largestSide),
  )
  const times = whole ?? largestSide / Math.max(width, height)
  return { width: Math.max(1, Math.round(width * times)), height: Math.max(1, Math.round(height * times)) }
}

const limitSide = (which: 'longest' | 'shortest', most: number) => (which === 'longest' ? { longestEdge: most } : { shortestEdge: most })

/** What would make a picture pass a rule, if it fails it; empty: nothing that is safe. */
export const wishesOf = (rule: RequirementRule): readonly FixWish[] => {
  switch (rule.kind) {
    case 'edge':
      if (rule.most === undefined) return []
      return [{ kind: 'scale-down', ...limitSide(rule.side, Math.min(rule.most, largestSide)) }]
    case 'pixels':
      return rule.most === undefined ? [] : [{ kind: 'scale-down', pixels: rule.most }]
    case 'file-size':
      return [{ kind: 'scale-down', bytes: Math.min(rule.most, largestBytes) }]
    case 'ratio':
      return [{ kind: 'pad', ...toWholeRatio(rule), tolerance: rule.tolerance }]
    case 'format':
      return rule.formats.includes('jpeg') ? [{ kind: 'convert', to: 'jpeg' }] : []
    case 'color-space':
      return rule.spaces.includes('srgb') ? [{ kind: 'convert', to: 'srgb' }] : []
    case 'white-background':
      return [{ kind: 'white-point', share: rule.share }]
    case 'fill':
    case 'sharpness':
    case 'text':
    case 'picture-count':
    case 'unknown':
      return []
  }
}

type Least = NonNullable<Extract<FixWish, { kind: 'scale-down' }>['least']>

const leastOf = (rules: readonly RequirementRule[]): Least => {
  const least: { -readonly [Limit in keyof Least]: Least[Limit] } = {}
  for (const rule of rules) {
    if ((rule.kind !== 'edge' && rule.kind !== 'pixels') || rule.least === undefined) continue
    const limit = rule.kind === 'pixels' ? 'pixels' : rule.side === 'longest' ? 'longestEdge' : 'shortestEdge'
    least[limit] = Math.max(rule.least, least[limit] ?? 0)
  }
  return least
}

/**
 * The same of some rules of a profile, by their places from 0; without places, of all. A format rule that takes PNG, too, asks for nothing. Nothing is
 * scaled down below what any rule of the profile requires.
 */
export const wishesOfRules = ({ rules }: Pick<RequirementProfile, 'rules'>, places?: readonly number[]): readonly FixWish[] => {
  const least = leastOf(rules)
  return rules.flatMap((rule, place) => {
    if (places && !places.includes(place)) return []
    if (rule.kind === 'format' && rule.formats.includes('png')) return []
    return wishesOf(rule).map((wish) => (wish.kind === 'scale-down' && Object.keys(least).length > 0 ? { ...wish, least } : wish))
  })
}

/** Each of these once, as many as one call takes. */
export const joinWishes = (wishes: readonly FixWish[]): readonly FixWish[] =>
  [...new Map(wishes.map((wish) => [JSON.stringify(wish), wish])).values()].slice(0, mostWishes)

/**
 * Why a wish is not fulfilled. `not-measured`: the picture’s ground is not known yet. `too-large`: it, or it with the ground, has too many pixels.
 * `too-small`: another rule of the profile requires more pixels than would be left. `other-ratio`: another wish has another ratio.
 */
export const cannotFix = z.enum([
  'not-measured',
  'no-plain-background',
  'background-not-nearly-white',
  'transparent',
  'too-large',
  'too-small',
  'other-ratio',
])
export type CannotFix = z.infer<typeof cannotFix>

/** What fixing these pictures would do, or did. */
export interface FixPlan {
  /** They get another sent file. */
  readonly pictures: number
  /** Of them, how many get each fix. */
  readonly done: Readonly<Record<FixKind, number>>
  /** Pictures for which a wish can’t be fulfilled, by wish and reason. */
  readonly cannot: readonly { readonly kind: FixKind; readonly why: CannotFix; readonly pictures: number }[]
  /** They need nothing of what is wanted. */
  readonly asTheyAre: number
  /** Of `pictures`, how many the workspace has already: they are sent again when a person says so. */
  readonly uploaded: number
}

/** What fixing pictures did, and the fixes that they had before and after it (`''`: none), by their originals’ SHA-256. */
export interface FixesDone extends FixPlan {
  readonly earlier: readonly { readonly before: string; readonly after: string; readonly originals: string[] }[]
}

const count = z.int().nonnegative()
const planShape = z.object({
  pictures: count,
  done: z.object({ pad: count, 'scale-down': count, 'white-point': count, convert: count }),
  cannot: z.array(z.object({ kind: z.enum(fixKinds), why: cannotFix, pictures: count })),
  asTheyAre: count,
  uploaded: count,
})
export const fixPlan: z.ZodType<FixPlan> = planShape
export const earlierFixes = z.array(z.object({ before: z.string(), after: z.string(), originals: idList })).max(mostIds)
export const fixesDone: z.ZodType<FixesDone> = planShape.extend({ earlier: earlierFixes })
