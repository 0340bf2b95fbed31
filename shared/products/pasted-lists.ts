import type { CurrentStatement } from '../queue/jobs.ts'
import type { UnsettledList } from './products.ts'

/** One product's list, from a line of a table. `product`: its ID or SKU. `attribute`: `null` if the table has no such column. */
export type PastedList = {
  readonly line: number
  readonly product: string
  readonly attribute: string | null
  readonly current: CurrentStatement
  /** Ids written without `ids:`; a mistyped word may be among them. */
  readonly plainIds: readonly string[]
}

export type BadLine = { readonly line: number; readonly text: string; readonly problem: string }

/** A longer text is a mistake. */
const mostCharacters = 5_000_000
const removedMark = 'removed:'
const idsMark = 'ids:'

type Columns = { readonly hasAttribute: boolean }

const separators = ['\t', ';', ','] as const

/** The line's cells. The first of these separators found in it counts, so that ids may be separated by commas. */
const splitCells = (line: string): string[] => {
  const separator = separators.find((one) => line.includes(one))
  return (separator === undefined ? [line] : line.split(separator)).map((cell) => cell.replaceAll('"', '').trim())
}

const readHeader = (cells: readonly string[]): Columns | null => {
  const [first = '', second = ''] = cells.map((cell) => cell.toLowerCase())
  if (!['product', 'product id', 'product_id', 'productid', 'sku'].includes(first)) return null
  return { hasAttribute: second === 'attribute' || second === 'picture field' }
}

/** Words of a cell: ids separated by spaces, commas or semicolons. */
const splitWords = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '')

type Words = {
  readonly special: readonly string[]
  readonly ids: string[]
  readonly plainIds: readonly string[]
  readonly removed: string[]
}

const sortWords = (words: readonly string[]): Words => {
  const special: string[] = []
  const ids: string[] = []
  const plainIds: string[] = []
  const removed: string[] = []
  for (const word of words) {
    if (word.startsWith(removedMark)) removed.push(word.slice(removedMark.length))
    else if (word.startsWith(idsMark)) ids.push(word.slice(idsMark.length))
    else if (word === 'none' || word === 'known' || word === 'appends') special.push(word)
    else {
      ids.push(word)
      plainIds.push(word)
    }
  }
  return { special, ids: [...new Set(ids)], plainIds, removed }
}

/** Parses a cell as a statement, or returns the problem. */
const readStatement = ({ special, ids, removed }: Words): CurrentStatement | string => {
  const gone: { removed?: string[] } = removed.length > 0 ? { removed } : {}
  if (ids.includes('') || removed.includes('')) return 'An ID is missing after the colon.'
  if (special.length > 1 || (special.length === 1 && ids.length > 0)) return 'It mixes a word such as “none” with source IDs.'
  switch (special[0]) {
    case 'none':
      return { kind: 'nothing', ...gone }
    case 'known':
    case 'appends':
      return removed.length > 0
        ? '“removed:” needs the source IDs that are left, or “none”.'
        : { kind: special[0] === 'known' ? 'as-known' : 'appends' }
  }
  if (ids.length > 0) return { kind: 'ids', ids, ...gone }
  return 'It has no source IDs. Write “none” for a product without pictures.'
}

/**
 * Parses lists, pasted or from a file: one line each, a product id or SKU, then its source ids, separated by tabs, semicolons or commas.
 * Instead of ids: `none`, `known` (as Packshot knows it) or `appends` (this workspace adds); `removed:ID` marks an id as gone. A first
 * line of column names may add the column `attribute`. Unreadable lines are named. Runs in linear time.
 */
export const readPastedLists = (text: string): { readonly lists: readonly PastedList[]; readonly bad: readonly BadLine[] } => {
  if (text.length > mostCharacters) return { lists: [], bad: [{ line: 1, text: '', problem: 'The text is longer than 5 MB.' }] }
  const lists: PastedList[] = []
  const bad: BadLine[] = []
  const seen = new Set<string>()
  let columns: Columns = { hasAttribute: false }
  let isFirst = true
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = index + 1
    const refuse = (problem: string): void => void bad.push({ line, text: raw.trim().slice(0, 80), problem })
    if (raw.trim() === '') continue
    const cells = splitCells(raw)
    const header = isFirst ? readHeader(cells) : null
    isFirst = false
    if (header) {
      columns = header
      continue
    }
    const [product = '', ...rest] = cells
    const attribute = columns.hasAttribute ? (rest.shift() ?? '') : null
    if (product === '' || attribute === '') {
      refuse(product === '' ? 'The product ID is missing.' : 'The attribute is missing.')
      continue
    }
    const words = sortWords(splitWords(rest.join(' ')))
    const current = readStatement(words)
    const key = JSON.stringify([product, attribute?.toLowerCase()])
    if (typeof current === 'string') refuse(current)
    else if (seen.has(key)) refuse('This product is there twice.')
    else lists.push({ line, product, attribute, current, plainIds: words.plainIds })
    seen.add(key)
  }
  return { lists, bad }
}

export type MatchedList = Pick<PastedList, 'line' | 'current' | 'plainIds'> & { readonly list: UnsettledList }

const isFor = (pasted: PastedList, list: UnsettledList): boolean =>
  pasted.attribute === null || list.attribute.toLowerCase() === pasted.attribute.toLowerCase()

const groupBy = (waiting: readonly UnsettledList[], textOf: (list: UnsettledList) => string | undefined) => {
  const groups = new Map<string, UnsettledList[]>()
  for (const list of waiting) {
    const text = textOf(list)
    if (text !== undefined) groups.set(text, [...(groups.get(text) ?? []), list])
  }
  return groups
}

/** Matches the waiting lists with a table's lines: an ID counts before a SKU. Lines that fit none, or several, are named. */
export const matchPastedLists = (
  text: string,
  waiting: readonly UnsettledList[],
): { readonly matched: readonly MatchedList[]; readonly bad: readonly BadLine[] } => {
  const { lists, bad } = readPastedLists(text)
  const byId = groupBy(waiting, ({ productId }) => productId ?? undefined)
  const bySku = groupBy(waiting, ({ productSku }) => productSku?.toLowerCase())
  const used = new Set<UnsettledList>()
  const matched: MatchedList[] = []
  const unmatched: BadLine[] = []
  for (const pasted of lists) {
    const found = (byId.get(pasted.product) ?? bySku.get(pasted.product.toLowerCase()) ?? []).filter((list) => isFor(pasted, list))
    const [list] = found
    const refuse = (problem: string): void => void unmatched.push({ line: pasted.line, text: pasted.product, problem })
    if (!list) refuse('Nothing waits for this product.')
    else if (used.has(list)) refuse('This product is there twice.')
    else if (new Set(found.map(({ productRef }) => productRef)).size > 1) refuse('Several products have this SKU. Use the product ID.')
    else if (found.length > 1) refuse('It has several lists. Add a column “attribute” after “product”.')
    else if (pasted.current.kind === 'as-known' && list.origin === null)
      refuse('Packshot doesn’t know the whole list. Enter the source IDs.')
    else {
      used.add(list)
      matched.push({ list, line: pasted.line, current: pasted.current, plainIds: pasted.plainIds })
    }
  }
  return { matched, bad: [...bad, ...unmatched].toSorted((one, other) => one.line - other.line) }
}
