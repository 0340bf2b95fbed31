import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWindowRouter } from '../../../../electron/core/window/window-router.ts'
import { askedQuestions, sheetView } from '../../../../shared/answers/sheet.ts'
import { formatRecord, restoreText } from '../../../../shared/base/spreadsheet-text.ts'
import { layoutOfPreset, shopPresets, usualLayout } from '../../../../shared/exchange/export-presets.ts'
import type { OutLayout } from '../../../../shared/exchange/exports.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { startScriptedService } from '../../../support/scripted-service.ts'

const library = prepareTestLibrary()
const client = () => library.client()
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-exports-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const color = { question: 'Color?', column: 'Alt text', checks: [] }
const label = { question: 'Label?', column: 'Label', checks: [] }
const csv = { kind: 'csv', separator: ',', bom: true, flat: false } as const
const view = sheetView.parse({ setId: askedQuestions })
const at = (name: string) => ({ kind: 'path', path: join(folder, name) }) as const
const layoutOf = (rows: OutLayout['rows'] = 'pictures'): OutLayout => ({ ...usualLayout(rows, [color, label]), form: csv })
const recordsOf = (name: string): Record<string, string>[] => parse(readFileSync(join(folder, name)), { bom: true, columns: true })

/** Three pictures of a listed product and none; “Color?” is answered about all, “Label?” about one. */
const prepare = async (): Promise<void> => {
  await library.add(['Mug 1.png', 'Mug 2.png', 'Other.png'])
  await library.connect()
  library.service().answer = (request) =>
    request.path === '/v1/image/analysis'
      ? { status: 200, body: { analysis: request.json().question === 'Label?' ? '=HYPERLINK("x")' : 'White' } }
      : undefined
  await library.start()
  await library.ask(['Mug 1.png', 'Mug 2.png', 'Other.png'], 'Color?')
  await library.ask(['Mug 1.png'], 'Label?')
  await library.settled()
  const list = join(folder, 'list.csv')
  writeFileSync(list, 'SKU,Name,Handle,GTIN,Season\r\nM-1,Red mug,red-mug,4006381333931,Winter\r\n')
  await client().catalogue.importFile({ path: list, columns: {}, dryRun: false })
  const { rows } = await client().sheet.page({ view, offset: 0, limit: 10 })
  const idOf = (name: string): string => rows.find((row) => row.name === name)?.imageId ?? ''
  await client().matching.move({
    imageIds: [idOf('Mug 2.png'), idOf('Mug 1.png')],
    to: { key: 'sku:m-1', productId: null, sku: 'M-1', gtin: null, name: 'Red mug', handle: null },
  })
}

