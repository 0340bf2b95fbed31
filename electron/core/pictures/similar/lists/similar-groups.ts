import type { SimilarGroup, SimilarPicture } from '../../../../../shared/pictures/similar.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'

/** Pictures that show the same, the one to keep first, by `images.seq`. */
export type SimilarSeqs = { readonly key: string; readonly seqs: readonly number[] }

type Pair = readonly [string, string]

const toPairs = (rows: readonly Row[]): Pair[] => rows.map(({ one, other }): Pair => [String(one), String(other)])

/**
 * Joins pairs to groups: what shows the same as the same picture, shows the same. No group has two that a person called different, whatever is
 * between them: of pairs that contradict that, the later ones do not count.
 */
export const joinPairs = (same: readonly Pair[], different: readonly Pair[]): string[][] => {
  const groupOf = new Map<string, string[]>()
  const foes = new Map<string, Set<string>>()
  for (const [one, other] of different) {
    foes.set(one, (foes.get(one) ?? new Set()).add(other))
    foes.set(other, (foes.get(other) ?? new Set()).add(one))
  }
  const areFoes = (some: readonly string[], others: readonly string[]): boolean => {
    const [fewer, more] = some.length < others.length ? [some, others] : [others, some]
    return fewer.some((one) => {
      const known = foes.get(one)
      return known !== undefined && more.some((other) => known.has(other))
    })
  }
  for (const [one, other] of same) {
    const first = groupOf.get(one) ?? [one]
    const second = groupOf.get(other) ?? [other]
    if (first === second || areFoes(first, second)) continue
    const [larger, smaller] = first.length >= second.length ? [first, second] : [second, first]
    for (const member of smaller) larger.push(member)
    for (const member of [...smaller, one, other]) groupOf.set(member, larger)
  }
  return [...new Set(groupOf.values())]
}

type Member = {
  readonly seq: number
  readonly id: string
  readonly placeKey: string
  readonly pixels: number
  readonly bytes: number
  /** As measured (shared/checks/measurements.ts); 0: not measured so far. */
  readonly sharpness: number
  readonly isBlurred: boolean
}

/** Originals that count, of pictures of the library. */
const readMembers = (journal: Journal, hashes: readonly string[]): Map<string, Member> => {
  const rows = journal.all(
    `SELECT originals.sha256, images.seq, images.id, images.place_key, images.width * images.height AS pixels, images.bytes,
       measurements.value ->> '$.sharpness.value' AS sharpness, measurements.value ->> '$.sharpness.verdict' AS verdict
     FROM json_each(?) AS wanted CROSS JOIN originals ON originals.sha256 = wanted.value
     CROSS JOIN images ON images.seq = originals.picture AND images.version = originals.version AND images.removed_at IS NULL AND checked = 1
     LEFT JOIN measurements ON measurements.sha256 = originals.sha256 AND fixes = ''`,
    JSON.stringify(hashes),
  )
  return new Map(
    rows.map(({ sha256, seq, id, place_key, pixels, bytes, sharpness, verdict }): [string, Member] => [
      String(sha256),
      {
        seq: Number(seq),
        id: String(id),
        placeKey: String(place_key),
        pixels: Number(pixels),
        bytes: Number(bytes),
        sharpness: Number(sharpness ?? 0),
        isBlurred: verdict === 'blurred',
      },
    ]),
  )
}

/**
 * One that isn’t blurred, as an enlarged one is; most pixels, then the sharper one, then the larger file, which lost less to compression, then the
 * one that was there first.
 */
const byQuality = (one: Member, other: Member): number =>
  Number(one.isBlurred) - Number(other.isBlurred) ||
  other.pixels - one.pixels ||
  other.sharpness - one.sharpness ||
  other.bytes - one.bytes ||
  one.seq - other.seq

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** In the natural order of the ones to keep. */
const byPlace = ([one]: readonly Member[], [other]: readonly Member[]): number =>
  compareText(one?.placeKey ?? '', other?.placeKey ?? '') || (one?.seq ?? 0) - (other?.seq ?? 0)

/** The groups of the library’s pictures that show the same, in the natural order of those to keep. */
export const readSimilar = (journal: Journal): SimilarSeqs[] => {
  const joined = joinPairs(
    toPairs(journal.all('SELECT one, other FROM same_pictures ORDER BY one, other')),
    toPairs(journal.all('SELECT one, other FROM different_pictures ORDER BY one, other')),
  )
  if (joined.length === 0) return []
  const members = readMembers(journal, joined.flat())
  return joined
    .map((hashes) => hashes.flatMap((sha256) => members.get(sha256) ?? []).sort(byQuality))
    .filter((group) => group.length > 1)
    .sort(byPlace)
    .map((group) => ({ key: group[0]?.id ?? '', seqs: group.map(({ seq }) => seq) }))
}

/** What a person sees of some pictures, by `images.seq`. */
export const describePictures = (journal: Journal, seqs: readonly number[]): ReadonlyMap<number, SimilarPicture> => {
  const rows = journal.all(
    `SELECT images.seq, images.id, images.name, folder, format, width, height, bytes
     FROM json_each(?) AS wanted CROSS JOIN images ON images.seq = wanted.value`,
    JSON.stringify(seqs),
  )
  return new Map(
    rows.map((row): [number, SimilarPicture] => [
      Number(row.seq),
      {
        imageId: String(row.id),
        name: String(row.name),
        folder: row.folder === null ? null : String(row.folder),
        format: row.format as SimilarPicture['format'],
        width: Number(row.width),
        height: Number(row.height),
        bytes: Number(row.bytes),
      },
    ]),
  )
}

/** What a person sees of some groups. */
export const describeSimilar = (journal: Journal, groups: readonly SimilarSeqs[]): SimilarGroup[] => {
  const pictures = describePictures(
    journal,
    groups.flatMap(({ seqs }) => seqs),
  )
  return groups.map(({ key, seqs }) => ({ key, pictures: seqs.flatMap((seq) => pictures.get(seq) ?? []) }))
}
