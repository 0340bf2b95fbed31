import { expect, it } from 'vitest'
import { describeRowProblem } from '../../../../shared/products/catalogue-words.ts'
import { encodeText } from '../../../support/encode-text.ts'
import { readWholeList } from '../../../support/read-whole-list.ts'

// What a new user’s files had that the reader had not seen: each came in wrongly without a word, or was asked about for nothing.

const cut = 'The file ends in this row, which has fewer cells than the headers. The list may be cut off: export it again.'

it('says that a list ends in its last line', async () => {
  const list = await readWholeList('sku,name,gtin,price\r\nA-1,Mug,4006381333931,1\r\nA-2,Cup')
  expect(list.entries.map(({ sku }) => sku)).toEqual(['A-1', 'A-2'])
  expect(list.words).toEqual([`3: ${cut}`])
})

it.each([
  ['a last line without a line end that has all cells', 'sku,name,price\nA-1,Mug,1\nA-2,Cup,2'],
  ['a last line that leaves its last cells out and ends', 'sku,name,price\nA-1,Mug,1\nA-2,Cup\n'],
])('says nothing of %s', async (_, text) => {
  expect((await readWholeList(text)).words).toEqual([])
})

it.each([
  ['as a name', ';Summe;14', 'Summe'],
  ['in the column of SKUs', 'Gesamt;;14', 'Gesamt'],
  ['with a colon and a currency', 'Total:;;14,00 €', 'Total:'],
])('refuses a sum below the rows %s', async (_, row, value) => {
  const list = await readWholeList(`Artikelnummer;Bezeichnung;Bestand\nMG-1;Becher;5\nMG-2;Teller;9\n${row}\n`)
  expect(list.entries.map(({ sku }) => sku)).toEqual(['MG-1', 'MG-2'])
  expect(list.words).toEqual([`4: ${describeRowProblem({ kind: 'total', value })}`])
})

it('keeps a product that is called like a sum', async () => {
  const list = await readWholeList('sku,name,brand\nA-1,Total,Acme\nTOTAL,Motor oil,5\n')
  expect(list.entries.map(({ name }) => name)).toEqual(['Total', 'Motor oil'])
})

it.each([
  ['Thai', 'windows-874', 'SKU;ชื่อสินค้า;EAN\nT-1;แก้วสีแดง;4006381333931\nT-2;จานสีน้ำเงิน;4006381333948\n', 'แก้วสีแดง'],
  ['Hebrew', 'windows-1255', 'SKU;שם המוצר;EAN\nH-1;ספל אדום;4006381333931\nH-2;צלחת כחולה;4006381333948\n', 'ספל אדום'],
] as const)('reads the code page of %s', async (_, encoding, text, value) => {
  const list = await readWholeList(encodeText(text, encoding))
  expect(list.head.form).toMatchObject({ encoding })
  const [first] = list.entries
  expect([first?.name, ...(first?.further ?? []).map(([, cell]) => cell)]).toContain(value)
})

it('does not ask for a code page of old Macs where lines end as in Windows', async () => {
  const rows = ['Артикул;Название', 'АБ-1;Кружка красная', 'АБ-2;Тарелка синяя', 'АБ-3;Блюдце белое']
  const list = await readWholeList(encodeText(`${rows.join('\r\n')}\r\n`, 'windows-1251'))
  expect(list.head).toMatchObject({ form: { encoding: 'windows-1251' }, unclear: [] })
})

it.each([
  ['a JSON feed', '[{"sku":"A-1","name":"Mug"}]'],
  ['objects in lines', '{"sku":"A-1"}\n{"sku":"A-2"}\n'],
])('refuses %s by what it is', async (_, text) => {
  await expect(readWholeList(text)).rejects.toMatchObject({ failure: { kind: 'list-of-other-kind', is: 'json' } })
})

it('refuses a PDF whose first bytes are letters', async () => {
  await expect(readWholeList('%PDF-1.7\n1 0 obj\nsku,name\n')).rejects.toMatchObject({ failure: { is: 'bytes' } })
})

it('takes labels below the names of columns for headers', async () => {
  const list = await readWholeList('item_sku,item_name,brand\nSKU,Product Name,Brand\nA-1,Mug,Acme\n')
  expect(list.entries.map(({ sku }) => sku)).toEqual(['A-1'])
  expect(list.sum).toMatchObject({ headers: 2, products: 1 })
})

it('leaves the color of a sample out of an option', async () => {
  const wix = await readWholeList(
    'handle,fieldType,name,media,sku,productOptionName1,productOptionChoices1\n' +
      'tee,PRODUCT,Tee,a.jpg,,Color,#FF0000:Red;#0000FF:Blue\ntee,VARIANT,,,TEE-R,Color,#FF0000:Red\ntee,VARIANT,,,TEE-B,Color,#0000FF:Blue\ntee,MEDIA,,b.jpg,,,\n',
  )
  expect(wix.head.shape).toBe('wix')
  expect(wix.nodes.map(({ sku, options }) => [sku, options])).toEqual([
    [null, null],
    ['TEE-R', [['Color', 'Red']]],
    ['TEE-B', [['Color', 'Blue']]],
  ])
  expect(wix.sum).toMatchObject({ products: 1, variants: 2, pictures: 1, refused: 0 })
})

const magento = (...rows: readonly string[]): string =>
  ['sku,attribute_set_code,product_type,name,configurable_variations', ...rows].join('\n').concat('\n')

it('keeps a variant that two products of Magento name with the first', async () => {
  const list = await readWholeList(
    magento('A,Top,configurable,Shirt,"sku=X,size=S|sku=Y,size=M"', 'B,Top,configurable,Set,"sku=X,size=S"', 'X,Top,simple,Shirt S,'),
  )
  expect(list.nodes.map(({ kind, sku }) => `${kind} ${sku}`).sort()).toEqual(['parent A', 'single B', 'variant X', 'variant Y'])
  expect(list.sum).toEqual({ rows: 4, headers: 1, empty: 0, refused: 0, products: 2, variants: 1, pictures: 0, views: 0 })
})

it('says that an SKU in a cell of several is another listing’s, too', async () => {
  const list = await readWholeList(
    'TITLE,CURRENCY_CODE,VARIATION 1 NAME,VARIATION 1 VALUES,SKU\nTray,EUR,Wood,"Oak,Maple","T-1,T-2"\nOther tray,EUR,Wood,"Oak,Ash","T-1,T-3"\n',
  )
  expect(list.words).toEqual(['3: The product in row 2 has the same SKU “T-1”.'])
})

it.each([
  ['Artikel;Bezeichnung\nA-1;Becher\n', { sku: 'A-1', name: 'Becher' }],
  ['Artikel;Preis\nBecher;5\n', { sku: null, name: 'Becher' }],
  ['Artikelnummer;Artikel\nA-1;Becher\n', { sku: 'A-1', name: 'Becher' }],
])('takes “Artikel” for what the list lacks', async (text, entry) => {
  expect((await readWholeList(text)).entries).toMatchObject([entry])
})
