import { describe, expect, it } from 'vitest'
import type { CodeFormat, PictureCode } from '../../../../../shared/pictures/picture-codes.ts'
import { defaultMatchRules, type MatchProduct, type MatchRule } from '../../../../../shared/products/matching.ts'
import { describeReason } from '../../../../../shared/products/matching-words.ts'
import { createMatcher } from '../../../../support/make-matcher.ts'

const product = (key: string, named: Partial<Omit<MatchProduct, 'key'>>): MatchProduct => ({
  key,
  productId: null,
  sku: null,
  gtin: null,
  name: null,
  handle: null,
  ...named,
})
const code = (format: CodeFormat, text: string): PictureCode => ({ format, text })
const coffee = product('coffee', { sku: 'SKU-1004', gtin: '4006381333931' })
const tea = product('tea', { sku: 'SKU-1005', gtin: '5901234123457' })
const soap = product('soap', { sku: 'SKU-10', gtin: '036000291452' })
const mint = product('mint', { sku: 'MINT', gtin: '96385074' })
const all = [coffee, tea, soap, mint]

const find = (
  codes: readonly PictureCode[],
  {
    path = 'IMG_0001.jpg',
    products = all,
    rules = defaultMatchRules,
  }: { path?: string; products?: MatchProduct[]; rules?: readonly MatchRule[] } = {},
) => {
  const made = createMatcher(products, rules)
  if (made.kind === 'refused') throw new Error(made.problem.kind)
  const cut = path.lastIndexOf('/')
  return made.matcher.find({ id: 'one', folder: path.slice(0, Math.max(0, cut)), name: path.slice(cut + 1), codes })
}
const say = (found: ReturnType<typeof find>): string =>
  found.kind === 'matched'
    ? found.matched.map(({ productKey, why }) => `${productKey}: ${describeReason(why)}`).join(' and ')
    : found.kind === 'question'
      ? `${found.question}: ${found.candidates.map(({ productKey }) => productKey).join(', ')}`
      : 'unmatched'

