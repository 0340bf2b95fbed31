import type { CannotFix, FixKind, FixWish } from '../../../shared/checks/fix-wishes.ts'
import type { PictureMeasurement } from '../../../shared/checks/measurements.ts'
import { paddedSize, toFixesKey } from '../../../shared/checks/picture-fixes.ts'
import type { PictureFixes } from '../../../shared/checks/picture-fixes-shapes.ts'
import { isSentFormat } from '../../../shared/pictures/accepted-pictures.ts'
import type { SendingSettings } from '../../../shared/service/sending-shapes.ts'
import type { StoredImage } from '../pictures/library/picture-store.ts'
import { foreseeSize, ownColors } from './picture-facts.ts'

/** Of the lowest channel: darker grounds are gray on purpose. */
const nearlyWhite = 235
/** A fixed picture is held in memory as a whole: larger ones take the image process beyond its limit. In pixels; `padded`: with the ground around it. */
const mostFixed = { itself: 80_000_000, padded: 70_000_000 } as const
/** What a JPEG holds, in pixels on a side. */
const longestPadded = 65_500
/** Noise below the ground’s usual color, in each channel, that becomes white, too. */
const noise = 6

/** `measurement`: of the original without fixes. `sentBytes`: of the file that is sent now. `null`: it is not known. */
export type FixedPicture = {
  readonly image: Pick<StoredImage, 'format' | 'width' | 'height' | 'bytes' | 'hasAlpha' | 'reading' | 'fixes'>
  readonly measurement: PictureMeasurement | null
  readonly sentBytes: number | null
}

export type PlannedFixes = {
  /** What the picture gets, what it had before included; the same as before, if nothing is to be done. */
  readonly fixes: PictureFixes | null
  readonly done: readonly FixKind[]
  readonly cannot: readonly { readonly kind: FixKind; readonly why: CannotFix }[]
}

type Wish<Kind extends FixKind> = Extract<FixWish, { kind: Kind }>
type Step = PictureFixes | 'nothing' | CannotFix

const hex = (color: readonly [number, number, number]): string => `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`

const planWhitePoint = ({ measurement }: FixedPicture, { share }: Wish<'white-point'>): Step => {
  if (!measurement) return 'not-measured'
  const { color, pureWhiteShare } = measurement.background
  if (color === null) return measurement.transparent ? 'transparent' : 'no-plain-background'
  if (pureWhiteShare >= share) return 'nothing'
  if (Math.min(...color) < nearlyWhite) return 'background-not-nearly-white'
  return { whitePoint: [color[0] - noise, color[1] - noise, color[2] - noise] }
}

type Size = { readonly width: number; readonly height: number }

const hasRatio = ({ width, height }: Size, wanted: Wish<'pad'>): boolean => {
  const ratio = wanted.width / wanted.height
  return (
    Math.abs(width / height / ratio - 1) <= wanted.tolerance ||
    Math.abs(width - height * ratio) <= 1 ||
    Math.abs(height - width / ratio) <= 1
  )
}

/** With the ground that is added around it. */
const paddedTo = (size: Size, pad: PictureFixes['pad']): Size => (pad ? paddedSize(size, pad) : size)

/** `isRatioSet`: by another wish, which this one must not undo. */
const planPad = ({ image, measurement }: FixedPicture, wish: Wish<'pad'>, before: PictureFixes, isRatioSet: boolean): Step => {
  if (isRatioSet) return hasRatio(paddedTo(image, before.pad), wish) ? 'nothing' : 'other-ratio'
  if (hasRatio(image, wish)) return before.pad ? { pad: undefined } : 'nothing'
  if (!measurement) return 'not-measured'
  const { color, even } = measurement.background
  const { width, height } = wish
  const padded = paddedTo(image, { width, height, color: null })
  if (padded.width * padded.height > mostFixed.padded || Math.max(padded.width, padded.height) > longestPadded) return 'too-large'
  if (color === null) return even && measurement.transparent ? { pad: { width, height, color: null } } : 'no-plain-background'
  return { pad: { width, height, color: before.whitePoint ? '#ffffff' : hex(color) } }
}

const isBelow = ({ width, height }: Size, { longestEdge = 0, shortestEdge = 0, pixels = 0 }: NonNullable<Wish<'scale-down'>['least']>) =>
  Math.max(width, height) < longestEdge || Math.min(width, height) < shortestEdge || width * height < pixels

