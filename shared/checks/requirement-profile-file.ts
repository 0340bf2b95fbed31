import { z } from 'zod'
import { AppError } from '../base/errors.ts'
import { profileFileEnding } from './requirement-profile-file-name.ts'
import type { PictureRule, ProductRule, RequirementProfile, RequirementRule, RuleSource } from './requirement-profiles.ts'
import type { ProfileFileFailure } from './requirement-profiles-failures.ts'

/** Largest file of a profile, in characters: 200 rules with their sources are a tenth of it. */
export const largestProfileFile = 1_000_000
export const mostRules = 200
/** Most profiles of a library. */
export const mostProfiles = 100

const pixels = z.int().min(1).max(10_000_000_000)
const share = z.number().min(0).max(1)
const limitsOf = (one: z.ZodNumber) => ({ least: one.optional(), most: one.optional() })

const source: z.ZodType<RuleSource> = z.strictObject({
  address: z.url({ protocol: /^https?$/ }).max(2_000),
  read: z.iso.date(),
  isReport: z.literal(true).optional(),
})

/** One shape a kind. What a newer Packshot adds to a kind is a rule that this one doesn’t know. */
const shapes = {
  edge: z.strictObject({ kind: z.literal('edge'), side: z.enum(['shortest', 'longest']), ...limitsOf(pixels) }),
  pixels: z.strictObject({ kind: z.literal('pixels'), ...limitsOf(pixels) }),
  ratio: z.strictObject({
    kind: z.literal('ratio'),
    width: z.number().positive().max(1_000_000),
    height: z.number().positive().max(1_000_000),
    tolerance: z.number().min(0).max(0.5),
  }),
  format: z.strictObject({ kind: z.literal('format'), formats: z.array(z.string().min(1).max(40)).min(1).max(40) }),
  'file-size': z.strictObject({ kind: z.literal('file-size'), most: z.int().min(1).max(1_000_000_000_000) }),
  'color-space': z.strictObject({
    kind: z.literal('color-space'),
    spaces: z
      .array(z.enum(['srgb', 'rgb', 'cmyk', 'gray', 'lab']))
      .min(1)
      .max(5),
  }),
  'white-background': z.strictObject({ kind: z.literal('white-background'), share: share.min(0.01) }),
  fill: z.strictObject({ kind: z.literal('fill'), ...limitsOf(share) }),
  sharpness: z.strictObject({ kind: z.literal('sharpness'), least: z.enum(['sharp', 'soft']) }),
  text: z.strictObject({ kind: z.literal('text'), allowed: z.enum(['none', 'on-product']) }),
  'picture-count': z.strictObject({ kind: z.literal('picture-count'), ...limitsOf(z.int().min(0).max(10_000)) }),
} as const satisfies Readonly<Record<(PictureRule | ProductRule)['kind'], z.ZodType<PictureRule | ProductRule>>>

const isKnownKind = (kind: string): kind is keyof typeof shapes => Object.hasOwn(shapes, kind)

const profileHead = z.object({
  id: z
    .string()
    .max(80)
    .regex(/^[a-z0-9][a-z0-9-]*$/),
  revision: z.int().min(1).max(1_000_000_000),
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^\P{Cc}*$/u),
  pictures: z.enum(['every', 'first', 'others']).default('every'),
})

const refuse = (failure: ProfileFileFailure): AppError => new AppError('usage', failure, { kept: 'nothing-changed' })

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type FormatRule = Extract<PictureRule, { kind: 'format' }>

const usualNames: Readonly<Record<string, string>> = { jpg: 'jpeg', tif: 'tiff' }

/** As people write them: “JPG” is `jpeg`. */
const withUsualNames = ({ formats, ...rule }: FormatRule): FormatRule => {
  const usual = formats.map((name) => name.toLowerCase().replace(/^\./, '')).map((name) => usualNames[name] ?? name)
  return { ...rule, formats: [...new Set(usual)] }
}

/** `null`: this version of Packshot doesn’t know such a rule. */
const readKnown = (content: Readonly<Record<string, unknown>>, said: string, number: number): PictureRule | ProductRule | null => {
  if (!isKnownKind(said)) return null
  const read = shapes[said].safeParse(content)
  if (!read.success) {
    if (read.error.issues.every(({ code }) => code === 'unrecognized_keys')) return null
    const field = read.error.issues.find(({ path }) => path.length > 0)?.path[0]
    throw refuse({ kind: 'profile-rule-wrong', number, said, field: String(field ?? 'kind').slice(0, 40) })
  }
  const rule: PictureRule | ProductRule = said === 'format' ? withUsualNames(read.data as FormatRule) : read.data
  if ('least' in rule || 'most' in rule || ['edge', 'pixels', 'fill', 'picture-count'].includes(said)) {
    const { least, most } = rule as { readonly least?: unknown; readonly most?: unknown }
    if (least === undefined && most === undefined) throw refuse({ kind: 'profile-rule-limits', number, said, is: 'missing' })
    if (typeof least === 'number' && typeof most === 'number' && least > most)
      throw refuse({ kind: 'profile-rule-limits', number, said, is: 'reversed' })
  }
  return rule
}