describe('an exported table', () => {
  it('has a row for each picture with its product, only approved texts unless told otherwise, and says what it left out', async () => {
    await prepare()
    const to = at('texts.csv')
    expect(await client().exports.write({ view, which: 'approved', layout: layoutOf(), to })).toMatchObject({
      rows: 3,
      cells: 0,
      leftOut: 4,
    })
    expect(recordsOf('texts.csv').map((row) => row['Alt text'])).toEqual(['', '', ''])
    expect(await client().exports.write({ view, which: 'all', layout: layoutOf(), to })).toEqual({
      place: to.path,
      rows: 3,
      rowsLeftOut: 0,
      withoutKey: 0,
      cells: 4,
      leftOut: 0,
      tooLong: 0,
      defused: 1,
      aboutEarlier: 0,
    })
    expect(recordsOf('texts.csv')).toMatchObject([
      { Picture: 'Mug 1.png', SKU: 'M-1', Product: 'Red mug', 'Alt text': 'White', Label: '\'=HYPERLINK("x")' },
      { Picture: 'Mug 2.png', SKU: 'M-1', 'Alt text': 'White', Label: '' },
      { Picture: 'Other.png', SKU: '', Product: '' },
    ])
  })

  it('has what the sheet shows, or all of it, and the same in its preview', async () => {
    await prepare()
    const shown = { ...view, text: 'mug' }
    const preview = await client().exports.preview({ view: shown, which: 'all', layout: layoutOf(), limit: 1 })
    expect(preview).toMatchObject({
      total: 2,
      rows: [['Mug 1.png', expect.any(String), expect.any(String), 'M-1', '', 'Red mug', 'White', '=HYPERLINK("x")']],
    })
    expect((await client().exports.write({ view: shown, which: 'all', layout: layoutOf(), to: at('a.csv') })).rows).toBe(2)
  })

  it('has a row for each product with its main picture’s texts, and the list’s own columns', async () => {
    await prepare()
    const layout: OutLayout = {
      ...layoutOf('products'),
      comesBack: false,
      columns: [
        { header: 'sku', from: { kind: 'fact', fact: 'sku' } },
        { header: 'gtin', from: { kind: 'fact', fact: 'gtin' } },
        { header: 'pictures', from: { kind: 'fact', fact: 'pictures' } },
        { header: 'season', from: { kind: 'further', header: 'Season' } },
        { header: 'alt', from: { kind: 'question', question: 'Color?' } },
        { header: 'state', from: { kind: 'review', question: 'Color?' } },
      ],
    }
    await client().exports.write({ view, which: 'all', layout, to: at('products.csv') })
    expect(recordsOf('products.csv')).toEqual([
      { sku: 'M-1', gtin: '04006381333931', pictures: '2', season: 'Winter', alt: 'White', state: 'draft' },
    ])
  })

  it('fits Shopify: handle, position and alt text of each picture', async () => {
    await prepare()
    const shopify = shopPresets.find(({ id }) => id === 'shopify')!
    await client().exports.write({
      view: { ...view, text: 'mug' },
      which: 'all',
      layout: layoutOfPreset(shopify, [color]),
      to: at('shopify.csv'),
    })
    expect(recordsOf('shopify.csv')).toEqual([
      { Title: 'Red mug', 'URL handle': 'red-mug', 'Product image URL': '', 'Image position': '2', 'Image alt text': 'White' },
      { Title: 'Red mug', 'URL handle': 'red-mug', 'Product image URL': '', 'Image position': '1', 'Image alt text': 'White' },
    ])
  })

  it('leaves out rows of a shop’s table that have no text to export, as an empty cell would empty the shop’s field', async () => {
    await prepare()
    const akeneo = layoutOfPreset(shopPresets.find(({ id }) => id === 'akeneo')!, [color])
    const write = () => client().exports.write({ view, which: 'approved', layout: akeneo, to: at('akeneo.csv') })
    expect(await write()).toMatchObject({ rows: 0, rowsLeftOut: 1 })
    const preview = () => client().exports.preview({ view, which: 'approved', layout: akeneo, limit: 5 })
    expect(await preview()).toMatchObject({ rows: [], result: { rows: 0, withoutKey: 0 } })
    await client().sheet.review({ what: { kind: 'view', view }, review: 'approved' })
    expect(await preview()).toMatchObject({ result: { rows: 1, withoutKey: 0 } })
    expect(await write()).toMatchObject({ rows: 1, rowsLeftOut: 0 })
  })

  it('is refused where its folder is gone, and with the same texts in two columns if it is to come back', async () => {
    await prepare()
    const { columns } = layoutOf()
    const twice = { ...layoutOf(), columns: [...columns, { header: 'Copy', from: { kind: 'question' as const, question: 'Color?' } }] }
    const write = (layout: OutLayout) => client().exports.write({ view, which: 'all', layout, to: at('a.csv') })
    await expect(write(twice)).rejects.toThrow('“Alt text” and “Copy” have the same texts')
    expect(await write({ ...twice, comesBack: false })).toMatchObject({ rows: 3 })
    const gone = { kind: 'path', path: join(folder, 'gone', 'a.csv') } as const
    await expect(client().exports.write({ view, which: 'all', layout: layoutOf(), to: gone })).rejects.toThrow('doesn’t exist')
  })

  it('can’t be written by a window to a place that nobody chose', async () => {
    await prepare()
    const router = createWindowRouter({ router: library.core().router, addAddresses: library.core().addAddresses })
    const { createRouterClient } = await import('@orpc/server')
    const window = createRouterClient(router as ReturnType<typeof library.core>['router'])
    await expect(window.exports.write({ view, which: 'all', layout: layoutOf(), to: at('a.csv') })).rejects.toThrow(
      'A window can name web addresses only.',
    )
    await expect(window.exports.openFile({ path: '/etc/passwd' })).rejects.toThrow('A window can name web addresses only.')
    await expect(window.exports.write({ view, which: 'all', layout: layoutOf(), to: { kind: 'chosen', target: 'x' } })).rejects.toThrow(
      'no longer known',
    )
    expect(readdirSync(folder)).toEqual(['list.csv'])
  })
})