const planScale = ({ image, sentBytes }: FixedPicture, wish: Wish<'scale-down'>, before: PictureFixes, settings: SendingSettings): Step => {
  const size = paddedTo(image, before.pad)
  const longest = Math.max(size.width, size.height)
  const limits = [
    wish.longestEdge,
    wish.shortestEdge === undefined ? undefined : Math.floor((wish.shortestEdge * longest) / Math.min(size.width, size.height)),
    wish.pixels === undefined ? undefined : Math.floor(longest * Math.sqrt(wish.pixels / (size.width * size.height))),
  ].filter((limit) => limit !== undefined)
  const edge = Math.min(...limits)
  const sent = Math.min(longest, settings.longestEdge ?? longest, before.longestEdge ?? longest)
  const isLarge = wish.bytes !== undefined && sentBytes !== null && sentBytes > wish.bytes
  if (edge >= sent && !isLarge) return 'nothing'
  if (edge < sent && wish.least && isBelow(foreseeSize(size, edge), wish.least)) return 'too-small'
  return {
    ...(edge < sent ? { longestEdge: Math.max(1, edge) } : {}),
    ...(isLarge ? { largestBytes: Math.min(wish.bytes ?? 0, before.largestBytes ?? Number.POSITIVE_INFINITY) } : {}),
  }
}

const planConvert = (
  { image, measurement }: FixedPicture,
  { to }: Wish<'convert'>,
  before: PictureFixes,
  settings: SendingSettings,
): Step => {
  // What has new pixels is in sRGB.
  if (to === 'srgb')
    return toFixesKey(before) !== '' || !isSentFormat(image.format) || ownColors(image) === 'srgb' ? 'nothing' : { convert: 'srgb' }
  if (image.format === 'jpeg' || before.convert === 'jpeg') return 'nothing'
  if (settings.background === null && image.hasAlpha) {
    if (!measurement) return 'not-measured'
    if (measurement.transparent) return 'transparent'
  }
  return image.format === 'png' || image.hasAlpha ? { convert: 'jpeg' } : 'nothing'
}

const order = ['white-point', 'pad', 'scale-down', 'convert'] as const satisfies readonly FixKind[]

/** Without what is set to `undefined`. */
const merge = (before: PictureFixes, step: PictureFixes): PictureFixes =>
  Object.fromEntries(Object.entries({ ...before, ...step }).filter(([, value]) => value !== undefined)) as PictureFixes

/**
 * Which fixes a picture gets for these wishes. Only what is safe: ground is added in the ground’s own color, and only a nearly white one becomes white.
 * `settings`: of the workspace that gets it.
 */
export const planPictureFixes = (picture: FixedPicture, wishes: readonly FixWish[], settings: SendingSettings): PlannedFixes => {
  const before = picture.image.fixes ?? null
  let fixes: PictureFixes = before ?? {}
  let isRatioSet = false
  const done = new Set<FixKind>()
  const cannot = new Map<FixKind, CannotFix>()
  for (const wish of order.flatMap((kind) => wishes.filter((one) => one.kind === kind))) {
    const step = planStep(picture, wish, fixes, settings, isRatioSet)
    if (wish.kind === 'pad' && (step === 'nothing' || typeof step !== 'string')) isRatioSet = true
    if (step === 'nothing') continue
    if (typeof step === 'string') {
      cannot.set(wish.kind, step)
      continue
    }
    if (picture.image.width * picture.image.height > mostFixed.itself) {
      cannot.set(wish.kind, 'too-large')
      continue
    }
    const after = merge(fixes, step)
    if (toFixesKey(after) === toFixesKey(fixes)) continue
    fixes = after
    done.add(wish.kind)
  }
  if (done.size > 0) fixes = withinLargest(picture, wishes, fixes)
  return {
    fixes: toFixesKey(fixes) === '' ? null : fixes,
    done: [...done],
    cannot: [...cannot].map(([kind, why]) => ({ kind, why })),
  }
}

/** A JPEG takes about a byte a pixel at most: a fixed file that may be larger than is wanted is kept within that when it is made. */
const withinLargest = ({ image }: FixedPicture, wishes: readonly FixWish[], fixes: PictureFixes): PictureFixes => {
  const limits = wishes.flatMap((wish) => (wish.kind === 'scale-down' ? (wish.bytes ?? []) : []))
  const most = Math.min(...limits, fixes.largestBytes ?? Number.POSITIVE_INFINITY)
  const { width, height } = foreseeSize(paddedTo(image, fixes.pad), fixes.longestEdge ?? null)
  return width * height > most ? { ...fixes, largestBytes: most } : fixes
}

const planStep = (picture: FixedPicture, wish: FixWish, before: PictureFixes, settings: SendingSettings, isRatioSet: boolean): Step => {
  switch (wish.kind) {
    case 'white-point':
      return planWhitePoint(picture, wish)
    case 'pad':
      return planPad(picture, wish, before, isRatioSet)
    case 'scale-down':
      return planScale(picture, wish, before, settings)
    case 'convert':
      return planConvert(picture, wish, before, settings)
  }
}
