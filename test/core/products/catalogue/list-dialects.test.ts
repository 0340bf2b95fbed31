import { describe, expect, it } from 'vitest'
import { encodeText } from '../../../support/encode-text.ts'
import { readWholeList } from '../../../support/read-whole-list.ts'

const skusOf = async (text: string | Uint8Array): Promise<(string | null)[]> => (await readWholeList(text)).entries.map(({ sku }) => sku)

describe('a quote never swallows a row', () => {
  it.each([
    ['a quote after a backslash, as PHP writes it', 'sku,name\nA,"ends with \\""\nB,"two"\nC,"three"\n', ['A', 'B', 'C']],
    ['doubled and backslash quotes in one file', 'sku,name\nA,"5\\" wide"\nB,"says ""hi"""\nC,three\n', ['A', 'B', 'C']],
    ['a backslash at the end of a cell', 'sku,name\nA,"C:\\"\nB,"two"\n', ['A', 'B']],
    ['a quote that is never closed, in tabs', 'sku\tname\tsize\nA\t"big mug\tS\nB\ttwo\tM\n', ['A', 'B']],
    ['a quote that the sign for inches closes', 'sku\tname\tsize\tgtin\nA\t"Mug\t3\t\nB\tPipe 5"\t4\t\nC\tthree\t5\t\n', ['A', 'B', 'C']],
    ['all cells in quotes, one of them open', '"sku","name"\n"A","one"\n"B","two\n"C","three"\n', ['A', 'B', 'C']],
    ['quotes after spaces', 'sku, name\nA, "one, two"\nB, "three"\n', ['A', 'B']],
  ])('%s', async (_, text, skus) => {
    expect(await skusOf(text)).toEqual(skus)
  })

  it('keeps a cell of many lines whole', async () => {
    const text = Array.from({ length: 400 }, (_, at) => `<li>line ${at}, with a comma</li>`).join('\n')
    const { entries } = await readWholeList(`sku,name,size,text\nA,one,S,"${text}"\nB,two,M,short\n`)
    expect(entries.map(({ sku, further }) => [sku, further.at(-1)?.[1]])).toEqual([
      ['A', text],
      ['B', 'short'],
    ])
  })

  it('refuses a row whose cells can’t be told, and takes its neighbours', async () => {
    const { entries, words, sum } = await readWholeList('sku,name,size\nA,"one",S\nB,"two, three, four\nC,"five",M\n')
    expect(entries.map(({ sku }) => sku)).toEqual(['A', 'C'])
    expect(words).toEqual(['3: A quote opens in it and is never closed.'])
    expect(sum).toMatchObject({ rows: 4, headers: 1, products: 2, refused: 1 })
  })
})

it.each([
  ['sku|name|gtin\nA-1|Mug|4006381333931\n', '|'],
  ['sku^name^gtin\nA-1^Mug^4006381333931\n', '^'],
  ['sep=|\rsku|name\rA-1|Mug, big\r', '|'],
])('reads a list with other separators: %j', async (text, separator) => {
  const { head, entries } = await readWholeList(text)
  expect(head.form).toMatchObject({ separator })
  expect(entries[0]).toMatchObject({ sku: 'A-1' })
})

it('asks which separator it is where two explain the rows as well', async () => {
  const text = 'sku,a;name\nA,b;one\nB,c;two\n'
  const { head } = await readWholeList(text)
  expect(head.unclear).toEqual([{ what: 'separator', choices: [',', ';'] }])
  const { head: said } = await readWholeList(text, undefined, 'list.csv', { separator: ';' })
  expect([said.unclear, said.headers]).toEqual([[], ['sku,a', 'name']])
})

it('takes a person’s word on the encoding, the quotes and the header row', async () => {
  const bytes = encodeText('Titel;Liste\nSKU;Name\nA;Größe\n', 'windows-1252')
  const { head, entries } = await readWholeList(bytes, undefined, 'list.csv', { encoding: 'macintosh', quoting: 'none', headerRow: 2 })
  expect(head).toMatchObject({ form: { encoding: 'macintosh', quoting: 'none' }, headerRow: 2, headers: ['SKU', 'Name'] })
  expect(entries[0]?.name).not.toBe('Größe')
})

it('reads UTF-8 of which a letter was cut as UTF-8, and says which cell', async () => {
  const bytes = Buffer.from(`sku,name\n${Array.from({ length: 30 }, (_, at) => `S-${at},Größe ä ö ü ${at}`).join('\n')}\nS-99,Söckchen\n`)
  bytes[bytes.length - 8] = 0x41
  const { head, damage } = await readWholeList(bytes)
  expect(head.form).toMatchObject({ encoding: 'utf-8' })
  expect(damage).toMatchObject([{ kind: 'letters-lost', cells: 1, row: 32 }])
})