describe('an exported table that comes back', () => {
  it.each(['csv', 'xlsx'] as const)('shows what changed there, here and on both sides: %s', async (ending) => {
    await prepare()
    const layout: OutLayout = { ...layoutOf(), form: ending === 'csv' ? csv : { kind: 'xlsx' } }
    const name = `texts.${ending}`
    await client().exports.write({ view, which: 'all', layout, to: at(name) })
    expect(await client().exports.openFile({ path: join(folder, name) })).toMatchObject({
      rows: 3,
      unchanged: 6,
      counts: { changed: 0, conflict: 0, rewritten: 0 },
      unknownRows: 0,
      missing: [],
    })
    if (ending === 'xlsx') return
    const [header, one, two, three] = parse(readFileSync(join(folder, name)), { bom: true }) as string[][]
    const edited = [three!.with(6, 'Green'), one!.with(6, 'Blue').with(7, ''), header!]
    writeFileSync(
      join(folder, name),
      [header!.with(6, 'Beschreibung'), ...edited].map((cells) => formatRecord(cells.map(restoreText))).join(''),
    )
    expect(two).toHaveLength(10)
    const { rows } = await client().sheet.page({ view, offset: 0, limit: 10 })
    const jobOf = (picture: string): string =>
      rows.find((row) => row.name === picture)?.cells.find((cell) => cell.question === 'Color?')?.jobId ?? ''
    await client().questions.edit({ jobId: jobOf('Mug 1.png'), text: 'Yellow' })
    const compared = await client().exports.openFile({ path: join(folder, name), columns: { Beschreibung: 'Color?' } })
    expect(compared).toMatchObject({ counts: { changed: 2, conflict: 1, rewritten: 0 }, unchanged: 1, missing: [] })
    const differences = async (kind: 'changed' | 'conflict') =>
      (await client().exports.differences({ id: compared.id, kind, offset: 0, limit: 10 })).rows.map((row) => [row.name, row.now, row.text])
    expect(await differences('changed')).toEqual([
      ['Other.png', 'White', 'Green'],
      ['Mug 1.png', '=HYPERLINK("x")', ''],
    ])
    expect(await differences('conflict')).toEqual([['Mug 1.png', 'Yellow', 'Blue']])
  })

  it('is applied as one change, which can be undone; a cell that changed after it was compared keeps what it has', async () => {
    await prepare()
    const name = 'texts.csv'
    await client().exports.write({ view, which: 'all', layout: layoutOf(), to: at(name) })
    const records = parse(readFileSync(join(folder, name)), { bom: true }) as string[][]
    writeFileSync(
      join(folder, name),
      records.map((cells, row) => formatRecord(row === 0 ? cells : cells.with(6, `New ${row}`).map(restoreText))).join(''),
    )
    const texts = async () =>
      (await client().sheet.page({ view, offset: 0, limit: 10 })).rows.map(
        ({ cells }) => cells.find(({ question }) => question === 'Color?')?.text,
      )
    const { id, counts } = await client().exports.openFile({ path: join(folder, name) })
    expect(counts).toMatchObject({ changed: 3, conflict: 0, rewritten: 0 })
    const { rows } = await client().exports.differences({ id, kind: 'changed', offset: 0, limit: 10 })
    const { imageId, question } = rows[2]!
    await client().sheet.edit({ cells: [{ imageId, question, text: 'Meanwhile', seen: null }], kind: 'typed' })
    const choice = { imageId: rows[1]!.imageId, question, use: 'packshot' as const }
    expect(await client().exports.apply({ id, conflicts: 'packshot', rewritten: 'packshot', cells: [choice] })).toMatchObject({
      changed: 1,
      kept: [{ imageId, why: 'changed' }],
      left: 1,
    })
    expect(await texts()).toEqual(['New 1', 'White', 'Meanwhile'])
    expect((await client().sheet.undo())?.kind).toBe('imported')
    expect(await texts()).toEqual(['White', 'White', 'Meanwhile'])
    await expect(client().exports.apply({ id, conflicts: 'file', rewritten: 'file' })).rejects.toThrow('no longer open')
  })

  it('is refused in another workspace than it was compared in', async () => {
    await prepare()
    await client().exports.write({ view, which: 'all', layout: layoutOf(), to: at('texts.csv') })
    const records = parse(readFileSync(join(folder, 'texts.csv')), { bom: true }) as string[][]
    const edited = records.map((cells, row) => formatRecord(row === 0 ? cells : cells.with(6, `New ${row}`).map(restoreText)))
    writeFileSync(join(folder, 'texts.csv'), edited.join(''))
    const { id } = await client().exports.openFile({ path: join(folder, 'texts.csv') })
    const other = await startScriptedService()
    try {
      await client().session.connect({ kind: 'api-key', baseUrl: other.baseUrl, apiKey: 'other', rates: { 'analyse-image': null } })
      await expect(client().exports.apply({ id, conflicts: 'file', rewritten: 'file' })).rejects.toThrow('You switched workspaces')
      expect(await client().sheet.asked()).toEqual([])
    } finally {
      await other.stop()
    }
  })

  it('is refused without Packshot’s columns', async () => {
    await prepare()
    writeFileSync(join(folder, 'other.csv'), 'a,b\r\n1,2\r\n')
    await expect(client().exports.openFile({ path: join(folder, 'other.csv') })).rejects.toThrow('lacks the columns “Packshot key”')
    const content = Buffer.from('a,b\r\n').toString('base64')
    await expect(client().exports.open({ name: 'other.csv', content })).rejects.toThrow('lacks the columns “Packshot key”')
  })
})

