import type { ListShape } from '../../../../../shared/products/list-dialects.ts'
import { foldHeader, type Shape } from './shape.ts'

// From the public descriptions of these formats; test/fixtures/lists/README.md has their addresses, and a list of each.

const comma = { separator: ',', quoting: 'doubled', headerRows: 1 } as const
const numbered = (from: number, to: number, name: (at: number) => string): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => name(from + at))
const amazonPictures = [
  ...['mainimageurl', 'mainproductimagelocator1medialocation'],
  ...numbered(1, 8, (at) => `otherimageurl${at}`),
  ...numbered(1, 8, (at) => `otherproductimagelocator${at}1medialocation`),
]
const shopifyOptions = [1, 2, 3].map((at) => [`option${at}name`, `option${at}value`] as const)
const wooSku = ['sku', 'artikelnummer', 'ugs']
const wooName = ['name', 'nom', 'nombre']
const wooParent = ['parent', 'ubergeordnetesprodukt', 'superior']

const shapes: readonly Shape[] = [
  {
    id: 'matrixify',
    has: [['handle'], ['title'], ['variantid', 'variantcommand', 'imagecommand', 'toprow'], ['variantsku', 'imagesrc']],
    columns: { productId: [], sku: ['variantsku'], gtin: ['variantbarcode'], name: ['title'], handle: ['handle'], shows: [] },
    grouping: { by: 'handle', column: ['handle', 'id'] },
    options: shopifyOptions,
    pictures: { product: ['imagesrc'], variant: ['variantimage'] },
    shopIds: ['id', 'variantid', 'variantinventoryitemid'],
    writes: comma,
  },
  {
    // Its columns were renamed in 2025.
    id: 'shopify',
    has: [
      ['handle', 'urlhandle'],
      ['title'],
      ['option1value', 'option1name'],
      ['variantsku', 'sku'],
      ['imagesrc', 'productimageurl', 'variantprice'],
    ],
    columns: {
      productId: [],
      sku: ['variantsku', 'sku'],
      gtin: ['variantbarcode', 'barcode'],
      name: ['title'],
      handle: ['handle', 'urlhandle'],
      shows: [],
    },
    grouping: { by: 'handle', column: ['handle', 'urlhandle'] },
    options: shopifyOptions,
    pictures: { product: ['imagesrc', 'productimageurl'], variant: ['variantimage', 'variantimageurl'] },
    shopIds: [],
    writes: comma,
  },
  {
    // Its headers are in the shop’s language: English, German, French and Spanish.
    id: 'woocommerce',
    has: [
      ['type', 'typ', 'tipo'],
      wooSku,
      wooName,
      ['published', 'visibilityincatalog', 'isfeatured', 'veroffentlicht', 'isthervorgehoben', 'publie', 'misenavant', 'publicado'],
      [...wooParent, 'attribute1name', 'taxstatus', 'attribut1name', 'steuerstatus', 'nomdelattribut1', 'nombredelatributo1'],
    ],
    columns: {
      productId: [],
      sku: wooSku,
      gtin: ['gtinupceanorisbn', 'gtinupceanoderisbn', 'gtinupceanouisbn', 'gtinupceanoisbn', 'gtin', 'ean'],
      name: wooName,
      handle: [],
      shows: [],
    },
    grouping: { by: 'parent', column: wooParent, keys: [{ column: ['id'], prefix: 'id:' }, { column: wooSku }] },
    options: numbered(1, 10, String).flatMap((at) => [
      [`attribute${at}name`, `attribute${at}values`] as const,
      [`attribut${at}name`, `attribut${at}werte`] as const,
      [`nomdelattribut${at}`, `valeursdelattribut${at}`] as const,
      [`nombredelatributo${at}`, `valoresdelatributo${at}`] as const,
    ]),
    pictures: { product: ['images', 'bilder', 'imagenes'], variant: [] },
    shopIds: ['id'],
    writes: comma,
  },
  {
    id: 'shopware',
    has: [['productnumber'], ['parentid'], ['taxid', 'taxname', 'pricenet', 'optionids', 'covermediaurl']],
    columns: { productId: [], sku: ['productnumber'], gtin: ['ean'], name: ['name'], handle: [], shows: [] },
    grouping: { by: 'parent', column: ['parentid'], keys: [{ column: ['id'] }] },
    options: [],
    pictures: { product: ['covermediaurl', 'media'], variant: [] },
    shopIds: ['id', 'parentid', 'covermediaid', 'manufacturerid', 'taxid'],
    writes: { separator: ';', quoting: 'doubled', headerRows: 1 },
  },
  {
    id: 'amazon',
    has: [
      ['itemsku', 'contributionsku'],
      ['itemname'],
      ['parentsku', 'parentchild', 'externalproductid', 'feedproducttype', 'parentagelevel'],
    ],
    columns: {
      productId: [],
      sku: ['itemsku', 'contributionsku'],
      gtin: ['externalproductid', 'externallyassignedproductidentifier'],
      name: ['itemname'],
      handle: [],
      shows: [],
    },
    grouping: {
      by: 'parent',
      column: ['parentsku', 'childparentskurelationship1parentsku'],
      keys: [{ column: ['itemsku', 'contributionsku'] }],
    },
    options: ['color', 'colorname', 'size', 'sizename', 'materialtype', 'patternname', 'stylename', 'scentname', 'flavorname'],
    pictures: { product: amazonPictures, variant: ['swatchimageurl'] },
    shopIds: [],
    writes: { separator: '\t', quoting: 'none', headerRows: 3 },
  },
  {
    id: 'google',
    has: [['id'], ['title'], ['imagelink'], ['link', 'price', 'availability', 'condition']],
    columns: { productId: [], sku: ['id'], gtin: ['gtin'], name: ['title'], handle: [], shows: [] },
    grouping: { by: 'parent', column: ['itemgroupid'], keys: [] },
    options: ['color', 'size', 'material', 'pattern', 'gender', 'agegroup'],
    pictures: { product: [], variant: ['imagelink', 'additionalimagelink'] },
    shopIds: [],
    writes: { separator: '\t', quoting: 'doubled', headerRows: 1 },
  },
  {
    id: 'akeneo',
    has: [['sku', 'identifier'], ['family'], ['categories'], ['enabled']],
    columns: { productId: [], sku: ['sku', 'identifier'], shows: [] },
    grouping: { by: 'parent', column: ['parent'], keys: [] },
    options: ['color', 'colour', 'maincolor', 'size', 'clothingsize', 'clothingcolor', 'eusize', 'material'],
    pictures: { product: [], variant: ['picture', 'pictures', 'image', 'images', 'mainimage', 'gallery'] },
    shopIds: ['uuid'],
    writes: { separator: ';', quoting: 'doubled', headerRows: 1 },
  },
  {
    id: 'akeneo-models',
    has: [['code'], ['familyvariant'], ['categories']],
    columns: { productId: [], sku: [], handle: ['code'], shows: [] },
    grouping: null,
    options: [],
    pictures: { product: ['picture', 'pictures', 'image', 'images', 'mainimage', 'gallery'], variant: [] },
    shopIds: [],
    writes: { separator: ';', quoting: 'doubled', headerRows: 1 },
  },
  {
    id: 'medusa',
    has: [['producthandle'], ['producttitle'], ['variantsku', 'variantid', 'varianttitle']],
    columns: {
      productId: [],
      sku: ['variantsku'],
      gtin: ['variantbarcode', 'variantean', 'variantupc'],
      name: ['producttitle'],
      handle: ['producthandle'],
      shows: [],
    },
    grouping: { by: 'handle', column: ['producthandle'] },
    options: [1, 2, 3].flatMap((at) => [
      [`option${at}name`, `option${at}value`] as const,
      [`variantoption${at}name`, `variantoption${at}value`] as const,
    ]),
    pictures: {
      product: ['productthumbnail', ...numbered(1, 10, (at) => `image${at}url`), ...numbered(1, 10, (at) => `productimage${at}`)],
      variant: [],
    },
    shopIds: ['productid', 'variantid'],
    writes: { separator: ';', quoting: 'doubled', headerRows: 1 },
  },
  {
    id: 'squarespace',
    has: [['productid'], ['variantid'], ['hostedimageurls', 'productpage', 'producturl']],
    columns: { productId: [], sku: ['sku'], name: ['title'], handle: ['producturl'], shows: [] },
    grouping: { by: 'above', column: ['title'] },
    options: numbered(1, 6, String).map((at) => [`optionname${at}`, `optionvalue${at}`] as const),
    pictures: { product: ['hostedimageurls'], variant: [] },
    shopIds: ['productid', 'variantid'],
    writes: comma,
  },
  {
    // Each row says in `Item` what it is (shapes/row-kinds.ts).
    id: 'bigcommerce',
    has: [['item'], ['sku'], ['options'], ['inventorytracking', 'imageurlimport', 'currentstock']],
    columns: { productId: [], sku: ['sku'], gtin: ['gtin', 'upcean'], name: ['name'], handle: ['producturl'], shows: [] },
    grouping: { by: 'above', column: ['item'] },
    options: ['options'],
    pictures: { product: ['imageurlimport', 'internalimageurlexport'], variant: ['variantimageurl'] },
    shopIds: ['id'],
    writes: comma,
  },
  {
    // Its columns were renamed with its new catalog.
    id: 'wix',
    has: [['handleid', 'handle'], ['fieldtype'], ['productimageurl', 'productoptionname1']],
    columns: { productId: [], sku: ['sku'], name: ['name'], handle: ['handleid', 'handle'], shows: [] },
    grouping: { by: 'handle', column: ['handleid', 'handle'] },
    options: numbered(1, 6, String).flatMap((at) => [
      [`productoptionname${at}`, `productoptiondescription${at}`] as const,
      [`productoptionname${at}`, `productoptionchoices${at}`] as const,
    ]),
    pictures: { product: ['productimageurl', 'media'], variant: [] },
    shopIds: [],
    writes: comma,
  },
  {
    id: 'magento',
    has: [['sku'], ['attributesetcode'], ['producttype', 'productwebsites', 'storeviewcode']],
    columns: { productId: [], sku: ['sku'], name: ['name'], handle: ['urlkey'], shows: [] },
    grouping: { by: 'listed', column: ['configurablevariations'], keys: [{ column: ['sku'] }], how: 'variations' },
    views: ['storeviewcode'],
    options: [],
    pictures: { product: ['baseimage', 'additionalimages', 'smallimage', 'thumbnailimage'], variant: ['swatchimage'] },
    shopIds: [],
    writes: comma,
  },
  {
    // Its products have several SKUs in a cell.
    id: 'etsy',
    has: [['title'], ['currencycode'], ['variation1name'], ['sku'], ['image1', 'variation1values']],
    columns: { productId: [], sku: ['sku'], name: ['title'], handle: [], shows: [] },
    grouping: { by: 'listed', column: ['sku'], keys: [{ column: ['sku'] }], how: 'skus' },
    options: [],
    pictures: { product: numbered(1, 10, (at) => `image${at}`), variant: [] },
    shopIds: [],
    writes: comma,
  },
]

