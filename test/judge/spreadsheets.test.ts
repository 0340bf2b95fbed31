import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { type TableRows, writeSeparated } from '../../electron/core/exchange/exports/files/write-separated.ts'
import { writeWorkbook } from '../../electron/core/exchange/exports/files/write-workbook.ts'
import { readTable } from '../../electron/core/exchange/exports/read-table.ts'
import { formatRevisions, keyHeader, questionMark, revisionsHeader } from '../../electron/core/exchange/exports/revisions.ts'
import type { RawRow } from '../../electron/core/products/catalogue/reading/raw-rows.ts'
import { readSeparated } from '../../electron/core/products/catalogue/reading/read-separated.ts'
import { readWorkbook } from '../../electron/core/products/catalogue/reading/read-workbook.ts'
import { restoreText } from '../../shared/base/spreadsheet-text.ts'
import { lackOf } from '../support/lacks.ts'

// LibreOffice opens what Packshot exports, and saves it again: every text must come back letter by letter, and no cell may be run.

const utf8 = { kind: 'text', encoding: 'utf-8', isGuessed: false, others: [] } as const

const isInstalled = spawnSync('soffice', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'packshot-judge-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)

/** Saves a file in another format, as “Save as” does. */
const saveAs = (name: string, format: string, ending: string, more: readonly string[] = []): string => {
  const out = `${name.replace(/\.\w+$/, '')}.${ending}`
  rmSync(at(out), { force: true })
  execFileSync(
    'soffice',
    ['--headless', `-env:UserInstallation=file://${at('profile')}`, ...more, '--convert-to', format, '--outdir', folder, at(name)],
    { stdio: 'ignore', timeout: 300_000 },
  )
  return out
}

const question = 'What is on it?'
const texts = [
  'A mug',
  '=HYPERLINK("http://x","y")',
  '+1',
  '-1',
  '@x',
  '007',
  '4006381333931',
  '1-2',
  '3/4',
  'TRUE',
  '1e5',
  'two\nlines',
  // Without a tab: LibreOffice drops it where it saves its own format.
  'a "quote", a comma; a semicolon',
  ' spaces ',
  'Größe „M“ 日本茶 🍓',
  'مرحبا שלום',
  'e\u0301 combined',
  'x'.repeat(30_000),
]
const idOf = (number: number): string => `img_${String(number).padStart(24, '0')}`
const rows = [
  ['Picture', 'Alt text', keyHeader, revisionsHeader],
  ...texts.map((text, number) => [
    `${number}.jpg`,
    text,
    idOf(number),
    formatRevisions([{ question, header: 'Alt text', written: { text, review: 'approved' } }]),
  ]),
]
async function* table(): TableRows {
  yield rows
}
const bytesOf = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const found: Uint8Array[] = []
  for await (const piece of pieces) found.push(piece)
  return Buffer.concat(found)
}
const writeXlsx = async (name: string): Promise<void> =>
  writeFileSync(
    at(name),
    await bytesOf(
      writeWorkbook(
        table(),
        'Texts',
        rows[0]!.map((_, column) => ({ width: 20, isHidden: column > 1 })),
      ),
    ),
  )
const readRows = async (list: { readonly rows: AsyncIterable<readonly RawRow[]>; readonly close: () => void }): Promise<RawRow[]> => {
  const found: RawRow[] = []
  for await (const piece of list.rows) found.push(...piece)
  list.close()
  return found
}
const known = new Map([[questionMark(question), { question, column: 'Alt text' }]])
/** By key, what the column of the question has. */
const readTexts = async (raw: readonly RawRow[]): Promise<Map<string | null, string>> => {
  const found = await readTable(raw, known, new Map(), async () => {})
  const column = found?.questions.findIndex((one) => one?.question === question) ?? -1
  return new Map(found?.rows.map(({ imageId, cells }) => [imageId, cells[column] ?? '']))
}
const expected = new Map(texts.map((text, number) => [idOf(number), text]))

test('LibreOffice saves an exported workbook again, and every text is as it was', async (context) => {
  if (!isInstalled) context.skip(lackOf('no-judge'))
  await writeXlsx('texts.xlsx')
  saveAs('texts.xlsx', 'ods', 'ods')
  const again = saveAs('texts.ods', 'xlsx:Calc MS Excel 2007 XML', 'xlsx')
  expect(await readTexts(await readRows(await readWorkbook(at(again), again)))).toEqual(expected)
})

test('LibreOffice shows each cell of a workbook as text, and runs none', async (context) => {
  if (!isInstalled) context.skip(lackOf('no-judge'))
  await writeXlsx('shown.xlsx')
  const shown = saveAs('shown.xlsx', 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false', 'csv')
  const records = parse(readFileSync(at(shown)), { bom: true }) as string[][]
  expect(records.slice(1).map((cells) => cells[1])).toEqual(texts)
})

test('a workbook that is edited in LibreOffice, rows deleted and sorted, comes back with only these changes', async (context) => {
  if (!isInstalled) context.skip(lackOf('no-judge'))
  await writeXlsx('edited.xlsx')
  saveAs('edited.xlsx', 'fods', 'fods')
  // LibreOffice's own flat file, edited: a text changed, a column renamed, a row deleted, the others turned round.
  const flat = readFileSync(at('edited.fods'), 'utf8')
  const begin = flat.indexOf('<table:table-row')
  const end = flat.lastIndexOf('</table:table-row>') + '</table:table-row>'.length
  const all = flat.slice(begin, end).split(/(?<=<\/table:table-row>)\s*/)
  const [head = '', ...others] = all.map((row) => row.replace('>A mug<', '>A red mug<').replace('>Alt text<', '>Alternativtext<'))
  const kept = others.filter((row) => !row.includes('>TRUE<')).toReversed()
  writeFileSync(at('edited.fods'), flat.slice(0, begin) + [head, ...kept].join('') + flat.slice(end))
  const again = saveAs('edited.fods', 'xlsx:Calc MS Excel 2007 XML', 'xlsx')
  const wanted = new Map(expected)
  wanted.delete(idOf(texts.indexOf('TRUE')))
  wanted.set(idOf(0), 'A red mug')
  expect(await readTexts(await readRows(await readWorkbook(at(again), again)))).toEqual(wanted)
})

test('LibreOffice opens an exported CSV without running a cell', async (context) => {
  if (!isInstalled) context.skip(lackOf('no-judge'))
  writeFileSync(at('plain.csv'), await bytesOf(writeSeparated(table(), { separator: ',', bom: true, flat: false })))
  // As LibreOffice opens it by default: it finds numbers and dates by itself.
  saveAs('plain.csv', 'xlsx:Calc MS Excel 2007 XML', 'xlsx', ['--infilter=CSV:44,34,76,1'])
  const { xml } = {
    xml: execFileSync('unzip', ['-p', at('plain.xlsx'), 'xl/worksheets/sheet1.xml'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  }
  expect(xml).not.toContain('<f')
  const read = await readRows(await readSeparated(at('plain.csv'), utf8))
  expect(new Map([...(await readTexts(read))].map(([key, text]) => [key, restoreText(text)]))).toEqual(expected)
})
