import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { toBuffer } from '@bwip-js/node'
import sharp from 'sharp'
import { makeTestPicture } from '../fixtures/test-pictures.ts'

/**
 * A shop's season, as a person gets it: a product list from a spreadsheet with its traps, and a folder of packshots that several people named, each in
 * their own way. Always the same. Shares no code with what reads or matches it: each picture is made for a product, in its place.
 */
export type Catalogue = {
  /** The product list: semicolons, Windows-1252, line breaks in cells. */
  readonly list: string
  readonly pictures: string
  /** Files whose names have a wrong id, and their products. */
  readonly corrections: string
  /** The same with all pictures that a person would decide in the window. */
  readonly allCorrections: string
  readonly count: {
    readonly products: number
    readonly pictures: number
    readonly wrong: number
    readonly refusedRows: number
    readonly barcodes: number
  }
  /** By the product’s name: the SHA-256 of its pictures, in order. */
  readonly expected: Readonly<Record<string, readonly string[]>>
  /** Of the picture that no name and no barcode helps with: its file, and its product. */
  readonly loose: { readonly file: string; readonly product: string }
}

type Product = { readonly sku: string; readonly gtin: string; readonly name: string; readonly handle: string }
type Picture = { readonly file: string; readonly product: number; readonly barcode?: string }

const products = 400
const perProduct = 5

const checkDigit = (digits: string): string => {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) sum += Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 3 : 1)
  return String((10 - (sum % 10)) % 10)
}

const colors = ['RED', 'BLU', 'OLV', 'BLK']
const nouns = ['Linen shirt', 'Kännchen', 'Oak table', 'Merino scarf', 'Jar “Größe L”']

const makeProduct = (at: number): Product => {
  const skus = [`LS-${1000 + at}`, `MUG_${1000 + at}`, `${500_000 + at * 7}`, `KN.${1000 + at}-${colors[(at >> 2) % 4]}`]
  // Every fifth number begins with a zero, which a spreadsheet loses.
  const digits = `${at % 5 === 0 ? '0' : '4'}006${String(10_000_000 + at * 7919).slice(0, 8)}`
  const noun = nouns[at % nouns.length] ?? ''
  return {
    sku: skus[at % 4] ?? '',
    gtin: `${digits}${checkDigit(digits)}`,
    name: `${noun} ${1000 + at}`,
    handle: `${['linen-shirt', 'kaennchen', 'oak-table', 'merino-scarf', 'jar-groesse-l'][at % nouns.length]}-${1000 + at}`,
  }
}

/** As shops show them. */
const views = ['front', 'left', 'back', 'top', 'detail']

/** The files of one product, in order, as its photographer named them. */
const nameFiles = ({ sku, gtin, handle }: Product, at: number): readonly string[] => {
  const places = Array.from({ length: perProduct }, (_, index) => index + 1)
  switch (at % 8) {
    case 0:
      return places.map((place) => `Shoot 1/${sku}/IMG_${String(997 + place).padStart(4, '0')}.jpg`)
    case 1:
      return [1, 2, 3, 9, 10].map((place) => `Shoot 2/${sku}_${place}.jpg`)
    case 2:
      return views.map((view) => `Shoot 2/${sku}-${view}.jpg`)
    case 3:
      return places.map((place) => `Studio/${gtin}_${place}.jpg`)
    case 4:
      return places.map((place) => `Web/${handle}-${place}.jpg`)
    case 5:
      return places.map((place) => `Packs/photo ${100 + (at >> 3) * perProduct + place}.jpg`)
    case 6:
      return views.map((view) => `Spring/${sku}/web/${view}.jpg`)
    default:
      return places.map((place) => `Agency/${sku.toLowerCase().replaceAll(/[-_.]/g, ' ')} (${place}).jpg`)
  }
}

const isPack = (at: number): boolean => at % 8 === 5

const withLastFile = (pictures: Picture[], at: number, file: string, barcode?: string): void => {
  const last = pictures.findLastIndex(({ product }) => product === at)
  pictures[last] = { file, product: at, ...(barcode === undefined ? {} : { barcode }) }
}

/** The id of another product, or one that no product has. `wrong` counts these. */
const misname = (pictures: Picture[], all: readonly Product[]) => {
  const corrected: [file: string, sku: string][] = []
  const flat = all.flatMap((product, at) => (at % 8 === 1 ? [{ product, at }] : []))
  for (const [index, { product, at }] of flat.slice(0, 38).entries()) {
    const other = flat[index + 1]?.product.sku ?? ''
    const file = index % 2 === 0 ? `${other}_11.jpg` : `${product.sku.replace('MUG_1', 'MUG_8')}_11.jpg`
    withLastFile(pictures, at, `Shoot 2/${file}`)
    corrected.push([file, product.sku])
  }
  // A pack of one product in a file that is named after another one.
  const [pack, namesake] = [13, 15]
  const swapped = `${all[namesake]?.sku.toLowerCase().replaceAll(/[-_.]/g, ' ')} proof.jpg`
  withLastFile(pictures, pack, `Agency/${swapped}`, all[pack]?.gtin ?? '')
  // One that nothing says anything about.
  withLastFile(pictures, 16, 'scan.jpg')
  const decided: [file: string, sku: string][] = [
    [swapped, all[pack]?.sku ?? ''],
    ['scan.jpg', all[16]?.sku ?? ''],
  ]
  return { corrected, decided, loose: { file: 'scan.jpg', product: all[16]?.name ?? '' } }
}

