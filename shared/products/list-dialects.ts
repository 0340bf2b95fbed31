// Beside list-form.ts, whose schemas the window does not load.

/** What stands between two cells of a text file. */
export const separators = [',', ';', '\t', '|', '^', '~'] as const
export type Separator = (typeof separators)[number]

/**
 * How a cell with separators, quotes or line breaks is written. `doubled`: in quotes, a quote inside twice (RFC 4180). `backslash`: in
 * quotes, a quote inside after a backslash, as PHP and MySQL do. `single`: in apostrophes, one inside twice. `none`: quotes are letters like any other.
 */
export const quotings = ['single', 'doubled', 'backslash', 'none'] as const
export type Quoting = (typeof quotings)[number]

/** Encodings of lists, by the names of the Encoding Standard (https://encoding.spec.whatwg.org/#names-and-labels). */
export const listEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'x-mac-cyrillic',
  'koi8-r',
  'ibm866',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const
export type ListEncoding = (typeof listEncodings)[number]

/** Exports whose columns are known (electron/core/products/catalogue/shapes/). */
export const listShapes = [
  'shopify',
  'matrixify',
  'woocommerce',
  'akeneo',
  'akeneo-models',
  'shopware',
  'amazon',
  'google',
  'magento',
  'medusa',
  'squarespace',
  'wix',
  'bigcommerce',
  'etsy',
] as const
export type ListShape = (typeof listShapes)[number]

/** What spreadsheets and programs do to cells. */
export const damageKinds = [
  'date',
  'zeros-lost',
  'shortened',
  'entities',
  'apostrophe',
  'spaces',
  'look-alike',
  'garbled',
  'letters-lost',
] as const
export type DamageKind = (typeof damageKinds)[number]
