import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cellValue, type SheetRow } from '../../shared/answers/sheet.ts'
import { editInLibreOffice, lackOfLibreOffice } from '../support/edit-in-libreoffice.ts'
import { type Catalogue, makeCatalogue } from '../support/make-catalogue.ts'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'
import { createStopwatch } from './compare-catalogue.ts'
import { altQuestion, colorQuestion, edited, expectTextsHeld, expectTextsInCopies, seasonFile, seasonSet } from './compare-texts.ts'

let user: PackshotUser
let workspace: WorkspaceProcess
let folder: string
let catalogue: Catalogue
beforeEach(async () => {
  user = await createPackshotUser()
  workspace = await startWorkspaceProcess()
  folder = await mkdtemp(join(tmpdir(), 'packshot-texts-'))
  catalogue = await makeCatalogue(folder, { size: process.env.PACKSHOT_JOURNEY })
})
afterEach(async () => {
  await workspace.remove()
  await user.remove()
  await rm(folder, { recursive: true, force: true })
})

it('asks a set about a catalogue, takes its texts through LibreOffice, and sends them, by commands', async (context) => {
  const lack = lackOfLibreOffice()
  if (lack) context.skip(lack)
  const { count } = catalogue
  const { step, sum } = createStopwatch()
  const run = async (...args: string[]): Promise<void> => expect((await user.run(...args)).code, args.join(' ')).toBe(0)
  const work = async (): Promise<void> => {
    const { code, stdout, stderr } = await user.work(workspace)
    expect(code, stdout + stderr).toBe(0)
  }
  const sheet = async (...args: string[]): Promise<readonly SheetRow[]> => {
    const { rows }: { readonly rows: readonly SheetRow[] } = (await user.run('sheet', '--set', seasonSet.name, '--json', ...args)).json()
    return rows
  }
  const countCells = (rows: readonly SheetRow[], has: (cell: SheetRow['cells'][number]) => boolean): number =>
    rows.reduce((sum, { cells }) => sum + cells.filter(has).length, 0)

  // Its list has rows that are refused.
  expect((await user.run('products', 'import', catalogue.list, '--json')).json()).toMatchObject({ added: 400 })
  await run('add', catalogue.pictures, '--recursive', '--no-upload')
  await run('match', '--by', 'mapping,folder,sku,barcode,gtin,id,handle', '--mapping', catalogue.allCorrections, '--read-barcodes')
  await run('attach', '--matched', '--valid-for', '2d')
  const setFile = join(folder, 'season.packshot-questions')
  await writeFile(setFile, seasonFile)
  await run('sets', 'import', setFile)
  await run('ask', '--set', seasonSet.name)
  await step('run', work)
  const answered = await sheet()
  expect(answered).toHaveLength(count.pictures)
  const texts = countCells(answered, (cell) => cellValue(cell) !== '')
  expect(texts).toBeGreaterThan(count.pictures * 3)
  await step('review', () => run('review', '--set', seasonSet.name, '--approve', '--all'))
  const workbook = join(folder, 'texts.xlsx')
  await step('export', () => run('export', '--set', seasonSet.name, '--to', workbook))
  await step('LibreOffice', () => editInLibreOffice(workbook, join(folder, 'profile'), 'Alt text', edited))
  const compared = await step('import', () => user.run('import-texts', workbook, '--json'))
  // Each tenth row; one of them may be among the deleted ones.
  const changed = Math.floor(count.pictures / 10)
  expect(compared.json()).toMatchObject({ counts: { changed, conflict: 0, rewritten: 0 }, unknownRows: 0, applied: { changed } })
  const imported = await sheet()
  const isEdited = (cell: SheetRow['cells'][number]): boolean => cell.text.endsWith(edited)
  expect(countCells(imported, isEdited)).toBe(changed)
  // What was changed outside is looked at again; all else stays approved.
  expect(countCells(imported, (cell) => cell.review === 'approved')).toBe(texts - changed)
  expect(countCells(imported, (cell) => isEdited(cell) && cell.review !== 'draft')).toBe(0)
  await run('review', '--set', seasonSet.name, '--approve', '--only', 'edited', '--question', 'Alt text')
  const columns = ['--column', `${altQuestion}=Alt text`, '--column', `${colorQuestion}=Description`]
  await step('send', () => run('send-texts', ...columns, '--unknown', 'replace'))
  await step('run', work)
  const copies = join(folder, 'copies')
  await step('copies', () => run('export-pictures', copies, '--set', seasonSet.name, '--alt', 'Alt text'))
  const attributes = { 'Alt text': altQuestion, Description: colorQuestion }
  const held = await expectTextsHeld(
    workspace,
    await sheet('--products').then((rows) => rows.filter((row) => row.imageId !== null)),
    attributes,
  )
  const inCopies = await expectTextsInCopies(copies, catalogue.pictures, await sheet())
  expect([held, inCopies]).toEqual([count.products * 2, count.pictures])
  console.log(`${texts} texts, ${changed} changed in LibreOffice, ${held} in products, ${inCopies} in copies: ${sum()}`)
})
