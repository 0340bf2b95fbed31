import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readList } from '../../../../electron/core/products/catalogue/read-list.ts'
import { readWholeList } from '../../../support/read-whole-list.ts'

const utf16 = (text: string, isBig: boolean): Buffer => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

describe('reads a list', () => {
  const text = 'SKU;Name\r\nA-1;Müller Söckchen\r\nA-2;Größe 5\r\n'
  const windows1252 = Buffer.from(text, 'latin1')

  it.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), 'utf-8'],
    ['UTF-16 LE with a mark', utf16(`\uFEFF${text}`, false), 'utf-16le'],
    ['UTF-16 LE', utf16(text, false), 'utf-16le'],
    ['UTF-16 BE with a mark', utf16(`\uFEFF${text}`, true), 'utf-16be'],
    ['UTF-16 BE', utf16(text, true), 'utf-16be'],
    ['Windows-1252', windows1252, 'windows-1252'],
  ])('in %s', async (_, bytes, encoding) => {
    const { head, entries } = await readWholeList(bytes)
    expect(head).toMatchObject({ form: { kind: 'text', encoding, separator: ';' }, headers: ['SKU', 'Name'] })
    expect(entries).toMatchObject([
      { row: 2, sku: 'A-1', name: 'Müller Söckchen' },
      { row: 3, sku: 'A-2', name: 'Größe 5' },
    ])
  })

  it.each([
    ['commas', ',', ','],
    ['semicolons', ';', ';'],
    ['tabs', '\t', '\t'],
  ] as const)('separated by %s, with the other signs in its cells', async (_, sign, separator) => {
    const cell = `"1,5 l; ""groß""\t"`
    const { head, entries } = await readWholeList(`sku${sign}name\nA${sign}${cell}\nB${sign}two\n`)
    expect(head.form).toMatchObject({ separator })
    expect(entries.map(({ sku, name }) => [sku, name])).toEqual([
      ['A', '1,5 l; "groß"'],
      ['B', 'two'],
    ])
  })
})

it.each([
  ['<html><table><tr><td>SKU</td></tr></table></html>'],
  ['\uFEFF\n <!DOCTYPE html>\n<html></html>'],
  ['<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>'],
])('refuses what only calls itself a list: %s', async (text) => {
  await expect(readWholeList(text)).rejects.toMatchObject({ failure: { kind: 'list-of-other-kind', is: 'markup' } })
})

it('takes the separator that Excel names in the first line, and counts that line', async () => {
  const { head, entries } = await readWholeList('sep=;\r\nSKU;Name, short\r\nA;one\r\n')
  expect(head.headers).toEqual(['SKU', 'Name, short'])
  expect(entries).toMatchObject([{ row: 3, sku: 'A', further: [] }])
})

it('keeps line breaks inside quotes, and counts rows as a spreadsheet does', async () => {
  const { entries } = await readWholeList('sku,name,text\nA,one,"first\nsecond\n\nthird"\n\nB,two,x\n')
  expect(entries).toMatchObject([
    { row: 2, further: [['text', 'first\nsecond\n\nthird']] },
    { row: 4, sku: 'B' },
  ])
})

it('takes a quote that is never closed as a letter, says so, and loses no row', async () => {
  const { entries, words } = await readWholeList('sku,name\nA,"one"\nB,"two\nC,three\n')
  expect(entries.map(({ sku, name }) => [sku, name])).toEqual([
    ['A', 'one'],
    ['B', '"two'],
    ['C', 'three'],
  ])
  expect(words).toEqual(['3: A quote in it doesn’t fit, so it was read as part of the text.'])
})

it('takes a sign for inches in a cell as it is', async () => {
  expect((await readWholeList('sku,name\nA,Pipe 5" long\nB,two\n')).entries).toMatchObject([{ name: 'Pipe 5" long' }, { sku: 'B' }])
})

