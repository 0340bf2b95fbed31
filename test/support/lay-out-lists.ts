import type { ListShape } from '../../shared/products/list-dialects.ts'
import type { Words } from './list-words.ts'

export type TrueVariant = { readonly sku: string; readonly gtin: string; readonly color: string; readonly size: string }
export type TrueProduct = {
  readonly base: string
  readonly name: string
  readonly handle: string
  readonly shopId: string
  readonly text: string
  readonly variants: readonly TrueVariant[]
  readonly pictures: readonly string[]
}
export type Truth = { readonly products: readonly TrueProduct[] }

/** What must come of a list. */
export type ListedTruth = {
  /** By SKU, as it is in the file. */
  readonly variants: ReadonlyMap<
    string,
    { readonly name: string; readonly gtin: string; readonly text: string | null; readonly of: string; readonly options: readonly string[] }
  >
  readonly products: number
  readonly pictureRows: number
  /** Rows of parents whose variants have rows of their own. */
  readonly parentRows: number
}

export type LaidOut = {
  readonly rows: readonly (readonly string[])[]
  /** Header rows. */
  readonly headers: number
  readonly width: number
  /** A column whose cell may be damaged: the name's, in the first row of a product. */
  readonly namedColumn: number
  readonly expected: ListedTruth
}

type Row = Readonly<Record<string, string>>

const table = (headers: readonly string[], rows: readonly Row[]): string[][] => [
  [...headers],
  ...rows.map((row) => headers.map((header) => row[header] ?? '')),
]

type NameVariant = (product: TrueProduct, variant: TrueVariant) => string

/** The first variant has its product’s text. */
const truthOf = ({ products }: Truth, pictureRows: number, parentRows: number, nameOf: NameVariant = ({ name }) => name): ListedTruth => ({
  variants: new Map(
    products.flatMap((product) =>
      product.variants.map((variant, at) => [
        variant.sku.trim(),
        {
          name: nameOf(product, variant),
          gtin: variant.gtin,
          text: at === 0 ? product.text : null,
          of: product.handle,
          options: [variant.color, variant.size],
        },
      ]),
    ),
  ),
  products: products.length,
  pictureRows,
  parentRows,
})

const isSingle = ({ variants }: TrueProduct): boolean => variants.length === 1

const shopifyHeaders = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Published', 'Option1 Name', 'Option1 Value', 'Option2 Name'],
  ...['Option2 Value', 'Option3 Name', 'Option3 Value', 'Variant SKU', 'Variant Grams', 'Variant Price', 'Variant Barcode', 'Image Src'],
  ...['Image Position', 'Image Alt Text', 'Gift Card', 'Variant Image', 'Status'],
]

/** https://help.shopify.com/en/manual/products/import-export/using-csv: the first row of a handle has its data, further ones a variant, a picture or both. */
const shopify = ({ products }: Truth): Row[] =>
  products.flatMap((product) =>
    Array.from({ length: Math.max(product.variants.length, product.pictures.length) }, (_, at): Row => {
      const variant = product.variants[at]
      const picture = product.pictures[at]
      return {
        Handle: product.handle,
        ...(at === 0
          ? { Title: product.name, 'Body (HTML)': product.text, Vendor: 'Acme', Published: 'TRUE', Status: 'active', 'Gift Card': 'FALSE' }
          : {}),
        ...(at === 0 ? { 'Option1 Name': isSingle(product) ? 'Title' : 'Color', 'Option2 Name': isSingle(product) ? '' : 'Size' } : {}),
        ...(variant
          ? {
              'Option1 Value': isSingle(product) ? 'Default Title' : variant.color,
              'Option2 Value': isSingle(product) ? '' : variant.size,
              'Variant SKU': variant.sku,
              'Variant Barcode': variant.gtin,
              'Variant Price': '19.90',
              'Variant Image': at > 0 ? (product.pictures[0] ?? '') : '',
            }
          : {}),
        ...(picture === undefined ? {} : { 'Image Src': picture, 'Image Position': String(at + 1) }),
      }
    }),
  )

