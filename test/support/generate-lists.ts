import type { DamageKind, ListEncoding, ListShape, Quoting, Separator } from '../../shared/products/list-dialects.ts'
import { createRandom } from '../fixtures/random.ts'
import { encodeText } from './encode-text.ts'
import { type ListedTruth, layOut, type Truth } from './lay-out-lists.ts'
import { type Language, languages, writeWords } from './list-words.ts'

// Lists as shops write them: dialects × shapes × damage, from a seed, with what must come of each. Written from public descriptions of these
// formats (test/fixtures/lists/README.md) before the reader was, and shares no code with it.

export type ListDialect = {
  readonly separator: Separator
  readonly quoting: Quoting
  readonly lineEnd: '\n' | '\r\n' | '\r'
  readonly encoding: ListEncoding
  readonly hasMark: boolean
}

/** `unclosed`: a quote that is never closed. `short`: rows without their empty cells at the end. */
export type ListDamage =
  | 'nothing'
  | 'title'
  | 'empty-rows'
  | 'short'
  | 'unclosed'
  | 'date'
  | 'zeros-lost'
  | 'shortened'
  | 'entities'
  | 'apostrophe'
  | 'spaces'
  | 'look-alike'

export type GeneratedList = {
  readonly name: string
  readonly bytes: Buffer
  readonly dialect: ListDialect
  readonly shape: ListShape | 'flat' | 'repeated'
  readonly damage: ListDamage
  readonly expected: ListedTruth & {
    /** Of each product or variant that comes in: the SKU as it is in the file. */
    readonly refusedSkus: readonly string[]
    readonly damages: readonly DamageKind[]
    /** Rows of the file, the last line end aside. */
    readonly rows: number
  }
}

const shapes = [
  'flat',
  'repeated',
  'shopify',
  'matrixify',
  'woocommerce',
  'akeneo',
  'shopware',
  'amazon',
  'google',
] as const satisfies readonly GeneratedList['shape'][]
const separatorsOf = [',', ';', '\t', '|', '^'] as const
const quotingsOf = ['doubled', 'backslash', 'none'] as const
const lineEnds = ['\r\n', '\n', '\r'] as const
const encodings: readonly (readonly [ListEncoding, boolean, readonly Language[]])[] = [
  ['utf-8', false, ['german', 'polish', 'russian', 'japanese', 'chinese', 'english']],
  ['utf-8', true, ['french', 'english', 'japanese']],
  ['utf-16le', true, ['german', 'chinese']],
  ['utf-16be', true, ['polish', 'japanese']],
  ['utf-16le', false, ['english', 'russian', 'chinese']],
  ['windows-1252', false, ['german', 'french']],
  ['windows-1250', false, ['polish', 'czech']],
  ['windows-1251', false, ['russian']],
  ['macintosh', false, ['german', 'french']],
  ['shift_jis', false, ['japanese']],
  ['gb18030', false, ['chinese']],
]
const damagesOf: readonly ListDamage[] = [
  'nothing',
  'title',
  'empty-rows',
  'short',
  'unclosed',
  'date',
  'zeros-lost',
  'shortened',
  'entities',
  'apostrophe',
  'spaces',
  'look-alike',
]

const checkDigit = (digits: string): string => {
  let sum = 0
  for (let at = 0; at < digits.length; at++) sum += Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 3 : 1)
  return String((10 - (sum % 10)) % 10)
}

/** A GTIN-13; every third begins with a zero, as UPC-A does. */
const makeGtin = (random: () => number, at: number): string => {
  const digits = `${at % 3 === 0 ? '0' : '4'}${String(Math.floor(random() * 1e11)).padStart(11, '1')}`
  return digits + checkDigit(digits)
}

const pick = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)] as T

const makeTruth = (random: () => number, language: Language, isPlain: boolean, separator: Separator): Truth => {
  const words = languages[language]
  let made = 0
  const products = Array.from({ length: 5 + Math.floor(random() * 8) }, (_, at) => {
    const base = `${pick(['LS', 'MUG', 'KN', 'A'], random)}-${1000 + at * 7 + Math.floor(random() * 7)}`
    const count = random() < 0.4 ? 1 : 2 + Math.floor(random() * 3)
    const variants = Array.from({ length: count }, (_, index) => ({
      sku: count === 1 ? base : `${base}-${index + 1}`,
      gtin: makeGtin(random, made++),
      color: words.colors[index % words.colors.length] ?? '',
      size: ['S', 'M', 'L', 'XL'][index % 4] ?? 'S',
    }))
    return {
      base,
      name: `${pick(words.nouns, random)} ${at + 1}`,
      handle: `product-${base.toLowerCase()}`,
      shopId: String(8_000_000_000 + at * 1_000_003),
      text: writeWords(words, random, isPlain, separator),
      variants,
      pictures: Array.from(
        { length: 1 + Math.floor(random() * 4) },
        (_, index) => `https://cdn.shop.example/p/${base}_${index + 1}.jpg?v=1`,
      ),
    }
  })
  return { products }
}

const lookAlike = (sku: string): string => sku.replace('A', 'А').replace('M', 'М').replace('K', 'К').replace('S', 'Ѕ')

