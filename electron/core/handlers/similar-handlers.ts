import { AppError } from '../../../shared/errors.ts'
import { writeInPieces } from '../database/write-in-pieces.ts'
import { pairsOf } from '../similar/likeness-store.ts'
import { keepLast } from '../views/keep-last.ts'
import { describeSimilar, othersOf, readSimilar, type SimilarSeqs } from '../views/similar-groups.ts'
import { readSimilarVersion } from '../views/similar-version.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

type Ports = Pick<HandlerContext, 'journal' | 'images' | 'likenesses' | 'similar' | 'ports' | 'checkPictures'>

/** Pictures that show the same. */
export const createSimilarHandlers = ({ journal, images, likenesses, similar, ports, checkPictures }: Ports) => {
  const kept = keepLast<readonly SimilarSeqs[]>()
  const read = (): Promise<readonly SimilarSeqs[]> => kept(readSimilarVersion(journal), () => readSimilar(journal))

  const hashOf = (imageId: string): string => {
    const image = images.get(imageId)
    if (!image) throw new AppError('unknown-id', { kind: 'picture-not-in-library', imageId })
    return image.sha256
  }

  return {
    summary: os.similar.summary.handler(async () => {
      const groups = await read()
      const others = groups.reduce((sum, { seqs }) => sum + seqs.length - 1, 0)
      return { groups: groups.length, others, left: similar.countLeft() }
    }),
    find: os.similar.find.handler(async ({ input }) => {
      if (ports.access === 'read') throw new AppError('read-only', { kind: 'only-reads' })
      // A picture is looked at after its check.
      checkPictures()
      return similar.findAll(input.waitMs)
    }),
    groups: os.similar.groups.handler(async ({ input }) =>
      describeSimilar(journal, (await read()).slice(input.offset, input.offset + input.limit)),
    ),
    others: os.similar.others.handler(async ({ input }) => {
      const groups = await read()
      return othersOf(journal, input.key === undefined ? groups : groups.filter(({ key }) => key === input.key))
    }),
    different: os.similar.different.handler(async ({ input }) => {
      const hashes = input.imageIds.map(hashOf)
      const from = input.from?.map(hashOf) ?? hashes
      const at = ports.clock.now()
      const pairs: [string, string][] = []
      await writeInPieces(journal, pairsOf(hashes, from), (piece) => {
        const kept = likenesses.keepDifferent(piece, at)
        for (const [one, other] of kept) pairs.push([one, other])
        return kept.length
      })
      return { pairs }
    }),
    same: os.similar.same.handler(async ({ input }) => {
      return { pairs: await writeInPieces(journal, input.pairs, likenesses.forgetDifferent) }
    }),
  }
}
