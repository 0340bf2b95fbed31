import { countOf, formatCount } from '../base/number-words.ts'
import { formatNames } from '../pictures/picture-formats-words.ts'
import type { CheckFix, Measured, NotChecked } from './checks.ts'
import type { CheckedProductPicture, ImportedProfile, ProductCheck, ProfileRow } from './requirement-checks.ts'
import type { ColorSpace, ProfilePictures, RequirementRule, RuleSource } from './requirement-profiles.ts'

const spaceNames: Readonly<Record<ColorSpace, string>> = {
  srgb: 'sRGB',
  rgb: 'RGB with another profile',
  cmyk: 'CMYK',
  gray: 'grayscale',
  lab: 'Lab',
}

export const picturesWords: Readonly<Record<ProfilePictures, string>> = {
  every: 'every picture',
  first: 'a product’s first picture',
  others: 'a product’s other pictures',
}

const joined = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

/** Megabytes of 1,000,000 bytes, smaller ones in kilobytes. */
const formatSize = (bytes: number): string =>
  bytes >= 1_000_000 ? `${formatCount(Math.round(bytes / 100_000) / 10)} MB` : `${formatCount(Math.max(1, Math.round(bytes / 1000)))} kB`

const formatMegapixels = (pixels: number): string => `${formatCount(Math.round(pixels / 100_000) / 10)} megapixels`

const formatShare = (share: number): string => `${formatCount(Math.round(share * 1000) / 10)} %`

type Limits = { readonly least?: number | undefined; readonly most?: number | undefined }

const formatLimits = ({ least, most }: Limits, format: (value: number) => string): string => {
  if (least === undefined) return `at most ${format(most ?? 0)}`
  if (most === undefined) return `at least ${format(least)}`
  return least === most ? format(least) : `${format(least)} to ${format(most)}`
}

const formatPixels = (value: number): string => `${formatCount(value)} px`

/** What a rule is about. */
export const nameRule = (rule: RequirementRule): string => {
  switch (rule.kind) {
    case 'edge':
      return rule.side === 'shortest' ? 'Shorter side' : 'Longer side'
    case 'pixels':
      return 'Resolution'
    case 'ratio':
      return 'Ratio'
    case 'format':
      return 'Format'
    case 'file-size':
      return 'File size'
    case 'color-space':
      return 'Colors'
    case 'white-background':
      return 'Background'
    case 'fill':
      return 'Product fills the frame'
    case 'sharpness':
      return 'Sharpness'
    case 'text':
      return 'Text on the picture'
    case 'picture-count':
      return 'Pictures of a product'
    case 'unknown':
      return `Rule “${rule.said}”`
  }
}

/** What a rule requires, without its name. */
export const describeRequired = (rule: RequirementRule): string => {
  switch (rule.kind) {
    case 'edge':
      return formatLimits(rule, formatPixels)
    case 'pixels':
      return formatLimits(rule, formatMegapixels)
    case 'ratio':
      return `${formatCount(rule.width)} : ${formatCount(rule.height)}`
    case 'format':
      return joined(rule.formats.map((name) => formatNames[name as keyof typeof formatNames] ?? name.toUpperCase()))
    case 'file-size':
      return `at most ${formatSize(rule.most)}`
    case 'color-space':
      return joined(rule.spaces.map((space) => spaceNames[space]))
    case 'white-background':
      return 'pure white (255, 255, 255)'
    case 'fill':
      return formatLimits(rule, formatShare)
    case 'sharpness':
      return rule.least === 'sharp' ? 'sharp' : 'not blurred'
    case 'text':
      return rule.allowed === 'none' ? 'none' : 'only on the product'
    case 'picture-count':
      return formatLimits(rule, (value) => countOf(value, 'picture'))
    case 'unknown':
      return 'not known to this version of Packshot'
  }
}

const nameColor = ([red, green, blue]: readonly [number, number, number]): string => `${red}, ${green}, ${blue}`

/** Exact where rounding would show the limit itself: “64 megapixels, required at most 64 megapixels”. */
const formatBeside = (
  value: number,
  { least, most }: Limits,
  format: (value: number) => string,
  exactly: (value: number) => string,
): string => ([least, most].some((limit) => limit !== undefined && format(limit) === format(value)) ? exactly(value) : format(value))

const limitsOf = (rule: RequirementRule): Limits =>
  rule.kind === 'pixels' || rule.kind === 'fill' || rule.kind === 'file-size' ? rule : {}

