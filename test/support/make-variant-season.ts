import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeTestPicture } from '../fixtures/test-pictures.ts'

/**
 * A season of products with variants, as Shopify exports them (help.shopify.com, “Using CSV files to import and export products”, read on
 * 29 November 2026), and a folder of packshots that several people named: of the product, of a color, or of one variant. Always the same. Shares no
 * code with what reads or matches it: each picture is made for somebody, in its place.
 */
export type VariantSeason = {
  readonly list: string
  readonly pictures: string
  /** Group shots, each with a line for each of its products. */
  readonly groups: string
  readonly count: { readonly products: number; readonly variants: number; readonly pictures: number; readonly rows: number }
  /** By the product’s name: the SHA-256 of its pictures, in order, where a product of the workspace is a product. */
  readonly byProduct: Readonly<Record<string, readonly string[]>>
  /** By the variant’s name, where it is a variant: its own pictures, its color’s, then its product’s. */
  readonly byVariant: Readonly<Record<string, readonly string[]>>
}

type Variant = { readonly sku: string; readonly gtin: string; readonly color: string; readonly size: string }
type Product = {
  readonly at: number
  readonly handle: string
  readonly title: string
  readonly optionNames: readonly [string, string]
  readonly variants: readonly Variant[]
}
/** Who is in a picture: all of the product, its variants of a color, or one variant. */
type Subject = { readonly color?: string; readonly sku?: string }
type Picture = Subject & { readonly file: string }

const products = 400
/** Each pair of these products has a group shot, instead of the second one’s last picture. */
const groupEvery = 20

const checkDigit = (digits: string): string => {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) sum += Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 3 : 1)
  return String((10 - (sum % 10)) % 10)
}

const nouns = ['Linen shirt', 'Wool coat', 'Oak stool', 'Merino scarf', 'Café apron']
const colors = [
  ['Red', 'Navy Blue'],
  ['Olive', 'Black'],
  ['Off-White', 'Red'],
  ['Grün', 'Black'],
] as const
const sizes = ['M', 'L'] as const

const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')

const makeProduct = (at: number): Product => {
  const title = `${nouns[at % nouns.length]} ${1000 + at}`
  // The variants of some are listed size by size.
  const isBySize = at % 8 === 2
  const pairs = isBySize
    ? sizes.flatMap((size) => (colors[at % 4] ?? []).map((color) => ({ color, size })))
    : (colors[at % 4] ?? []).flatMap((color) => sizes.map((size) => ({ color, size })))
  return {
    at,
    title,
    handle: slug(title),
    optionNames: isBySize ? ['Size', 'Color'] : ['Color', 'Size'],
    variants: pairs.map(({ color, size }, index) => {
      const digits = `4006${String(10_000_000 + (at * 4 + index) * 7919).slice(0, 8)}`
      return {
        color,
        size,
        sku: `${'ABCDEFGH'[at % 8]}S${1000 + at}-${slug(color).slice(0, 3).toUpperCase()}-${size}`,
        gtin: `${digits}${checkDigit(digits)}`,
      }
    }),
  }
}

const views = ['front', 'side', 'back']

/** The files of one product: two of all of it, then color by color, as its photographer named them. */
const namePictures = ({ at, handle, title, variants }: Product): readonly Picture[] => {
  const own = (name: (view: number) => string): Picture[] => [0, 1].map((view) => ({ file: name(view) }))
  const inColors = [...new Set(variants.map(({ color }) => color))]
  const perColor = (name: (color: string, view: number) => string, count: number): Picture[] =>
    inColors.flatMap((color) => Array.from({ length: count }, (_, view) => ({ file: name(color, view), color })))
  const perVariant = (name: (variant: Variant, view: number) => string): Picture[] =>
    inColors.flatMap((color) =>
      variants
        .filter((one) => one.color === color)
        .flatMap((variant) => [0, 1].map((view) => ({ file: name(variant, view), sku: variant.sku, color: variant.color }))),
    )
  switch (at % 8) {
    case 0:
      return [
        ...own((view) => `Web/${handle}_${view + 1}.jpg`),
        ...perColor((color, view) => `Web/${handle}-${slug(color)}_${view + 1}.jpg`, 4),
      ]
    case 1:
      return [
        ...own((view) => `Shoot 1/${handle}/${view + 1}.jpg`),
        ...perColor((color, view) => `Shoot 1/${handle}/${color}/IMG_${String(998 + view).padStart(4, '0')}.jpg`, 4),
      ]
    case 2:
    case 3:
      return [...own((view) => `Studio/${handle}-${views[view]}.jpg`), ...perVariant(({ sku }, view) => `Studio/${sku}_${view + 1}.jpg`)]
    case 4:
      return [
        ...own((view) => `Agency/${title}/${views[view]}.jpg`),
        ...perVariant(({ gtin }, view) => `Agency/${title}/${gtin}-${views[view]}.jpg`),
      ]
    case 5:
      return [
        ...own((view) => `Spring/${handle}/web/${views[view]}.jpg`),
        ...perVariant(({ sku }, view) => `Spring/${handle}/${sku}/${views[view]}.jpg`),
      ]
    case 6:
      return [
        ...own((view) => `Retouched/${handle}_${view + 1}.jpg`),
        ...perVariant(({ color, size }, view) => `Retouched/${handle}_${slug(color).replaceAll('-', '_')}_${size}_${views[view]}.jpg`),
      ]
    default:
      return [
        ...own((view) => `Old server/${handle.replaceAll('-', ' ')} (${view + 1}).jpg`),
        ...perColor((color, view) => `Old server/${handle.replaceAll('-', ' ')} ${color} (${view + 1}).jpg`, 4),
      ]
  }
}

