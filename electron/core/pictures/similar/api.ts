import { AppError } from '../../../../shared/base/errors.ts'
import { keepLast } from '../../base/platform/keep-last.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { pairsOf } from './likeness-store.ts'
import { type ApartSeqs, describeApart, readApart } from './lists/kept-apart.ts'
import { describeSimilar, othersOf, readSimilar, type SimilarSeqs } from './lists/similar-groups.ts'
import { readSimilarVersion } from './lists/similar-version.ts'

type Ports = Pick<HandlerContext, 'journal' | 'images' | 'likenesses' | 'similar' | 'ports' | 'checkPictures'>

/** Pictures that show the same. */
export const createSimilarHandlers = ({ journal, images, likenesses, similar, ports, checkPictures }: Ports) => {
  const kept = keepLast<readonly SimilarSeqs[]>()
  const read = (): Promise<readonly SimilarSeqs[]> => kept(readSimilarVersion(journal), () => readSimilar(journal))

  const keptApart = keepLast<readonly ApartSeqs[]>()

  const hashesOf = (imageIds: readonly string[]): string[] =>
    imageIds.map((imageId) => {
      const image = images.get(imageId)
      if (!image) throw new AppError('unknown-id', { kind: 'picture-not-in-library', imageId })
      return image.sha256
    })

  type Said = { readonly at: number } | { readonly imageIds: readonly string[] }

  const pairsToForget = (said: Said): Iterable<readonly [string, string]> => {
    if ('at' in said) return likenesses.differentAt(said.at)
    const [first = '', ...others] = hashesOf(said.imageIds)
    return others.length === 0 ? likenesses.differentFrom(first) : pairsOf([first, ...others], [first, ...others])
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
      const said = journal.write(() => {
        const hashes = hashesOf(input.imageIds)
        const from = input.from === undefined ? hashes : hashesOf(input.from)
        const at = likenesses.freeTime(ports.clock.now())
        return { pairs: likenesses.keepDifferent(pairsOf(hashes, from), at), at }
      })
      await journal.durable()
      return said
    }),
    apart: os.similar.apart.handler(async ({ input: { offset, limit } }) => {
      const all = await keptApart(readSimilarVersion(journal), () => readApart(journal))
      return { total: all.length, rows: describeApart(journal, all.slice(offset, offset + limit)) }
    }),
    same: os.similar.same.handler(async ({ input }) => {
      // Read whole before the first is removed.
      const pairs = journal.write(() => likenesses.forgetDifferent([...pairsToForget(input)]))
      await journal.durable()
      return { pairs }
    }),
  }
}
