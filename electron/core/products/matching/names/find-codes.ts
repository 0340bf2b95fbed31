import type { PictureCode } from '../../../../../shared/pictures/picture-codes.ts'
import { hasCheckDigit } from '../../../../../shared/products/gtin.ts'
import type { MatchCandidate } from '../../../../../shared/products/matching.ts'
import { judgeSpelling } from './find-names.ts'
import { findGtin, keysOfAll, type ProductIndex, type ProductName, spell } from './product-index.ts'
import { readText } from './read-text.ts'

/** Products that one barcode names. `doubt`: a very short number, which may be a count, or one that is separated differently. */
export type FoundCode = {
  readonly candidates: readonly MatchCandidate[]
  /** Keys of all that it means, if there are more than the candidates. */
  readonly all: ReadonlySet<string> | null
  readonly doubt: 'number-inside' | 'number-split' | null
}

/** A number as short as this is rather a count or a size. */
const mostDigitsOfCount = 2

const toCandidates = (names: readonly ProductName[], text: string): readonly MatchCandidate[] => [
  ...new Map(
    names.map(({ product, field }) => [product.key, { productKey: product.key, why: { by: 'barcode', field, text } } as const]),
  ).values(),
]

const ofGtin = (digits: string, index: ProductIndex): FoundCode | null => {
  const names = findGtin(index, digits)
  return names.length > 0 ? { candidates: toCandidates(names, digits), all: keysOfAll(names), doubt: null } : null
}

/** The whole text is a SKU; case and separators don't matter. */
const ofSku = (text: string, index: ProductIndex): FoundCode | null => {
  const { atoms } = readText(text)
  const names = (index.byFolded.get(atoms.map((atom) => atom.text).join('')) ?? []).filter(({ field }) => field === 'sku')
  const spelled = spell(atoms)
  const exact = names.filter((name) => name.spelled === spelled)
  const sure = exact.length > 0 ? exact : names.filter((name) => judgeSpelling(name, spelled) === null)
  const chosen = sure.length > 0 ? sure : names
  if (chosen.length === 0) return null
  const [only] = atoms
  const isCount = atoms.length === 1 && only?.isDigits === true && only.text.length <= mostDigitsOfCount
  const doubt = sure.length === 0 ? 'number-split' : isCount ? 'number-inside' : null
  return { candidates: toCandidates(chosen, text.trim()), all: keysOfAll(chosen), doubt }
}

/** The article's number comes first in a GS1 element string, as readers print it. GS1 General Specifications, 3.3.2. */
const elementString = /^\(01\)(\d{14})/

const ofElements = (text: string, index: ProductIndex): FoundCode | null => {
  const digits = elementString.exec(text)?.[1]
  return digits !== undefined && hasCheckDigit(digits) ? ofGtin(digits, index) : null
}

const isGtinLike = (text: string): boolean => /^(?:\d{8}|\d{12,14})$/.test(text) && hasCheckDigit(text)

const ofText = (text: string, index: ProductIndex): FoundCode | null => {
  const digits = text.trim()
  return (/^\d+$/.test(digits) ? ofGtin(digits, index) : null) ?? ofSku(text, index) ?? ofElements(digits, index)
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** More parts than this are no address that people print. */
const mostParts = 50

/**
 * An address on the pack. A GS1 Digital Link says which part is the article's number (GS1 Digital Link: URI Syntax, `/01/` and 8 to 14
 * digits). In any other one a whole part of the path, or a value, has to be a GTIN or a clear SKU, and only of one product.
 */
const ofAddress = (text: string, index: ProductIndex): FoundCode | null => {
  const [address = '', query = ''] = (text.split('#')[0] ?? '').split(/\?(.*)/s)
  const path = address
    .replace(/^https?:\/\/[^/]*/i, '')
    .split('/')
    .map(decode)
  const marked = path.findIndex((part, at) => part === '01' && isGtinLike(path[at + 1] ?? ''))
  if (marked >= 0) return ofGtin(path[marked + 1] ?? '', index)
  const values = query.split('&').map((pair) => decode(pair.slice(pair.indexOf('=') + 1)))
  const found = [...path, ...values].slice(0, mostParts).flatMap((part) => {
    if (isGtinLike(part)) return ofGtin(part, index) ?? []
    // A word or a short number in an address is rather one of the shop’s own.
    if (!/\d/.test(part) || !/\p{L}/u.test(part)) return []
    const sku = ofSku(part, index)
    return sku && sku.doubt === null ? sku : []
  })
  const [first] = found
  const isOne = new Set(found.flatMap(({ candidates }) => candidates.map(({ productKey }) => productKey))).size === 1
  return first && isOne ? first : null
}

/**
 * The products that a barcode names: by GTIN (UPC-A, EAN-13 and GTIN-14 of one article are equal), or by a text that is a SKU; `null`: it
 * names none that is known.
 */
export const findCode = ({ format, text }: PictureCode, index: ProductIndex): FoundCode | null => {
  switch (format) {
    case 'ean-13':
    case 'ean-8':
    case 'upc-a':
      return ofGtin(text.trim(), index)
    case 'code-128':
      return ofText(text, index)
    case 'qr':
      return /^https?:\/\//i.test(text.trim()) ? ofAddress(text.trim(), index) : ofText(text, index)
  }
}