describe('copies of pictures', () => {
  it('have the texts, and are not written over other files', async () => {
    await prepare()
    const copy = (replaces = false) =>
      client().exports.pictures({ view, which: 'all', fields: { alt: 'Color?', title: 'Label?' }, to: at('copies'), replaces })
    expect(await copy()).toMatchObject({ written: 3, same: 0, without: 0, existing: 0, failed: 0 })
    const [inside] = readdirSync(join(folder, 'copies'))
    const path = join(folder, 'copies', inside!, 'Mug 1.png')
    expect((await sharp(path).metadata()).xmpAsString).toContain('AltTextAccessibility><rdf:Alt><rdf:li xml:lang="x-default">White<')
    expect(await copy()).toMatchObject({ written: 0, same: 3 })
    writeFileSync(path, 'mine')
    expect(await copy()).toMatchObject({ written: 0, same: 2, existing: 1, existingNames: [`${inside}/Mug 1.png`] })
    expect(readFileSync(path, 'utf8')).toBe('mine')
    expect(await copy(true)).toMatchObject({ written: 0, same: 2, existing: 1 })
    expect(readFileSync(path, 'utf8')).toBe('mine')
    rmSync(path)
    const other = (replaces: boolean) =>
      client().exports.pictures({ view, which: 'all', fields: { title: 'Color?' }, to: at('copies'), replaces })
    expect(await other(false)).toMatchObject({ written: 1, same: 0, existing: 2 })
    expect(await other(true)).toMatchObject({ written: 2, same: 1, existing: 0 })
    // Copies go into a folder of the same name, so here they would fall on the originals.
    const originals = readFileSync(join(library.folder(), 'pictures', 'Mug 1.png'))
    const over = { kind: 'path', path: library.folder() } as const
    const onto = await client().exports.pictures({ view, which: 'all', fields: { alt: 'Color?' }, to: over, replaces: true })
    expect(onto).toMatchObject({ written: 0, existing: 3 })
    expect(readFileSync(join(library.folder(), 'pictures', 'Mug 1.png'))).toEqual(originals)
    // “Free up space” removed our copies: the files that were added still have the pictures, but for one that changed.
    rmSync(join(library.folder(), 'data', 'originals'), { recursive: true })
    writeFileSync(join(library.folder(), 'pictures', 'Mug 2.png'), 'edited')
    const freed = await client().exports.pictures({ view, which: 'all', fields: { alt: 'Color?' }, to: at('freed') })
    expect(freed).toMatchObject({ written: 2, failed: 1, failures: [{ problem: { failure: { kind: 'file-gone', name: 'Mug 2.png' } } }] })
    expect(
      await client().exports.pictures({ view, which: 'all', fields: { title: 'Color?' }, to: at('freed'), replaces: true }),
    ).toMatchObject({
      written: 2,
      existing: 0,
    })
    expect(await client().exports.pictures({ view, which: 'approved', fields: { alt: 'Color?' }, to: at('none') })).toMatchObject({
      written: 0,
      without: 3,
    })
  })
})
