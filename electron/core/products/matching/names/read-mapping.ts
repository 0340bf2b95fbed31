import type { MappedFile } from '../../../../../shared/products/matching.ts'
import { haveSameNumbers, judgeSpelling } from './find-names.ts'
import { findGtin, type ProductIndex, type ProductName, spell } from './product-index.ts'
import { readText, splitPath, withoutExtension } from './read-text.ts'

/** Lines of a mapping file, ready to be asked. */
export type Mapping = {
  /** Products by file name in lower case, and the path that a line names, for files of the same name in several folders. */
  readonly byName: ReadonlyMap<string, readonly MappedTarget[]>
}

type MappedTarget = {
  readonly levels: readonly string[]
  readonly products: readonly MappedProduct[]
  readonly text: string
  readonly place: number | undefined
}

type MappedProduct = Pick<ProductName, 'product' | 'namesakes'>

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Those that are written like this; without any, those of which only separators differ, and no number is another one. */
const keepSpelled = <T extends { readonly spelled: string }>(
  names: readonly T[],
  spelled: string,
  isSure: (name: T) => boolean,
): readonly T[] => {
  const exact = names.filter((name) => name.spelled === spelled)
  return exact.length > 0 ? exact : names.filter(isSure)
}

/** Products with this text in any field. Numbers that would have to be joined or taken apart name none: 10.0 is not 100. */
const findProducts = (text: string, index: ProductIndex): readonly MappedProduct[] => {
  const { atoms } = readText(text)
  const folded = atoms.map((atom) => atom.text).join('')
  const spelled = spell(atoms)
  const digits = text.replaceAll(/[\s.-]/g, '')
  const named = [
    ...keepSpelled(index.byFolded.get(folded) ?? [], spelled, (name) => judgeSpelling(name, spelled) === null),
    ...(/^[0-9]+$/.test(digits) ? findGtin(index, digits) : []),
  ]
  if (named.length > 0) return named
  return keepSpelled(index.byTitle.get(folded) ?? [], spelled, (title) => haveSameNumbers(title.spelled, spelled))
}

/** Lines whose product isn’t known are returned by their place in `files`, and match nothing. */
export const readMapping = (
  files: readonly MappedFile[],
  index: ProductIndex,
): { readonly mapping: Mapping; readonly unknown: readonly number[] } => {
  const byName = new Map<string, MappedTarget[]>()
  const unknown: number[] = []
  for (const [at, { file, product, place }] of files.entries()) {
    const levels = splitPath(fold(file))
    const name = levels.at(-1)
    if (name === undefined) continue
    const products = findProducts(product, index)
    if (products.length === 0) {
      unknown.push(at)
      continue
    }
    const target = { levels: levels.slice(0, -1), products, text: file, place }
    const there = byName.get(name)
    if (there) there.push(target)
    else byName.set(name, [target])
  }
  return { mapping: { byName }, unknown }
}

/** What one line says of a file. */
export type MappedLine = { readonly products: readonly MappedProduct[]; readonly text: string; readonly place: number | undefined }

/** The lines that name a file, each product once; those with the most folders count. */
export const findMapped = ({ byName }: Mapping, folder: readonly string[], name: string): readonly MappedLine[] => {
  const whole = fold(name)
  const folders = folder.map(fold)
  const targets = [...(byName.get(whole) ?? []), ...(byName.get(withoutExtension(whole)) ?? [])].filter(({ levels }) =>
    levels.every((level, at) => folders[folders.length - levels.length + at] === level),
  )
  const deepest = Math.max(...targets.map(({ levels }) => levels.length))
  const lines = new Map<string, MappedLine>()
  for (const { levels, products, text, place } of targets) {
    const key = products.map(({ product }) => product.key).join('\n')
    if (levels.length === deepest && !lines.has(key)) lines.set(key, { products, text, place })
  }
  return [...lines.values()]
}