/** What was found, beside what the rule requires. */
export const describeMeasured = (measured: Measured, rule: RequirementRule): string => {
  const limits = limitsOf(rule)
  switch (measured.kind) {
    case 'edge':
      return formatPixels(measured.value)
    case 'pixels':
      return formatBeside(measured.value, limits, formatMegapixels, (value) => `${formatCount(value)} pixels`)
    case 'file-size':
      return formatBeside(measured.value, limits, formatSize, (value) => countOf(value, 'byte'))
    case 'fill':
      return formatBeside(measured.value, limits, formatShare, (value) => `${formatCount(Math.round(value * 100_000) / 1000)} %`)
    case 'picture-count':
      return countOf(measured.value, 'picture')
    case 'ratio':
      return `${formatCount(measured.width)} × ${formatCount(measured.height)}`
    case 'format':
      return formatNames[measured.format]
    case 'color-space':
      return spaceNames[measured.space]
    case 'white-background': {
      if (measured.color === null) return 'no plain background'
      return measured.color.every((channel) => channel === 255)
        ? `${formatShare(measured.share)} pure white`
        : `color ${nameColor(measured.color)}`
    }
    case 'sharpness':
      return measured.verdict
    case 'text':
      return `“${measured.words.slice(0, 5).join(' ').slice(0, 80)}”`
  }
}

/** After `--measure`: the reason isn’t the picture’s own. */
export const stillUnmeasuredWords =
  'Some pictures could not be measured now. Add their files again, in case Packshot’s copies are damaged. Then run this command again.'

/** After “Not checked:”. */
export const notCheckedWords: Readonly<Record<NotChecked, string>> = {
  'unknown-rule': 'this version of Packshot doesn’t know the rule',
  'not-measured': 'the picture is not measured yet',
  'not-measurable': 'the picture can’t be measured',
  'file-not-made': 'known once the file is converted',
  'earlier-file': 'the workspace has an earlier file of the picture, of which this is not known; send the picture again',
  'colors-unknown': 'the color profile could not be read',
  transparent: 'the background is transparent; one can be set in the workspace’s upload settings',
  'no-plain-background': 'there is no plain background to tell the product from',
  'sharpness-unclear': 'nothing in the picture shows whether it is sharp',
  'text-not-read': 'its text is not read yet',
  'text-failed': 'its text could not be read',
  'text-off': 'reading text is switched off',
  'text-unreadable': 'something on the picture may be print, but it can’t be read; look for yourself',
  'text-perhaps-on-product': 'there is text, which may be on the product; look for yourself',
}

/** Of a picture that products show in places that no profile in use is about. */
export const noProfileForPlace = 'No requirement profile in use is about this picture’s place in its products.'

/** What a fix does. */
export const fixWords: Readonly<Record<CheckFix, string>> = {
  pad: 'Add background to reach the ratio',
  'scale-down': 'Scale the picture down',
  'white-point': 'Make the nearly white background pure white',
  convert: 'Convert the file',
  'send-again': 'Send the picture again: the workspace has an earlier file of it',
}

/** What a person can do about a failed rule that nothing fixes by itself. */
export const adviceFor = (rule: RequirementRule, measured: Measured): string | null => {
  switch (rule.kind) {
    case 'edge':
    case 'pixels':
      return 'Use a larger original. Enlarging would not add detail.'
    case 'white-background':
      return 'Cut the product out, or photograph it on white.'
    case 'fill': {
      const isSmall = measured.kind === 'fill' && rule.least !== undefined && measured.value < rule.least
      return isSmall ? 'Crop the picture closer to the product.' : 'Leave more room around the product.'
    }
    case 'sharpness':
      return 'Use a sharper picture.'
    case 'format':
      return 'Packshot sends pictures as JPEG or PNG only.'
    case 'color-space':
      return 'Use an original with these colors. Packshot converts to sRGB only.'
    case 'text':
      return 'Use a picture without text.'
    case 'picture-count':
      return measured.kind === 'picture-count' && rule.least !== undefined && measured.value < rule.least
        ? 'Add pictures to the product.'
        : 'Remove pictures from the product.'
    default:
      return null
  }
}

export const describeSource = ({ address, read, isReport }: RuleSource): string =>
  `${isReport ? 'From a report about the shop’s rules' : 'From the shop’s rules'}, read ${read}: ${address}`

/** “2 fail, 1 not checked”, or “all passed”. */
export const describeCounts = ({ failed, notChecked }: { readonly failed: number; readonly notChecked: number }): string => {
  const parts = [
    ...(failed > 0 ? [`${formatCount(failed)} ${failed === 1 ? 'fails' : 'fail'}`] : []),
    ...(notChecked > 0 ? [`${formatCount(notChecked)} not checked`] : []),
  ]
  return parts.length === 0 ? 'all passed' : parts.join(', ')
}

/** What a profile requires of a product and its pictures, and is not so: “front.jpg fails”, “1 picture, at least 3 required”. */
const describeFailing = ({ failing, fails, rules, about }: ProductCheck): string[] => {
  const [first] = failing
  return [
    ...(first && fails === 1 ? [`${about === 'first' ? 'the main picture' : first.name} fails`] : []),
    ...(fails > 1 ? [`${countOf(fails, 'picture')} fail`] : []),
    ...rules.flatMap(({ rule, result }) =>
      result.state === 'failed' ? [`${describeMeasured(result.measured, rule)}, ${describeRequired(rule)} required`] : [],
    ),
  ]
}

