import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyAcceptedFormat } from '../../shared/pictures/picture-formats-words.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { acceptOffer } from '../support/accept-offer.ts'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { chooseProduct } from '../support/choose-product.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { findReasonAgainstKeyring } from '../support/keyring-session.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'
import { openRealWindow, type RealWindow } from './real-window.ts'

const lack = lackForBrowserTests() ?? (await findReasonAgainstKeyring())

/** The built app, its page in Chromium, and a separate workspace. The tests are a person's steps, one after the other. */
describe.skipIf(lack)(`the window on the real app${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let workspace: WorkspaceProcess
  let real: RealWindow
  let page: Page
  let cells: Locator
  let chosen: Locator
  let status: Locator
  const go = (screen: string) => page.getByRole('link', { name: screen }).click()
  const ask = async (question: string) => {
    await go('Questions')
    await page.getByRole('textbox', { name: 'Question' }).fill(question)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
  }
  const done = () => status.getByText('All done').waitFor()
  const sees = (text: string | RegExp) => page.getByText(text).first().waitFor()

  beforeAll(async () => {
    workspace = await startWorkspaceProcess()
    real = await openRealWindow({ theme: 'light', width: 1280, height: 800 })
    page = real.page
    cells = page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell')
    chosen = page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell', { selected: true })
    status = page.getByRole('status', { name: 'Queue' })
  })
  afterAll(async () => {
    await real?.close()
    await workspace?.remove()
  })

  it('draws its first sight with one file of its font, and loads the one of another script with its first letter', async () => {
    const loaded = (): Promise<string[]> =>
      page.evaluate(() => [...document.fonts].flatMap(({ status, family }) => (status === 'loaded' ? [family.replaceAll('"', '')] : [])))
    await page.getByRole('heading', { name: 'Welcome to Packshot' }).waitFor()
    await expect.poll(loaded).toEqual(['Inter Variable'])
    await page.evaluate(() => {
      const word = document.body.appendChild(document.createElement('p'))
      word.textContent = 'чашка'
    })
    await expect.poll(loaded).toContain('Inter Variable Beyond Latin')
    await page.reload()
  })

  it('accepts a drop, a chosen file and a pasted picture before there is a workspace, and says which files were not added and why', async () => {
    const paths = await writeTestPictures(join(real.folder, 'pictures'), 6, { formats: 'both', names: 'odd' })
    const notes = join(real.folder, 'notes.txt')
    await writeFile(notes, 'words')
    await page.getByRole('button', { name: 'Connect workspace' }).waitFor()
    await dragFilesOnto(page, '#main', [...paths.slice(0, 5), notes])
    await cells.nth(4).waitFor()
    await page.locator('input[aria-label="Add pictures"]').setInputFiles(paths.slice(5))
    await cells.nth(5).waitFor()
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas')
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
      if (blob) await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
    })
    await page.getByRole('grid', { name: 'Pictures' }).focus()
    await page.keyboard.press('Control+v')
    await cells.nth(6).waitFor()
    await page.getByRole('button', { name: 'Show why' }).click()
    await page.getByRole('dialog').getByText(`It is plain text, not a ${anyAcceptedFormat} picture.`).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    // A dismissed note stays dismissed, also after switching screens.
    await go('Settings')
    await go('Library')
    await cells.first().waitFor()
    expect(await page.getByRole('button', { name: 'Show why' }).count()).toBe(0)
  })

  it('selects like a file manager', async () => {
    await cells.nth(0).click()
    await cells.nth(3).click({ modifiers: ['Shift'] })
    await expect.poll(() => chosen.count()).toBe(4)
    await cells.nth(1).click({ modifiers: ['Control'] })
    await expect.poll(() => chosen.count()).toBe(3)
    await page.getByRole('grid', { name: 'Pictures' }).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => chosen.count()).toBe(1)
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => chosen.count()).toBe(2)
    await page.keyboard.press('a')
    await expect.poll(() => chosen.count()).toBe(7)
    await page.keyboard.press('Escape')
    await expect.poll(() => chosen.count()).toBe(0)
    await page.keyboard.press('Control+a')
    await expect.poll(() => chosen.count()).toBe(7)
  })

  it('keeps a question that is asked before the first connection, and answers it after a connection file and a consent', async () => {
    await ask('Is the background white?')
    await sees('7 questions waiting')
    await page.getByRole('button', { name: 'Connect workspace' }).click()
    await page.locator('input[aria-label="Connection file"]').setInputFiles(workspace.connectionFile)
    await acceptOffer(page, real.allowAccess)
    await sees('Answered (7)')
    expect((await workspace.requests('/v1/image')).filter((request) => request.status === 200)).toHaveLength(7)
  })

  it('keeps a person’s edit when asked again, distinguishes “cannot tell”, and exports without it', async () => {
    await page
      .getByRole('button', { name: /^Edit the answer/ })
      .first()
      .click()
    await page.getByRole('textbox', { name: 'Edited answer' }).fill('My own words')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const edited = page.getByRole('article').filter({ hasText: 'My own words' })
    await edited.getByRole('button', { name: /^More about/ }).click()
    await page.getByRole('menuitem', { name: 'Ask again' }).click()
    // Questions are answered in order: after this one, the earlier one has been asked again.
    await ask('How does it make you feel?')
    await sees('Cannot tell (7)')
    await sees('Answered (7)')
    await sees('7 pictures couldn’t be answered.')
    expect(await edited.count()).toBe(1)
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /CSV/ }).click()])
    const csv = await readFile(await file.path(), 'utf8')
    expect(csv.trimEnd().split('\r\n')).toHaveLength(8)
    expect(csv).toContain('My own words')
    expect(csv).not.toContain('How does it make you feel?')
  })

  it('an answer that is being edited keeps its place and its text while others arrive above', async () => {
    const row = page.getByRole('article').filter({ hasText: 'Is the background white?' }).last()
    const about = await row.getAttribute('aria-label')
    await row.getByRole('button', { name: /^Edit the answer/ }).click()
    await page.getByRole('textbox', { name: 'Edited answer' }).fill('Written meanwhile')
    await page.getByRole('textbox', { name: 'Question' }).fill('How large is it?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await sees('Answered (14)')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // The list moves only now.
    await page.getByRole('article').filter({ hasText: 'How large is it?' }).first().waitFor()
    await page.getByRole('textbox', { name: 'Search answers' }).fill('Written meanwhile')
    const written = page.getByRole('article').filter({ hasText: 'Written meanwhile' })
    await written.waitFor()
    expect(await written.getAttribute('aria-label')).toBe(about)
    expect(await written.textContent()).toContain('Is the background white?')
  })

  it('attaches in the order of dragging and keys; a creation without an answer is asked about; the list can be restored', async () => {
    await go('Library')
    await cells.nth(0).click()
    await cells.nth(2).click({ modifiers: ['Shift'] })
    await page.getByRole('button', { name: 'Attach to product' }).click()
    await chooseProduct(page, { create: 'Autumn set' })
    const items = page.getByRole('dialog').getByRole('listitem')
    const names = await items.evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label')?.replace(/, \d of 3(, main picture)?$/, '')),
    )
    await items.nth(0).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await items.nth(2).dragTo(items.nth(0))
    const ordered = [names[2], names[1], names[0]].map((name, at) => `${name}, ${at + 1} of 3${at === 0 ? ', main picture' : ''}`)
    await expect.poll(() => items.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(ordered)
    await workspace.misbehave({ match: { path: '/v1/products', method: 'POST' }, effect: { kind: 'lose-answer' } })
    await page.getByRole('button', { name: 'Attach', exact: true }).click()
    await status.getByText(/1 needs attention/).waitFor()
    await workspace.misbehave()
    type There = { products: { id: string; attributes: Record<string, string[]> }[] }
    const [there] = (await workspace.admin<There>('GET', 'products')).products
    await go('Activity')
    await page.getByRole('button', { name: 'It exists: enter its ID' }).click()
    await chooseProduct(page, { id: there?.id ?? '' })
    // It exists, so its list is not replaced without asking.
    await page.getByRole('radio', { name: 'No, it has none' }).check()
    await page.getByRole('button', { name: 'Use this product' }).click()
    const readList = async () => (await workspace.admin<There>('GET', 'products')).products.map((one) => one.attributes.Images)
    await expect.poll(readList).toEqual([[expect.any(String), expect.any(String), expect.any(String)]])
    const [before] = await readList()

    await go('Products')
    const list = page.getByRole('list', { name: 'Images in order' }).getByRole('listitem')
    await expect.poll(() => list.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(ordered)
    await list.nth(0).focus()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Save list' }).click()
    await expect.poll(readList).toEqual([before?.slice(1)])
    await sees(/^2 pictures, .* just now$/)
    await page.getByRole('button', { name: 'Restore previous pictures' }).click()
    // With its name, not with the id of its source.
    await expect.poll(() => list.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(ordered)
    await page.getByRole('button', { name: 'Save list' }).click()
    await expect.poll(readList).toEqual([before])
  })

  it('a picture that is attached while a list is being reordered stays in it', async () => {
    type There = { products: { attributes: Record<string, string[]> }[] }
    const readList = async () => (await workspace.admin<There>('GET', 'products')).products[0]?.attributes.Images ?? []
    const before = await readList()
    await go('Library')
    await expect.poll(() => cells.count()).toBeGreaterThan(before.length)
    const all = await cells.count()
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Not attached' }).click()
    // Until then, the first one is a picture that is attached.
    await expect.poll(() => cells.count()).toBe(all - before.length)
    await cells.first().click()
    await page.getByRole('button', { name: 'Attach to product' }).click()
    await chooseProduct(page, { known: 'autumn set' })
    await workspace.misbehave({ match: { path: '/v1/products', method: 'PATCH' }, effect: { kind: 'latency', ms: 4_000 } })
    await page.getByRole('button', { name: 'Attach', exact: true }).click()
    await go('Products')
    const list = page.getByRole('list', { name: 'Images in order' }).getByRole('listitem')
    // The service had the restored list before the window.
    await expect.poll(() => list.count()).toBe(before.length)
    await list.nth(0).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(() => list.count()).toBe(before.length + 1)
    await workspace.misbehave()
    await page.getByRole('button', { name: 'Save list' }).click()
    const [first = '', second = '', ...rest] = before
    await expect.poll(readList).toEqual([second, first, ...rest, expect.any(String)])
    // The button is gone. The keyboard focus stays in the list.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Images')
    await list.nth(before.length).focus()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Save list' }).click()
    await expect.poll(readList).toHaveLength(before.length)
    await go('Library')
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Any state' }).click()
  })

  it('filters, sorts, removes and restores', async () => {
    await go('Library')
    await page.getByRole('combobox', { name: 'Product' }).click()
    await page.getByRole('option', { name: 'Autumn set' }).click()
    await expect.poll(() => cells.count()).toBe(3)
    await page.getByRole('combobox', { name: 'Format' }).click()
    await page.getByRole('option', { name: 'JPEG', exact: true }).click()
    await expect.poll(() => cells.count()).toBeLessThan(3)
    await page.getByRole('combobox', { name: 'Product' }).click()
    await page.getByRole('option', { name: 'Any product' }).click()
    await page.getByRole('combobox', { name: 'Format' }).click()
    await page.getByRole('option', { name: 'Any format' }).click()
    const search = page.getByRole('textbox', { name: 'Search the library' })
    await search.fill('autumn set')
    await expect.poll(() => cells.count()).toBe(3)
    // Each mark is there beside the others: attached hides neither uploaded nor answered.
    expect(await cells.locator('[title*="Uploaded"][title*="answers"][title*="Attached"]').count()).toBeGreaterThan(0)
    await search.fill('BACKGROUND white')
    await expect.poll(() => cells.locator('[title*="answer"]').count()).toBe(7)
    await search.fill('spaces')
    await expect.poll(() => cells.count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => cells.count()).toBe(7)
    await page.getByRole('button', { name: 'Show as list' }).click()
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    const last = cells.nth(6)
    // Rows are empty until they are read in the new order.
    await expect
      .poll(() => cells.allInnerTexts())
      .toSatisfy((rows: readonly string[]) => rows.length === 7 && rows.every((row) => row !== ''))
    const name = await last.evaluate((cell) => cell.textContent)
    await last.click()
    await page.keyboard.press('Delete')
    await expect.poll(() => cells.count()).toBe(6)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => cells.count()).toBe(7)
    await expect.poll(() => last.evaluate((cell) => cell.textContent)).toBe(name)
  })

  it('says that it is offline, cancels waiting work, pauses and resumes', async () => {
    await workspace.stop()
    await ask('What are the main colours?')
    await status.getByText(/offline, waiting/).waitFor()
    await page.getByRole('button', { name: 'Cancel the rest' }).click()
    await status.getByText(/offline/).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await workspace.restartOnSamePort()
    await ask('Is it sharp?')
    await status.getByText(/paused/).waitFor()
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    await done()
  })

  it('can be used through the palette; the report that it copies contains no secret', async () => {
    // Also from a text field.
    await page.getByRole('textbox', { name: 'Question' }).focus()
    await page.keyboard.press('Control+k')
    await page.locator('input[aria-label="Search commands"]:focus').waitFor()
    await page.keyboard.type('dark')
    await page.getByRole('button', { name: 'Dark theme' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Library' }).count()).toBe(0)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark')
    await go('Settings')
    await page.getByRole('button', { name: 'Delete local copies of uploaded pictures' }).click()
    await sees(/freed$/)
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await sees('Diagnostics copied')
    // A notification without an action covers nothing, and the next one replaces it.
    await page
      .getByText(/freed$/)
      .first()
      .waitFor({ state: 'detached' })
    const word = page.getByRole('alert').filter({ hasText: 'Diagnostics copied' })
    const isInTheWay = (note: Element): boolean => {
      const { x, y, width, height } = note.getBoundingClientRect()
      return note.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    }
    expect(await word.evaluate(isInTheWay)).toBe(false)
    const report = await page.evaluate(() => navigator.clipboard.readText())
    expect(report).toContain('Pictures: 7')
    expect(report).not.toMatch(/\bw(?:at|rt|ac|cs|ak|ad)_[\w-]{8,}/)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  })
})
