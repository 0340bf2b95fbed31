import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { type ListPiece, readList } from '../../../../electron/core/products/catalogue/read-list.ts'
import { readInThread } from '../../../../electron/core/products/catalogue/start-list-thread.ts'
import { describeSaid } from '../../../../shared/products/catalogue-words.ts'
import { openTestCore, type TestCore, type TestPorts, waitFor, writePng } from '../../../support/open-test-core.ts'

let folder: string
let opened: TestCore[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-catalogue-'))
  opened = []
})
const endAll = async (): Promise<void> => {
  for (const { core } of opened) await core.stop()
  opened = []
}
afterEach(async () => {
  await endAll()
  rmSync(folder, { recursive: true, force: true })
})

const open = async (ports: TestPorts = { readList }): Promise<TestCore> => {
  const core = await openTestCore(join(folder, 'data'), ports)
  opened.push(core)
  return core
}

const write = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const importText = ({ client }: TestCore, text: string, more: { columns?: Record<string, string>; dryRun?: boolean } = {}) =>
  client.catalogue.importFile({ path: write('list.csv', text), columns: {}, dryRun: false, ...more })

const page = ({ client }: TestCore, text = '') => client.catalogue.page({ offset: 0, limit: 100, text })

const first = 'Product id;SKU;EAN;Name;Colour\np1;S-1;4006381333931;Pen;Blue\np2;S-2;;Söckchen;Green\n;S-3;;Mug;\n'

it('imports a list in a thread of its own, and finds its products by name, SKU, GTIN, id and any other column', async () => {
  const core = await open({})
  const { result, form } = await importText(core, first)
  expect(result).toMatchObject({ rows: 3, added: 3, changed: 0, unchanged: 0, missing: 0, refused: 0 })
  expect(form).toEqual({ kind: 'text', encoding: 'utf-8', separator: ';', quoting: 'doubled' })
  const found = async (text: string) => (await page(core, text)).rows.map(({ sku }) => sku)
  expect(await found('')).toEqual(['S-1', 'S-2', 'S-3'])
  expect(await found('socKCHEN')).toEqual(['S-2'])
  expect(await found('s-3')).toEqual(['S-3'])
  expect(await found('4006381333931')).toEqual(['S-1'])
  expect(await found('p2')).toEqual(['S-2'])
  expect(await found('blue')).toEqual(['S-1'])
  expect(await core.client.catalogue.summary()).toMatchObject({ name: 'list.csv', products: 3, missing: 0 })
  const [row] = (await page(core, 'pen')).rows
  expect(await core.client.catalogue.find({ ref: row?.ref ?? '' })).toMatchObject({ productId: 'p1', further: [['Colour', 'Blue']] })
})

it('updates, adds and shows what is missing now when a list is imported again', async () => {
  const core = await open()
  await importText(core, first)
  // S-3 has an id by now, p1 another name, and p2 is gone.
  const again = await importText(core, 'SKU;Product id;EAN;Name;Colour\nS-1;p1;4006381333931;Pencil;Blue\nS-3;p3;;Mug;\nS-4;p4;;Cup;\n')
  expect(again.result).toMatchObject({ added: 1, changed: 2, unchanged: 0, missing: 1 })
  expect((await page(core)).rows.map(({ sku, missingSince }) => [sku, missingSince !== null])).toEqual([
    ['S-1', false],
    ['S-3', false],
    ['S-4', false],
    ['S-2', true],
  ])
  const back = await importText(core, first)
  expect(back.result).toMatchObject({ missing: 1, changed: 2, unchanged: 1, added: 0 })
  expect(await core.client.catalogue.forgetMissing({ import: back.result.import })).toEqual({ removed: 1 })
  expect(await core.client.catalogue.summary()).toMatchObject({ products: 3, missing: 0 })
})

it('keeps apart two products that share a SKU but not an id', async () => {
  const core = await open()
  await importText(core, 'product id,sku\np1,S\np2,S\n')
  const { result } = await importText(core, 'product id,sku\np2,S\np3,S\n')
  expect(result).toMatchObject({ unchanged: 1, added: 1, missing: 1 })
})

it('lists refused rows and takes their neighbours', async () => {
  const core = await open()
  const { result, said } = await importText(core, 'sku;name\nA;one\n4,00638E+12;two\nB;three\n;\n')
  expect(result).toMatchObject({ rows: 3, added: 2, refused: 1 })
  expect(said).toHaveLength(1)
  const { total, rows } = await core.client.catalogue.said({ import: result.import, offset: 0, limit: 10 })
  expect([total, rows.map((one) => `${one.row} ${describeSaid(one)}`)]).toEqual([
    1,
    ['3 The spreadsheet shortened the SKU to 4,00638E+12. Format the column as text, and export it again.'],
  ])
})

