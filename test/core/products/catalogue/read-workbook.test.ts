import { describe, expect, it } from 'vitest'
import { readWholeList } from '../../../support/read-whole-list.ts'
import { makeWorkbook, rowsOf, zipParts } from '../../../support/write-workbook.ts'

const text = (at: string, value: string): string => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`

it('reads texts, shared texts, numbers and truths of the first visible sheet', async () => {
  const { head, entries } = await readWholeList(
    makeWorkbook({
      rows:
        `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>${text('C1', 'Name')}${text('D1', 'Active')}</row>` +
        `<row r="3"><c r="A3"><v>4711</v></c><c r="B3"><v>4006381333931</v></c>${text('C3', 'Söckchen &amp; Co_x000A_neu')}<c r="D3" t="b"><v>1</v></c></row>`,
      shared: ['<t>SKU</t>', '<r><t>E</t></r><r><t>AN</t></r><rPh><t>ignored</t></rPh>'],
      otherSheet: { name: 'Notes', isFirstAndHidden: true },
    }),
  )
  expect(head).toMatchObject({
    form: { kind: 'workbook', sheet: 'Products', otherSheets: [], hasMacros: false },
    headers: ['SKU', 'EAN', 'Name', 'Active'],
  })
  expect(entries).toMatchObject([
    { row: 3, sku: '4711', gtin: '04006381333931', name: 'Söckchen & Co\nneu', further: [['Active', 'TRUE']] },
  ])
})

it('has the exact number however the file writes it, and shows zeros and dates as the sheet does', async () => {
  const { entries } = await readWholeList(
    makeWorkbook({
      rows:
        `<row r="1">${text('A1', 'sku')}${text('B1', 'gtin')}${text('C1', 'pictures as of')}${text('D1', 'Price')}</row>` +
        '<row r="2"><c r="A2" s="1"><v>123</v></c><c r="B2"><v>4.006381333931E12</v></c><c r="C2" s="2"><v>46347</v></c><c r="D2"><v>19.989999999999998</v></c></row>',
      formats: ['00000', 'dd.mm.yyyy'],
    }),
  )
  expect(entries).toMatchObject([
    { sku: '00123', gtin: '04006381333931', showsAt: new Date(2026, 10, 21).getTime(), further: [['Price', '19.99']] },
  ])
})

it('takes the saved value of a formula, refuses rows without one or with an error, and takes their neighbours', async () => {
  const { entries, words } = await readWholeList(
    makeWorkbook({
      rows:
        `<row r="1">${text('A1', 'sku')}${text('B1', 'stock')}</row>` +
        '<row r="2"><c r="A2" t="str"><f>"A"&amp;1</f><v>A1</v></c><c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>' +
        '<row r="3"><c r="A3" t="str"><f>"A"&amp;2</f></c></row>' +
        '<row r="4"><c r="A4" t="e"><f>NA()</f><v>#N/A</v></c></row>' +
        '<row r="5"><c r="A5"><v>1234567890123456789</v></c></row>' +
        `<row r="6">${text('A6', 'A6')}</row>` +
        '<row r="7"><c r="A7"><f>"A"&amp;7</f><v></v></c></row>',
    }),
  )
  expect(entries.map(({ sku }) => sku)).toEqual(['A1', 'A6'])
  expect(words).toEqual([
    '3: The formula for the SKU has no saved value. Open the file in a spreadsheet, and save it.',
    '4: The formula for the SKU failed (#N/A).',
    '5: The SKU 1234567890123456789 has more digits than a spreadsheet keeps. Format the column as text, and enter it again.',
    '7: The formula for the SKU has no saved value. Open the file in a spreadsheet, and save it.',
  ])
})

it('says which cells are merged, which sheets it leaves, and that it ignores macros', async () => {
  const { head, merged, words } = await readWholeList(
    makeWorkbook({
      rows: rowsOf([
        ['sku', 'name'],
        ['A', 'one'],
        ['', 'two'],
        ['C', 'three'],
      ]),
      afterRows: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
      otherSheet: { name: 'Prices' },
      more: [{ name: 'xl/vbaProject.bin', text: 'macros' }],
    }),
  )
  expect(head.form).toEqual({ kind: 'workbook', sheet: 'Products', otherSheets: ['Prices'], hasMacros: true })
  expect(merged).toEqual(['A2:A3'])
  expect(words).toEqual([])
})

describe('refuses a whole workbook, with a clear message', () => {
  const refusalOf = (bytes: Uint8Array): Promise<string> =>
    readWholeList(bytes, undefined, 'list.xlsx').then(
      () => 'read',
      (error: Error) => error.message,
    )

  it('that unpacks to far more than it is, whatever it says of itself', async () => {
    const huge = Buffer.alloc(5 * 1024 * 1024, 32)
    const claiming = (claims: number) =>
      zipParts([
        { name: 'xl/workbook.xml', text: '<workbook/>' },
        { name: '_rels/.rels', text: huge, claims },
      ])
    expect(claiming(1).length).toBeLessThan(10_000)
    expect(await refusalOf(claiming(430 * 1024 * 1024))).toBe(
      '“list.xlsx” unpacks to more than 400 MB. It may be malicious. Nothing was changed.',
    )
    expect(await refusalOf(claiming(1_000))).toMatch(/^“list.xlsx” is damaged/)
  })

  it('that is another kind of archive, or cut off', async () => {
    expect(await refusalOf(zipParts([{ name: 'readme.txt', text: 'no list' }]))).toBe('“list.xlsx” is an archive, not a list.')
    expect(
      await refusalOf(
        zipParts([
          { name: 'mimetype', text: 'x' },
          { name: 'content.xml', text: '<x/>' },
        ]),
      ),
    ).toBe('“list.xlsx” is an OpenDocument file.')
    expect(await refusalOf(zipParts([{ name: 'xl/workbook.bin', text: 'x' }]))).toBe('“list.xlsx” is a binary Excel file (XLSB).')
    expect(await refusalOf(makeWorkbook({ rows: rowsOf([['sku'], ['A']]) }).subarray(0, 700))).toMatch(/^“list.xlsx” is damaged/)
  })

  it('with entities of its own, or cells far outside', async () => {
    const entities = '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData/></worksheet>'
    expect(await refusalOf(makeWorkbook({ rows: '', shared: [], more: [{ name: 'xl/worksheets/sheet1.xml', text: entities }] }))).toBe(
      '“list.xlsx” is damaged (it has a document type). Nothing was changed.',
    )
    expect(await refusalOf(makeWorkbook({ rows: `<row r="1">${text('XFD1', 'far')}</row>` }))).toBe(
      'The list has 16,384 columns; at most 500 are possible.',
    )
  })
})

it('reads the sheet with the list where another is in front of it, or the one that a person names', async () => {
  const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  const bytes = makeWorkbook({
    rows: rowsOf([['Autumn range'], ['Confidential']]),
    otherSheet: { name: 'Articles' },
    more: [
      {
        name: 'xl/worksheets/sheet2.xml',
        text: sheet(
          rowsOf([
            ['SKU', 'Name'],
            ['A-1', 'Mug'],
          ]),
        ),
      },
    ],
  })
  const { head, entries } = await readWholeList(bytes)
  expect(head.form).toMatchObject({ sheet: 'Articles', otherSheets: ['Products'] })
  expect(entries).toMatchObject([{ sku: 'A-1' }])
  const { head: said } = await readWholeList(bytes, { name: 0 }, 'list.xlsx', { sheet: 'products' })
  expect(said).toMatchObject({ form: { sheet: 'Products' }, headers: ['Autumn range'] })
  await expect(readWholeList(bytes, undefined, 'list.xlsx', { sheet: 'Prices' })).rejects.toThrow(
    'The file has no sheet “Prices”. Its sheets are: “Products”, “Articles”.',
  )
})