it('says what a spreadsheet or a program did to cells, and changes none of them', async () => {
  const lines = ['3-Mar,one', "'00123,two", 'А-100B,three', 'A-7,Ben &amp; Jerry&#039;s', 'A-8,GrÃ¶ÃŸe', 'A-9\u00A0,four']
  const { damage, entries } = await readWholeList(`sku,name\n${lines.join('\n')}\n`)
  expect(damage.map(({ column, kind, row }) => [column, kind, row])).toEqual([
    ['sku', 'date', 2],
    ['sku', 'apostrophe', 3],
    ['sku', 'look-alike', 4],
    ['name', 'entities', 5],
    ['name', 'garbled', 6],
    ['sku', 'spaces', 7],
  ])
  expect(entries.map(({ sku }) => sku)).toEqual(['3-Mar', "'00123", 'А-100B', 'A-7', 'A-8', 'A-9'])
})

it('says which letters look like Latin ones only where a column has Latin ones, too', async () => {
  const kindsOf = async (...skus: readonly string[]) =>
    (await readWholeList(`sku;name\n${skus.map((sku) => `${sku};Mug`).join('\n')}\n`)).damage.map(({ kind, cells }) => [kind, cells])
  expect(await kindsOf('А-12', 'A-12', 'A-13')).toEqual([['look-alike', 1]])
  expect(await kindsOf('А-12', 'В-12', 'Ж-13')).toEqual([])
  expect(await kindsOf('A-12', 'Ж-13')).toEqual([])
})

it('reads rows that end early by the separator of their headers', async () => {
  const { entries } = await readWholeList('SKU,Name\nA-1\n')
  expect(entries).toMatchObject([{ sku: 'A-1', name: null }])
})

it('reads one column whose cells have commas', async () => {
  const { entries } = await readWholeList('Name\nMug, blue\nCup, red\n')
  expect(entries.map(({ name }) => name)).toEqual(['Mug, blue', 'Cup, red'])
})

it.each([
  ['windows-1252', 'SKU;Name\nA;Mug – “big”\nB;Jeans € 20\n'],
  ['windows-1253', 'SKU;Όνομα\nA;Λινό πουκάμισο\nB;Μεγάλη κούπα\n'],
  ['koi8-r', 'Артикул;Название\nA;Рубашка льняная\nB;Кружка большая\n'],
  ['big5', '貨號,商品名稱\nA,亞麻襯衫\nB,馬克杯大號\n'],
  ['euc-jp', '商品コード,商品名\nA,リネンシャツ\nB,マグカップ大\n'],
  ['euc-kr', '품번,상품명\nA,리넨 셔츠\nB,머그컵 큰것\n'],
] as const)('knows %s from two rows', async (encoding, text) => {
  const { head, entries } = await readWholeList(encodeText(text, encoding))
  expect(head).toMatchObject({ form: { encoding }, unclear: [] })
  expect(entries[0]?.name).toBe(text.split(/[;,\n]/)[3])
})

it.each([
  [
    'Squarespace',
    'Product ID [Non Editable],Variant ID [Non Editable],Product URL,Title,SKU,Option Name 1,Option Value 1\n5f,v1,shirt,Shirt,A,Color,Red\n,v2,,,B,Color,Blue\n6f,v3,mug,Mug,C,,\n',
  ],
  [
    'Wix',
    'handleId,fieldType,name,productImageUrl,sku,productOptionName1,productOptionDescription1\np1,Product,Shirt,a.jpg,,Color,Red;Blue\np1,Variant,,,A,,Red\np1,Variant,,,B,,Blue\np2,Product,Mug,b.jpg,C,,\n',
  ],
  ['a list with names in first rows only', 'Name,SKU,Color\nShirt,A,Red\n,B,Blue\nMug,C,\n'],
])('gives variants their product’s name: %s', async (_, text) => {
  const { nodes } = await readWholeList(text)
  expect(nodes.map(({ kind, sku, name }) => [kind, sku, name])).toEqual([
    ['parent', null, 'Shirt'],
    ['variant', 'A', expect.stringMatching(/^Shirt(?: – .+)?$/)],
    ['variant', 'B', expect.stringMatching(/^Shirt(?: – .+)?$/)],
    ['single', 'C', 'Mug'],
  ])
})

it('gives a product without a name none of another', async () => {
  const { entries } = await readWholeList('SKU,Name,Color\nA,Shirt,Red\nB,,Blue\nC,Mug,White\nD,Cup,White\n')
  expect(entries.map(({ name }) => name)).toEqual(['Shirt', null, 'Mug', 'Cup'])
})
