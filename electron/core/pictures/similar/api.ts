import { AppError } from '../../../../shared/base/errors.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { pairsOf } from './likeness-store.ts'

type Ports = Pick<HandlerContext, 'journal' | 'reader' | 'images' | 'likenesses' | 'similar' | 'ports' | 'checkPictures'>

/** Pictures that show the same. */
export const createSimilarHandlers = ({ journal, reader, images, likenesses, similar, ports, checkPictures }: Ports) => {
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
    summary: os.similar.summary.handler(async () => ({
      ...(await reader.read('similar.summary', undefined)),
      left: similar.countLeft(),
    })),
    find: os.similar.find.handler(async ({ input }) => {
      if (ports.access === 'read') throw new AppError('read-only', { kind: 'only-reads' })
      // A picture is looked at after its check.
      checkPictures()
      return similar.findAll(input.waitMs)
    }),
    groups: os.similar.groups.handler(({ input }) => reader.read('similar.groups', input)),
    others: os.similar.others.handler(({ input }) => reader.read('similar.others', input)),
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
    apart: os.similar.apart.handler(({ input }) => reader.read('similar.apart', input)),
    same: os.similar.same.handler(async ({ input }) => {
      // Read whole before the first is removed.
      const pairs = journal.write(() => likenesses.forgetDifferent([...pairsToForget(input)]))
      await journal.durable()
      return { pairs }
    }),
  }
}
