import type { ListColumns } from '../../../../shared/products/catalogue.ts'
import type { ColumnRole } from '../../../../shared/products/column-roles.ts'
import { columnRoles } from '../../../../shared/products/column-roles.ts'
import { foldName } from '../../base/database/fold-name.ts'

const foldWord = (word: string): string => foldName(word).replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * What shops and product databases call these columns, folded; the surest first. English and German, the exports of WooCommerce, Shopware,
 * Magento, Akeneo, Odoo and SAP, and SKU, GTIN and name in other languages. Known exports: shapes/.
 */
const known: Readonly<Record<ColumnRole, readonly string[]>> = {
  productId: 'productid prdid produktid artikelid itemid entityid externalid productidentifier product id'.split(' '),
  sku: (
    'sku variantsku skunumber itemsku sellersku salsifyid customlabel customlabelsku bestandseinheitsku artikelnummer artikelnr artnr artno articlenumber articleno articlecode itemnumber itemno ' +
    'itemcode productnumber productno productcode produktnummer produktnr ordernumber bestellnummer bestellnr internalreference defaultcode ' +
    'materialnumber materialnummer materialnr modellnummer variationno variationnumber variantennummer skureferencecode referenz reference referencia riferimento codice codigo kod indeks артикул κωδικος מקט รหัสสินค้า ' +
    'kodproduktu numerartykulu 貨號 商品編號 商品コード 品番 型番 货号 商品编码 商品编号 款号 품번 상품코드'
  )
    .split(' ')
    .map(foldWord),
  gtin: (
    'gtin skuean gtinupceanorisbn gtinean eangtin ean ean13 eancode eanupc gtin13 gtin14 upc upca upccode barcode variantbarcode strichcode ' +
    'globaltradeitemnumber isbn isbn13 jan jancode kodkreskowy codebarres codigodebarras codiceabarre штрихкод ברקוד บาร์โค้ด janコード 條碼 條型碼 条码 条形码 바코드'
  )
    .split(' ')
    .map(foldWord),
  name: (
    'name title productname producttitle articlename itemname displayname produktname produktbezeichnung artikelname artikelbezeichnung ' +
    'bezeichnung titel produkttitel materialdescription kurztext label designation titre nom nomduproduit nombre nome titolo titulo naam ' +
    'omschrijving nazwa nazwaproduktu nazev nazevproduktu название наименование товар 商品名稱 產品名稱 品名 urunadi ονομα שםהמוצר שםמוצר ชื่อสินค้า 商品名 製品名 品名 商品名称 产品名称 名称 상품명 제품명'
  )
    .split(' ')
    .map(foldWord),
  handle: 'handle urlhandle producthandle urlkey slug urlslug permalink seourl'.split(' '),
  shows:
    'currentpictures currentimages picturesnow imagesnow sourceids imageids pictureids pictures images sources aktuellebilder bilder bildids'.split(
      ' ',
    ),
  showsAt: 'picturesasof imagesasof asof exportedat exportdate exported standvom stand exportiertam exportdatum exportiert'.split(' '),
}

/** Words that say it wherever they are in a header: “Artikelnummer (SKU)”. */
const telling: Readonly<Partial<Record<ColumnRole, readonly string[]>>> = {
  sku: ['sku'],
  gtin: ['gtin', 'ean', 'upc', 'barcode'],
  handle: ['handle', 'slug'],
}
/** Words that say it where they are the first of a header: “name-en_US”. */
const leading: Readonly<Partial<Record<ColumnRole, readonly string[]>>> = { name: ['name', 'title', 'titel', 'bezeichnung'] }

const articles: readonly string[] = ['artikel', 'article', 'articolo', 'articulo']

const tells = (role: ColumnRole, header: string): boolean => {
  const words = header.split(' ')
  return telling[role]?.some((one) => words.includes(one)) || leading[role]?.includes(words[0] ?? '') || false
}

const toWords = (header: string): string =>
  foldName(header)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Which column is what, by the headers. A column is one thing at most. `isExact`: only headers that are such a name as a whole. */
export const recogniseColumns = (headers: readonly string[], isExact = false): ListColumns => {
  // `ItemEAN` has two words.
  const words = headers.map((header) => toWords(header.slice(0, 200).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')))
  const joined = words.map((one) => one.replaceAll(' ', ''))
  const columns: ListColumns = {}
  const isTaken = (at: number): boolean => Object.values(columns).includes(at)
  for (const role of columnRoles) {
    const at = known[role].map((name) => joined.findIndex((one, index) => one === name && !isTaken(index))).find((index) => index >= 0)
    if (at !== undefined) columns[role] = at
  }
  if (isExact) return columns
  for (const role of columnRoles) {
    if (columns[role] !== undefined) continue
    const at = words.findIndex((one, index) => tells(role, one) && !isTaken(index))
    if (at >= 0) columns[role] = at
  }
  // It is the number beside a name, and the name beside a number.
  const article = joined.findIndex((one, at) => articles.includes(one) && !isTaken(at))
  if (article >= 0 && columns.name === undefined) columns.name = article
  else if (article >= 0 && columns.sku === undefined) columns.sku = article
  return columns
}

/** The same for the same headers, however they are cased and spaced. */
export const headersKey = (headers: readonly string[]): string => JSON.stringify(headers.map(toWords))
