import type { MatchChange } from '../../../../shared/products/matching.ts'
import type { Journal } from '../../base/database/journal.ts'
import { everyConnectionId } from '../../workspaces/connections/connection-store.ts'
import { createLookedAt } from './looked-at.ts'
import { type ChangeFacts, createMatchHistory, type MatchChangeKind } from './match-history.ts'
import { createMatchKeys, type FollowedProduct, type MatchRow, type Outdated } from './match-keys.ts'
import { createMatchRows, type KeptMatch, type NewMatch } from './match-rows.ts'
import { mergeMatches } from './merge-matches.ts'
import { createRuleStore } from './rule-store.ts'

export type { MatchChangeKind } from './match-history.ts'
export type { KeptIn, KeptMatch, NewMatch } from './match-rows.ts'

/** How many pictures a change changed, and its number, to undo exactly that; `null`: it changed nothing. */
export type SavedMatches = { readonly changed: number; readonly change: number | null }

export type HowSaved = {
  readonly at: number
  /** Decisions of a person stay. */
  readonly isOfRules: boolean
  readonly facts?: ChangeFacts
}

/** The places of a product whose order a person set. */
export type ArrangedProduct = { readonly places: ReadonlyMap<string, number>; readonly last: number }

/** A condition on `images`: a person decided about the picture, in any workspace. */
export const isDecided = "EXISTS (SELECT 1 FROM matches WHERE image_id = images.id AND decided_by = 'person')"

export type MatchStore = ReturnType<typeof createMatchStore>

/** Matches of pictures in each workspace, and their changes. `connectionId` `null`: of no workspace yet. */
export const createMatchStore = (journal: Journal) => {
  const rows = createMatchRows(journal)
  const history = createMatchHistory(journal, rows)
  const keys = createMatchKeys(journal)
  const rules = createRuleStore(journal)
  const lookedAt = createLookedAt(journal)

  return {
    /** Saves one change. Called inside `journal.write`. */
    save: (
      connectionId: string | null,
      kind: MatchChangeKind,
      all: readonly NewMatch[],
      { at, isOfRules, facts = {} }: HowSaved,
    ): SavedMatches => {
      const owner = connectionId ?? ''
      const change = history.begin(owner, kind, at)
      const changed = rows.save(change, owner, all, isOfRules)
      return { changed, change: history.complete(change, owner, changed, facts) }
    },
    /** Undoes the newest change of this workspace; `null`: there was no change. Called inside `journal.write`. */
    undo: (connectionId: string | null): MatchChange | null => history.undo(connectionId ?? ''),
    /**
     * Undoes this change; a picture that a later change has keeps what that one says. Called inside `journal.write`. Error: `usage` (it was undone, or it is
     * too old).
     */
    undoOnly: history.undoOnly,
    /** Removes changes that can’t be undone any more, with other work in between. */
    sweep: history.sweep,
    /** Brings the keys of kept matches up to date. Returns whether that was done: it ends early where `isOfToday` says that they are out of date. */
    renewKeys: (connectionId: string | null, outdated: Outdated, isOfToday: () => boolean): Promise<boolean> =>
      keys.renew(connectionId ?? '', outdated, isOfToday),
    /** Matches of no workspace yet become this one's. */
    adopt: (connectionId: string): void => {
      mergeMatches(journal, '', connectionId)
      rules.adopt(connectionId)
      lookedAt.move('', connectionId)
    },
    release: (connectionId: string): void => {
      mergeMatches(journal, connectionId, '')
      rules.release(connectionId)
      lookedAt.move(connectionId, '')
    },
    /** A person changed products: their pictures follow, also those that an undo would put there. Called inside `journal.write`. */
    follow: (connectionId: string | null, all: readonly FollowedProduct[]): void => keys.follow(connectionId ?? '', all),
    /** A person removed a product: its pictures have none. Returns what `putBack` takes. Called inside `journal.write`. */
    releaseProduct: (connectionId: string | null, key: string): MatchRow[] => keys.release(connectionId ?? '', key),
    putBack: (connectionId: string | null, rows: readonly MatchRow[]): void => keys.putBack(connectionId ?? '', rows),
    /** These pictures are removed for good, also for what an undo would put back. Called inside `journal.write`. */
    forgetPictures: (imageIds: readonly string[]): void => {
      const ids = JSON.stringify(imageIds)
      journal.run(
        `DELETE FROM matches WHERE (connection_id, image_id) IN (
           SELECT connection, value FROM (${everyConnectionId}) CROSS JOIN json_each(?)
         )`,
        ids,
      )
      journal.run(
        'DELETE FROM match_before WHERE (change, image_id) IN (SELECT seq, value FROM match_changes CROSS JOIN json_each(?))',
        ids,
      )
    },
    /** How many pictures are matched to a product. */
    countOf: (connectionId: string | null, key: string): number =>
      Number(journal.get('SELECT count(*) AS n FROM matches WHERE connection_id = ? AND product_key = ?', connectionId ?? '', key)?.n),
    /** The rules of each workspace, and what they have looked at. */
    rules,
    lookedAt,
    /** What “undo” would undo; `null`: nothing. */
    last: (connectionId: string | null): MatchChange | null => history.last(connectionId ?? ''),
    undecided: (connectionId: string | null, imageIds: readonly string[]): readonly string[] =>
      rows.undecided(connectionId ?? '', imageIds),
    /** Products in which a person put or moved a picture, by their key. */
    arranged: (connectionId: string | null): ReadonlyMap<string, ArrangedProduct> => {
      const found = new Map<string, { places: Map<string, number>; last: number }>()
      const placed = journal.all(
        `SELECT product_key, image_id, place FROM matches WHERE connection_id = :owner AND product_key IN (SELECT product_key FROM matches
           WHERE connection_id = :owner AND state = 'matched' AND decided_by = 'person')`,
        { owner: connectionId ?? '' },
      )
      for (const row of placed) {
        const key = String(row.product_key)
        const one = found.get(key) ?? { places: new Map<string, number>(), last: 0 }
        one.places.set(String(row.image_id), Number(row.place))
        found.set(key, { places: one.places, last: Math.max(one.last, Number(row.place)) })
      }
      return found
    },
    /** What is kept about some pictures after one, by picture; those that are removed, too. */
    page: (connectionId: string | null, after: string, limit: number): readonly NewMatch[] => rows.page(connectionId ?? '', after, limit),
    /** What is kept about these pictures; absent: nothing. */
    some: (connectionId: string | null, imageIds: readonly string[]): ReadonlyMap<string, KeptMatch> =>
      rows.some(connectionId ?? '', imageIds),
    /** What is kept about a picture; `null`: nothing. */
    get: (connectionId: string | null, imageId: string): KeptMatch | null => rows.some(connectionId ?? '', [imageId]).get(imageId) ?? null,
    /** Pictures of a product in their order, removed ones too, with all their products. */
    listOf: (connectionId: string | null, productKey: string) => rows.listOf(connectionId ?? '', productKey),
  }
}
