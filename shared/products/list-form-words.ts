import { countOf, formatCount } from '../base/number-words.ts'
import type { DamageKind, ListEncoding, ListShape, Quoting, Separator } from './list-dialects.ts'
import type { ColumnDamage, ListForm, RowSum, UnclearReading } from './list-form.ts'

export const separatorWords: Readonly<Record<Separator, string>> = {
  ',': 'Comma (,)',
  ';': 'Semicolon (;)',
  '\t': 'Tab',
  '|': 'Pipe (|)',
  '^': 'Caret (^)',
  '~': 'Tilde (~)',
}

export const quotingWords: Readonly<Record<Quoting, string>> = {
  doubled: 'Doubled ("")',
  backslash: 'With a backslash (\\")',
  single: "In apostrophes ('…')",
  none: 'No quotes',
}

export const encodingWords: Readonly<Record<ListEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252 (Western)',
  'windows-1250': 'Windows-1250 (Central European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1255': 'Windows-1255 (Hebrew)',
  'windows-1256': 'Windows-1256 (Arabic)',
  'windows-1257': 'Windows-1257 (Baltic)',
  'windows-1258': 'Windows-1258 (Vietnamese)',
  'windows-874': 'Windows-874 (Thai)',
  'iso-8859-2': 'ISO 8859-2 (Central European)',
  'iso-8859-15': 'ISO 8859-15 (Western)',
  macintosh: 'Mac Roman',
  'x-mac-cyrillic': 'Mac Cyrillic',
  'koi8-r': 'KOI8-R (Cyrillic)',
  ibm866: 'DOS 866 (Cyrillic)',
  shift_jis: 'Shift JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  gb18030: 'GB 18030 (Chinese)',
  big5: 'Big5 (Chinese)',
  'euc-kr': 'EUC-KR (Korean)',
}

export const shapeWords: Readonly<Record<ListShape, string>> = {
  shopify: 'Shopify product export',
  matrixify: 'Matrixify export',
  woocommerce: 'WooCommerce product export',
  akeneo: 'Akeneo product export',
  'akeneo-models': 'Akeneo product model export',
  shopware: 'Shopware 6 product export',
  amazon: 'Amazon flat file',
  google: 'Google Merchant feed',
  magento: 'Magento product export',
  medusa: 'Medusa product export',
  squarespace: 'Squarespace product export',
  bigcommerce: 'BigCommerce product export',
  wix: 'Wix product export',
  etsy: 'Etsy listings',
}

const quotesInLine: Readonly<Record<Quoting, string>> = {
  doubled: 'doubled quotes',
  backslash: 'quotes with a backslash',
  single: 'apostrophes as quotes',
  none: 'no quotes',
}

/** “Shopify product export · Comma (,) · doubled quotes · UTF-8 · headers in row 1”. */
export const describeForm = (form: ListForm, shape: ListShape | null, headerRow: number): string =>
  [
    ...(shape === null ? [] : [shapeWords[shape]]),
    ...(form.kind === 'workbook'
      ? [`Sheet “${form.sheet}”`]
      : [separatorWords[form.separator], quotesInLine[form.quoting], encodingWords[form.encoding]]),
    `headers in row ${formatCount(headerRow)}`,
  ].join(' · ')

/** “1,204 rows: 400 products, 700 more variants, 100 picture rows, 3 refused, 1 header row.” */
export const describeSum = ({ rows, products, variants, pictures, views, refused, empty, headers }: RowSum): string => {
  const parts = [
    countOf(products, 'product'),
    ...(variants > 0 ? [`${formatCount(variants)} more ${variants === 1 ? 'variant' : 'variants'}`] : []),
    ...(pictures > 0 ? [countOf(pictures, 'picture row')] : []),
    ...(views > 0 ? [`${formatCount(views)} for other store views`] : []),
    ...(refused > 0 ? [`${formatCount(refused)} refused`] : []),
    ...(empty > 0 ? [`${formatCount(empty)} empty`] : []),
    countOf(headers, 'header row'),
  ]
  return `${countOf(rows, 'row')}: ${parts.join(', ')}.`
}

const damageWords: Readonly<Record<DamageKind, string>> = {
  date: 'look like dates that a spreadsheet made',
  'zeros-lost': 'lost zeros at the beginning',
  shortened: 'were shortened by a spreadsheet',
  entities: 'have HTML codes',
  apostrophe: 'begin with an apostrophe',
  spaces: 'have spaces around or inside that can’t be seen',
  'look-alike': 'have letters that look like those of another alphabet',
  garbled: 'have garbled letters',
  'letters-lost': 'have letters that can’t be read',
}

/** “SKU: 2 cells look like dates that a spreadsheet made, such as “3-Mar” in row 12.” */
export const describeDamage = ({ column, kind, cells, row, example }: ColumnDamage): string =>
  `${column}: ${countOf(cells, 'cell')} ${cells === 1 ? singular(damageWords[kind]) : damageWords[kind]}, such as “${example}” in row ${formatCount(row)}.`

const singular = (words: string): string =>
  words
    .replace(/^look like dates/, 'looks like a date')
    .replace(/^were /, 'was ')
    .replace(/^have /, 'has ')
    .replace(/^begin /, 'begins ')

const joinChoices = (choices: readonly string[]): string => choices.join(' or ')

/** What a file doesn’t tell. */
export const describeUnclear = (unclear: UnclearReading): string => {
  switch (unclear.what) {
    case 'separator':
      return `The separator is unclear: ${joinChoices(unclear.choices.map((one) => separatorWords[one]))}.`
    case 'quoting':
      return `How quotes are written is unclear: ${joinChoices(unclear.choices.map((one) => quotingWords[one]))}.`
    case 'encoding':
      return `The encoding is unclear: ${joinChoices(unclear.choices.map((one) => encodingWords[one]))}.`
  }
}

/** Columns with a shop’s own ids, which are none of the workspace. */
export const describeShopIds = (headers: readonly string[]): string =>
  `The shop’s own IDs (${headers.map((one) => `“${one}”`).join(', ')}) are kept, but not used as IDs of the workspace.`

export const readingWords = {
  shape: 'Kind of list',
  anyList: 'Any other list',
  separator: 'Separator',
  quoting: 'Quotes',
  encoding: 'Encoding',
  sheet: 'Sheet',
  headerRow: 'Header row',
  change: 'Change',
} as const