const matrixifyHeaders = [
  ...['ID', 'Handle', 'Command', 'Title', 'Body HTML', 'Vendor', 'Tags', 'Status', 'Row #', 'Top Row', 'Image Src', 'Image Command'],
  ...['Image Position', 'Image Alt Text', 'Variant Inventory Item ID', 'Variant ID', 'Variant Command', 'Option1 Name', 'Option1 Value'],
  ...['Option2 Name', 'Option2 Value', 'Variant Position', 'Variant SKU', 'Variant Barcode', 'Variant Image', 'Variant Price'],
]

/** https://matrixify.app/documentation/products/: as Shopify’s, with ids; pictures may have rows of their own below the variants. */
const matrixify = ({ products }: Truth): Row[] =>
  products.flatMap((product, index) => {
    const top: Row = {
      ID: product.shopId,
      Handle: product.handle,
      Command: 'MERGE',
      Title: product.name,
      'Body HTML': product.text,
      Vendor: 'Acme',
      Status: 'Active',
    }
    const variants = product.variants.map(
      (variant, at): Row => ({
        ...(at === 0 ? { ...top, 'Top Row': 'TRUE' } : { ID: product.shopId, Handle: product.handle }),
        'Row #': String(at + 1),
        'Variant ID': String(40_000_000_000 + index * 100 + at),
        'Variant Inventory Item ID': String(50_000_000_000 + index * 100 + at),
        'Variant Command': 'MERGE',
        'Option1 Name': isSingle(product) ? 'Title' : 'Color',
        'Option1 Value': isSingle(product) ? 'Default Title' : variant.color,
        'Option2 Name': isSingle(product) ? '' : 'Size',
        'Option2 Value': isSingle(product) ? '' : variant.size,
        'Variant Position': String(at + 1),
        'Variant SKU': variant.sku,
        'Variant Barcode': variant.gtin,
      }),
    )
    const pictures = product.pictures.map(
      (picture, at): Row => ({
        ID: product.shopId,
        Handle: product.handle,
        'Row #': String(product.variants.length + at + 1),
        'Image Src': picture,
        'Image Command': 'MERGE',
        'Image Position': String(at + 1),
      }),
    )
    return [...variants, ...pictures]
  })

const wooHeaders = [
  ...['ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Published', 'Is featured?', 'Visibility in catalog', 'Short description'],
  ...['Description', 'Tax status', 'In stock?', 'Regular price', 'Categories', 'Images', 'Parent', 'Position', 'Attribute 1 name'],
  ...['Attribute 1 value(s)', 'Attribute 1 visible', 'Attribute 2 name', 'Attribute 2 value(s)'],
]

const nameWooVariation: NameVariant = (product, { color, size }) =>
  isSingle(product) ? product.name : `${product.name} - ${color}, ${size}`

/** https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema: a variation names its parent by SKU, or by `id:`. */
const woocommerce = ({ products }: Truth): Row[] =>
  products.flatMap((product, index) => {
    const attributes = (variants: readonly TrueVariant[]): Row => ({
      'Attribute 1 name': 'Color',
      'Attribute 1 value(s)': variants.map(({ color }) => color).join(', '),
      'Attribute 2 name': 'Size',
      'Attribute 2 value(s)': variants.map(({ size }) => size).join(', '),
    })
    const own: Row = {
      ID: String(100 + index * 10),
      Name: product.name,
      Published: '1',
      'Visibility in catalog': 'visible',
      Description: product.text,
      Images: product.pictures.join(', '),
    }
    const [first] = product.variants
    if (isSingle(product) && first) return [{ ...own, Type: 'simple', SKU: first.sku, 'GTIN, UPC, EAN, or ISBN': first.gtin }]
    return [
      { ...own, Type: 'variable', SKU: product.base, ...attributes(product.variants) },
      ...product.variants.map(
        (variant, at): Row => ({
          ID: String(100 + index * 10 + at + 1),
          Type: 'variation',
          SKU: variant.sku,
          'GTIN, UPC, EAN, or ISBN': variant.gtin,
          Name: nameWooVariation(product, variant),
          Published: '1',
          Parent: index % 2 === 0 ? product.base : `id:${100 + index * 10}`,
          Position: String(at + 1),
          ...attributes([variant]),
        }),
      ),
    ]
  })

