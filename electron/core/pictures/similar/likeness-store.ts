import { likenessVersion } from '../../../../shared/pictures/likeness.ts'
import type { Journal } from '../../base/database/journal.ts'

/** Something to compare: an original by its place in the order of reading. */
export type KeptLikeness = { readonly seq: number; readonly sha256: string; readonly likeness: Uint8Array | null }

const inOrder = (one: string, other: string): readonly [string, string] => (one < other ? [one, other] : [other, one])

/** Every two of these, each once. */
export function* pairsOf(hashes: readonly string[], others: readonly string[]): Generator<readonly [string, string]> {
  const [some, rest] = [new Set(hashes), new Set(others)]
  // Of two that are in both, only in the order of their hashes.
  for (const one of some)
    for (const other of rest) if (one !== other && !(one > other && some.has(other) && rest.has(one))) yield inOrder(one, other)
}

const pairsAtOnce = 500

function* pageDifferent(journal: Journal, such: 'at = ?3' | '(one = ?3 OR other = ?3)', value: string | number) {
  for (let after: readonly [string, string] = ['', '']; ; ) {
    const page = journal.all(
      `SELECT one, other FROM different_pictures WHERE (one, other) > (?1, ?2) AND ${such} ORDER BY one, other LIMIT ${pairsAtOnce}`,
      ...after,
      value,
    )
    for (const { one, other } of page) {
      after = [String(one), String(other)]
      yield after
    }
    if (page.length < pairsAtOnce) return
  }
}

const toBytes = (value: unknown): Uint8Array | null => (value instanceof Uint8Array ? value : null)

export type LikenessStore = ReturnType<typeof createLikenessStore>

/**
 * What originals are recognized by, which of them show the same, and which a person called different: by content, so it stays whatever picture
 * they are a version of. Triggers keep the list of pictures that are still to be looked at (base/database/derived-pictures.ts). Call its changes inside
 * `journal.write`.
 */
export const createLikenessStore = (journal: Journal) => ({
  /** Places (`images.seq`) of pictures of the library that passed their check and were never looked at, the oldest first. */
  listDue: (limit: number): number[] =>
    journal.all('SELECT picture FROM likeness_due ORDER BY picture LIMIT ?', limit).map((row) => Number(row.picture)),
  hasDue: (): boolean => journal.get('SELECT 1 FROM likeness_due LIMIT 1') !== undefined,
  /** Pictures that are still to be looked at, or to be compared. */
  countLeft: (): number =>
    Number(
      journal.get('SELECT (SELECT count(*) FROM likeness_due) + (SELECT count(*) FROM picture_likeness WHERE compared = 0) AS n')?.n ?? 0,
    ),
  /** `null`: there is nothing to recognize it by. */
  keep: (sha256: string, likeness: Uint8Array | null): void => {
    journal.run(
      `INSERT INTO picture_likeness (sha256, version, likeness, compared) VALUES (?, ?, ?, ?) ON CONFLICT (sha256) DO NOTHING`,
      sha256,
      likenessVersion,
      likeness,
      likeness === null ? 1 : 0,
    )
  },
  /** Forgets what another version of Packshot kept: those pictures are looked at again. */
  forgetOthers: (): void => void journal.run('DELETE FROM picture_likeness WHERE version <> ?', likenessVersion),
  hasOthers: (): boolean => journal.get('SELECT 1 FROM picture_likeness WHERE version <> ? LIMIT 1', likenessVersion) !== undefined,
  /** Some of those that were compared, in order after one (`seq`). */
  pageCompared: (after: number, limit: number): KeptLikeness[] =>
    journal
      .all(
        'SELECT seq, sha256, likeness FROM picture_likeness WHERE seq > ? AND compared = 1 AND likeness IS NOT NULL ORDER BY seq LIMIT ?',
        after,
        limit,
      )
      .map((row) => ({ seq: Number(row.seq), sha256: String(row.sha256), likeness: toBytes(row.likeness) })),
  /** Some that are to be compared, the first ones first. */
  listToCompare: (limit: number): KeptLikeness[] =>
    journal
      .all('SELECT seq, sha256, likeness FROM picture_likeness WHERE compared = 0 ORDER BY seq LIMIT ?', limit)
      .map((row) => ({ seq: Number(row.seq), sha256: String(row.sha256), likeness: toBytes(row.likeness) })),
  hasToCompare: (): boolean => journal.get('SELECT 1 FROM picture_likeness WHERE compared = 0 LIMIT 1') !== undefined,
  /** It was compared with all before it, and these show the same. Originals that were lost meanwhile are left out. */
  keepCompared: (sha256: string, same: readonly string[]): void => {
    if (journal.run('UPDATE picture_likeness SET compared = 1 WHERE sha256 = ?', sha256) === 0) return
    for (const [one, other] of pairsOf([sha256], same))
      journal.run(
        `INSERT INTO same_pictures (one, other)
         SELECT ?1, ?2 WHERE (SELECT count(*) FROM picture_likeness WHERE sha256 IN (?1, ?2)) = 2 ON CONFLICT DO NOTHING`,
        one,
        other,
      )
  },
  /** Those that show the same as this one, directly. */
  sameAs: (sha256: string): string[] =>
    journal
      .all('SELECT other AS sha256 FROM same_pictures WHERE one = ?1 UNION SELECT one FROM same_pictures WHERE other = ?1', sha256)
      .map((row) => String(row.sha256)),
  /** A person’s word: the two of each pair show something else. Returns how many pairs are new. */
  keepDifferent: (pairs: Iterable<readonly [string, string]>, at: number): number => {
    let added = 0
    for (const pair of pairs)
      added += journal.run(
        'INSERT INTO different_pictures (one, other, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        ...pair,
        Math.round(at),
      )
    return added
  },
  /** The first time from this one on at which nothing was called different: a time names what a person decided. */
  freeTime: (at: number): number => {
    let free = Math.round(at)
    while (journal.get('SELECT 1 FROM different_pictures WHERE at = ? LIMIT 1', free)) free++
    return free
  },
  /** Pairs that were called different at this time, read as they are needed. */
  differentAt: (at: number): Iterable<readonly [string, string]> => pageDifferent(journal, 'at = ?3', at),
  /** The same with this original. */
  differentFrom: (sha256: string): Iterable<readonly [string, string]> => pageDifferent(journal, '(one = ?3 OR other = ?3)', sha256),
  /** Takes that back. Returns how many pairs there were. */
  forgetDifferent: (pairs: readonly (readonly [string, string])[]): number =>
    pairs.reduce(
      (count, pair) => count + journal.run('DELETE FROM different_pictures WHERE one = ? AND other = ?', ...inOrder(...pair)),
      0,
    ),
})
