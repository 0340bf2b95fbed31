import { runAtOnce } from '../../base/database/create-pause.ts'
import type { Journal } from '../../base/database/journal.ts'
import { keepFindings } from './keep-findings.ts'
import { findHidden, readDecisions } from './lists/kept-decisions.ts'
import { findChanged } from './lists/match-subjects.ts'
import type { MatchedLibrary } from './lists/preview-matches.ts'
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
  found: MatchedLibrary,
  at: number,
  only?: ReadonlySet<string>,
): Applied => {
  const kept = runAtOnce(readDecisions(journal, connectionId))
  const hidden = findHidden(
    journal,
    found.matches.map(({ pictureId }) => pictureId),
  )
  const changed = findChanged(journal, found.origins)
  const still = found.matches.filter(
    (one) => !hidden.has(one.pictureId) && !kept.decided.has(one.pictureId) && !(one.kind === 'matched' && changed.has(one.productKey)),
  )
  const isMeant = (imageId: string): boolean => only === undefined || only.has(imageId)
  const rows = keepFindings({ matches: still, products: found.products, kept }, matches.arranged(connectionId))
  const left = found.matches.filter(({ pictureId }) => isMeant(pictureId)).length
  const meant = rows.filter(({ imageId }) => isMeant(imageId))
  return { ...matches.save(connectionId, 'apply', meant, { at, isOfRules: true }), left: left - meant.length }
}