it('keeps the product of a refused row as it was, and does not call it missing', async () => {
  const core = await open()
  await importText(core, first)
  // The spreadsheet shortened one GTIN. The row still says which product it is about.
  const again = 'Product id;SKU;EAN;Name;Colour\np1;S-1;4.00638E+12;Pencil;Red\np2;S-2;;Socks;Green\n'
  const { result } = await importText(core, again)
  expect(result).toMatchObject({ rows: 2, added: 0, changed: 1, kept: 1, missing: 1, refused: 1 })
  expect((await page(core)).rows.map(({ name, missingSince }) => [name, missingSince !== null])).toEqual([
    ['Socks', false],
    ['Pen', false],
    ['Mug', true],
  ])
  expect(await core.client.catalogue.summary()).toMatchObject({ products: 3, missing: 1 })
  // A product that was missing is not any more when a refused row names it.
  await importText(core, `${again}p9;S-3;4.00638E+12;Cup;\n`)
  expect(await core.client.catalogue.summary()).toMatchObject({ missing: 0 })
})

it.each([
  [
    'refused rows only',
    'sku;gtin\nS-1;4.00638E+12\nS-2;4.00638E+12\n',
    'All 2 rows were refused, so nothing was imported. Row 2: The spreadsheet',
  ],
  ['headers only', 'sku;gtin\n', '“list.csv” has no rows.'],
])('refuses a list with %s, and keeps the earlier one', async (_, text, message) => {
  const core = await open()
  await importText(core, first)
  await expect(importText(core, text)).rejects.toThrow(message)
  await expect(importText(core, text, { dryRun: true })).rejects.toThrow(message)
  expect(await core.client.catalogue.summary()).toMatchObject({ products: 3, missing: 0 })
})

it('an import of products only says what it would do in a dry run', async () => {
  const core = await open()
  await importText(core, first)
  const { result } = await importText(core, 'sku;name\nS-1;Pen\nNew;One\n', { dryRun: true })
  expect(result).toMatchObject({ added: 1, changed: 1, missing: 2 })
  expect((await page(core)).rows.map(({ name }) => name)).toEqual(['Pen', 'Söckchen', 'Mug'])
})

it('removes missing products of the import that they are shown for, and of no other', async () => {
  let release: (() => void) | undefined
  const core = await open({
    async *readList(task) {
      yield* readList(task)
      // The file ends with this name: its import waits for the test.
      if (task.columns !== null && task.name === 'slow.csv') await new Promise<void>((resolve) => (release = resolve))
    },
  })
  const { catalogue } = core.client
  await importText(core, first)
  const shown = (await importText(core, 'sku\nS-1\nS-2\n')).result
  expect(shown.missing).toBe(1)
  const running = catalogue.importFile({ path: write('slow.csv', 'sku\nS-1\n'), columns: {}, dryRun: false })
  await waitFor(() => release !== undefined)
  await expect(catalogue.forgetMissing({ import: shown.import })).rejects.toThrow('Another list is being imported.')
  release?.()
  const newer = (await running).result
  expect(newer.missing).toBe(2)
  await expect(catalogue.forgetMissing({ import: shown.import })).rejects.toThrow('Another product list has replaced this one.')
  expect(await catalogue.summary()).toMatchObject({ import: newer.import, products: 3, missing: 2 })
  // An import that starts meanwhile takes over nothing of what is removed.
  const both = await Promise.all([
    catalogue.forgetMissing({ import: newer.import }),
    catalogue.importFile({ path: write('next.csv', 'sku\nS-9\n'), columns: {}, dryRun: false }),
  ])
  expect(both).toMatchObject([{ removed: 2 }, { result: { added: 1, missing: 1 } }])
})

it('lists the refused rows of an import, not of a newer one', async () => {
  const core = await open()
  const one = await importText(core, 'sku;name\nA;one\n4,00638E+12;two\n')
  const said = (number: number) => core.client.catalogue.said({ import: number, offset: 0, limit: 10 })
  expect((await said(one.result.import)).rows.map(({ row }) => row)).toEqual([3])
  const two = await importText(core, 'sku;name\n4,00638E+12;two\nA;one\n')
  await waitFor(async () => (await said(one.result.import)).total === 0)
  expect((await said(two.result.import)).rows.map(({ row }) => row)).toEqual([2])
})