export const shapeOf = (id: ListShape): Shape | undefined => shapes.find((one) => one.id === id)

/** The export that has these headers; `undefined`: none that is known. */
export const recogniseShape = (headers: readonly string[]): Shape | undefined => {
  const folded = new Set(headers.map(foldHeader))
  return shapes.find(({ has }) => has.every((any) => any.some((one) => folded.has(one))))
}

/** Headers of other lists that say which product a row is a variant of. */
const parentHeaders = (
  'parentsku variantof mainnumber producttmplid producttmplidid parent parentid parentcode parentproduct mastersku masterid mastercode master modelsku modelcode itemgroupid groupid productgroup ' +
  'vaterartikelnummer internerschlusselvaterartikel groupcode stylenumber stylecode styleid style stylesku configurablesku vaterartikel hauptartikel elternartikel hauptartikelnummer'
).split(' ')

/** Headers that are called after an option. */
const optionHeaders = (
  'color colour colorname farbe couleur kolor barva цвет 色 颜色 size sizename groesse große grosse größe taille rozmiar velikost размер サイズ 尺码 ' +
  'material pattern muster flavor flavour scent length laenge lange'
)
  .split(' ')
  .map(foldHeader)

const pictureHeaders = (
  'imagesrc image imageurl imageurls imagelink additionalimagelink mainimage mainimageurl picture pictureurl bild bildurl bilder images pictures ' +
  'picurl photo photos foto fotos productimage productimageurl variantsimagesurl'
).split(' ')

/** Any other list: its parents, options and pictures by what such columns are called. */
export const anyShape: Omit<Shape, 'id' | 'has' | 'writes'> = {
  columns: {},
  grouping: { by: 'parent', column: parentHeaders, keys: [{ column: ['sku', 'artikelnummer', 'itemnumber'] }, { column: ['id'] }] },
  options: optionHeaders,
  pictures: {
    product: [],
    variant: [...pictureHeaders, ...numbered(1, 20, (at) => `image${at}`), ...numbered(1, 20, (at) => `bild${at}`)],
  },
  shopIds: [],
}
