import {
  type Finding,
  groupFindings,
  type Matcher,
  placeGroup,
  prepareMatcher,
  type RefusedPattern,
  toPictureMatch,
} from '../../electron/core/products/matching/names/match-pictures.ts'
import type { NamedPosition } from '../../electron/core/products/matching/names/read-position.ts'
import type { MatchFamily, MatchProduct, MatchRule, PictureMatch } from '../../shared/products/matching.ts'

/** A matcher of these products, at once. */
export const createMatcher = (
  products: readonly MatchProduct[],
  rules: readonly MatchRule[],
  families: readonly MatchFamily[] = [],
): { readonly kind: 'ready'; readonly matcher: Matcher } | RefusedPattern => {
  const made = prepareMatcher(rules)
  if (made.kind === 'refused') return made
  return { kind: 'ready', matcher: made.of(products, families) }
}

/** `position`: as the name says it, in the first of its products. */
export type PlacedMatch = PictureMatch & { readonly position?: NamedPosition }

/** Gives the matched pictures their places in their products. The findings' own order is kept. */
export const placeFindings = (findings: readonly Finding[]): PlacedMatch[] => {
  const places = new Map([...groupFindings(findings)].map(([key, group]) => [key, new Map(placeGroup(group))]))
  return findings.map((finding) => {
    const match = toPictureMatch(finding, places)
    return finding.kind === 'matched' ? { ...match, position: finding.matched[0].position } : match
  })
}