const quote = (cell: string): string => (/[,"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const headers = [
  ...[
    'Handle',
    'Title',
    'Body (HTML)',
    'Vendor',
    'Type',
    'Tags',
    'Published',
    'Option1 Name',
    'Option1 Value',
    'Option2 Name',
    'Option2 Value',
  ],
  ...[
    'Variant SKU',
    'Variant Price',
    'Variant Barcode',
    'Image Src',
    'Image Position',
    'Image Alt Text',
    'Gift Card',
    'Variant Image',
    'Status',
  ],
]

/** A row for each variant, the product’s words only in the first, and further rows for pictures of the shop. */
const rowsOf = ({ at, handle, title, optionNames, variants }: Product): readonly (readonly string[])[] => {
  const rows = variants.map(({ sku, gtin, color, size }, index) => {
    const isFirst = index === 0
    const [one, other] = optionNames[0] === 'Color' ? [color, size] : [size, color]
    const words = isFirst
      ? [title, `<p>Soft, and "fine".</p>\n<ul><li>No. ${at}</li></ul>`, 'Acme', 'Clothes', 'spring, new', 'TRUE']
      : Array(6).fill('')
    const names = isFirst ? optionNames : ['', '']
    const image = `https://cdn.shop.example/files/${handle}-${index + 1}.jpg?v=17`
    return [
      handle,
      ...words,
      names[0],
      one,
      names[1],
      other,
      sku,
      '39.90',
      `'${gtin}`,
      image,
      String(index + 1),
      '',
      '',
      '',
      isFirst ? 'active' : '',
    ]
  })
  const onlyPicture = headers.map((header) =>
    header === 'Handle'
      ? handle
      : header === 'Image Src'
        ? `https://cdn.shop.example/files/${handle}-back.jpg?v=17`
        : header === 'Image Position'
          ? '5'
          : '',
  )
  return at % 5 === 0 ? [...rows, onlyPicture] : rows
}

/** Writes it below `folder`. `size`: how many of the products have pictures, from 40 on; absent: all 400. */
export const makeVariantSeason = async (folder: string, { size }: { readonly size?: string | undefined } = {}): Promise<VariantSeason> => {
  const chosen = size === undefined ? products : size === 'small' ? 40 : Math.max(40, Number(size))
  const all = Array.from({ length: products }, (_, at) => makeProduct(at))
  const paths = {
    list: join(folder, 'products_export_1.csv'),
    pictures: join(folder, 'Packshots'),
    groups: join(folder, 'group shots.csv'),
  }
  await mkdir(paths.pictures, { recursive: true })
  let written = 0
  const write = async (file: string): Promise<string> => {
    const bytes = await makeTestPicture(20_000 + ++written, { bytes: 9_000 })
    const path = join(paths.pictures, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes, { flag: 'wx' })
    return createHash('sha256').update(bytes).digest('hex')
  }
  const mapping = ['File;Product']
  const byProduct: Record<string, string[]> = {}
  const byVariant: Record<string, string[]> = {}
  let group: string | undefined
  for (const product of all.slice(0, chosen)) {
    const { at, title, handle, variants } = product
    const isInGroup = at % groupEvery < 2
    const named = namePictures(product)
    const pictures: (Subject & { hash: string })[] = []
    for (const { file, ...subject } of at % groupEvery === 1 ? named.slice(0, -1) : named)
      pictures.push({ ...subject, hash: await write(file) })
    if (at % groupEvery === 0) group = await write(`Groups/family ${'ABCDEFGHIJKLMNOPQRST'[at / groupEvery]}.jpg`)
    if (isInGroup) mapping.push(`family ${'ABCDEFGHIJKLMNOPQRST'[Math.floor(at / groupEvery)]}.jpg;${handle}`)
    const shared = isInGroup && group !== undefined ? [group] : []
    const own = pictures.filter(({ color }) => color === undefined).map(({ hash }) => hash)
    byProduct[title] = [...own, ...shared, ...pictures.filter(({ color }) => color !== undefined).map(({ hash }) => hash)]
    for (const { sku, color, size } of variants) {
      const options = product.optionNames[0] === 'Color' ? [color, size] : [size, color]
      const hashesOf = (isMeant: (one: Subject) => boolean): string[] => pictures.filter(isMeant).map(({ hash }) => hash)
      byVariant[`${title} – ${options.join(', ')}`] = [
        ...hashesOf((one) => one.sku === sku),
        ...hashesOf((one) => one.sku === undefined && one.color === color),
        ...own,
        ...shared,
      ]
    }
  }
  const rows = all.flatMap(rowsOf)
  await writeFile(paths.list, `${[headers, ...rows].map((cells) => cells.map(quote).join(',')).join('\n')}\n`)
  await writeFile(paths.groups, mapping.join('\n'))
  return {
    ...paths,
    count: { products: chosen, variants: chosen * 4, pictures: written, rows: rows.length },
    byProduct,
    byVariant,
  }
}
