import { foldHeader } from './shape.ts'

/** A variant that the row of its product names in a cell. */
export type ListedChild = { readonly sku: string; readonly options: readonly (readonly [name: string, value: string])[] }

/** `hasRows`: each has a row of its own, too, or may have one. */
export type ListedVariants = { readonly hasRows: boolean; readonly read: (cells: readonly string[]) => readonly ListedChild[] }

/** `size=XS,color=Black`. A value may have commas. */
const readPairs = (text: string): [string, string][] => {
  const pairs: [string, string][] = []
  for (const part of text.split(',')) {
    const [name = '', ...rest] = part.split('=')
    const last = pairs.at(-1)
    if (rest.length > 0) pairs.push([name.trim(), rest.join('=').trim()])
    else if (last) last[1] += `,${part}`
  }
  return pairs
}

const readVariations = (text: string, labels: string): ListedChild[] => {
  const named = new Map(readPairs(labels))
  return text.split('|').flatMap((one): ListedChild[] => {
    const pairs = readPairs(one)
    const sku = pairs.find(([name]) => name === 'sku')?.[1]
    if (!sku) return []
    return [{ sku, options: pairs.flatMap(([name, value]) => (name === 'sku' || value === '' ? [] : [[named.get(name) || name, value]])) }]
  })
}

const splitList = (text: string): string[] => text.split(',').map((one) => one.trim())

type Options = readonly { readonly name: string; readonly values: readonly string[] }[]

/** All of their combinations, those of the last changing first. */
const combine = (options: Options): ListedChild['options'][] =>
  options.reduce<ListedChild['options'][]>(
    (rows, { name, values }) => rows.flatMap((row) => values.map((value) => [...row, [name, value] as const])),
    [[]],
  )

/** Which value an SKU is of can be told where they are as many as the values of one option, or as all combinations. */
const readSkus = (text: string, options: Options): ListedChild[] => {
  const skus = splitList(text).filter((sku) => sku !== '')
  if (skus.length < 2) return []
  const one = options.filter(({ values }) => values.length === skus.length)
  const all = combine(one.length === 1 ? one : options)
  return skus.map((sku, at) => ({ sku, options: all.length === skus.length ? (all[at] ?? []) : [] }))
}

/**
 * How a list names variants in cells. `variations`: Magento’s `sku=A-XS,size=XS|sku=A-S,size=S`. `skus`: Etsy’s `A-XS,A-S`, beside columns with the names of
 * its options and all of their values.
 */
export const findListedVariants = (how: 'variations' | 'skus', headers: readonly string[], column: number): ListedVariants => {
  const folded = headers.map(foldHeader)
  const textOf = (cells: readonly string[], at: number | undefined): string => (at === undefined ? '' : (cells[at] ?? '').trim())
  if (how === 'variations') {
    const labels = folded.indexOf('configurablevariationlabels')
    return { hasRows: true, read: (cells) => readVariations(textOf(cells, column), textOf(cells, labels)) }
  }
  const pairs = [1, 2, 3].map((at) => [folded.indexOf(`variation${at}name`), folded.indexOf(`variation${at}values`)] as const)
  const optionsOf = (cells: readonly string[]): Options =>
    pairs.flatMap(([name, values]) =>
      textOf(cells, values) === '' ? [] : [{ name: textOf(cells, name) || 'Option', values: splitList(textOf(cells, values)) }],
    )
  return { hasRows: false, read: (cells) => readSkus(textOf(cells, column), optionsOf(cells)) }
}
