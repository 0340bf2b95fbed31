import type { SentFormat } from '../pictures/picture-formats.ts'
import type { PictureMeasurement, SharpnessVerdict } from './measurements.ts'
import type { PictureFixes } from './picture-fixes-shapes.ts'
import { type ColorSpace, isPictureRule, type PictureRule, type RequirementProfile, type UnknownRule } from './requirement-profiles.ts'

/** Counts the changes of this file that give other results. */
export const checkingVersion = 3

/** What is known of a picture as its workspace gets it. `null`: not known now, as the size of a file that is not made yet. */
export type CheckFacts = {
  /** Pixels, upright. */
  readonly width: number | null
  readonly height: number | null
  readonly format: SentFormat | null
  readonly bytes: number | null
  /** What the file can’t exceed, if its size is not known. */
  readonly bytesAtMost?: number | undefined
  readonly colorSpace: ColorSpace | null
  /** Takes the place of transparency before it is sent, `#rrggbb`; `null`: transparency stays. */
  readonly background: string | null
  /** Of its pixels, as its fixes make them; `failed`: they can’t be measured. */
  readonly measurement: PictureMeasurement | 'failed' | null
  /** Those that a person chose. */
  readonly fixes?: PictureFixes | undefined
}

/** What makes a failed rule pass without harm to the picture. `send-again`: its current file passes, and the workspace has an earlier one. */
export type CheckFix = 'pad' | 'scale-down' | 'white-point' | 'convert' | 'send-again'

/** What was found, by the rule’s kind. */
export type Measured =
  | { readonly kind: 'edge' | 'pixels' | 'file-size' | 'fill' | 'picture-count'; readonly value: number }
  | { readonly kind: 'ratio'; readonly width: number; readonly height: number }
  | { readonly kind: 'format'; readonly format: SentFormat }
  | { readonly kind: 'color-space'; readonly space: ColorSpace }
  /** `color`: of the ground; `null`: it has several colors. */
  | { readonly kind: 'white-background'; readonly share: number; readonly color: readonly [number, number, number] | null }
  | { readonly kind: 'sharpness'; readonly verdict: SharpnessVerdict }
  | { readonly kind: 'text'; readonly words: readonly string[] }

/**
 * Why a rule is not checked. `file-not-made`: the size or format is known once the file is made. `earlier-file`: the workspace has a file of which this
 * is not known any more.
 */
export type NotChecked =
  | 'unknown-rule'
  | 'not-measured'
  | 'not-measurable'
  | 'file-not-made'
  | 'earlier-file'
  | 'colors-unknown'
  | 'transparent'
  | 'no-plain-background'
  | 'sharpness-unclear'
  | 'text-not-read'
  | 'text-failed'
  | 'text-off'
  | 'text-unreadable'
  | 'text-perhaps-on-product'

/** `rule`: its place in the profile, from 0. */
export type RuleResult = { readonly rule: number } & (
  | { readonly state: 'passed' }
  | { readonly state: 'failed'; readonly measured: Measured; readonly fix?: CheckFix | undefined }
  | { readonly state: 'not-checked'; readonly why: NotChecked }
)

type Outcome =
  | { readonly state: 'passed' }
  | { readonly state: 'failed'; readonly measured: Measured; readonly fix?: CheckFix }
  | { readonly state: 'not-checked'; readonly why: NotChecked }

const passed: Outcome = { state: 'passed' }
const notChecked = (why: NotChecked): Outcome => ({ state: 'not-checked', why })
const unmeasured = (measurement: 'failed' | null): Outcome => notChecked(measurement === null ? 'not-measured' : 'not-measurable')
const judge = (isFulfilled: boolean, measured: Measured, fix?: CheckFix): Outcome =>
  isFulfilled ? passed : { state: 'failed', measured, ...(fix === undefined ? {} : { fix }) }

type Limited = { readonly least?: number | undefined; readonly most?: number | undefined }

const isWithin = (value: number, { least = 0, most = Number.POSITIVE_INFINITY }: Limited): boolean => value >= least && value <= most