describe('a barcode in the picture', () => {
  it('finds the product with its GTIN, in any of the forms that are the same article', () => {
    expect(say(find([code('ean-13', '4006381333931')]))).toBe('coffee: barcode 4006381333931')
    expect(say(find([code('upc-a', '036000291452')]))).toBe('soap: barcode 036000291452')
    expect(say(find([code('ean-13', '0036000291452')]))).toBe('soap: barcode 0036000291452')
    expect(say(find([code('ean-8', '96385074')]))).toBe('mint: barcode 96385074')
    const padded = product('padded', { gtin: '00036000291452' })
    expect(say(find([code('upc-a', '036000291452')], { products: [padded] }))).toBe('padded: barcode 036000291452')
  })

  it('finds the product whose SKU or GTIN a Code 128 is, whole', () => {
    expect(say(find([code('code-128', 'SKU-1004')]))).toBe('coffee: barcode SKU-1004')
    expect(say(find([code('code-128', 'sku1005')]))).toBe('tea: barcode sku1005')
    expect(say(find([code('code-128', '4006381333931')]))).toBe('coffee: barcode 4006381333931')
    expect(say(find([code('code-128', '(01)04006381333931(10)A17')]))).toBe('coffee: barcode 04006381333931')
    for (const text of ['SKU-1004-B', 'X SKU-1004', 'SKU-100', '14006381333938', '(02)04006381333931'])
      expect([text, say(find([code('code-128', text)]))]).toEqual([text, 'unmatched'])
  })

  it('finds the product of a QR code that says it without doubt', () => {
    const found = (text: string): string => say(find([code('qr', text)]))
    expect(found('https://id.gs1.org/01/04006381333931/10/A17')).toBe('coffee: barcode 04006381333931')
    expect(found('https://shop.example/p/4006381333931?ref=pack')).toBe('coffee: barcode 4006381333931')
    expect(found('https://shop.example/item?sku=SKU-1005')).toBe('tea: barcode SKU-1005')
    expect(found('4006381333931')).toBe('coffee: barcode 4006381333931')
    // An address of two products, of a word of the shop’s own, or of none.
    expect(found('https://shop.example/4006381333931/5901234123457')).toBe('unmatched')
    expect(found('https://shop.example/mint')).toBe('unmatched')
    expect(found('https://shop.example/4006381333932')).toBe('unmatched')
    expect(found('https://shop.example/%E0%A4%A/SKU-1004')).toBe('coffee: barcode SKU-1004')
  })

  it('is a question where several name different products', () => {
    const two = [code('ean-13', '4006381333931'), code('ean-13', '5901234123457')]
    expect(say(find(two))).toBe('different-barcodes: coffee, tea')
    expect(say(find([code('ean-13', '4006381333931'), code('qr', 'https://id.gs1.org/01/04006381333931')]))).toBe(
      'coffee: barcode 4006381333931',
    )
    // One that names no known product says nothing.
    expect(say(find([code('ean-13', '4006381333931'), code('ean-13', '4902778203125')]))).toBe('coffee: barcode 4006381333931')
  })

  it('is a question where it contradicts the file’s or the folder’s name, and agrees otherwise', () => {
    const ofTea = [code('ean-13', '5901234123457')]
    expect(say(find(ofTea, { path: 'SKU-1004_2.jpg' }))).toBe('barcode-against-text: coffee, tea')
    expect(say(find(ofTea, { path: 'Shoot/SKU-1004/01.jpg' }))).toBe('barcode-against-text: coffee, tea')
    expect(say(find(ofTea, { path: 'SKU-1005_2.jpg' }))).toBe('tea: SKU “SKU-1005” in the file name')
    expect(say(find(ofTea, { path: '4006381333931.front.jpg' }))).toBe('barcode-against-text: tea, coffee')
  })

  it('is a question where it contradicts a short number or a single word', () => {
    const short = product('short', { sku: '1718', handle: 'mug', gtin: '4006381333931' })
    const other = product('other', { sku: '1719', handle: 'cup', gtin: '5901234123457' })
    const found = (path: string, codes: readonly PictureCode[]): string => say(find(codes, { path, products: [short, other] }))
    const ofOther = [code('ean-13', '5901234123457')]
    for (const path of ['1718/1718_1.jpg', '1718.jpg', 'mug/1.jpg'])
      expect([path, found(path, ofOther)]).toEqual([path, 'barcode-against-text: short, other'])
    expect(found('mug.jpg', ofOther)).toBe('barcode-against-text: other, short')
    expect(found('1719.jpg', ofOther)).toBe('other: SKU “1719” in the file name')
  })

  it('is a question where it contradicts a doubtful name', () => {
    const ofTea = [code('ean-13', '5901234123457')]
    expect(say(find(ofTea, { path: 'SKU-1004B.jpg' }))).toBe('barcode-against-text: tea, coffee')
    expect(say(find(ofTea, { path: 'SKU-1005B.jpg' }))).toBe('tea: barcode 5901234123457')
  })

  it('decides where the name is doubtful, and between two products of one name', () => {
    expect(say(find([code('ean-13', '4006381333931')], { path: 'SKU-1004B.jpg' }))).toBe('coffee: barcode 4006381333931')
    const small = product('small', { name: 'Olive oil', gtin: '4006381333931' })
    const large = product('large', { name: 'Olive oil', gtin: '5901234123457' })
    expect(say(find([code('ean-13', '5901234123457')], { path: 'Olive oil/1.jpg', products: [small, large] }))).toBe(
      'large: name “Olive oil” as a folder',
    )
  })

  it('is a question where two products have its GTIN, or where it is as short as a count', () => {
    const again = product('again', { gtin: '4006381333931' })
    expect(say(find([code('ean-13', '4006381333931')], { products: [coffee, again] }))).toBe('same-text: coffee, again')
    expect(say(find([code('code-128', '12')], { products: [product('dozen', { sku: '12' })] }))).toBe('number-inside: dozen')
    expect(say(find([code('code-128', 'SKU-10-04')]))).toBe('number-split: coffee')
  })

  it('is only asked where a rule says so, and does not overrule the person’s own mapping', () => {
    const codes = [code('ean-13', '5901234123457')]
    expect(say(find(codes, { rules: [{ by: 'sku' }] }))).toBe('unmatched')
    expect(say(find(codes, { rules: [{ by: 'barcode' }] }))).toBe('tea: barcode 5901234123457')
    const rules: MatchRule[] = [{ by: 'mapping', files: [{ file: 'IMG_0001.jpg', product: 'SKU-1004' }] }, { by: 'barcode' }]
    expect(say(find(codes, { rules }))).toBe('coffee: “IMG_0001.jpg” in your mapping')
  })

  it('costs time in line with its length', () => {
    const long = [code('qr', `https://shop.example/${'%E0%A4%A/'.repeat(50)}`), code('code-128', '1'.repeat(500))]
    expect(say(find(long))).toBe('unmatched')
  })
})