/** https://github.com/akeneo/pim-docs (formats/product.rst): one row for each product or variant; `parent` is the code of its product model. */
const akeneoHeaders = [
  ...['sku', 'categories', 'enabled', 'family', 'groups', 'parent', 'ean', 'name-en_US', 'description-en_US-ecommerce', 'color', 'size'],
  ...['picture', 'X_SELL-groups', 'X_SELL-products'],
]
const akeneo = ({ products }: Truth): Row[] =>
  products.flatMap((product) =>
    product.variants.map(
      (variant): Row => ({
        sku: variant.sku,
        categories: 'master,summer',
        enabled: '1',
        family: 'clothing',
        parent: isSingle(product) ? '' : product.handle,
        ean: variant.gtin,
        'name-en_US': product.name,
        'description-en_US-ecommerce': product.text,
        color: variant.color,
        size: variant.size,
        picture: `files/${variant.sku.trim()}/picture/a.jpg`,
      }),
    ),
  )

/** https://docs.shopware.com/en/shopware-en/settings/importexport: the default product profile; a variant names its parent’s id. */
const shopwareHeaders = [
  ...['id', 'parent_id', 'product_number', 'active', 'stock', 'name', 'description', 'price_net', 'price_gross', 'tax_id', 'tax_name'],
  ...['cover_media_id', 'cover_media_url', 'cover_media_title', 'manufacturer_id', 'manufacturer_name', 'categories', 'sales_channel'],
  ...['propertyIds', 'optionIds', 'ean', 'media'],
]
const hex = (product: number, variant: number): string => `a${String(product * 100 + variant).padStart(31, '0')}`
const shopware = ({ products }: Truth): Row[] =>
  products.flatMap((product, index) => {
    const own: Row = {
      id: hex(index, 0),
      active: '1',
      stock: '5',
      name: product.name,
      description: product.text,
      cover_media_url: product.pictures[0] ?? '',
      media: product.pictures.join('|'),
    }
    const [first] = product.variants
    if (isSingle(product) && first) return [{ ...own, product_number: first.sku, ean: first.gtin }]
    return [
      { ...own, product_number: product.base },
      ...product.variants.map(
        (variant, at): Row => ({
          id: hex(index, at + 1),
          parent_id: hex(index, 0),
          product_number: variant.sku,
          ean: variant.gtin,
          active: '1',
          stock: '2',
          optionIds: `${hex(900, at)}|${hex(901, at)}`,
        }),
      ),
    ]
  })

/** Flat files of Amazon’s sellers: a row about the template, the labels, the names of the columns; a parent and its children. */
const amazonHeaders = [
  ...['feed_product_type', 'item_sku', 'brand_name', 'item_name', 'external_product_id', 'external_product_id_type', 'standard_price'],
  ...['quantity', 'main_image_url', 'other_image_url1', 'other_image_url2', 'parent_child', 'parent_sku', 'relationship_type'],
  ...['variation_theme', 'product_description', 'color_name', 'size_name'],
]
const amazonLabels = [
  ...['Product Type', 'Seller SKU', 'Brand Name', 'Product Name', 'Product ID', 'Product ID Type', 'Standard Price', 'Quantity'],
  ...['Main Image URL', 'Other Image URL', 'Other Image URL', 'Parentage', 'Parent SKU', 'Relationship Type', 'Variation Theme'],
  ...['Product Description', 'Color', 'Size'],
]
const amazon = ({ products }: Truth): Row[] =>
  products.flatMap((product) => {
    const own: Row = { feed_product_type: 'shirt', brand_name: 'Acme', item_name: product.name, product_description: product.text }
    const pictures: Row = {
      main_image_url: product.pictures[0] ?? '',
      other_image_url1: product.pictures[1] ?? '',
      other_image_url2: product.pictures[2] ?? '',
    }
    const child = (variant: TrueVariant): Row => ({
      ...own,
      ...pictures,
      item_sku: variant.sku,
      external_product_id: variant.gtin,
      external_product_id_type: 'EAN',
    })
    const [first] = product.variants
    if (isSingle(product) && first) return [child(first)]
    return [
      { ...own, ...pictures, item_sku: product.base, parent_child: 'parent', variation_theme: 'SizeColor' },
      ...product.variants.map(
        (variant): Row => ({
          ...child(variant),
          parent_child: 'child',
          parent_sku: product.base,
          relationship_type: 'Variation',
          variation_theme: 'SizeColor',
          color_name: variant.color,
          size_name: variant.size,
        }),
      ),
    ]
  })

