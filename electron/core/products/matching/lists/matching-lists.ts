import type {
  KeptTray,
  MatchPreview,
  MatchProduct,
  MatchRule,
  PictureMatchKind,
  TrayKind,
} from '../../../../../shared/products/matching.ts'
import type { Journal } from '../../../base/database/journal.ts'
import type { Clock } from '../../../base/platform/clock.ts'
import type { Timers } from '../../../base/platform/timers.ts'
import { createSourceStore } from '../../../pictures/library/source-store.ts'
import { createCatalogueStore } from '../../catalogue/catalogue-store.ts'
import { countAttached } from '../../ledger/lists/count-attached.ts'
import { createProductStore } from '../../ledger/product-store.ts'
import { createMatchStore } from '../match-store.ts'
import { readProducts } from './match-subjects.ts'
import { summariseMatches } from './match-summary.ts'
import { createMatchedLibrary } from './matched-library.ts'
import { findOutdated } from './outdated-keys.ts'
import { pageMatches, pageTray } from './page-matches.ts'
import { type Findings, previewMatches, takeFindings } from './preview-matches.ts'
import { outlineFolders, proposeFromFolders } from './products-of-folders.ts'

/** Of the workspace with this id; `null`: of none yet. */
type Of = { readonly connectionId: string | null }
type Page = { readonly offset: number; readonly limit: number }
/** `null`: those that the workspace uses. */
type By = { readonly rules: readonly MatchRule[] | null }

type Ports = {
  readonly journal: Journal
  readonly timers: Pick<Timers, 'after'>
  readonly clock: Clock
  /** Products that answers suggest. */
  readonly suggestions: {
    readonly addToTray: (connectionId: string | null, tray: KeptTray) => KeptTray
    readonly addToPreview: (connectionId: string | null, preview: MatchPreview) => MatchPreview
  }
}

export type MatchingLists = ReturnType<typeof createMatchingLists>

/** Matches as windows list them, and what changes of them begin with. */
export const createMatchingLists = ({ journal, timers, clock, suggestions }: Ports) => {
  const catalogue = createCatalogueStore(journal)
  const matches = createMatchStore(journal)
  const products = createProductStore(journal, clock)
  const sources = createSourceStore(journal)
  const matched = createMatchedLibrary({ journal, timers })
  return {
    preview: ({ connectionId, rules, ...page }: Of & By & Page & { readonly kind: PictureMatchKind | null }): MatchPreview => {
      const needsList = !catalogue.hasNumbers(connectionId)
      return suggestions.addToPreview(connectionId, previewMatches(matched(connectionId, rules), { ...page, needsList }))
    },
    /** What a change keeps of it. `only`: of these pictures. */
    found: ({ connectionId, rules, only }: Of & By & { readonly only: readonly string[] | null }): Findings =>
      takeFindings(matched(connectionId, rules), only),
    summary: ({ connectionId }: Of) => summariseMatches({ journal, catalogue, matches }, connectionId),
    /** `attribute`: how many of the pictures that list in the workspace has. */
    page: ({ connectionId, attribute, ...page }: Of & Page & { readonly text: string; readonly attribute: string }) => {
      const { rows, ...counts } = pageMatches(journal, connectionId, page)
      return { ...counts, rows: countAttached({ journal, products, sources }, connectionId, attribute, rows) }
    },
    /** The same with so many pictures of each, for what looks at all of them. */
    wholePage: ({ connectionId, ...page }: Of & Page & { readonly mostPictures: number }) =>
      pageMatches(journal, connectionId, { ...page, text: '' }),
    tray: ({ connectionId, ...page }: Of & Page & { readonly kind: TrayKind }) => {
      const list = catalogue.current(connectionId)?.import ?? null
      const tray = pageTray(journal, connectionId, { ...page, looked: matches.lookedAt.read(connectionId ?? ''), list })
      return page.kind === 'open' ? suggestions.addToTray(connectionId, tray) : tray
    },
    folders: () => proposeFromFolders(journal),
    foldersOutline: () => outlineFolders(journal),
    known: (connectionId: string | null): MatchProduct[] => readProducts(journal, connectionId),
    outdated: (connectionId: string | null) => findOutdated(journal, connectionId),
  }
}
