import { showGtin } from '../../../../../shared/products/gtin.ts'
import type { FoundIn } from '../../../../../shared/products/products.ts'
import { foldName } from '../../../base/database/fold-name.ts'

/** What a product is searched by. `recordName`: its name in our record, if the list has another one. */
export type SearchedFields = {
  readonly name: string | null
  readonly recordName?: string | null
  readonly sku: string | null
  readonly gtin: string | null
  readonly productId: string | null
  readonly handle: string | null
}

const beyondAscii = /[^ -~]/
/** Letters that Unicode doesn't take apart, as keyboards without them write them. */
const spelledOut: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', þ: 'th' }

/** As products are searched: `musli` finds “Müsli”, and `strasse` “Straße”. */
const fold = (text: string): string =>
  (beyondAscii.test(text) ? foldName(text).replace(/[ßæœøłđðıþ]/g, (letter) => spelledOut[letter] ?? letter) : text.toLowerCase())
    .trim()
    .replace(/\s+/g, ' ')

const strip = (folded: string): string => folded.replace(/[^\p{L}\p{N}]+/gu, '')

const significant = (digits: string): string => digits.replace(/^0+/, '')

const toLines = (fields: readonly (string | null | undefined)[]): string => {
  const lines = fields.flatMap((field) => (field == null || field === '' ? [] : [field]))
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`
}

/** A product’s fields, folded, a line each. `seen`: those that a row shows. `codes`: without separators, which a person may leave out. */
export type FoldedProduct = { readonly seen: string; readonly unseen: string; readonly codes: string }

export const foldProduct = ({ name, recordName, sku, gtin, productId, handle }: SearchedFields): FoldedProduct => {
  const folded = (text: string | null | undefined): string | null => (text == null ? null : fold(text))
  const [foldedSku, id] = [folded(sku), folded(productId)]
  const digits = gtin === null ? null : significant(gtin)
  return {
    seen: toLines([folded(name), foldedSku]),
    unseen: toLines([folded(recordName), digits, id, folded(handle)]),
    codes: toLines([foldedSku && strip(foldedSku), digits, id && strip(id)]),
  }
}

const inner = /[\p{L}\p{N}]/u
const isInner = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  // In lower case. NaN before the beginning is none of these.
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code > 127 && inner.test(text.charAt(at)))
}

/** Whether a word of the text begins like this. */
const beginsWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) if (!isInner(text, at - 1)) return true
  return false
}

type Wanted = {
  readonly text: string
  readonly words: readonly string[]
  /** Without separators; `''`: too short to tell anything. */
  readonly code: string
  /** Without leading zeros, if it is a number. */
  readonly number: string | null
}

/** More words than these are one phrase: each is looked for on its own. */
const mostWords = 8

const read = (typed: string): Wanted => {
  const text = fold(typed)
  const words = [...new Set(text.split(' '))].filter((word) => word !== '')
  const code = strip(text)
  return {
    text,
    words: words.length > mostWords ? [text] : words,
    code: code.length < 2 ? '' : code,
    number: /^\d{6,14}$/.test(text) ? significant(text) : null,
  }
}

const hasLine = (lines: string, { text, number }: Wanted): boolean =>
  lines.includes(`\n${text}\n`) || (number !== null && lines.includes(`\n${number}\n`))

const beginsLine = (lines: string, { text, number }: Wanted): boolean =>
  lines.includes(`\n${text}`) || (number !== null && lines.includes(`\n${number}`))

/** The ranks, the best first. Of those with the same name, the first are of fields that a row shows. */
const hows = ['exact', 'exact', 'prefix', 'word', 'prefix', 'word', 'part', 'part', 'part'] as const
const rankOf = { exact: 0, exactUnseen: 1, prefix: 2, word: 3, prefixUnseen: 4, wordUnseen: 5, part: 6, partUnseen: 7 } as const

const howOf = (rank: number): FoundIn['how'] => hows[rank] ?? 'part'

/** How many ranks there are. The last is for what `judgeByText` doesn't know: further columns of the list. */
export const ranks = hows.length
export const furtherRank = ranks - 1

/**
 * How well a text fits a product; `null`: not. A field in full is best, then its beginning, then beginnings of words, then any part. Of fields that
 * no row shows, only the whole one comes before words that a person sees. All words have to be found. An empty text fits all.
 */
export const judgeByText = (typed: string): ((product: FoldedProduct) => number | null) => {
  const wanted = read(typed)
  const { text, words, code } = wanted
  if (text === '') return () => 0
  return ({ seen, unseen, codes }) => {
    const isInAny = words.every((word) => seen.includes(word) || unseen.includes(word))
    const isCode = code !== '' && codes.includes(code)
    const isNumber = wanted.number !== null && unseen.includes(wanted.number)
    if (!isInAny && !isCode && !isNumber) return null
    if (beginsLine(seen, wanted)) return hasLine(seen, wanted) ? rankOf.exact : rankOf.prefix
    const begins = beginsLine(unseen, wanted)
    if (begins && hasLine(unseen, wanted)) return rankOf.exactUnseen
    // Without its separators, it may be another code.
    if (isCode && codes.includes(`\n${code}\n`)) return rankOf.prefix
    if (words.every((word) => beginsWord(seen, word))) return rankOf.word
    if (begins || (isCode && codes.includes(`\n${code}`))) return rankOf.prefixUnseen
    if (words.every((word) => beginsWord(seen, word) || beginsWord(unseen, word))) return rankOf.wordUnseen
    return words.every((word) => seen.includes(word)) ? rankOf.part : rankOf.partUnseen
  }
}

type Field = { readonly field: FoundIn['field']; readonly text: string; readonly folded: FoldedProduct }

const none = { name: null, sku: null, gtin: null, productId: null, handle: null }

const fieldsOf = ({ name, recordName = null, sku, gtin, productId, handle }: SearchedFields): readonly Field[] =>
  (
    [
      ['name', name, { name }],
      ['sku', sku, { sku }],
      ['name', recordName, { name: recordName }],
      ['gtin', gtin === null ? null : showGtin(gtin), { gtin }],
      ['id', productId, { productId }],
      ['handle', handle, { handle }],
    ] as const
  ).flatMap(([field, text, only]) => (text === null ? [] : [{ field, text, folded: foldProduct({ ...none, ...only }) }]))

/**
 * The field in which a text was found, and how; `null`: in none, or the text is empty. Of several words, it is the field with a word that no
 * shown field has.
 */
export const explainFound = (product: SearchedFields, typed: string): FoundIn | null => {
  const wanted = read(typed)
  const rank = wanted.text === '' ? null : judgeByText(typed)(foldProduct(product))
  if (rank === null) return null
  const fields = fieldsOf(product)
  const withRank = (find: string): Field | undefined => {
    const judge = judgeByText(find)
    const judged = fields.flatMap((one) => {
      const found = judge(one.folded)
      return found === null ? [] : [{ one, how: hows.indexOf(howOf(found)) }]
    })
    return judged.toSorted((one, other) => one.how - other.how)[0]?.one
  }
  const whole = withRank(typed)
  const { seen } = foldProduct(product)
  const unseenWord = wanted.words.find((word) => !seen.includes(word))
  const found = whole ?? withRank(unseenWord ?? wanted.words[0] ?? '')
  return found ? { field: found.field, how: howOf(rank), text: found.text } : null
}

/** How many of these words a product has, at their beginning; for products that are called alike. */
export const countWords = (typed: string): { readonly words: number; readonly count: (product: FoldedProduct) => number } => {
  const { words } = read(typed)
  return { words: words.length, count: ({ seen }) => words.filter((word) => beginsWord(seen, word)).length }
}

/** The further column of the list with a word that none of a product’s own fields has; `null`: there is none. */
export const findInFurther = (product: SearchedFields, further: readonly (readonly [string, string])[], typed: string): FoundIn | null => {
  const { words } = read(typed)
  const { seen, unseen } = foldProduct(product)
  const missing = words.find((word) => !seen.includes(word) && !unseen.includes(word))
  const column = missing === undefined ? undefined : further.find(([, value]) => fold(value).includes(missing))
  return column ? { field: 'column', how: 'part', header: column[0], text: column[1] } : null
}
