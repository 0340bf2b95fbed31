import { AppError } from '../../../../shared/base/errors.ts'
import type { IdList } from '../../../../shared/products/id-list.ts'
import { keepLast } from '../../base/platform/keep-last.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { pairsOf } from './likeness-store.ts'
import { type ApartSeqs, describeApart, readApart } from './lists/kept-apart.ts'
import { describeSimilar, othersOf, readSimilar, type SimilarSeqs } from './lists/similar-groups.ts'
import { readSimilarVersion } from './lists/similar-version.ts'

type Ports = Pick<HandlerContext, 'journal' | 'images' | 'keptLists' | 'likenesses' | 'similar' | 'ports' | 'checkPictures'>

/** The pairs of a list that has the two of each one after the other. */
function* inPairs(hashes: readonly string[]): Generator<readonly [string, string]> {
  for (let at = 0; at + 1 < hashes.length; at += 2) yield [hashes[at] ?? '', hashes[at + 1] ?? '']
}

/** Pictures that show the same. */
export const createSimilarHandlers = ({ journal, images, keptLists, likenesses, similar, ports, checkPictures }: Ports) => {
  const kept = keepLast<readonly SimilarSeqs[]>()
  const read = (): Promise<readonly SimilarSeqs[]> => kept(readSimilarVersion(journal), () => readSimilar(journal))

  const keptApart = keepLast<readonly ApartSeqs[]>()

  const hashesOf = (imageIds: readonly string[]): string[] =>
    imageIds.map((imageId) => {
      const image = images.get(imageId)
      if (!image) throw new AppError('unknown-id', { kind: 'picture-not-in-library', imageId })
      return image.sha256
    })

  type Said = { readonly taken: IdList } | { readonly at: number } | { readonly imageIds: readonly string[] }

  const pairsToForget = (said: Said): Iterable<readonly [string, string]> => {
    if ('taken' in said) return inPairs(keptLists.read(said.taken))
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
      return keptLists.offer(await othersOf(journal, input.key === undefined ? groups : groups.filter(({ key }) => key === input.key)))
    }),
    different: os.similar.different.handler(async ({ input }) => {
      const taken = journal.write(() => {
        const hashes = hashesOf(input.imageIds)
        const from = input.from === undefined ? hashes : hashesOf(keptLists.read(input.from))
        return likenesses.keepDifferent(pairsOf(hashes, from), likenesses.freeTime(ports.clock.now()))
      })
      await journal.durable()
      return { pairs: taken.length, taken: keptLists.name(taken.flat()) }
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