/** Damages cells of the truth itself: what is in the file is what must come in. */
const damageTruth = (truth: Truth, damage: ListDamage, encoding: ListEncoding): { readonly truth: Truth; readonly refused: string[] } => {
  const refused: string[] = []
  const change = (product: Truth['products'][number], at: number): Truth['products'][number] => {
    const [first, ...rest] = product.variants
    if (!first) return product
    const withSku = (sku: string) => ({ ...product, variants: [{ ...first, sku }, ...rest] })
    switch (damage) {
      case 'date':
        return at < 2 ? withSku(at === 0 ? '03-Mar' : 'Mar-05') : product
      case 'apostrophe':
        return at === 1 ? withSku(`'00${1230 + at}`) : product
      case 'look-alike':
        return at === 2 && encoding.startsWith('utf') ? withSku(lookAlike(first.sku)) : product
      case 'spaces':
        return at === 1 ? withSku(`${first.sku}  `) : product
      case 'shortened': {
        if (at !== 1) return product
        refused.push(first.sku)
        return { ...product, variants: [{ ...first, gtin: '4,00638E+12' }, ...rest] }
      }
      case 'zeros-lost':
        return { ...product, variants: product.variants.map((one) => ({ ...one, gtin: one.gtin.replace(/^0+/, '') })) }
      case 'entities':
        return at === 1 ? { ...product, name: `Ben &amp; Jerry&#039;s ${at}` } : product
      default:
        return product
    }
  }
  return { truth: { products: truth.products.map(change) }, refused }
}

const escapeCell = (cell: string, { separator, quoting }: ListDialect, always: boolean): string => {
  if (quoting === 'none') return cell
  if (!always && !cell.includes('"') && !cell.includes(separator) && !/[\r\n]/.test(cell)) return cell
  return `"${quoting === 'doubled' ? cell.replaceAll('"', '""') : cell.replaceAll('"', '\\"')}"`
}

const trimRow = (cells: readonly string[]): string[] => {
  const kept = [...cells]
  while (kept.length > 1 && kept.at(-1) === '') kept.pop()
  return kept
}

/** One list by its number. */
export const generateList = (number: number): GeneratedList => {
  const random = createRandom(number * 7919)
  const quoting = quotingsOf[number % 3] ?? 'doubled'
  const [encoding, hasMark, spoken] = encodings[number % encodings.length] ?? ['utf-8', false, ['english']]
  const shape = shapes[Math.floor(number / 2) % shapes.length] ?? 'flat'
  // Without quotes, no cell can have the separator.
  const hasLists = quoting === 'none' && (['woocommerce', 'akeneo', 'shopware'] as const).some((one) => one === shape)
  const separator = separatorsOf[Math.floor(number / 3) % 5] ?? ','
  const dialect: ListDialect = {
    separator: hasLists && separator !== '^' ? '\t' : separator,
    quoting,
    lineEnd: lineEnds[Math.floor(number / 2) % 3] ?? '\n',
    encoding,
    hasMark,
  }
  const language = pick(spoken as readonly Language[], random)
  let damage = damagesOf[Math.floor(random() * damagesOf.length)] ?? 'nothing'
  if (quoting === 'none' && (damage === 'unclosed' || damage === 'entities')) damage = 'nothing'
  const made = makeTruth(random, language, quoting === 'none', dialect.separator)
  const { truth, refused } = damageTruth(made, damage, encoding)
  const laidOut = layOut(shape, truth, languages[language])
  const always = random() < 0.3
  const lines = laidOut.rows.map((cells) => {
    const shown = damage === 'short' ? trimRow(cells) : cells
    return shown.map((cell) => escapeCell(cell, dialect, always)).join(dialect.separator)
  })
  if (damage === 'unclosed') {
    // A cell of its own in a quote that nothing closes.
    const at = laidOut.headers
    const cells = (laidOut.rows[at] ?? []).map((cell, column) => {
      const quoted = escapeCell(cell, dialect, always)
      return column === laidOut.namedColumn ? `"${cell}` : quoted
    })
    lines[at] = cells.join(dialect.separator)
  }
  if (damage === 'title') lines.unshift(languages[language].title)
  if (damage === 'empty-rows') {
    lines.splice(laidOut.headers + 1, 0, dialect.separator.repeat(laidOut.width - 1))
    lines.push('', dialect.separator.repeat(laidOut.width - 1))
  }
  const text = `${lines.join(dialect.lineEnd)}${dialect.lineEnd}`
  const hasSeenDamage = (['date', 'apostrophe', 'spaces', 'entities', 'look-alike'] as const).find((one) => one === damage)
  const isSeen = hasSeenDamage !== undefined && (damage !== 'look-alike' || encoding.startsWith('utf'))
  return {
    name: `${number}: ${shape}, ${JSON.stringify(dialect.separator)}, ${quoting}, ${JSON.stringify(dialect.lineEnd)}, ${encoding}, ${damage}`,
    bytes: encodeText(text, encoding, hasMark),
    dialect,
    shape,
    damage,
    expected: {
      ...laidOut.expected,
      refusedSkus: refused,
      damages: isSeen && hasSeenDamage ? [hasSeenDamage] : [],
      rows: lines.length,
    },
  }
}
