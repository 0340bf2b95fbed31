import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { giveOwnClipboard } from '../support/own-clipboard.ts'
import { twoFrames } from '../support/two-frames.ts'
import { type Harness, openHarness } from './open-harness.ts'
import { openReusedPage, type ReusedPage } from './reused-page.ts'

const lack = lackForBrowserTests()
let harness: Harness
let place: ReusedPage
let page: Page

describe.skipIf(lack)(`fast input${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    harness = await openHarness()
    place = await openReusedPage(harness)
    page = place.page
    await giveOwnClipboard(page)
  })
  afterAll(() => harness?.close())
  beforeEach(() => place.begin())
  const show = async (screen: string): Promise<void> => {
    await page.goto(`${harness.url}?scene=full#/${screen}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }

  it('Escape right after a letter clears the search for good', async () => {
    await page.clock.install()
    await show('library')
    const box = page.getByRole('textbox', { name: 'Search the library' })
    await box.focus()
    await page.keyboard.press('x')
    await page.keyboard.press('Escape')
    // Longer than the debounce of the search.
    await page.clock.fastForward(1_000)
    await twoFrames(page)
    expect(await box.inputValue()).toBe('')
    expect(await page.getByRole('gridcell').count()).toBeGreaterThan(1)
  })

  it('a picture is pasted even while a select has the focus', async () => {
    await show('library')
    await page.getByRole('radio', { name: 'L', exact: true }).focus()
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['x'], 'pasted.png', { type: 'image/png' }))
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect.poll(() => page.evaluate(() => (window as unknown as { handedOver: string[] }).handedOver)).toEqual(['pasted.png'])
  })

  it('two saved questions that are deleted at once are both gone', async () => {
    await show('library')
    await page.getByRole('gridcell').nth(0).click()
    await page.getByRole('button', { name: 'Ask…' }).first().click()
    await page.getByRole('button', { name: 'Saved questions' }).click()
    const deletes = page.getByRole('menuitem', { name: 'Delete “' })
    await expect.poll(() => deletes.count()).toBe(2)
    // In one turn, before the core has answered to the first.
    await deletes.evaluateAll((buttons) => {
      for (const button of buttons as HTMLElement[]) button.click()
    })
    await page.getByRole('button', { name: 'Examples' }).waitFor()
  })

  it('the focus moves to the pictures when the selection bar closes', async () => {
    await show('library')
    const grid = page.getByRole('grid', { name: 'Pictures' })
    for (const name of ['Select none', /^Remove 1 from/]) {
      await grid.getByRole('gridcell').nth(2).click()
      await page.getByRole('button', { name }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'Selection' }).waitFor({ state: 'detached' })
      await expect.poll(() => grid.evaluate((element) => element === document.activeElement)).toBe(true)
    }
  })

  it('the next question, started while the last one is still being queued, stays', async () => {
    await show('questions')
    const box = page.getByRole('textbox', { name: 'Question' })
    await box.fill('What does the label say?')
    await page.keyboard.press('Enter')
    await box.fill('Is it')
    await page.getByText(/^Asked about/).waitFor()
    expect(await box.inputValue()).toBe('Is it')
  })

  it('the focus returns to Edit when an answer’s field is closed; its text survives switching screens', async () => {
    await show('questions')
    const edit = page.getByRole('button', { name: /^Edit the answer/ }).first()
    const name = await edit.getAttribute('aria-label')
    await edit.click()
    await page.getByRole('textbox', { name: 'Edited answer' }).fill('Half written')
    await page.getByRole('link', { name: 'Library' }).click()
    await page.getByRole('link', { name: 'Questions' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Edited answer' }).inputValue()).toBe('Half written')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name)
  })

  it('a job that waits for its next try can be retried at once', async () => {
    await show('activity')
    await page.getByRole('link', { name: /^Show jobs: Ask/ }).click()
    const waiting = page.getByRole('article').filter({ hasText: 'next try' })
    await waiting.waitFor()
    await waiting.getByRole('button', { name: /^More: Ask/ }).click()
    await page.getByRole('menuitem', { name: 'Retry now' }).click()
    await page.getByText('Retrying 1 job').waitFor()
    await expect.poll(() => waiting.count()).toBe(0)
  })

  it('a right click and the menu key open the pictures’ menu, for the selection or for the picture below', async () => {
    await show('library')
    const grid = page.getByRole('grid', { name: 'Pictures' })
    const cells = grid.getByRole('gridcell')
    const chosen = grid.getByRole('gridcell', { selected: true })
    const menu = page.getByRole('menu')
    await cells.nth(1).click()
    await cells.nth(2).click({ modifiers: ['ControlOrMeta'] })
    await cells.nth(2).click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Copy names' }).waitFor()
    expect(await chosen.count()).toBe(2)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await cells.nth(4).click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Copy name', exact: true }).waitFor()
    expect(await chosen.count()).toBe(1)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(() => grid.evaluate((element) => element === document.activeElement)).toBe(true)
    // By keyboard only: from the picture to its dialog, and back.
    for (const key of ['Shift+F10', 'ContextMenu']) {
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press(key)
      await menu.getByRole('menuitem', { name: 'Attach to product…' }).waitFor()
      const focused = menu.locator('[role="menuitem"]:focus')
      await expect.poll(() => focused.allInnerTexts()).toEqual(['Ask…'])
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => focused.allInnerTexts()).toEqual(['Attach to product…'])
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Attach to a product' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(() => grid.evaluate((element) => element === document.activeElement)).toBe(true)
    }
  })

  it('the pictures’ menu closes with its screen, keeps letters to itself, and opens where the keyboard is', async () => {
    await show('library')
    const grid = page.getByRole('grid', { name: 'Pictures' })
    const menu = page.getByRole('menu')
    await grid.getByRole('gridcell').nth(1).click({ button: 'right' })
    await menu.waitFor()
    await page.keyboard.press('p')
    await page.keyboard.press('q')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(page.url()).toContain('#/library')
    await page.keyboard.press('ControlOrMeta+2')
    await grid.waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+1')
    await grid.getByRole('gridcell').nth(1).waitFor()
    expect(await menu.count()).toBe(0)
    // The picture where the keyboard is was scrolled away.
    await grid.getByRole('gridcell').nth(1).click()
    await grid.hover()
    await page.mouse.wheel(0, 12_000)
    await expect.poll(() => page.locator('#picture-1').count()).toBe(0)
    await page.keyboard.press('Shift+F10')
    await menu.getByRole('menuitem', { name: 'Copy name', exact: true }).waitFor()
    await expect.poll(() => page.locator('#picture-1').count()).toBe(1)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
  })

  it('files that were not added are listed with their folder, can be copied and tried again, and stay reachable', async () => {
    await show('library')
    const link = page.getByRole('button', { name: '3 not added' })
    const dialog = page.getByRole('dialog', { name: 'Files that were not added' })
    await page.getByRole('region', { name: 'Not added' }).getByRole('button', { name: 'Dismiss' }).click()
    await link.click()
    const row = dialog.getByRole('listitem').filter({ hasText: 'notes.txt' })
    await row.getByText('In /home/mira/Pictures/Autumn shoot').waitFor()
    await dialog.getByRole('button', { name: 'Copy list' }).click()
    await page.getByText('3 lines copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('/home/mira/Pictures/Autumn shoot/notes.txt\tIt is plain text')
    await row.getByRole('button', { name: 'Try notes.txt again' }).click()
    await page.getByText('1 file was refused again. 1 file came without a path: drop it again.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await link.waitFor()
  })

  it('all rows to check after an import can be copied, also those that are not shown', async () => {
    await page.goto(`${harness.url}?scene=product-list#/products`)
    await page.getByRole('button', { name: 'Import products' }).click()
    await page.getByText('601 rows to check').waitFor()
    await page.getByRole('button', { name: 'Copy list' }).click()
    await page.getByText('601 lines copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n')).toHaveLength(601)
    expect(copied).toContain('Row 622:')
  })

  it('answers that are on their way are counted, instead of “no answers yet”', async () => {
    await page.goto(`${harness.url}?scene=waiting#/questions`)
    await page.getByRole('heading', { name: '6 questions waiting' }).waitFor()
    expect(await page.getByText('No answers yet').count()).toBe(0)
  })

  it('a tooltip goes once its control is pressed, and comes back when the pointer does', async () => {
    await page.clock.install()
    await show('library')
    const tips = page.getByRole('tooltip')
    await page.getByRole('button', { name: 'Show as list' }).hover()
    await tips.getByText('Show as list').waitFor()
    await page.getByRole('button', { name: 'Show as list' }).click()
    await expect.poll(() => tips.count()).toBe(0)
    // Longer than the pause before a tooltip.
    await page.clock.fastForward(1_000)
    await twoFrames(page)
    expect(await tips.count()).toBe(0)
    await page.getByRole('heading', { level: 1 }).hover()
    await page.getByRole('button', { name: 'Show as grid' }).hover()
    await tips.getByText('Show as grid').waitFor()
  })
})