/** https://support.google.com/merchants/answer/7052112: each variant is an item; `item_group_id` is its product. */
const googleHeaders = [
  ...['id', 'title', 'description', 'link', 'image_link', 'additional_image_link', 'availability', 'price', 'brand', 'gtin', 'mpn'],
  ...['condition', 'item_group_id', 'color', 'size'],
]
const google = ({ products }: Truth): Row[] =>
  products.flatMap((product) =>
    product.variants.map(
      (variant): Row => ({
        id: variant.sku,
        title: product.name,
        description: product.text,
        link: `https://shop.example/${product.handle}`,
        image_link: product.pictures[0] ?? '',
        additional_image_link: product.pictures.slice(1).join(' '),
        availability: 'in_stock',
        price: '19.90 EUR',
        brand: 'Acme',
        gtin: variant.gtin,
        mpn: `MPN${variant.sku.trim()}`,
        condition: 'new',
        item_group_id: isSingle(product) ? '' : product.base,
        color: variant.color,
        size: variant.size,
      }),
    ),
  )

/** One table of any shop: each row a product, or the product’s data again in the row of each variant. */
const flat = ({ products }: Truth, words: Words, isRepeated: boolean): string[][] => {
  const [sku, gtin, name, text, color, size] = words.headers
  const headers = [sku, gtin, name, text, color, size, ...(isRepeated ? ['Parent SKU'] : [])]
  return [
    headers,
    ...products.flatMap((product) =>
      product.variants.map((variant) => [
        ...[variant.sku, variant.gtin, product.name, product.text, variant.color, variant.size],
        ...(isRepeated ? [isSingle(product) ? '' : product.base] : []),
      ]),
    ),
  ]
}

const countPictureRows = ({ products }: Truth): number =>
  products.reduce((sum, { variants, pictures }) => sum + Math.max(0, pictures.length - variants.length), 0)

const laidOut = (rows: string[][], headers: number, named: string, expected: ListedTruth): LaidOut => ({
  rows,
  headers,
  width: rows[headers - 1]?.length ?? 0,
  namedColumn: rows[headers - 1]?.indexOf(named) ?? 0,
  expected,
})

/** A shop’s products as one of its exports. */
export const layOut = (shape: ListShape | 'flat' | 'repeated', truth: Truth, words: Words): LaidOut => {
  const parents = truth.products.filter((product) => !isSingle(product)).length
  switch (shape) {
    case 'shopify':
      return laidOut(table(shopifyHeaders, shopify(truth)), 1, 'Title', truthOf(truth, countPictureRows(truth), 0))
    case 'matrixify': {
      const pictures = truth.products.reduce((sum, product) => sum + product.pictures.length, 0)
      return laidOut(table(matrixifyHeaders, matrixify(truth)), 1, 'Title', truthOf(truth, pictures, 0))
    }
    case 'woocommerce':
      return laidOut(table(wooHeaders, woocommerce(truth)), 1, 'Name', truthOf(truth, 0, parents, nameWooVariation))
    case 'akeneo':
      return laidOut(table(akeneoHeaders, akeneo(truth)), 1, 'name-en_US', truthOf(truth, 0, 0))
    case 'shopware':
      return laidOut(table(shopwareHeaders, shopware(truth)), 1, 'name', truthOf(truth, 0, parents))
    case 'amazon': {
      const [head = [], ...rows] = table(amazonHeaders, amazon(truth))
      const template = [
        'TemplateType=fptcustom',
        'Version=2026.0611',
        'TemplateSignature=U0hJUlQ=',
        'The top 3 rows are for Amazon.com use only.',
      ]
      const above = [...template, ...amazonHeaders.slice(4).map(() => '')]
      return laidOut([above, amazonLabels, head, ...rows], 3, 'item_name', truthOf(truth, 0, parents))
    }
    case 'google':
      return laidOut(table(googleHeaders, google(truth)), 1, 'title', truthOf(truth, 0, 0))
    case 'repeated':
      return laidOut(flat(truth, words, true), 1, words.headers[2], truthOf(truth, 0, 0))
    default:
      return laidOut(flat(truth, words, false), 1, words.headers[2], truthOf(truth, 0, 0))
  }
}
