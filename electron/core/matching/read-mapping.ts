import type { MappedFile, MatchProduct } from '../../../shared/matching.ts'
import { findGtin, type ProductIndex } from './product-index.ts'
import { foldText, splitPath, withoutExtension } from './read-text.ts'

/** Lines of a mapping file, ready to be asked. */
export type Mapping = {
  /** Products by file name in lower case, and the path that a line names, for files of the same name in several folders. */
  readonly byName: ReadonlyMap<string, readonly MappedTarget[]>
}

type MappedTarget = { readonly levels: readonly string[]; readonly products: readonly MatchProduct[]; readonly text: string }

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Products with this text in any field. */
const findProducts = (text: string, index: ProductIndex): readonly MatchProduct[] => {
  const folded = foldText(text)
  const digits = text.replaceAll(/[\s.-]/g, '')
  const named = [...(index.byFolded.get(folded) ?? []), ...(/^[0-9]+$/.test(digits) ? findGtin(index, digits) : [])].map(
    ({ product }) => product,
  )
  return [...new Set(named.length > 0 ? named : (index.byTitle.get(folded) ?? []))]
}

/** Lines whose product isn’t known are returned by their place in `files`, and match nothing. */
export const readMapping = (
  files: readonly MappedFile[],
  index: ProductIndex,
): { readonly mapping: Mapping; readonly unknown: readonly number[] } => {
  const byName = new Map<string, MappedTarget[]>()
  const unknown: number[] = []
  for (const [at, { file, product }] of files.entries()) {
    const levels = splitPath(fold(file))
    const name = levels.at(-1)
    if (name === undefined) continue
    const products = findProducts(product, index)
    if (products.length === 0) {
      unknown.push(at)
      continue
    }
    const target = { levels: levels.slice(0, -1), products, text: file }
    const there = byName.get(name)
    if (there) there.push(target)
    else byName.set(name, [target])
  }
  return { mapping: { byName }, unknown }
}

/** Products that the mapping names for a file; the lines with the most folders count. */
export const findMapped = (
  { byName }: Mapping,
  folder: readonly string[],
  name: string,
): { readonly products: readonly MatchProduct[]; readonly text: string } | null => {
  const whole = fold(name)
  const folders = folder.map(fold)
  const targets = [...(byName.get(whole) ?? []), ...(byName.get(withoutExtension(whole)) ?? [])].filter(({ levels }) =>
    levels.every((level, at) => folders[folders.length - levels.length + at] === level),
  )
  const deepest = Math.max(...targets.map(({ levels }) => levels.length))
  const counting = targets.filter(({ levels }) => levels.length === deepest)
  const [first] = counting
  return first ? { products: [...new Set(counting.flatMap(({ products }) => products))], text: first.text } : null
}
