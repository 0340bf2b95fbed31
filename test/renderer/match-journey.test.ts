import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { type BrowserHost, lackForBrowserTests, launchBrowser, startBrowserHost } from '../support/browser-host.ts'
import { realBuild } from '../support/host-build.ts'
import { openTestCore, type TestCore } from '../support/open-test-core.ts'
import { makeWorkbook, rowsOf } from '../support/write-workbook.ts'
import { readAxe } from './axe-source.ts'

const lack = lackForBrowserTests()

const files = [
  'SKU-1001/SKU-1001_1.jpg',
  'SKU-1001/SKU-1001_2.jpg',
  'SKU-1001/SKU-1001_3.jpg',
  'SKU-1002/SKU-1002_1.jpg',
  'SKU-1002/SKU-1001_9.jpg',
  'SKU-1002/SKU-1003_9.jpg',
  'loose one.jpg',
  'loose two.jpg',
]
const list = 'SKU,Name\nSKU-1001,Linen shirt\nSKU-1002,Wool hat\nSKU-1003,Red scarf\n'

/** Pictures on disk, in folders, read into the library of a real core, which is then closed. */
const seedLibrary = async (folder: string): Promise<void> => {
  const paths = await writeTestPictures(join(folder, 'made'), files.length)
  for (const [at, file] of files.entries()) {
    const to = join(folder, 'shoot', file)
    await mkdir(dirname(to), { recursive: true })
    await rename(paths[at] ?? '', to)
  }
  const test: TestCore = await openTestCore(join(folder, 'data'))
  await test.client.intake.add({ named: [join(folder, 'shoot')], recursive: true, upload: false })
  await test.core.stop()
}