it('takes the columns that a person names, and remembers them for lists with these headers', async () => {
  const core = await open()
  const list = 'Nr;Modell;Text\n1;X-1;Pen\n2;X-2;Mug\n'
  await expect(importText(core, list)).rejects.toThrow(
    'No column says which product a row is about. The columns are: “Nr”, “Modell”, “Text”.',
  )
  await expect(importText(core, list, { columns: { sku: 'Model' } })).rejects.toThrow('The list has no column “Model”.')
  await expect(importText(core, list, { columns: { sku: 'Modell', name: '#2' } })).rejects.toThrow('The column “Modell” is chosen twice.')
  await importText(core, list, { columns: { sku: 'modell', name: '#3' } })
  expect((await page(core)).rows).toMatchObject([{ sku: 'X-1', name: 'Pen', further: [['Nr', '1']] }, { sku: 'X-2' }])
  const { result } = await importText(core, list.replace('Nr;', ' Nr ;'))
  expect(result).toMatchObject({ unchanged: 2, columns: { sku: 1, name: 2 } })
})

/** A reader that waits after its first rows, for ever. */
const stuckReader = (onRows: () => void) =>
  async function* (task: Parameters<typeof readList>[0]): AsyncGenerator<ListPiece> {
    for await (const piece of readList(task)) {
      yield piece
      if (piece.kind !== 'rows') continue
      onRows()
      await new Promise(() => {})
    }
  }

it('leaves the earlier list whole when Packshot ends in the middle of an import, and forgets the rest at the next start', async () => {
  await importText(await open(), first)
  await endAll()
  let hasRows = false
  const stuck = await open({
    readList: stuckReader(() => {
      hasRows = true
    }),
  })
  const text = `sku\n${Array.from({ length: 2_000 }, (_, at) => `N-${at}`).join('\n')}\n`
  const ended = importText(stuck, text).catch((error: unknown) => (error as Error).message)
  await waitFor(() => hasRows)
  expect((await page(stuck)).rows.map(({ sku }) => sku)).toEqual(['S-1', 'S-2', 'S-3'])
  expect((await page(stuck, 'n-1')).total).toBe(0)
  await endAll()
  expect(await ended).toBe('The import was stopped. The earlier list is kept.')
  const next = await open()
  expect((await page(next)).rows.map(({ sku }) => sku)).toEqual(['S-1', 'S-2', 'S-3'])
  expect((await importText(next, text)).result).toMatchObject({ added: 2_000, missing: 3 })
})

it('shows an opened list with its columns, imports it as it was then, and closes it', async () => {
  const core = await open()
  const path = write('team.csv', first)
  await core.core.addFiles([path])
  const list = await core.client.catalogue.opened()
  expect(list).toMatchObject({
    name: 'team.csv',
    state: {
      kind: 'ready',
      preview: { headers: ['Product id', 'SKU', 'EAN', 'Name', 'Colour'], columns: { productId: 0, sku: 1, gtin: 2, name: 3 } },
    },
  })
  writeFileSync(path, 'sku\nchanged\n')
  const id = list?.id ?? ''
  expect(await core.client.catalogue.import({ id, columns: { sku: 1, name: 3 } })).toMatchObject({ added: 3 })
  expect(await core.client.catalogue.opened()).toMatchObject({ state: { kind: 'imported', result: { added: 3 } } })
  await core.client.catalogue.close({ id })
  expect(await core.client.catalogue.opened()).toBeNull()
  expect((await page(core)).rows.map(({ sku }) => sku)).toEqual(['S-1', 'S-2', 'S-3'])
})

it('takes cells that were copied in a spreadsheet, and says why a list can’t be read', async () => {
  const core = await open()
  const { id } = await core.client.catalogue.paste({ text: 'SKU\tName\nA\tPen\n' })
  expect(await core.client.catalogue.opened()).toMatchObject({ id, state: { kind: 'ready', preview: { columns: { sku: 0, name: 1 } } } })
  await core.client.catalogue.close({ id })
  await core.core.addFiles([write('broken.xlsx', '')])
  expect(await core.client.catalogue.opened()).toMatchObject({
    name: 'broken.xlsx',
    state: { kind: 'failed', problem: { failure: { kind: 'list-empty' } } },
  })
})

