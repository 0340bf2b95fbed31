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
