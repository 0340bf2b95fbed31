import type { MatchChange, MatchedProductRow, MatchReason } from '../../../../shared/products/matching.ts'
import type { Journal } from '../../base/database/journal.ts'
import { createTurnsWritten } from '../../base/database/write-in-pieces.ts'
import type { SameProduct } from '../catalogue/product-key.ts'
import { createLookedAt } from './looked-at.ts'
import { type ChangeFacts, createMatchHistory, type MatchChangeKind } from './match-history.ts'
import { createMatchKeys } from './match-keys.ts'
import { createMatchRows, type KeptMatch, type NewMatch, toMatch } from './match-rows.ts'
import { mergeMatches } from './merge-matches.ts'
import { createRuleStore } from './rule-store.ts'

export type { MatchChangeKind } from './match-history.ts'
export type { KeptMatch, NewMatch } from './match-rows.ts'

/** Rows that are written in one turn of the event loop. */
const pieceSize = 200

/** How many pictures a change changed, and its number, to undo exactly that; `null`: it changed nothing. */
export type SavedMatches = { readonly changed: number; readonly change: number | null }

/** What one change may do while no other runs. `connectionId` `null`: of no workspace yet. */
export type MatchChanges = {
  /**
   * Saves one change as a whole. `isOfRules`: decisions of a person stay. `also`: written with its end. Resolves when it is on disk. If it fails, nothing is changed.
   */
  readonly save: (
    connectionId: string | null,
    kind: MatchChangeKind,
    rows: readonly NewMatch[],
    how: { readonly at: number; readonly isOfRules: boolean; readonly facts?: ChangeFacts; readonly also?: () => void },
  ) => Promise<SavedMatches>
  /** The products that the keys of kept matches are of; `null`: not known; `undefined`: nothing is kept. */
  readonly keyMark: (connectionId: string | null) => string | null | undefined
  /** Brings them up to date. `find`: the product of today. */
  readonly renewKeys: (connectionId: string | null, mark: string, find: (kept: MatchedProductRow) => SameProduct) => Promise<void>
}

/** The places of a product whose order a person set. */
export type ArrangedProduct = { readonly places: ReadonlyMap<string, number>; readonly last: number }

/** A condition on `images`: a person decided about the picture, in any workspace. */
export const isDecided = "EXISTS (SELECT 1 FROM matches WHERE image_id = images.id AND decided_by = 'person')"

export type MatchStore = ReturnType<typeof createMatchStore>

/** Runs tasks one after another, whether they succeed or not. */
const createQueue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const running = last.then(task)
    last = running.catch(() => {})
    return running
  }
}

/** Matches of pictures in each workspace, and their changes. `connectionId` `null`: of no workspace yet. */
export const createMatchStore = (journal: Journal) => {
  const rows = createMatchRows(journal)
  const history = createMatchHistory(journal, rows)
  const keys = createMatchKeys(journal)
  const rules = createRuleStore(journal)
  const lookedAt = createLookedAt(journal)
  const enqueue = createQueue()

  const writeAll = async (change: number, all: readonly NewMatch[], isOfRules: boolean): Promise<number> => {
    const written = createTurnsWritten(journal)
    let changed = 0
    for (let from = 0; from < all.length; from += pieceSize) {
      changed += journal.write(() => {
        // The workspace may have been connected since the last piece.
        const owner = history.ownerOf(change)
        return owner === undefined ? 0 : rows.save(change, owner, all.slice(from, from + pieceSize), isOfRules)
      })
      written.add()
      await journal.nextTurn()
    }
    await written.durable()
    return changed
  }

  const save: MatchChanges['save'] = async (connectionId, kind, all, { at, isOfRules, facts = {}, also }) => {
    const change = journal.write(() => history.begin(connectionId ?? '', kind, at))
    try {
      const changed = await writeAll(change, all, isOfRules)
      journal.write(() => {
        history.complete(change, changed, facts)
        also?.()
      })
      await journal.durable()
      // On a full disk the next change does it.
      await history.sweep().catch(() => {})
      return { changed, change: changed === 0 ? null : change }
    } catch (error) {
      // If this fails too, the next change does it, or the next start.
      await history.takeBack(change).catch(() => {})
      throw error
    }
  }

  const changes: MatchChanges = {
    save,
    keyMark: (connectionId) => keys.mark(connectionId ?? ''),
    renewKeys: (connectionId, mark, find) => keys.renew(connectionId ?? '', mark, find),
  }

  return {
    /**
     * Runs a change once those before it have ended, so that nothing else changes between what it reads and what it writes. Read the workspace
     * inside, too. Don’t call it from a change: it would wait for itself.
     */
    inTurn: <T>(change: (changes: MatchChanges) => Promise<T>): Promise<T> =>
      enqueue(async () => {
        await history.takeBackUnfinished()
        return change(changes)
      }),
    /** Undoes the newest change of this workspace; `null`: there was no change. One that failed in the middle is ended. */
    undo: (connectionId: () => string | null): Promise<MatchChange | null> =>
      enqueue(async () => {
        await history.takeBackUnwritten()
        return history.undo(connectionId() ?? '')
      }),
    /** Undoes this change; a picture that a later change has keeps what that one says. Error: `usage` (it was undone, or it is too old). */
    undoOnly: (change: number): Promise<MatchChange> =>
      enqueue(async () => {
        await history.takeBackUnwritten()
        return history.undoOnly(change)
      }),
    /** Takes back what an interruption left unfinished. */
    takeBackUnfinished: (): Promise<void> =>
      enqueue(async () => {
        await history.takeBackUnfinished()
        await history.sweep()
      }),
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
    /** A person changed a product: its pictures follow, also those that an undo would put there. Called inside `journal.write`. */
    follow: (connectionId: string | null, key: string, product: MatchedProductRow): void => keys.follow(connectionId ?? '', key, product),
    /** A person removed a product: its pictures have none. Returns how to undo that. Called inside `journal.write`. */
    releaseProduct: (connectionId: string | null, key: string): (() => void) => keys.release(connectionId ?? '', key),
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
    page: (connectionId: string | null, after: string, limit: number): readonly NewMatch[] =>
      journal
        .all(
          `SELECT image_id, state, product, place, decided_by, why FROM matches WHERE connection_id = ? AND image_id > ? ORDER BY image_id LIMIT ?`,
          connectionId ?? '',
          after,
          limit,
        )
        .map((row) => ({ imageId: String(row.image_id), match: toMatch(row) })),
    /** What is kept about a picture; `null`: nothing. */
    get: (connectionId: string | null, imageId: string): KeptMatch | null => {
      const row = journal.get(
        'SELECT state, product, place, decided_by, why FROM matches WHERE connection_id = ? AND image_id = ?',
        connectionId ?? '',
        imageId,
      )
      return row ? toMatch(row) : null
    },
    /** Pictures of a product in their order, removed ones too. */
    listOf: (connectionId: string | null, productKey: string): readonly NewMatch[] =>
      journal
        .all(
          `SELECT image_id, product, place, decided_by, why FROM matches WHERE connection_id = ? AND product_key = ? ORDER BY place, image_id`,
          connectionId ?? '',
          productKey,
        )
        .map((row) => ({
          imageId: String(row.image_id),
          match: {
            state: 'matched',
            product: JSON.parse(String(row.product)) as MatchedProductRow,
            place: Number(row.place),
            by: row.decided_by === 'person' ? 'person' : 'rule',
            why: JSON.parse(String(row.why)) as MatchReason | null,
          },
        })),
  }
}