const isUnsure = ({ unsure, notChecked }: ProductCheck): boolean => unsure > 0 || notChecked > 0

type ProductState = 'failed' | 'not-checked' | 'passed'

/** What one profile found in a product, after its name: “the main picture fails; 2 pictures not fully checked”. */
export const describeProductCheck = (found: ProductCheck): { readonly state: ProductState; readonly text: string } => {
  const { unsure, meant } = found
  const failed = describeFailing(found)
  const all = [...failed, ...(unsure > 0 ? [`${countOf(unsure, 'picture')} not fully checked`] : [])]
  if (all.length > 0) return { state: failed.length > 0 ? 'failed' : 'not-checked', text: all.join('; ') }
  if (meant === 0) return { state: 'not-checked', text: 'no picture to check' }
  return isUnsure(found) ? { state: 'not-checked', text: 'not fully checked' } : { state: 'passed', text: 'all passed' }
}

/** Why a product’s list can’t be checked. */
export const uncheckedProductWords = {
  known: 'Not checked: the product may have pictures that Packshot doesn’t know of.',
  names: 'Not checked: Packshot could not read which pictures these are. Open the product again.',
  said: 'Not checked: say above which pictures the product has.',
} as const

/** “Main picture: front.jpg”, “Picture 3: side.jpg”. */
export const namePlace = ({ place, name }: Pick<CheckedProductPicture, 'place' | 'name'>): string =>
  `${place === 0 ? 'Main picture' : `Picture ${formatCount(place + 1)}`}: ${name}`

/** How many were checked as they are in the workspace, and not as they would be sent now. */
export const describeEarlierFiles = ({ earlier }: Pick<ProductCheck, 'earlier'>): string[] =>
  earlier > 0 ? [`${countOf(earlier, 'picture')} checked as the workspace has ${earlier === 1 ? 'it' : 'them'}: in an earlier file.`] : []

/** The pictures that one profile says nothing more about, a sentence each. */
export const describeOtherPictures = ({ meant, fails, unsure, unseen, told, earlier }: ProductCheck): string[] => {
  const untold = fails + unsure - unseen - told.length
  const passed = meant - fails - unsure
  return [
    ...(untold > 0 ? [`${countOf(untold, 'more picture')} failed or could not be fully checked.`] : []),
    ...(unseen > 0 ? [`${countOf(unseen, 'picture')} not checked: not in this library.`] : []),
    ...(passed > 0 ? [`${countOf(passed, 'picture')} passed.`] : []),
    ...describeEarlierFiles({ earlier }),
  ]
}

/** What profiles found in a product, in a line for each that found something; `null`: no profile was used. */
export const describeProductChecks = (
  profiles: readonly ProductCheck[],
): { readonly state: ProductState; readonly lines: readonly string[] } | null => {
  if (profiles.length === 0) return null
  const failed = profiles.flatMap((one) => {
    const parts = describeFailing(one)
    return parts.length === 0 ? [] : [`${one.name}: ${parts.join('; ')}.`]
  })
  if (failed.length > 0) return { state: 'failed', lines: failed }
  return profiles.some(isUnsure)
    ? { state: 'not-checked', lines: ['Not fully checked.'] }
    : { state: 'passed', lines: ['Passed all shop checks.'] }
}

/** The same of several pictures, where only “2 fail” could be about pictures: “5 pictures: 10 rules fail, 2 not checked.” */
export const describeChecked = (
  pictures: number,
  { failed, notChecked }: { readonly failed: number; readonly notChecked: number },
): string => {
  const parts = [
    ...(failed > 0 ? [countOf(failed, 'rule fails', 'rules fail')] : []),
    ...(notChecked > 0 ? [`${failed > 0 ? formatCount(notChecked) : countOf(notChecked, 'rule')} not checked`] : []),
  ]
  return `${countOf(pictures, 'picture')}: ${parts.length === 0 ? 'all passed' : parts.join(', ')}.`
}

/** What became of a profile of a file. */
export const describeImportedProfile = ({ name, outcome }: ImportedProfile): string => {
  switch (outcome) {
    case 'added':
      return `“${name}” was added.`
    case 'updated':
      return `“${name}” was updated.`
    case 'same':
      return `“${name}” is already here.`
    case 'older':
      return `“${name}” is already here with newer rules, which were kept.`
    case 'built-in':
      return `“${name}” comes with Packshot, whose rules were kept: the file has other rules under the same revision. Give it a higher revision to update it, or another ID to keep both.`
  }
}

/** After the update of a profile that comes with Packshot was removed. */
export const builtInAgainWords = 'The rules that come with Packshot count again.'

/** `builtIn`: the one that comes with Packshot and counts again; `null`: there is none. */
export const describeRemovedProfile = (name: string, builtIn: Pick<ProfileRow, 'revision'> | null): string =>
  builtIn === null
    ? `“${name}” was removed.`
    : `The update of “${name}” was removed. ${builtInAgainWords.replace(/\.$/, '')} (revision ${builtIn.revision}).`
