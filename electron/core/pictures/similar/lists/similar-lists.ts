import type { ApartPictures, SimilarGroup } from '../../../../../shared/pictures/similar.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepMade } from '../../../base/platform/keep-made.ts'
import { readPresentIds } from '../../library/library-order.ts'
import { type ApartSeqs, describeApart, readApart } from './kept-apart.ts'
import { describeSimilar, readSimilar, type SimilarSeqs } from './similar-groups.ts'
import { readSimilarVersion } from './similar-version.ts'

type Stretch = { readonly offset: number; readonly limit: number }

/** Pictures that show the same, and those that a person called different. */
export const createSimilarLists = (journal: Journal) => {
  const keepSimilar = keepMade<readonly SimilarSeqs[]>(1)
  const keepApart = keepMade<readonly ApartSeqs[]>(1)
  const similar = (): readonly SimilarSeqs[] => keepSimilar(readSimilarVersion(journal), () => readSimilar(journal))
  return {
    /** How many groups, and how many pictures of them but for those to keep. */
    summary: (): { readonly groups: number; readonly others: number } => {
      const groups = similar()
      return { groups: groups.length, others: groups.reduce((sum, { seqs }) => sum + seqs.length - 1, 0) }
    },
    groups: ({ offset, limit }: Stretch): SimilarGroup[] => describeSimilar(journal, similar().slice(offset, offset + limit)),
    /** The pictures of all groups, or of the one with this key, but for those to keep, by id. */
    others: ({ key }: { readonly key?: string | undefined }): string[] =>
      readPresentIds(
        journal,
        similar().flatMap((group) => (key === undefined || group.key === key ? group.seqs.slice(1) : [])),
      ),
    apart: ({ offset, limit }: Stretch): { readonly total: number; readonly rows: ApartPictures[] } => {
      const all = keepApart(readSimilarVersion(journal), () => readApart(journal))
      return { total: all.length, rows: describeApart(journal, all.slice(offset, offset + limit)) }
    },
  }
}
