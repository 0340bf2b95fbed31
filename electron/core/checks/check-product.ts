import { checkPictureCount, countResults, picturesOf } from '../../../shared/checks/checks.ts'
import type { CheckedProductPicture, CheckedProfile, CheckedRule, ProductCheck } from '../../../shared/checks/requirement-checks.ts'
import type { RequirementProfile } from '../../../shared/checks/requirement-profiles.ts'
import type { Journal } from '../base/database/journal.ts'
import { findJudgedFile, type JudgedFilePorts } from './judged-file.ts'
import type { ShopChecks } from './shop-checks.ts'

/** Pictures that are checked in one turn of the event loop: each is judged by rules, which no statement does. */
const piece = 50

/** Pictures whose rules are told, of each profile. */
const toldInDetail = 12

type Ports = JudgedFilePorts & {
  readonly journal: Pick<Journal, 'nextTurn'>
  readonly shopChecks: Pick<ShopChecks, 'check'>
}

/**
 * A product's pictures, in their order; `null` and ids of no picture: not in the library. `sources`: at their places, those that the product has.
 * `total`: with those that are not among them.
 */
export type ProductPictures = {
  readonly pictures: readonly (string | null)[]
  readonly sources?: readonly (string | null)[] | undefined
  readonly total: number
}

/** What one profile found so far. */
type Finding = {
  readonly profile: RequirementProfile
  /** The places that the profile is about; the last one is not among them. */
  readonly from: number
  readonly to: number
  seen: number
  readonly failing: CheckedProductPicture[]
  readonly unclear: CheckedProductPicture[]
  fails: number
  unsure: number
  earlier: number
}

const toldRules = ({ rules }: CheckedProfile): readonly CheckedRule[] => rules.filter(({ result }) => result.state !== 'passed')

const beginFinding = (profile: RequirementProfile, pictures: number): Finding => {
  const places = picturesOf(
    profile,
    Array.from({ length: pictures }, (_, place) => place),
  )
  const [from = 0] = places
  return { profile, from, to: from + places.length, seen: 0, failing: [], unclear: [], fails: 0, unsure: 0, earlier: 0 }
}

const endFinding = ({ profile, from, to, ...found }: Finding, { pictures, total }: ProductPictures, mostFailing: number): ProductCheck => {
  const results = checkPictureCount(profile, total)
  const beyond = profile.pictures === 'first' ? 0 : Math.max(0, total - pictures.length)
  // Pictures that are gone, are not ours, or were not asked about have not passed.
  const unseen = to - from - found.seen + beyond
  return {
    id: profile.id,
    name: profile.name,
    revision: profile.revision,
    about: profile.pictures,
    ...countResults(results),
    rules: results.flatMap((result) => {
      const rule = profile.rules[result.rule]
      return rule ? [{ rule, result }] : []
    }),
    failing: found.failing.slice(0, mostFailing).map(({ imageId, name, failed }) => ({ imageId, name, failed })),
    told: [...found.failing, ...found.unclear].slice(0, toldInDetail),
    meant: to - from + beyond,
    fails: found.fails,
    unseen,
    unsure: found.unsure + unseen,
    earlier: found.earlier,
  }
}

/**
 * What the rules of some profiles find in a product’s pictures. `mostFailing`: as many of those that fail are named. Pictures are looked at in pieces,
 * each once.
 */
export const checkProduct = async (
  profiles: readonly RequirementProfile[],
  ports: Ports,
  product: ProductPictures,
  mostFailing = Number.POSITIVE_INFINITY,
): Promise<ProductCheck[]> => {
  const { journal, shopChecks } = ports
  const findings = profiles.map((profile) => beginFinding(profile, product.pictures.length))
  const mostKept = Math.max(mostFailing, toldInDetail)
  for (const [place, imageId] of product.pictures.entries()) {
    if (place % piece === piece - 1) await journal.nextTurn()
    const about = findings.filter(({ from, to }) => place >= from && place < to)
    const file = imageId === null || about.length === 0 ? undefined : findJudgedFile(ports, imageId, product.sources?.[place] ?? undefined)
    if (!file) continue
    const { image, earlier } = file
    const checked = shopChecks.check(
      image,
      about.map(({ profile }) => profile),
      earlier,
    )
    for (const [at, finding] of about.entries()) {
      const one = checked[at]
      if (!one) continue
      finding.seen++
      if (earlier) finding.earlier++
      const told = () => ({
        imageId: image.id,
        name: image.name,
        place,
        failed: one.failed,
        notChecked: one.notChecked,
        rules: toldRules(one),
      })
      if (one.failed > 0) {
        finding.fails++
        if (finding.failing.length < mostKept) finding.failing.push(told())
      } else if (one.notChecked > 0) {
        finding.unsure++
        if (finding.unclear.length < toldInDetail) finding.unclear.push(told())
      }
    }
  }
  return findings.map((finding) => endFinding(finding, product, mostFailing))
}