/** The built app on a seeded folder. The tests are a person’s steps, one after the other. */
describe.skipIf(lack)(`matching in the window on the real app${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder: string
  let host: BrowserHost
  let browser: Browser
  let page: Page
  let axe: string
  let tray: Locator
  let board: Locator
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  const group = (name: string): Locator =>
    board.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) })
  const picturesOf = (name: string): Promise<string[]> =>
    group(name)
      .getByRole('gridcell')
      .evaluateAll((all) => all.map((one) => (one.getAttribute('title') ?? '').split('\n')[0]?.replace(/^.*[\\/]/, '') ?? ''))
  const inTray = (): Promise<string[]> =>
    tray.getByRole('row').evaluateAll((all) => all.map((one) => one.querySelector('[title]')?.textContent?.replace(/^.*\//, '') ?? ''))
  const expectNoFault = async (): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe(colorScheme)
      await page.evaluate(axe)
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({ resultTypes: ['violations'] }),
      )
      expect(violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
        [],
      )
    }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-match-'))
    await seedLibrary(folder)
    host = await startBrowserHost(realBuild, join(folder, 'data'))
    browser = await launchBrowser()
    const context = await browser.newContext({ viewport: { width: 900, height: 600 }, reducedMotion: 'reduce' })
    page = await context.newPage()
    await page.goto(host.address)
    axe = await readAxe()
    tray = page.getByRole('grid', { name: 'Without a product' })
    board = page.getByRole('grid', { name: 'Products' })
    await page.getByRole('link', { name: 'Match' }).click()
  })
  afterAll(async () => {
    await browser?.close()
    await host?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('uses folder names as products when there is no list, and undoes it as a whole', async () => {
    await page.getByText('2 folders found: use the folder names as products?').waitFor()
    await expectNoFault()
    await button('Use 2 folder names').click()
    await expect.poll(() => picturesOf('SKU-1001')).toEqual(['SKU-1001_1.jpg', 'SKU-1001_2.jpg', 'SKU-1001_3.jpg'])
    await page.getByText('6 pictures matched to 2 products · 2 without a product').waitFor()
    await tray.focus()
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: 2 folder names used as products', { exact: true }).first().waitFor()
    await button('Use 2 folder names').waitFor()
  })

  it('matches an imported list by rules, after a preview on the library’s pictures', async () => {
    const path = join(folder, 'list.csv')
    await writeFile(path, list)
    await page.locator('input[aria-label="Import product list"]').setInputFiles(path)
    await button('Import products').click()
    await page.getByText('3 products added').first().waitFor()
    await page.keyboard.press('Escape')
    await button('Match by rules…').click()
    const dialog = page.getByRole('dialog', { name: 'Match by rules' })
    await dialog.getByText('4 pictures match 2 products. 2 pictures need a decision. 2 pictures don’t match.').waitFor()
    await dialog.getByText('Linen shirt (SKU-1001), main').waitFor()
    const mapping = join(folder, 'mapping.xlsx')
    const choose = dialog.locator('input[aria-label="Choose mapping file"]')
    await writeFile(
      mapping,
      makeWorkbook({
        rows: rowsOf([
          ['File', 'SKU'],
          ['loose one.jpg', 'SKU-1003'],
        ]),
      }),
    )
    await choose.setInputFiles(mapping)
    await dialog.getByRole('group', { name: 'Mapping file' }).getByText('mapping.xlsx, 1 line').waitFor()
    await dialog.getByText('5 pictures match 3 products.').waitFor()
    await writeFile(mapping, 'PK\x03\x04, but no workbook')
    await choose.setInputFiles(mapping)
    await dialog.getByRole('alert').filter({ hasText: '“mapping.xlsx” is damaged' }).waitFor()
    await dialog.getByRole('button', { name: 'Remove Mapping file', exact: true }).click()
    await dialog.getByText('4 pictures match 2 products.').waitFor()
    await dialog.getByRole('textbox', { name: 'Your own pattern' }).fill('{any}')
    await dialog.getByText('Nothing in it names a product.').waitFor()
    await dialog.getByRole('textbox', { name: 'Your own pattern' }).fill('')
    await expectNoFault()
    await button('Apply').click()
    await page.getByText('4 pictures matched to 2 products · 2 to decide · 2 without a product').waitFor()
    await expect.poll(() => inTray()).toEqual(['SKU-1001_9.jpg', 'SKU-1003_9.jpg', 'loose one.jpg', 'loose two.jpg'])
    await expectNoFault()
  })

  it('remembers the rules and their order, set by keyboard', async () => {
    await button('Match by rules…').click()
    const dialog = page.getByRole('dialog', { name: 'Match by rules' })
    const rules = dialog.getByRole('list', { name: 'Rules in order' }).getByRole('listitem')
    await dialog.getByRole('checkbox', { name: 'Barcode in the picture' }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => rules.first().textContent()).toContain('Barcode in the picture')
    // The rule that moves keeps the focus.
    await page.keyboard.press('Space')
    await expect.poll(() => dialog.getByRole('checkbox', { name: 'Barcode in the picture' }).isChecked()).toBe(false)
    await dialog.getByRole('checkbox', { name: 'Folder name' }).uncheck()
    await dialog.getByText('6 pictures match 3 products.').waitFor()
    await page.reload()
    await button('Match by rules…').click()
    await expect.poll(() => rules.first().textContent()).toContain('Barcode in the picture')
    await expect.poll(() => dialog.getByRole('checkbox', { name: 'Folder name' }).isChecked()).toBe(false)
    await dialog.getByRole('checkbox', { name: 'Folder name' }).check()
    await dialog.getByText('4 pictures match 2 products.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('decides by keyboard: a candidate by its number, the first one, a product by its name, not a product', async () => {
    await tray.focus()
    await page.keyboard.press('2')
    await expect.poll(() => picturesOf('Linen shirt')).toContain('SKU-1001_9.jpg')
    await expect.poll(() => inTray()).toEqual(['SKU-1003_9.jpg', 'loose one.jpg', 'loose two.jpg'])
    await page.keyboard.press('Enter')
    await expect.poll(() => picturesOf('Wool hat')).toEqual(['SKU-1002_1.jpg', 'SKU-1003_9.jpg'])
    await expect.poll(() => inTray()).toEqual(['loose one.jpg', 'loose two.jpg'])
    await page.keyboard.press('m')
    await page.getByRole('dialog').getByRole('combobox', { name: 'Product' }).fill('scarf')
    await page.getByRole('option', { name: /^Red scarf/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect.poll(() => picturesOf('Red scarf')).toEqual(['loose one.jpg'])
    // The focus is where it was: the next picture is decided without another click.
    await expect.poll(() => inTray()).toEqual(['loose two.jpg'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Without a product')
    await page.keyboard.press('Delete')
    await page.getByText('Nothing is left to decide.').waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: 1 picture left out', { exact: true }).first().waitFor()
    await expect.poll(() => inTray()).toEqual(['loose two.jpg'])
  })

  it('moves pictures by dragging: to a product, to another place, and back', async () => {
    await tray.getByRole('row').first().dragTo(group('Wool hat').getByRole('rowheader'))
    await expect.poll(() => picturesOf('Wool hat')).toEqual(['SKU-1002_1.jpg', 'SKU-1003_9.jpg', 'loose two.jpg'])
    const tiles = group('Wool hat').getByRole('gridcell')
    await tiles.nth(2).dragTo(tiles.nth(0), { targetPosition: { x: 8, y: 40 } })
    await expect.poll(() => picturesOf('Wool hat')).toEqual(['loose two.jpg', 'SKU-1002_1.jpg', 'SKU-1003_9.jpg'])
    expect(await tiles.first().textContent()).toBe('Mainloose two.jpgchosen by you')
    await tiles.nth(0).dragTo(page.getByText('Every picture has a product.'))
    await expect.poll(() => inTray()).toEqual(['loose two.jpg'])
    await button('Undo').click()
    await expect.poll(() => picturesOf('Wool hat')).toEqual(['loose two.jpg', 'SKU-1002_1.jpg', 'SKU-1003_9.jpg'])
  })

  it('drags a selection, and orders by keyboard', async () => {
    // Both products are in view: Playwright would scroll between pressing and moving, as no person can.
    await page.setViewportSize({ width: 1280, height: 900 })
    const shirts = group('Linen shirt').getByRole('gridcell')
    await shirts.nth(0).click()
    await shirts.nth(1).click({ modifiers: ['Control'] })
    await shirts.nth(1).dragTo(group('Red scarf').getByRole('rowheader'))
    await expect.poll(() => picturesOf('Red scarf')).toEqual(['loose one.jpg', 'SKU-1001_1.jpg', 'SKU-1001_2.jpg'])
    await group('Red scarf').getByRole('gridcell').nth(1).click()
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(() => picturesOf('Red scarf')).toEqual(['SKU-1001_1.jpg', 'loose one.jpg', 'SKU-1001_2.jpg'])
    await page.keyboard.press('Alt+End')
    await expect.poll(() => picturesOf('Red scarf')).toEqual(['loose one.jpg', 'SKU-1001_2.jpg', 'SKU-1001_1.jpg'])
    await page.keyboard.press('Delete')
    await expect.poll(() => inTray()).toEqual(['SKU-1001_1.jpg'])
    await page.setViewportSize({ width: 900, height: 600 })
    await expectNoFault()
  })

  it('shows pictures that arrive or leave elsewhere, and keeps the focus and the current picture', async () => {
    const paths = await writeTestPictures(join(folder, 'later'), 2, { firstSeed: 100 })
    const named = paths.map((_, at) => join(folder, 'later', `SKU-1003_${at + 1}.jpg`))
    for (const [at, path] of paths.entries()) await rename(path, named[at] ?? '')
    await page.locator('input[aria-label="Add pictures"]').setInputFiles(named)
    await page.getByRole('link', { name: 'Match' }).click()
    // Several are sent at a time, and are added as they arrive.
    await expect.poll(async () => (await inTray()).toSorted()).toEqual(['SKU-1001_1.jpg', 'SKU-1003_1.jpg', 'SKU-1003_2.jpg'])
    const [, second = '', third] = await inTray()
    await tray.focus()
    await page.keyboard.press('ArrowDown')
    const current = (): Promise<string | null> => tray.locator('[data-current]').locator('[title]').first().textContent()
    await expect.poll(current).toContain(second)
    // Another window of the same library.
    const other = await page.context().newPage()
    await other.goto(`${host.origin}/#/match`)
    await other.getByRole('grid', { name: 'Without a product' }).focus()
    await other.keyboard.press('Delete')
    await expect.poll(() => inTray()).toEqual([second, third])
    await expect.poll(current).toContain(second)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Without a product')
    await other.close()
  })
})