/** Too much can be made smaller; too little can’t be made larger without harm. */
const judgeSize = (kind: 'edge' | 'pixels', value: number, rule: Limited): Outcome =>
  judge(isWithin(value, rule), { kind, value }, rule.most !== undefined && value > rule.most ? 'scale-down' : undefined)

/** Beside the exact ratio, one pixel more or less is right: sizes are whole pixels. */
const hasRatio = (width: number, height: number, rule: Extract<PictureRule, { kind: 'ratio' }>): boolean => {
  const wanted = rule.width / rule.height
  return (
    Math.abs(width / height / wanted - 1) <= rule.tolerance ||
    Math.abs(width - height * wanted) <= 1 ||
    Math.abs(height - width / wanted) <= 1
  )
}

/** Of the least light channel: darker grounds can’t be told from a gray that is meant. */
const nearlyWhite = 235

const judgeBackground = ({ share }: { readonly share: number }, { measurement, background, fixes }: CheckFacts): Outcome => {
  if (measurement === null || measurement === 'failed') return unmeasured(measurement)
  const { color, even, pureWhiteShare } = measurement.background
  if (measurement.transparent && color === null) {
    // Once it is filled, the ground has the color that fills it.
    if (background === null || measurement.subject === null) return notChecked('transparent')
    const filled = [1, 3, 5].map((at) => Number.parseInt(background.slice(at, at + 2), 16)) as [number, number, number]
    const isWhite = filled.every((channel) => channel === 255)
    return judge(isWhite, { kind: 'white-background', share: 0, color: filled })
  }
  // Where the white point was not enough, the same fix again changes nothing.
  const isNearlyWhite = color !== null && even && Math.min(...color) >= nearlyWhite && fixes?.whitePoint === undefined
  const measured = { kind: 'white-background', share: pureWhiteShare, color } as const
  return judge(color !== null && pureWhiteShare >= share, measured, isNearlyWhite ? 'white-point' : undefined)
}

const judgeFill = (rule: Limited, { measurement }: CheckFacts): Outcome => {
  if (measurement === null || measurement === 'failed') return unmeasured(measurement)
  const { subject, width, height } = measurement
  if (!subject) return notChecked('no-plain-background')
  const value = Math.max(subject.width / width, subject.height / height)
  return judge(isWithin(value, rule), { kind: 'fill', value })
}

const judgeSharpness = (least: 'sharp' | 'soft', { measurement }: CheckFacts): Outcome => {
  if (measurement === null || measurement === 'failed') return unmeasured(measurement)
  const { verdict } = measurement.sharpness
  if (verdict === 'unknown') return notChecked('sharpness-unclear')
  return judge(verdict === 'sharp' || (least === 'soft' && verdict === 'soft'), { kind: 'sharpness', verdict })
}

const unread = { 'not-yet': 'text-not-read', failed: 'text-failed', off: 'text-off' } as const

const judgeText = (allowed: 'none' | 'on-product', { measurement }: CheckFacts): Outcome => {
  if (measurement === null || measurement === 'failed') return unmeasured(measurement)
  const { text, textUnread = 'not-yet' } = measurement
  if (!text) return notChecked(unread[textUnread])
  if (text.words.length === 0) return text.isUnreadable ? notChecked('text-unreadable') : passed
  // Where words are printed, a person sees.
  if (allowed === 'on-product') return notChecked('text-perhaps-on-product')
  return judge(false, { kind: 'text', words: text.words.slice(0, 20) })
}

const isSurelyWithin = ({ bytesAtMost = Number.POSITIVE_INFINITY }: CheckFacts, most: number): Outcome =>
  bytesAtMost <= most ? passed : notChecked('file-not-made')

