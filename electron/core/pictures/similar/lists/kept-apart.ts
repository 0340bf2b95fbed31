import type { ApartPictures, SimilarPicture } from '../../../../../shared/pictures/similar.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { describePictures } from './similar-groups.ts'

/** Pictures of each time that are named. */
const mostNamed = 24

/** Pictures that a person called different at one time, by `images.seq`. */
export type ApartSeqs = { readonly at: number; readonly seqs: readonly number[] }

/** The originals of the pairs, by the time at which a person called them different. */
const readHashes = (journal: Journal): Map<number, Set<string>> => {
  const byTime = new Map<number, Set<string>>()
  for (const { one, other, at } of journal.all('SELECT one, other, at FROM different_pictures ORDER BY one, other')) {
    const hashes = byTime.get(Number(at)) ?? new Set()
    byTime.set(Number(at), hashes.add(String(one)).add(String(other)))
  }
  return byTime
}

/** Pictures of the library with these originals as the version that counts. */
const readPresent = (journal: Journal, hashes: readonly string[]): number[] =>
  journal
    .all(
      `SELECT images.seq FROM json_each(?) AS wanted CROSS JOIN originals ON originals.sha256 = wanted.value
       CROSS JOIN images ON images.seq = originals.picture AND images.version = originals.version AND images.removed_at IS NULL
       ORDER BY images.seq`,
      JSON.stringify(hashes),
    )
    .map(({ seq }) => Number(seq))

/** What a person called different, the last first: those with at least two pictures of the library. */
export const readApart = (journal: Journal): ApartSeqs[] =>
  [...readHashes(journal)]
    .sort(([one], [other]) => other - one)
    .map(([at, hashes]) => ({ at, seqs: readPresent(journal, [...hashes]) }))
    .filter(({ seqs }) => seqs.length > 1)

export const describeApart = (journal: Journal, all: readonly ApartSeqs[]): ApartPictures[] => {
  const named = all.map(({ seqs }) => seqs.slice(0, mostNamed))
  const pictures: ReadonlyMap<number, SimilarPicture> = describePictures(journal, named.flat())
  return all.map(({ at, seqs }, index) => ({
    at,
    total: seqs.length,
    pictures: (named[index] ?? []).flatMap((seq) => pictures.get(seq) ?? []),
  }))
}
