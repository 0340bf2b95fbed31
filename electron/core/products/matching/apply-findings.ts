import type { Journal } from '../../base/database/journal.ts'
import { keepFindings } from './keep-findings.ts'
import { findHidden, readDecisions } from './lists/kept-decisions.ts'
import { findChanged } from './lists/match-subjects.ts'
import type { Findings } from './lists/preview-matches.ts'
import type { MatchStore, SavedMatches } from './match-store.ts'

type Ports = { readonly journal: Journal; readonly matches: Pick<MatchStore, 'arranged' | 'save'> }

/** `left`: pictures that were left out, because they, their product or what a person says of them changed since the rules looked. */
export type Applied = SavedMatches & { readonly left: number }

/**
 * Keeps what rules found, as far as it is still so: of pictures that are in the library, that no person decided about, and of products as they were then.
 * `only`: of these pictures. Called inside `journal.write`.
 */
export const applyFindings = (
  { journal, matches }: Ports,
  connectionId: string | null,
  found: Findings,
  at: number,
  only?: ReadonlySet<string>,
): Applied => {
  const imageIds = found.matches.map(({ pictureId }) => pictureId)
  const keys = found.origins.map(({ product }) => product.key)
  const kept = readDecisions(journal, connectionId, only && { imageIds, keys })
  const hidden = findHidden(journal, imageIds)
  const changed = findChanged(journal, found.origins)
  const still = found.matches.filter(
    (one) =>
      !hidden.has(one.pictureId) &&
      !kept.decided.has(one.pictureId) &&
      !(one.kind === 'matched' && one.products.some(({ productKey }) => changed.has(productKey))),
  )
  const isMeant = (imageId: string): boolean => only === undefined || only.has(imageId)
  const rows = keepFindings(
    { matches: still, products: new Map(found.products.map((one) => [one.key, one])), kept },
    matches.arranged(connectionId),
  )
  const left = found.matches.filter(({ pictureId }) => isMeant(pictureId)).length
  const meant = rows.filter(({ imageId }) => isMeant(imageId))
  return { ...matches.save(connectionId, 'apply', meant, { at, isOfRules: true }), left: left - meant.length }
}
