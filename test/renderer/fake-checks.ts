import { builtInProfiles } from '../../electron/core/checks/built-in-profiles.ts'
import { implementer } from '../../electron/core/implementer.ts'
import { AppError } from '../../shared/base/errors.ts'
import { type CheckFacts, checkPicture, checkPictureCount, countResults, picturesOf } from '../../shared/checks/checks.ts'
import type { CheckedProfile, ProductCheck } from '../../shared/checks/requirement-checks.ts'
import { formatProfileFile, nameProfileFile, parseProfileFile } from '../../shared/checks/requirement-profile-file.ts'
import type { RequirementProfile } from '../../shared/checks/requirement-profiles.ts'

const os = implementer.checks

const team: RequirementProfile = {
  id: 'our-shop',
  revision: 3,
  name: 'Our shop',
  pictures: 'every',
  rules: [
    { kind: 'edge', side: 'longest', least: 1600, source: { address: 'https://intranet.example/pictures', read: '2026-11-02' } },
    { kind: 'unknown', said: 'mannequin', content: { kind: 'mannequin', allowed: false } },
  ],
}

/** What is known of each picture of the fake library: too small, on light gray, and not read yet. */
const facts: CheckFacts = {
  width: 900,
  height: 1200,
  format: 'jpeg',
  bytes: 240_000,
  colorSpace: 'srgb',
  background: null,
  measurement: {
    measuredBy: 1,
    width: 900,
    height: 1200,
    transparent: false,
    background: { color: [246, 246, 246], even: true, pureWhiteShare: 0 },
    subject: { left: 90, top: 300, width: 620, height: 700 },
    sharpness: { value: 1, verdict: 'sharp' },
    text: null,
    textUnread: 'not-yet',
  },
}

const check = (profile: RequirementProfile): CheckedProfile => {
  const results = checkPicture(profile, facts)
  const { id, name, revision, pictures } = profile
  return {
    ...{ id, name, revision, pictures },
    ...countResults(results),
    rules: results.flatMap((result) => {
      const rule = profile.rules[result.rule]
      return rule ? [{ rule, result }] : []
    }),
  }
}

const checkProduct = (
  profile: RequirementProfile,
  pictures: readonly (string | null)[],
  total: number,
  nameOf: (imageId: string) => string,
): ProductCheck => {
  const results = checkPictureCount(profile, total)
  const { id, name, revision, pictures: about } = profile
  const { failed, notChecked, rules } = check(profile)
  const meant = picturesOf(profile, [...pictures.entries()])
  const seen = meant.flatMap(([place, imageId]) =>
    imageId === null ? [] : [{ imageId, name: nameOf(imageId), place, failed, notChecked, rules }],
  )
  const unseen = meant.length - seen.length
  return {
    ...{ id, name, revision, about, meant: meant.length, unseen },
    ...countResults(results),
    rules: results.flatMap((result) => {
      const rule = profile.rules[result.rule]
      return rule ? [{ rule, result }] : []
    }),
    fails: failed > 0 ? seen.length : 0,
    earlier: 0,
    unsure: unseen + (failed === 0 && notChecked > 0 ? seen.length : 0),
    failing: failed > 0 ? seen.map(({ imageId, name: said }) => ({ imageId, name: said, failed })) : [],
    told: seen.slice(0, 12).map((one) => ({ ...one, rules: rules.filter(({ result }) => result.state !== 'passed') })),
  }
}

/** What fixing a picture of the fake library does. */
const plan = { pictures: 1, done: { pad: 0, 'scale-down': 0, 'white-point': 1, convert: 0 }, cannot: [], asTheyAre: 0, uploaded: 1 }

/** How often products were asked about, and how often at the same time at most: a test reads it in the page. */
const productCalls = { all: 0, underway: 0, most: 0 }
Object.assign(globalThis, { productCalls })

/** Requirement profiles in memory; none is in use at first. `onChange`: how many are in use now. */
export const createFakeChecks = (nameOf: (imageId: string) => string, onChange: (used: number) => void) => {
  let imported: readonly RequirementProfile[] = [team]
  let used: readonly string[] = []
  const all = (): readonly RequirementProfile[] => [...builtInProfiles(), ...imported]
  const find = (id: string): RequirementProfile => {
    const found = all().find((one) => one.id === id)
    if (!found) throw new AppError('unknown-id', { kind: 'profile-unknown' })
    return found
  }
  return {
    profiles: os.profiles.handler(() =>
      all().map((profile) => ({
        ...profile,
        origin: imported.includes(profile) ? ('imported' as const) : ('built-in' as const),
        isUsed: used.includes(profile.id),
      })),
    ),
    use: os.use.handler(({ input }) => {
      used = input.ids
      onChange(used.length)
    }),
    read: os.read.handler(({ input }) => {
      const { id, name, revision, rules } = parseProfileFile(input.text)
      return { id, name, revision, rules: rules.length, unknownRules: 0, relation: 'new' as const, knownRevision: null }
    }),
    import: os.import.handler(({ input }) => {
      const profile = parseProfileFile(input.text)
      imported = [...imported.filter(({ id }) => id !== profile.id), profile]
      onChange(used.length)
      return { id: profile.id, name: profile.name, outcome: 'added' as const }
    }),
    remove: os.remove.handler(({ input }) => {
      const profile = find(input.id)
      imported = imported.filter((one) => one !== profile)
      onChange(used.length)
      return { name: profile.name, text: formatProfileFile(profile) }
    }),
    export: os.export.handler(({ input }) => {
      const profile = find(input.id)
      return { text: formatProfileFile(profile), fileName: nameProfileFile(profile) }
    }),
    pictures: os.pictures.handler(({ input }) => {
      const chosen = (input.profiles ?? used).map(find)
      return input.imageIds.map((imageId) => ({ imageId, name: 'Picture.jpg', profiles: chosen.map(check) }))
    }),
    product: os.product.handler(async ({ input: { imageIds, total } }) => {
      productCalls.all++
      productCalls.underway++
      productCalls.most = Math.max(productCalls.most, productCalls.underway)
      await new Promise((resolve) => setTimeout(resolve, 100))
      productCalls.underway--
      const pictures = 'kept' in imageIds ? [] : imageIds.map((id) => id || null)
      return used.map((id) => checkProduct(find(id), pictures, total, nameOf))
    }),
    measure: os.measure.handler(() => ({ left: 0, unchecked: 0 })),
    measurements: os.measurements.handler(() => []),
    planFix: os.planFix.handler(() => plan),
    fix: os.fix.handler(() => ({ ...plan, earlier: [] })),
    putFixesBack: os.putFixesBack.handler(() => ({ pictures: 1 })),
    unfix: os.unfix.handler(() => ({ unfixed: 1 })),
    products: os.products.handler(() => ({ total: 0, rows: [] })),
    summary: os.summary.handler(() => ({
      failing: used.length > 0 ? 5 : 0,
      left: false,
      byProfile: Object.fromEntries(used.map((id) => [id, 5])),
    })),
  }
}