const readRule = (content: unknown, number: number): RequirementRule => {
  if (!isRecord(content) || typeof content.kind !== 'string' || content.kind === '' || content.kind.length > 60)
    throw refuse({ kind: 'profile-rule-wrong', number, said: '', field: 'kind' })
  const { source: from, ...rest } = content
  const read = from === undefined ? undefined : source.safeParse(from)
  const rule = readKnown(rest, content.kind, number)
  if (read && !read.success) {
    // A newer Packshot may say more about sources, too.
    if (rule) throw refuse({ kind: 'profile-rule-wrong', number, said: content.kind, field: 'source' })
    return { kind: 'unknown', said: content.kind, content }
  }
  const withSource = read === undefined ? {} : { source: read.data }
  return rule ? { ...rule, ...withSource } : { kind: 'unknown', said: content.kind, content: rest, ...withSource }
}

/** A profile from the content of a file or of a stored row. Errors: `usage` that names the rule and field. */
export const readProfile = (content: unknown): RequirementProfile => {
  if (!isRecord(content) || content.packshotProfile === undefined) throw refuse({ kind: 'profile-file-unusable', is: 'other' })
  if (content.packshotProfile !== 1) {
    const version = content.packshotProfile
    if (typeof version !== 'number' && typeof version !== 'string') throw refuse({ kind: 'profile-file-unusable', is: 'other' })
    throw refuse({ kind: 'profile-file-version', version: String(version).slice(0, 20) })
  }
  const head = profileHead.safeParse(content)
  if (!head.success) {
    const field = head.error.issues[0]?.path[0]
    throw refuse({ kind: 'profile-field-wrong', field: field as 'id' })
  }
  const { rules } = content
  if (!Array.isArray(rules)) throw refuse({ kind: 'profile-file-unusable', is: 'other' })
  if (rules.length === 0) throw refuse({ kind: 'profile-file-unusable', is: 'empty' })
  if (rules.length > mostRules) throw refuse({ kind: 'profile-too-many-rules', count: rules.length, limit: mostRules })
  return { ...head.data, rules: rules.map((rule, index) => readRule(rule, index + 1)) }
}

/** The profile of a `.packshot-profile` file. Errors: `usage`. */
export const parseProfileFile = (text: string): RequirementProfile => {
  if (text.length > largestProfileFile) throw refuse({ kind: 'profile-file-over-size', limit: largestProfileFile })
  let content: unknown
  try {
    content = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw refuse({ kind: 'profile-file-unusable', is: 'json' })
  }
  return readProfile(content)
}

/** Profiles of a connection file. Errors: `usage`. */
export const readFileProfiles = (profiles: readonly unknown[]): RequirementProfile[] => {
  const read = profiles.map(readProfile)
  const twice = read.find(({ id }, index) => read.findIndex((other) => other.id === id) !== index)
  if (twice) throw new AppError('usage', { kind: 'profile-twice', name: twice.name }, { kept: 'nothing-changed' })
  return read
}

/** A profile as a file has it; rules that this version doesn’t know go out as they came in. */
export const toFileProfile = ({ id, revision, name, pictures, rules }: RequirementProfile): Readonly<Record<string, unknown>> => ({
  packshotProfile: 1,
  id,
  revision,
  name,
  pictures,
  rules: rules.map((rule) => {
    if (rule.kind !== 'unknown') return rule
    return rule.source === undefined ? rule.content : { ...rule.content, source: rule.source }
  }),
})

export const formatProfileFile = (profile: RequirementProfile): string => `${JSON.stringify(toFileProfile(profile), null, 2)}\n`

/** The name of a file with this profile. */
export const nameProfileFile = ({ name }: Pick<RequirementProfile, 'name'>): string => {
  const words = name.replaceAll(/[\\/:*?"<>|\s\p{Cc}]+/gu, ' ').trim()
  return `${words === '' || words.startsWith('.') ? 'Requirements' : words}${profileFileEnding}`
}
