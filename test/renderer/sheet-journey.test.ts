import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { type BrowserHost, lackForBrowserTests, launchBrowser, startBrowserHost } from '../support/browser-host.ts'
import { realBuild } from '../support/host-build.ts'
import { openTestCore } from '../support/open-test-core.ts'

const lack = lackForBrowserTests()

/** Pictures and a question set in the library of a real core, which is then closed. */
const seedLibrary = async (folder: string): Promise<void> => {
  await writeTestPictures(join(folder, 'shoot'), 4)
  const test = await openTestCore(join(folder, 'data'))
  await test.client.intake.add({ named: [join(folder, 'shoot')], recursive: true, upload: false })
  const questions = ['Alt text', 'Color', 'Label'].map((column) => ({ question: `What is the ${column}?`, column, checks: [] }))
  await test.client.questionSets.save({ name: 'Shop texts', questions, runsOnDrop: false })
  await test.core.stop()
}

/** The built app on a seeded folder, by keyboard alone. The tests are a person’s steps, one after the other. */
describe.skipIf(lack)(`the sheet on the real app${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder: string
  let host: BrowserHost
  let browser: Browser
  let page: Page
  let grid: Locator
  const textsOf = (row: number): Promise<string[]> =>
    grid
      .getByRole('row')
      .nth(row)
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.map((cell) => (cell.querySelector('[dir]') as HTMLElement | null)?.innerText ?? ''))
  const reviewsOf = (row: number): Promise<(string | null)[]> =>
    grid
      .getByRole('row')
      .nth(row)
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-review')))
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-sheet-'))
    await seedLibrary(folder)
    host = await startBrowserHost(realBuild, join(folder, 'data'))
    browser = await launchBrowser()
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    page = await context.newPage()
    await page.goto(host.address)
    await page.getByRole('link', { name: 'Sheet' }).click()
    grid = page.getByRole('grid', { name: 'Shop texts, 4 pictures' })
    await grid.focus()
  })
  afterAll(async () => {
    await browser?.close()
    await host?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('takes what is typed: Enter saves and moves down, Tab to the right, Shift + Enter begins a line, Esc leaves the cell as it was', async () => {
    await page.keyboard.type('A red box')
    await press('Enter')
    await page.keyboard.type('A blue')
    await press('Shift+Enter')
    await page.keyboard.type('mug')
    await press('Tab')
    await page.keyboard.type('blue')
    await press('Enter', 'ArrowUp', 'F2')
    await page.keyboard.type(' or not')
    await press('Escape')
    await expect.poll(() => textsOf(1)).toEqual(['A red box', '', ''])
    await expect.poll(() => textsOf(2)).toEqual(['A blue\nmug', 'blue', ''])
    expect(await grid.getByRole('gridcell', { name: /, Color, blue, draft, edited$/ }).getAttribute('data-active')).toBe('true')
  })

  it('is a grid as WAI-ARIA describes it: counted rows and columns, and a name for the active cell', async () => {
    expect(await grid.getAttribute('aria-rowcount')).toBe('5')
    expect(await grid.getAttribute('aria-colcount')).toBe('4')
    await press('Control+Home', 'ArrowDown', 'ArrowRight')
    const read = () =>
      grid.evaluate((element) => {
        const cell = document.getElementById(element.getAttribute('aria-activedescendant') ?? '')
        const row = cell?.closest('[role=row]')
        return [cell?.getAttribute('role'), row?.getAttribute('aria-rowindex'), cell?.getAttribute('aria-colindex'), cell?.ariaLabel]
      })
    await expect.poll(read).toEqual(['gridcell', '3', '3', expect.stringMatching(/^.+\.\w+, Color, blue, draft, edited$/)])
    expect(await grid.getByRole('columnheader').allInnerTexts()).toEqual(['Picture', 'Alt text', 'Color', 'Label'])
    await press('Escape', 'Tab')
    expect(await grid.evaluate((element) => element.contains(document.activeElement))).toBe(false)
    await grid.focus()
  })

  it('copies and pastes as Excel does, fills down, and undoes each as one change', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('"one\ntwo"\tred\r\nthree\tgreen\r\n'))
    await press('Control+Home', 'ArrowRight', 'Control+v')
    await expect.poll(() => textsOf(1)).toEqual(['A red box', 'one\ntwo', 'red'])
    await expect.poll(() => textsOf(2)).toEqual(['A blue\nmug', 'three', 'green'])
    await expect.poll(() => grid.getByRole('gridcell', { selected: true }).count()).toBe(4)
    await press('Control+c')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('"one\ntwo"\tred\r\nthree\tgreen\r\n')
    await press('Control+Home', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d')
    await expect.poll(() => textsOf(4)).toEqual(['A red box', '', ''])
    await press('Control+z')
    await expect.poll(() => textsOf(4)).toEqual(['', '', ''])
    await press('Control+z')
    await expect.poll(() => textsOf(1)).toEqual(['A red box', '', ''])
    await press('Control+Shift+Z')
    await expect.poll(() => textsOf(1)).toEqual(['A red box', 'one\ntwo', 'red'])
  })

  it('reviews with single keys: A approves and leads to the next cell that is left, R rejects, the rest is typing again', async () => {
    await press('Control+Home', 'Alt+r', 'a', 'a', 'r')
    await page.getByRole('dialog', { name: 'Reject' }).getByRole('textbox').waitFor()
    await press('Enter')
    await expect.poll(() => reviewsOf(1)).toEqual(['approved', 'approved', 'rejected'])
    await page.getByText('2 of 12 cells approved').waitFor()
    await press('A')
    await expect.poll(() => reviewsOf(2)).toEqual(['approved', 'draft', 'draft'])
    await press('Control+z')
    await expect.poll(() => reviewsOf(2)).toEqual(['draft', 'draft', 'draft'])
    await press('Alt+r')
    await press('Control+End')
    await page.keyboard.type('a text')
    await press('Enter')
    await expect.poll(() => textsOf(4)).toEqual(['', '', 'a text'])
  })

  it('promises no export that would be empty: the button says why, and what to do', async () => {
    await page.getByRole('button', { name: 'Export…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export “Shop texts”' })
    await dialog.getByRole('combobox', { name: 'Columns' }).click()
    await page.getByRole('option', { name: /^Shopify/ }).click()
    await dialog.getByText(/^0 of 4 pictures will be exported\. \d left out: no Handle/).waitFor()
    await dialog
      .getByText(/Import a product list with the column Handle/)
      .first()
      .waitFor()
    const button = dialog.getByRole('button', { name: 'Export…' })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByText('Pictures with their texts').click()
    await dialog.getByRole('combobox', { name: 'Title' }).click()
    await page.getByRole('option', { name: 'Label' }).click()
    await dialog.getByText(/pictures will be exported/).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await grid.focus()
  })

  it('saves what is being typed when the person leaves, and remembers the look', async () => {
    await press('Control+Home', 'ArrowDown', 'ArrowDown')
    await page.keyboard.type('left in the middle')
    await page.getByRole('link', { name: 'Library' }).click()
    await page.getByRole('link', { name: 'Sheet' }).click()
    await grid.focus()
    await expect.poll(() => textsOf(3)).toEqual(['left in the middle', '', ''])
    await press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    await expect.poll(() => grid.getAttribute('aria-colcount')).toBe('3')
    await page.reload()
    await grid.waitFor()
    await expect.poll(() => grid.getAttribute('aria-colcount')).toBe('3')
  })
})