it('refuses rows whose numbers a spreadsheet shortened, and takes their neighbours', async () => {
  const { entries, words } = await readWholeList('id;sku;gtin\n1;A;4006381333931\n2;B;4,00638E+12\n3;1.0E+05;4006381333931\n4;12E4;\n')
  expect(words).toEqual([
    '3: The spreadsheet shortened the GTIN to 4,00638E+12. Format the column as text, and export it again.',
    '4: The spreadsheet shortened the SKU to 1.0E+05. Format the column as text, and export it again.',
  ])
  expect(entries.map(({ sku }) => sku)).toEqual(['A', '12E4'])
})

it('takes cells that were kept from losing zeros by a formula', async () => {
  const { entries } = await readWholeList('sku,name\n"=""00123""",one\n="00124",two\n')
  expect(entries.map(({ sku }) => sku)).toEqual(['00123', '00124'])
})

it('restores zeros of a GTIN and says so; a wrong one is left out, and the product comes in', async () => {
  const { entries, words } = await readWholeList('sku,ean\nA,36000291452\nB,4006381333932\nC,4006381333931.0\n')
  expect(entries.map(({ gtin }) => gtin)).toEqual(['00036000291452', null, '04006381333931'])
  expect(words).toEqual([
    '2: Zeros that the GTIN 36000291452 lost were restored: 036000291452.',
    '3: Imported without its GTIN “4006381333932”: its check digit is wrong.',
  ])
  expect(entries[1]?.further).toEqual([['ean', '4006381333932']])
})

it('refuses a product that is there twice, and names the row of the first', async () => {
  const { entries, words } = await readWholeList('sku,name\nA-1,one\nB,two\na-1 ,again\n')
  expect(entries.map(({ name }) => name)).toEqual(['one', 'two'])
  expect(words).toEqual(['4: Row 2 already has the SKU “a-1”.'])
})

it('takes SKUs that differ in an accent only, and shows a repeated GTIN as it is written', async () => {
  const { entries, words } = await readWholeList(
    'sku,gtin,name\nGRÜN-1,,green\nGRUN-1,,other\nGRU\u0308N-1,,again\n,036000291452,x\n,36000291452,y\n',
  )
  expect(entries.map(({ name }) => name)).toEqual(['green', 'other', 'x'])
  expect(words).toEqual(['4: Row 2 already has the SKU “GRU\u0308N-1”.', '6: Row 5 already has the GTIN “036000291452”.'])
})

it('takes two products with one GTIN or SKU, and says which rows they are', async () => {
  const { entries, words } = await readWholeList('product id,sku,gtin\np1,A,4006381333931\np2,B,04006381333931\np3,A,\n')
  expect(entries).toHaveLength(3)
  expect(words).toEqual(['3: The product in row 2 has the same GTIN “4006381333931”.', '4: The product in row 2 has the same SKU “A”.'])
})

it('refuses rows with too many cells or with nothing that names a product, and takes their neighbours', async () => {
  const { entries, words, rows } = await readWholeList('sku,colour\nA,red\nB,red,5\n,green\nC\n\n,,\n')
  expect(entries.map(({ sku }) => sku)).toEqual(['A', 'C'])
  expect(words).toEqual([
    '3: It has 3 cells, but the list has 2 columns. A quote or a separator may be missing.',
    '4: It has no product ID, SKU, GTIN, name or handle.',
  ])
  expect(rows).toBe(4)
})

it('reads what a product shows now, and how old that is; an unclear date is said', async () => {
  const { entries, words } = await readWholeList(
    'product id;current pictures;stand\np1;src_1, src_2;2026-11-20T10:00:00Z\np2;;22.11.2026\np3;none;03/04/2026\n',
  )
  expect(entries.map(({ shows }) => shows)).toEqual([['src_1', 'src_2'], [], []])
  expect(entries.map(({ showsAt }) => showsAt)).toEqual([Date.UTC(2026, 10, 20, 10), new Date(2026, 10, 22).getTime(), null])
  expect(words).toEqual(['4: The date “03/04/2026” is unclear. Write it as 2026-11-22.'])
})

