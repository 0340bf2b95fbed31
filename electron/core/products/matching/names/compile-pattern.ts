import type { NamingField, PatternProblem } from '../../../../../shared/products/matching.ts'

/** A part of a pattern. `digits`: exactly so many; `null`: any number of them, or a word for a view. */
export type PatternPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'product'; readonly word: string; readonly fields: readonly NamingField[] }
  | { readonly kind: 'position'; readonly digits: number | null }
  | { readonly kind: 'any' }

/** Levels from the outermost folder to the file’s name, without its extension. */
export type Pattern = {
  readonly source: string
  readonly levels: readonly (readonly PatternPart[])[]
  readonly fields: readonly NamingField[]
}

export type Compiled =
  | { readonly kind: 'pattern'; readonly pattern: Pattern }
  | { readonly kind: 'refused'; readonly problem: PatternProblem }

const mostCharacters = 200

const productWords: Readonly<Record<string, readonly NamingField[]>> = {
  sku: ['sku'],
  id: ['id'],
  gtin: ['gtin'],
  ean: ['gtin'],
  upc: ['gtin'],
  handle: ['handle'],
  product: ['sku', 'gtin', 'id', 'handle'],
}

const readWord = (word: string): PatternPart | null => {
  const fields = Object.hasOwn(productWords, word) ? productWords[word] : undefined
  if (fields) return { kind: 'product', word, fields }
  if (word === 'any' || word === 'folder') return { kind: 'any' }
  const [name, digits] = word.split(':')
  if (name !== 'position') return null
  if (digits === undefined) return { kind: 'position', digits: null }
  return /^[1-4]$/.test(digits) ? { kind: 'position', digits: Number(digits) } : null
}

const readLevel = (source: string): PatternPart[] | PatternProblem => {
  const parts: PatternPart[] = []
  let at = 0
  while (at < source.length) {
    if (source[at] === '}') return { kind: 'pattern-brace', at }
    if (source[at] === '{') {
      const end = source.indexOf('}', at)
      if (end < 0 || source.slice(at + 1, end).includes('{')) return { kind: 'pattern-brace', at }
      const word = source
        .slice(at + 1, end)
        .trim()
        .toLowerCase()
      const part = readWord(word)
      if (!part) return { kind: 'pattern-word-unknown', word }
      parts.push(part)
      at = end + 1
    } else {
      const next = [source.indexOf('{', at), source.indexOf('}', at)].filter((one) => one >= 0)
      const end = next.length > 0 ? Math.min(...next) : source.length
      parts.push({ kind: 'text', text: source.slice(at, end).normalize('NFKC').toLowerCase() })
      at = end
    }
  }
  return parts
}

const nameOf = (part: PatternPart): string => {
  switch (part.kind) {
    case 'product':
      return `{${part.word}}`
    case 'position':
      return '{position}'
    case 'any':
      return '{any}'
    case 'text':
      return part.text
  }
}

/** Neighbours of which neither says where it ends. A position after a product is found by its number of digits, {any} by the product itself. */
const findUnclear = (parts: readonly PatternPart[]): PatternProblem | null => {
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1]
    if (!next || part.kind === 'text' || next.kind === 'text') continue
    const isKnown = (one: PatternPart): boolean => one.kind === 'position' && one.digits !== null
    const isFine = isKnown(part) || isKnown(next) || (part.kind === 'product') !== (next.kind === 'product')
    if (!isFine) return { kind: 'pattern-unclear', words: [nameOf(part), nameOf(next)] }
  }
  return null
}

const checkWhole = (levels: readonly (readonly PatternPart[])[]): PatternProblem | null => {
  const all = levels.flat()
  const products = all.filter(({ kind }) => kind === 'product').length
  if (products === 0) return { kind: 'pattern-names-no-product' }
  if (products > 1) return { kind: 'pattern-names-two-products' }
  if (all.filter(({ kind }) => kind === 'position').length > 1) return { kind: 'pattern-two-positions' }
  const level = levels.find((parts) => parts.some(({ kind }) => kind === 'product')) ?? []
  if (level[0]?.kind === 'any' && level.at(-1)?.kind === 'any' && level.every(({ kind }) => kind !== 'text'))
    return { kind: 'pattern-matches-everything' }
  for (const parts of levels) {
    const unclear = findUnclear(parts)
    if (unclear) return unclear
  }
  return null
}

/**
 * Reads a pattern: text, and words in braces. `{sku}`, `{id}`, `{gtin}`, `{handle}` or `{product}` (any of them) once, `{position}` (a number or a word such
 * as “front”; `{position:2}` has two digits), `{any}`, and `{folder}` for any folder. A file’s extension is left out. No regular expression is made
 * of it.
 */
export const compilePattern = (source: string): Compiled => {
  const trimmed = source.trim()
  const refuse = (problem: PatternProblem): Compiled => ({ kind: 'refused', problem })
  if (trimmed === '') return refuse({ kind: 'pattern-empty' })
  if (trimmed.length > mostCharacters) return refuse({ kind: 'pattern-too-long', most: mostCharacters })
  const levels: PatternPart[][] = []
  for (const level of trimmed.split('/')) {
    if (level === '') return refuse({ kind: 'pattern-empty-folder' })
    const read = readLevel(level)
    if (!Array.isArray(read)) return refuse(read)
    levels.push(read)
  }
  const problem = checkWhole(levels)
  if (problem) return refuse(problem)
  const fields = levels.flat().flatMap((part) => (part.kind === 'product' ? part.fields : []))
  return { kind: 'pattern', pattern: { source: trimmed, levels, fields } }
}