/** COM segment (ITU-T T.81, B.2.4.5) that makes each picture of a pack another file. */
const withComment = (jpeg: Buffer, text: string): Buffer => {
  const comment = Buffer.from(text)
  const head = Buffer.from([0xff, 0xfe, (comment.length + 2) >> 8, (comment.length + 2) & 255])
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)])
}

/** A small pack with its barcode: bars of two pixels. */
const drawPack = async (gtin: string): Promise<Buffer> => {
  const symbol = await toBuffer({
    bcid: 'ean13',
    text: gtin,
    scale: 2,
    height: 12,
    includetext: true,
    paddingwidth: 10,
    paddingheight: 6,
    backgroundcolor: 'ffffff',
  })
  const { width = 0, height = 0 } = await sharp(symbol).metadata()
  const pack = { create: { width: width + 60, height: height + 90, channels: 3 as const, background: '#2b6f8f' } }
  return sharp(pack)
    .composite([{ input: symbol, left: 30, top: 70 }])
    .jpeg({ quality: 82 })
    .toBuffer()
}

const quote = (cell: string): string => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** What a spreadsheet saves: numbers without their zeros, or rounded. */
const writeList = async (path: string, all: readonly Product[]): Promise<number> => {
  const rows = all.map(({ sku, gtin, name, handle }, at) => [
    sku,
    at % 3 === 0 ? gtin.replace(/^0+/, '') : gtin,
    name,
    handle,
    at % 50 === 7 ? 'Washed; soft\nNot for the dryer' : 'Soft',
  ])
  const rounded = ['LS-9001', 'LS-9002', 'LS-9003'].map((sku) => [sku, '4,00638E+12', `Left over ${sku}`, sku.toLowerCase(), ''])
  const twice = [all[40]?.sku ?? '', '', 'Linen shirt, old name', 'linen-shirt-old', '']
  const lines = [['Article number', 'EAN', 'Product name', 'Handle', 'Note'], ...rows.slice(0, 100), ...rounded, ...rows.slice(100), twice]
  const text = lines.map((cells) => cells.map(quote).join(';')).join('\r\n')
  await writeFile(path, Buffer.from(text.replaceAll('“', '\u0093').replaceAll('”', '\u0094'), 'latin1'))
  return rounded.length + 1
}

const writeMapping = (path: string, lines: readonly (readonly [file: string, sku: string])[]): Promise<void> =>
  writeFile(path, ['File;Product', ...lines.map((line) => line.join(';'))].join('\n'))

/** Writes it below `folder`. `size`: `small`: 40 products, for a quick look; or a number of them, from 17 on. Absent: all. */
export const makeCatalogue = async (folder: string, { size }: { readonly size?: string | undefined } = {}): Promise<Catalogue> => {
  const all = Array.from({ length: products }, (_, at) => makeProduct(at))
  const chosen = size === undefined ? products : size === 'small' ? 40 : Math.max(17, Number(size))
  const pictures = all.flatMap((product, at) =>
    nameFiles(product, at).map((file): Picture => ({ file, product: at, ...(isPack(at) ? { barcode: product.gtin } : {}) })),
  )
  const { corrected, decided, loose } = misname(pictures, all)
  const paths = {
    list: join(folder, 'Products (export).csv'),
    pictures: join(folder, 'Spring season'),
    corrections: join(folder, 'corrections.csv'),
    allCorrections: join(folder, 'all corrections.csv'),
  }
  await mkdir(paths.pictures, { recursive: true })
  const expected: Record<string, string[]> = {}
  const packs = new Map<string, Promise<Buffer>>()
  for (const [at, { file, product, barcode }] of pictures.entries()) {
    if (product >= chosen) break
    const pack = barcode === undefined ? undefined : (packs.get(barcode) ?? drawPack(barcode))
    if (barcode !== undefined && pack) packs.set(barcode, pack)
    const bytes = pack ? withComment(await pack, `picture ${at}`) : await makeTestPicture(at + 1, { bytes: 9_000 })
    const path = join(paths.pictures, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes, { flag: 'wx' })
    const name = all[product]?.name ?? ''
    expected[name] = [...(expected[name] ?? []), createHash('sha256').update(bytes).digest('hex')]
  }
  const isIn = ([, sku]: readonly [string, string]): boolean => all.findIndex((one) => one.sku === sku) < chosen
  const refusedRows = await writeList(paths.list, all)
  await writeMapping(paths.corrections, corrected.filter(isIn))
  await writeMapping(paths.allCorrections, [...corrected.filter(isIn), ...decided])
  const written = chosen * perProduct
  const wrong = corrected.filter(isIn).length + decided.length
  return {
    ...paths,
    count: {
      products: chosen,
      pictures: written,
      wrong,
      refusedRows,
      barcodes: pictures.filter((one) => one.barcode && one.product < chosen).length,
    },
    expected,
    loose,
  }
}