it('adds the picture rows of a shop’s export to the product above', async () => {
  const { entries, words, sum } = await readWholeList(
    'Handle,Title,Variant SKU,Image Src\nshirt,Shirt,S-1,https://a.example/1.jpg\nshirt,,,https://a.example/2.jpg\nmug,Mug,M-1,\n',
  )
  expect(entries).toMatchObject([
    // An address is no source of a workspace.
    { sku: 'S-1', handle: 'shirt', shows: null, further: [['Image Src', 'https://a.example/1.jpg']] },
    { sku: 'M-1', shows: null },
  ])
  expect(sum).toMatchObject({ rows: 4, headers: 1, products: 2, pictures: 1 })
  expect(words).toEqual([])
})

it('finds the headers below a title', async () => {
  const { head, entries } = await readWholeList('Products of November,,\n,,\nArtikelnummer,Bezeichnung,Farbe\nA,one,red\n')
  expect(head.headers).toEqual(['Artikelnummer', 'Bezeichnung', 'Farbe'])
  expect(entries).toMatchObject([{ row: 4, sku: 'A', name: 'one', further: [['Farbe', 'red']] }])
})

describe('refuses a whole list, with a clear message', () => {
  const refusalOf = (bytes: string | Uint8Array): Promise<string> =>
    readWholeList(bytes).then(
      () => 'read',
      (error: Error) => error.message,
    )

  it('of more rows than are possible', async () => {
    const rows = Array.from({ length: 200_010 }, (_, at) => `S${at}`).join('\n')
    expect(await refusalOf(`sku\n${rows}\n`)).toBe('“list.csv” has more than 200,000 rows. Nothing was changed.')
  })

  it('that is another kind of file', async () => {
    expect(await refusalOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]))).toBe('“list.csv” is not a text file and not an Excel file.')
    expect(await refusalOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]))).toBe('“list.csv” is an old or protected Excel file.')
    expect(await refusalOf('')).toBe('“list.csv” has no rows.')
  })
})

it('leaves out the further pictures of a refused product, and takes those of its neighbours', async () => {
  const list = [
    'Handle,Title,Variant SKU,Variant Barcode,Image Src',
    'pen,Pen,S-1,4006381333931,a.png',
    'pen,,,,b.png',
    'mug,Mug,S-2,4.00638E+12,c.png',
    'mug,,,,d.png',
    'mug,,,,e.png',
    'cup,Cup,S-3,,f.png',
    'cup,,,,g.png',
  ]
  const { entries, words, rows } = await readWholeList(`${list.join('\n')}\n`)
  expect(entries.map(({ handle, sku }) => [handle, sku])).toEqual([
    ['pen', 'S-1'],
    ['cup', 'S-3'],
  ])
  expect(words).toHaveLength(1)
  expect(rows).toBe(7)
})

it.each([
  ['the first row, although a product below has a word of a header', 'Nr;Text\n12;Pen\n13;Mug\n4711;Door handle\n', ['Nr', 'Text'], 3],
  ['the first row, although a product is called like a column', 'Nr;Text\nA-12;Pen\nA-13;Front handle\n', ['Nr', 'Text'], 2],
  ['a row below a title', 'Products of autumn;\n;\nOur SKU;Text\nA;Pen\n', ['Our SKU', 'Text'], 1],
  ['a row with whole names of columns below one as wide', 'Export;2026-11-22\nSKU;Stock\nA;1\n', ['SKU', 'Stock'], 1],
])('takes as headers %s', async (_, text, headers, rows) => {
  const { head, rows: count } = await readWholeList(text, { name: 1 })
  expect([head.headers, count]).toEqual([headers, rows])
})

it('sends rows of a megabyte one by one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-wide-'))
  const path = join(folder, 'list')
  const wide = Array.from({ length: 30 }, () => 'x'.repeat(30_000)).join(',')
  const headers = Array.from({ length: 30 }, (_, at) => `c${at}`).join(',')
  writeFileSync(path, `sku,${headers}\n${Array.from({ length: 30 }, (_, at) => `S-${at},${wide}\n`).join('')}`)
  const sizes: number[] = []
  for await (const piece of readList({ path, name: 'list.csv', columns: { sku: 0 } }))
    if (piece.kind === 'rows') sizes.push(piece.entries.length)
  rmSync(folder, { recursive: true, force: true })
  expect([Math.max(...sizes), sizes.reduce((sum, one) => sum + one, 0)]).toEqual([1, 30])
})