it('pages the products of the list after those that Packshot worked with, and finds both by any column', async () => {
  const core = await open()
  await writePng(join(folder, 'a.png'), 'a')
  await core.core.addFiles([join(folder, 'a.png')])
  const attach = (productId: string) =>
    core.client.products.attach({
      images: { kind: 'all' },
      product: { kind: 'id', productId },
      attribute: 'Images',
      current: { kind: 'nothing' },
      again: false,
    })
  await attach('p2')
  await attach('other')
  await importText(core, first)
  const rows = async (text: string, offset = 0, limit = 10) => {
    const found = await core.client.products.page({ offset, limit, text, listed: true })
    return [found.total, ...found.rows.map(({ productId, name }) => productId ?? name)]
  }
  expect(await rows('')).toEqual([4, 'p2', 'other', 'p1', 'Mug'])
  expect(await rows('', 1, 2)).toEqual([4, 'other', 'p1'])
  expect(await rows('', 3, 2)).toEqual([4, 'Mug'])
  expect(await rows('green')).toEqual([1, 'p2'])
  expect(await rows('s-')).toEqual([3, 'p2', 'p1', 'Mug'])
  expect(await rows('s-', 1, 1)).toEqual([3, 'p1'])
  expect(await rows('S-3')).toEqual([1, 'Mug'])
  expect(await rows('4006381333931')).toEqual([1, 'p1'])
  const page = await core.client.products.page({ offset: 0, limit: 10, text: 'pen', listed: true })
  expect(page.rows).toMatchObject([{ name: 'Pen', pictures: 0, listed: { sku: 'S-1', gtin: '04006381333931', isMissing: false } }])
  expect(await core.client.products.find({ by: 'ref', ref: page.rows[0]?.ref ?? '' })).toMatchObject({ productId: 'p1', lists: [] })
  expect((await core.client.products.page({ offset: 0, limit: 10, text: '' })).total).toBe(2)
})

it('says why a file can’t be opened', async () => {
  const { client } = await open()
  const path = join(folder, 'nothing.csv')
  await expect(client.catalogue.importFile({ path, columns: {}, dryRun: true })).rejects.toThrow('“nothing.csv” is not there.')
})

it('says that a list can’t be read when its thread ends', async () => {
  const read = async () => {
    for await (const _ of readInThread(
      join(folder, 'no-such-thread.ts'),
      { path: '', name: 'many.csv', columns: null },
      new AbortController().signal,
    ));
  }
  await expect(read()).rejects.toThrow('“many.csv” is damaged')
})

it('starts without waiting until the files of lists that were open are removed, and keeps a list that is opened meanwhile', async () => {
  const before = await open()
  await before.core.stop()
  opened = []
  const left = join(folder, 'data', 'lists', 'list_left')
  mkdirSync(dirname(left), { recursive: true })
  writeFileSync(left, 'a list that was open at a crash')
  let remove: () => void = () => {}
  const gate = new Promise<void>((resolve) => {
    remove = resolve
  })
  const { core, client } = await open({
    readList,
    files: {
      ...systemFiles,
      remove: async (path, options) => {
        if (path.endsWith('lists')) await gate
        await systemFiles.remove(path, options)
      },
    },
  })
  expect(await client.catalogue.summary()).toBeNull()
  const adding = core.addFiles([write('new.csv', first)])
  await waitFor(async () => (await client.catalogue.opened())?.state.kind === 'reading')
  remove()
  await adding
  await waitFor(async () => (await client.catalogue.opened())?.state.kind === 'ready')
  expect(existsSync(left)).toBe(false)
})

it('keeps no row once it is written', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const pieces: WeakRef<ListPiece>[] = []
  const kept: number[] = []
  const core = await open({
    readList: async function* (task) {
      for await (const piece of readList(task)) {
        if (piece.kind === 'end') {
          // A reference that was looked at stays until its turn is over.
          await new Promise((resolve) => setImmediate(resolve))
          collect()
          kept.push(pieces.filter((one) => one.deref() !== undefined).length)
        } else if (piece.kind === 'rows') pieces.push(new WeakRef(piece))
        yield piece
      }
    },
  })
  await importText(core, `SKU;Name\n${Array.from({ length: 5_000 }, (_, at) => `S-${at};Mug ${at}`).join('\n')}\n`)
  expect(pieces.length).toBeGreaterThan(10)
  // The last one is still in the hands of its reader.
  expect(kept).toEqual([expect.toSatisfy((count: number) => count <= 1)])
})
