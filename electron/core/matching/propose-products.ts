import type { MatchPicture, ProposedProduct } from '../../../shared/matching.ts'
import { comparePlaces, type Placed } from './order-pictures.ts'
import { readPosition } from './read-position.ts'
import { foldText, readText, splitPath, withoutExtension } from './read-text.ts'
import { isSortingFolder } from './view-words.ts'

/** Levels that all folders begin with. */
const countShared = (paths: readonly (readonly string[])[]): number => {
  const [first = []] = paths
  let shared = 0
  while (shared < first.length && paths.every((levels) => levels[shared] === first[shared])) shared += 1
  return shared
}

/** The folder that stands for a product: the innermost that isn’t called “front” or “web”. */
const findProductLevel = (levels: readonly string[], shared: number): number => {
  for (let at = levels.length - 1; at >= shared; at -= 1) if (!isSortingFolder(foldText(levels[at] ?? ''))) return at
  return -1
}

/**
 * Products that folders suggest, if there is no list of products: one for each folder with pictures, in the order of their paths. Pictures that lie beside
 * the folders belong to none. A single folder is one product.
 */
export const proposeProducts = (pictures: readonly MatchPicture[]): readonly ProposedProduct[] => {
  const paths = new Map(pictures.map(({ folder }) => [folder, splitPath(folder)]))
  const distinct = [...paths.values()]
  const shared = distinct.length === 1 ? Math.max(0, (distinct[0]?.length ?? 0) - 1) : countShared(distinct)
  const groups = new Map<string, { readonly name: string; readonly placed: Placed[] }>()
  for (const { id, folder, name } of pictures) {
    const levels = paths.get(folder) ?? []
    const at = findProductLevel(levels, shared)
    if (at < 0) continue
    const path = levels.slice(0, at + 1).join('/')
    const group = groups.get(path) ?? { name: levels[at] ?? '', placed: [] }
    const { isBare, ...position } = readPosition(readText(withoutExtension(name)).atoms, null)
    group.placed.push({ pictureId: id, position, isBare, folder, name })
    groups.set(path, group)
  }
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([folder, { name, placed }]) => ({ name, folder, pictureIds: placed.toSorted(comparePlaces).map(({ pictureId }) => pictureId) }))
}