const judgeRule = (rule: PictureRule | UnknownRule, facts: CheckFacts): Outcome => {
  const { width, height, format, bytes, colorSpace } = facts
  const isSized = width !== null && height !== null
  switch (rule.kind) {
    case 'edge': {
      if (!isSized) return notChecked('file-not-made')
      return judgeSize('edge', rule.side === 'shortest' ? Math.min(width, height) : Math.max(width, height), rule)
    }
    case 'pixels':
      return isSized ? judgeSize('pixels', width * height, rule) : notChecked('file-not-made')
    case 'ratio':
      return isSized ? judge(hasRatio(width, height, rule), { kind: 'ratio', width, height }, 'pad') : notChecked('file-not-made')
    case 'format':
      return format === null
        ? notChecked('file-not-made')
        : judge(rule.formats.includes(format), { kind: 'format', format }, rule.formats.includes('jpeg') ? 'convert' : undefined)
    case 'file-size':
      return bytes === null
        ? isSurelyWithin(facts, rule.most)
        : judge(bytes <= rule.most, { kind: 'file-size', value: bytes }, 'scale-down')
    case 'color-space': {
      if (colorSpace === null) return notChecked('colors-unknown')
      const isMade = rule.spaces.includes('srgb')
      return judge(rule.spaces.includes(colorSpace), { kind: 'color-space', space: colorSpace }, isMade ? 'convert' : undefined)
    }
    case 'white-background':
      return judgeBackground(rule, facts)
    case 'fill':
      return judgeFill(rule, facts)
    case 'sharpness':
      return judgeSharpness(rule.least, facts)
    case 'text':
      return judgeText(rule.allowed, facts)
    case 'unknown':
      return notChecked('unknown-rule')
  }
}

/** Each rule of a profile that is about single pictures, in the profile’s order. What is not known is not checked, never passed. */
export const checkPicture = (profile: Pick<RequirementProfile, 'rules'>, facts: CheckFacts): readonly RuleResult[] =>
  profile.rules.flatMap((rule, index): readonly RuleResult[] => (isPictureRule(rule) ? [{ rule: index, ...judgeRule(rule, facts) }] : []))

/** Each rule of a profile that is about a product’s pictures together. */
export const checkPictureCount = (profile: Pick<RequirementProfile, 'rules'>, pictures: number): readonly RuleResult[] =>
  profile.rules.flatMap((rule, index): readonly RuleResult[] =>
    rule.kind === 'picture-count' ? [{ rule: index, ...judge(isWithin(pictures, rule), { kind: 'picture-count', value: pictures }) }] : [],
  )

/** Of these pictures of a product, in their order, the ones that a profile is about. */
export const picturesOf = <T>({ pictures }: Pick<RequirementProfile, 'pictures'>, inOrder: readonly T[]): readonly T[] =>
  pictures === 'every' ? inOrder : pictures === 'first' ? inOrder.slice(0, 1) : inOrder.slice(1)

/** How many rules failed and how many were not checked. */
export const countResults = (results: readonly RuleResult[]): { readonly failed: number; readonly notChecked: number } => ({
  failed: results.filter(({ state }) => state === 'failed').length,
  notChecked: results.filter(({ state }) => state === 'not-checked').length,
})

const ofTheFile: ReadonlySet<NotChecked> = new Set(['not-measured', 'file-not-made', 'text-not-read'])

/**
 * The same of an earlier file, which the workspace has. `now`: the results of the file that would be sent now. What is not known of an earlier file
 * doesn't become known by waiting, and where the current one passes, sending that is what helps.
 */
export const checkEarlier = (profile: Pick<RequirementProfile, 'rules'>, earlier: CheckFacts, now: CheckFacts): readonly RuleResult[] => {
  const current = checkPicture(profile, now)
  return checkPicture(profile, earlier).map((result, at): RuleResult => {
    const { rule, state } = result
    if (state === 'not-checked') return ofTheFile.has(result.why) ? { rule, state, why: 'earlier-file' } : result
    if (state === 'passed') return result
    const after = current[at]
    const fix = after?.state === 'passed' ? 'send-again' : after?.state === 'failed' ? after.fix : undefined
    return { rule, state, measured: result.measured, ...(fix === undefined ? {} : { fix }) }
  })
}
