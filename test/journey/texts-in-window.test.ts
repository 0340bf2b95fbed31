import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SheetRow } from '../../shared/answers/sheet.ts'
import { lackForBrowserTests, launchBrowser } from '../support/browser-host.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { editInLibreOffice, lackOfLibreOffice } from '../support/edit-in-libreoffice.ts'
import { type Catalogue, makeCatalogue } from '../support/make-catalogue.ts'
import { electronUnderTest, type OpenWindow } from '../support/open-window.ts'
import { packshot } from '../support/packshot-process.ts'
import { createWindowPerson } from '../support/window-person.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'
import { createStopwatch } from './compare-catalogue.ts'
import { altQuestion, colorQuestion, edited, expectTextsHeld, expectTextsInCopies, seasonFile, seasonSet } from './compare-texts.ts'

const host = electronUnderTest()
const lack = host.lack ?? lackForBrowserTests() ?? lackOfLibreOffice()
/** The issue's limit, besides one key for each good cell. */
const mostActions = 15
const patience = 1_800_000

/** Pictures that are in their products already (catalogue-in-window.test.ts) get their texts, with real clicks and keys. Each is counted. */
describe.skipIf(lack)(`texts of a catalogue in the window${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder: string
  let dataFolder: string
  let catalogue: Catalogue
  let workspace: WorkspaceProcess
  let browser: Browser
  let opened: OpenWindow
  let page: Page
  const actions: string[] = []
  let keys = 0
  const run = (...args: string[]) => packshot(args, { dataFolder, stdin: workspace.apiKey })
  const press = async (name: string | RegExp, within: Page | Locator = page): Promise<void> => {
    actions.push(`press ${name}`)
    await within.getByRole('button', { name, exact: true }).click()
  }
  const key = async (name: string): Promise<void> => {
    actions.push(`key ${name}`)
    await page.keyboard.press(name)
  }
  const activeCell = (grid: Locator): Promise<string | null> => grid.getAttribute('aria-activedescendant')
  /** One key of review, which leads to another cell. */
  const leave = async (grid: Locator, name: 'a' | 'n'): Promise<void> => {
    const before = await activeCell(grid)
    await page.keyboard.press(name)
    keys += 1
    await expect.poll(() => activeCell(grid), { timeout: 60_000, interval: 5 }).not.toBe(before)
  }
  /** One key for each cell. The last one stays where it is. */
  const approve = async (grid: Locator, cells: number): Promise<void> => {
    for (let at = 1; at < cells; at += 1) await leave(grid, 'a')
    await page.keyboard.press('a')
    keys += 1
  }
  const counted = (words: RegExp): Promise<void> => page.getByText(words).first().waitFor({ timeout: patience })
  const readSheet = async (...args: string[]): Promise<readonly SheetRow[]> => {
    const { rows }: { readonly rows: readonly SheetRow[] } = (await run('sheet', '--set', seasonSet.name, '--json', ...args)).json()
    return rows
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-texts-'))
    dataFolder = join(folder, 'data')
    catalogue = await makeCatalogue(folder, { size: process.env.PACKSHOT_JOURNEY })
    workspace = await startWorkspaceProcess()
    await writeFile(join(folder, 'season.packshot-questions'), seasonFile)
    const rules = ['--by', 'mapping,folder,sku,barcode,gtin,id,handle', '--mapping', catalogue.allCorrections, '--read-barcodes']
    for (const command of [
      ['products', 'import', catalogue.list],
      ['add', catalogue.pictures, '--recursive', '--no-upload'],
      ['match', ...rules],
      ['attach', '--matched', '--valid-for', '2d'],
      ['sets', 'import', join(folder, 'season.packshot-questions')],
    ])
      await run(...command)
    await mkdir(join(folder, 'copies'))
    browser = await launchBrowser()
    await host.prepare()
    opened = await host.open(dataFolder)
    page = opened.page
    page.setDefaultTimeout(120_000)
    await createWindowPerson(opened, browser).connect(workspace.connectionFile)
    // The system's own dialogs, in which a person would choose a place.
    await opened.electron?.app.evaluate(
      ({ dialog }, chosen) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen.file })
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen.folder] })
      },
      { file: join(folder, 'texts.xlsx'), folder: join(folder, 'copies') },
    )
  })
  afterAll(async () => {
    await opened?.close()
    await host.end()
    await browser?.close()
    await workspace?.remove()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it(`takes at most ${mostActions} actions and one key for each cell from a set of questions to texts in products and pictures`, async () => {
    const { count } = catalogue
    const { step, sum } = createStopwatch()
    actions.push('press Sheet')
    await page.getByRole('link', { name: 'Sheet' }).click()
    const grid = page.getByRole('grid', { name: new RegExp(`^${seasonSet.name}, `) })
    await grid.waitFor()
    await step('ask', async () => {
      await press('Ask…')
      const dialog = page.getByRole('dialog', { name: 'Ask the questions of this sheet' })
      await press('Ask', dialog)
      const cells = (count.pictures * 5).toLocaleString('en')
      await counted(new RegExp(`^0 of ${cells} cells approved · ${cells} left to review`))
    })
    await step('review', async () => {
      await grid.focus()
      await key('Alt+r')
      await approve(grid, count.pictures * 5)
      await counted(new RegExp(`^${(count.pictures * 5).toLocaleString('en')} of `))
    })
    await step('export', async () => {
      await press('Export…')
      await press('Export…', page.getByRole('dialog'))
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    })
    await step('LibreOffice', () => editInLibreOffice(join(folder, 'texts.xlsx'), join(folder, 'profile'), 'Alt text', edited))
    const changed = Math.floor(count.pictures / 10)
    await step('import', async () => {
      actions.push('drop the file')
      await dragFilesOnto(page, '#main', [join(folder, 'texts.xlsx')])
      const dialog = page.getByRole('dialog', { name: 'Import changes' })
      await press('Apply changes', dialog)
      await counted(new RegExp(`${changed.toLocaleString('en')} left to review`))
    })
    await step('review again', async () => {
      await grid.focus()
      // After the last cell comes the first one that is left.
      await leave(grid, 'n')
      await approve(grid, changed)
      await counted(new RegExp(`^${(count.pictures * 5).toLocaleString('en')} of `))
    })
    await step('send', async () => {
      await press('More ways to export and import')
      actions.push('choose Send to products…')
      await page.getByRole('menuitem', { name: 'Send to products…', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Send texts to products' })
      // What a new product shows is known, so nothing is asked.
      await press(/^Send [\d,]+ texts$/, dialog)
      await expect
        .poll(async () => (await run('jobs', '--json')).stdout.match(/"operation": ?"set-text"/g)?.length, { timeout: 60_000 })
        .toBe(count.products * 2)
      await page
        .getByRole('status', { name: 'Queue' })
        .getByText(/Idle|All done|Nothing|up to date/i)
        .waitFor({ timeout: patience })
    })
    await step('copies', async () => {
      await press('Export…')
      const dialog = page.getByRole('dialog', { name: /^Export “/ })
      actions.push('choose pictures')
      await dialog.getByText('Pictures with their texts').click()
      await press('Export pictures…', dialog)
      await dialog.getByRole('button', { name: 'Done', exact: true }).waitFor({ timeout: patience })
    })
    const products = (await readSheet('--products')).filter(({ imageId }) => imageId !== null)
    const held = await expectTextsHeld(workspace, products, { 'Alt text': altQuestion, Description: colorQuestion })
    const inCopies = await expectTextsInCopies(join(folder, 'copies'), catalogue.pictures, await readSheet())
    expect([held, inCopies]).toEqual([count.products * 2, count.pictures])
    console.log(`${actions.length} actions and ${keys} keys of review, ${held} texts in products, ${inCopies} in copies: ${sum()}`)
    console.log(actions.map((what, at) => `  ${at + 1}. ${what}`).join('\n'))
    expect(actions.length).toBeLessThanOrEqual(mostActions)
  })
})
