import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { findReasonAgainstKeyring } from '../support/keyring-session.ts'
import { openTestCore, writePng } from '../support/open-test-core.ts'
import { openRealWindow, type RealWindow } from './real-window.ts'

const lack = lackForBrowserTests() ?? (await findReasonAgainstKeyring())

/** 30 pictures, three of which are of the front. */
const files = Array.from({ length: 30 }, (_, at) => `SKU-${String(at + 1).padStart(2, '0')}${at < 3 ? '_front' : '_back'}.png`)

const seed = async (dataFolder: string, folder: string): Promise<void> => {
  await mkdir(join(folder, 'shoot'))
  for (const file of files) await writePng(join(folder, 'shoot', file), file)
  await writeFile(join(folder, 'list.csv'), `SKU,Name\n${files.map((file) => `${file.slice(0, 6)},Cup ${file.slice(4, 6)}`).join('\n')}\n`)
  const test = await openTestCore(dataFolder)
  await test.client.intake.add({ named: [join(folder, 'shoot')], recursive: true, upload: false })
  await test.core.stop()
}

/** The built app with a real library; the tests are a person's steps, one after the other. */
describe.skipIf(lack)(`an action hits exactly what is shown, and undo undoes exactly that${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let real: RealWindow
  let page: Page
  const bar = () => page.getByRole('region', { name: 'Selection' })
  const grid = () => page.getByRole('grid', { name: 'Pictures' })
  const pictures = (count: number) => page.getByText(`${count} pictures`, { exact: true }).first().waitFor()
  const search = (text: string) => page.getByRole('textbox', { name: 'Search the library' }).fill(text)
  const note = (text: string) => page.getByRole('alert').filter({ hasText: text })
  const selectAll = async () => {
    await grid().focus()
    await page.keyboard.press('ControlOrMeta+a')
  }

  beforeAll(async () => {
    real = await openRealWindow({ theme: 'light', width: 1280, height: 800 }, seed)
    page = real.page
    await grid().waitFor()
  })
  afterAll(() => real?.close())

  it('narrows what is selected to what a search shows, and selects the rest again', async () => {
    await selectAll()
    await bar().getByText('30 selected').waitFor()
    await search('front')
    await bar().getByText('3 selected · 27 not shown').waitFor()
    await search('nothing like this')
    await bar().getByText('30 selected pictures are not shown').waitFor()
    expect(await bar().getByRole('button').allInnerTexts()).toEqual([''])
    await search('')
    await bar().getByText('30 selected').waitFor()
    await search('front')
    await bar().getByText('3 selected · 27 not shown').waitFor()
  })

  it('asks about as many pictures as it shows, on the next screen too', async () => {
    await page.keyboard.press('Escape')
    await search('front')
    await bar().getByText('3 selected').waitFor()
    await bar().getByRole('button', { name: 'Ask…' }).click()
    await page.getByText('Selected (3)').waitFor()
    await page.getByRole('link', { name: 'Library' }).click()
    await search('front')
    await bar().getByText('3 selected').waitFor()
  })

  it('attaches, copies and names only those that are shown', async () => {
    await bar().getByRole('button', { name: 'Attach to product (3)' }).click()
    const attach = page.getByRole('dialog', { name: 'Attach to a product' })
    await expect.poll(() => attach.getByRole('list', { name: 'Pictures to attach' }).getByRole('listitem').count()).toBe(3)
    await attach.getByRole('button', { name: 'Cancel' }).click()
    await attach.waitFor({ state: 'hidden' })
    await grid().focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Attach 3 pictures to product…' }).waitFor()
    await page.getByRole('menuitem', { name: 'Copy names' }).click()
    await note('3 names copied').waitFor()
    expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toHaveLength(3)
  })

  it('removes only those, and the last action comes back from anywhere', async () => {
    await bar().getByRole('button', { name: 'Remove 3 from the library' }).click()
    await note('3 pictures removed').waitFor()
    await search('')
    await pictures(27)
    await bar().getByText('27 selected').waitFor()
    // The field's own text would come back, if the page did what the browser does.
    await page.getByRole('link', { name: 'Questions' }).click()
    await page
      .getByRole('heading', { level: 1, name: 'Questions' })
      .focus()
      .catch(() => {})
    await page.getByRole('link', { name: 'Questions' }).focus()
    await page.keyboard.press('ControlOrMeta+z')
    await note('3 pictures back in the library').waitFor()
    await page.getByRole('link', { name: 'Library' }).click()
    await pictures(30)
    await page.getByRole('link', { name: 'Library' }).focus()
    await page.keyboard.press('ControlOrMeta+z')
    await note('There is nothing to undo').waitFor()
  })

  it('asks before more than 20 pictures are removed', async () => {
    await selectAll()
    await bar().getByText('30 selected').waitFor()
    await page.keyboard.press('Delete')
    const question = page.getByRole('dialog', { name: 'Remove 30 pictures?' })
    await question.getByText('their waiting uploads, questions and attachments are cancelled').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    await pictures(30)
    await grid().focus()
    await page.keyboard.press('Delete')
    await question.getByRole('button', { name: 'Remove 30 pictures' }).click()
    await note('30 pictures removed').getByRole('button', { name: 'Undo' }).click()
    await note('30 pictures back in the library').waitFor()
    await pictures(30)
  })

  it('keeps a selection to the groups that are shown', async () => {
    await selectAll()
    await bar().getByText('30 selected').waitFor()
    await page.getByRole('button', { name: 'Group by nothing' }).click()
    await page.getByRole('menuitem', { name: 'Similar' }).click()
    await expect.poll(() => bar().innerText()).toMatch(/not shown/)
    await page.getByRole('button', { name: /^Group by similar/ }).click()
    await page.getByRole('menuitem', { name: 'Nothing' }).click()
    await bar().getByText('30 selected').waitFor()
    await page.keyboard.press('Escape')
  })

  it('undoes with a note’s button the decision that the note is about, and no later one', async () => {
    await page.locator('input[aria-label="Import product list"]').setInputFiles(join(real.folder, 'list.csv'))
    await page.getByRole('button', { name: 'Import products' }).click()
    await page.getByText('30 products added').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Match' }).click()
    await page.getByRole('button', { name: 'Match by rules…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click()
    await note('Rules applied to 30 pictures').waitFor()
    const board = page.getByRole('grid', { name: 'Products' })
    await board.focus()
    await page.keyboard.press('Delete')
    await page.getByText('29 pictures matched to 29 products').waitFor()
    await note('Rules applied to 30 pictures').getByRole('button', { name: 'Undo' }).click()
    // The picture that was taken out afterwards is as that decision left it.
    await note('Undone: rules applied to 30 pictures').waitFor()
    const tray = page.getByRole('grid', { name: 'Without a product' })
    await tray.focus()
    await page.keyboard.press('ControlOrMeta+z')
    await note('Undone: 1 picture moved to “No product”').waitFor()
  })

  it('selects what is in the list that has the focus with Ctrl A, and never the words of the window', async () => {
    const tray = page.getByRole('grid', { name: 'Without a product' })
    await tray.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await expect.poll(() => tray.locator('[aria-selected="true"]').count()).toBeGreaterThan(5)
    for (const screen of ['Match', 'Products', 'Activity', 'Settings']) {
      await page.getByRole('link', { name: screen }).click()
      await page.getByRole('link', { name: screen }).focus()
      await page.keyboard.press('ControlOrMeta+a')
      expect(await page.evaluate(() => String(getSelection())), screen).toBe('')
    }
  })

  it('leads through every list with arrows, Home and End', async () => {
    await page.getByRole('link', { name: 'Products' }).click()
    const list = page.getByRole('group', { name: 'Products list' })
    await list.focus()
    const current = () => page.locator('[aria-pressed="true"]').innerText()
    await page.keyboard.press('End')
    await expect.poll(current).toMatch(/Cup 30/)
    await page.keyboard.press('ArrowUp')
    await expect.poll(current).toMatch(/Cup 29/)
    await page.keyboard.press('Home')
    await expect.poll(current).toMatch(/Cup 01/)
  })

  it('keeps a notice away that was dismissed, after a reload too', async () => {
    await page.getByRole('link', { name: 'Library' }).click()
    const path = join(real.folder, 'notes.txt')
    await writeFile(path, 'no picture')
    await page.locator('input[aria-label="Add pictures"]').setInputFiles(path)
    const notice = page.getByRole('region', { name: 'Not added' })
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await notice.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: '1 not added' }).waitFor()
    expect(await notice.count()).toBe(0)
  })
})
