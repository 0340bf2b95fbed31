import type { FolderProposal, MatchPicture } from '../../../../../shared/products/matching.ts'
import { comparePlaces, type Placed } from './order-pictures.ts'
import { readPosition } from './read-position.ts'
import { foldText, readText, splitPath, withoutExtension } from './read-text.ts'
import { isSortingFolder } from './view-words.ts'

/** Levels that both begin with. */
const countShared = (one: readonly string[], other: readonly string[]): number => {
  const differs = one.findIndex((level, at) => level !== other[at])
  return differs < 0 ? one.length : differs
}

/** The folder that stands for a product: the innermost that isn’t called “front” or “web”. */
const findProductLevel = (levels: readonly string[], shared: number): number => {
  for (let at = levels.length - 1; at >= shared; at -= 1) if (!isSortingFolder(foldText(levels[at] ?? ''))) return at
  return -1
}

/** `path`: of the folder that stands for the product. */
type FolderProduct = { readonly name: string; readonly path: string }

/** Which product each of these folders belongs to. Those that all others are in belong to none; a single folder is one product. */
export const findFolderProducts = (folders: Iterable<string>): ReadonlyMap<string, FolderProduct> => {
  const paths: { readonly folder: string; readonly levels: readonly string[] }[] = []
  let beginning: readonly string[] | undefined
  for (const folder of folders) {
    const levels = splitPath(folder)
    beginning = beginning?.slice(0, countShared(beginning, levels)) ?? levels
    paths.push({ folder, levels })
  }
  const shared = paths.length === 1 ? Math.max(0, (beginning?.length ?? 0) - 1) : (beginning?.length ?? 0)
  const products = new Map<string, FolderProduct>()
  for (const { folder, levels } of paths) {
    const at = findProductLevel(levels, shared)
    if (at >= 0) products.set(folder, { name: levels[at] ?? '', path: levels.slice(0, at + 1).join('/') })
  }
  return products
}

/**
 * Products that folders suggest, if there is no list of products: one for each folder with pictures, in the order of their paths. Pictures that
 * lie beside the folders belong to none.
 */
export const proposeProducts = (pictures: readonly MatchPicture[]): FolderProposal[] => {
  const products = findFolderProducts(new Set(pictures.map(({ folder }) => folder)))
  const groups = new Map<string, { readonly name: string; readonly placed: Placed[] }>()
  for (const { id, folder, name } of pictures) {
    const product = products.get(folder)
    if (!product) continue
    const group = groups.get(product.path) ?? { name: product.name, placed: [] }
    const { isBare, ...position } = readPosition(readText(withoutExtension(name)).atoms, null)
    group.placed.push({ pictureId: id, position, isBare, folder, name })
    groups.set(product.path, group)
  }
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([folder, { name, placed }]) => ({ name, folder, imageIds: placed.toSorted(comparePlaces).map(({ pictureId }) => pictureId) }))
}
