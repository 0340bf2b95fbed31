import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { findReasonAgainstKeyring } from '../support/keyring-session.ts'
import { openTestCore, writePng } from '../support/open-test-core.ts'
import { openRealWindow, type RealWindow } from './real-window.ts'

const lack = lackForBrowserTests() ?? (await findReasonAgainstKeyring())

/** 30 pictures, three of which are of the front. */
const files = Array.from({ length: 30 }, (_, at) => `SKU-${String(at + 1).padStart(2, '0')}${at < 3 ? '_front' : '_back'}.png`)

/** Four of the others are in a folder of their own. */
const details = files.slice(10, 14)

const seed = async (dataFolder: string, folder: string): Promise<void> => {
  for (const one of ['details', 'shoot']) await mkdir(join(folder, one))
  for (const file of files) await writePng(join(folder, details.includes(file) ? 'details' : 'shoot', file), file)
  await writeFile(join(folder, 'list.csv'), `SKU,Name\n${files.map((file) => `${file.slice(0, 6)},Cup ${file.slice(4, 6)}`).join('\n')}\n`)
  const test = await openTestCore(dataFolder)
  await test.client.intake.add({ named: [join(folder, 'details'), join(folder, 'shoot')], recursive: true, upload: false })
  await test.client.questionSets.save({
    name: 'Shop texts',
    questions: [{ question: 'Title?', column: 'Title', checks: [] }],
    runsOnDrop: false,
  })
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
  /** Each step begins where the one before it ended: the others would only wait for what can't come. */
  let failed: string | undefined
  beforeEach(({ task }) => {
    if (failed !== undefined) throw new Error(`The step “${failed}” failed before.`)
    onTestFailed(() => {
      failed ??= task.name
    })
  })

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

  const leave = () => page.keyboard.press('Escape')
  const cell = (file: string) => grid().getByRole('gridcell').filter({ hasText: file })
  const selected = () => grid().locator('[role="gridcell"][aria-selected="true"]')
  const groupBy = async (now: string, by: string) => {
    await page.getByRole('button', { name: `Group by ${now}` }).click()
    await page.getByRole('menuitem', { name: by }).click()
  }
  const filterFolder = async (shown: string, folder: string) => {
    const field = page.getByRole('combobox', { name: 'Folder' })
    await field.click()
    await expect.poll(() => field.inputValue()).toBe(shown)
    await page.getByRole('option', { name: folder }).first().click()
  }
  type Narrowing = { readonly begin: () => Promise<unknown>; readonly end: () => Promise<unknown>; readonly shown: readonly string[] }
  /** Each selects something and shows this part of it. */
  const narrowings: Readonly<Record<string, Narrowing>> = {
    filter: {
      begin: async () => {
        await selectAll()
        await filterFolder('Any folder', 'details')
      },
      end: () => filterFolder('details', 'Any folder'),
      shown: details,
    },
    search: {
      begin: async () => {
        await selectAll()
        await search('front')
      },
      end: () => search(''),
      shown: files.slice(0, 3),
    },
    group: {
      begin: async () => {
        await groupBy('nothing', 'Folder')
        await grid()
          .getByRole('checkbox', { name: /details/ })
          .click()
      },
      end: () => groupBy('folder', 'Nothing'),
      shown: details,
    },
    'hidden picture': {
      begin: async () => {
        await cell(files[1] ?? '').click()
        await cell(files[5] ?? '').click({ modifiers: ['ControlOrMeta'] })
        await search('front')
        await bar().getByText('1 selected · 1 not shown').waitFor()
      },
      end: () => search(''),
      shown: files.slice(1, 2),
    },
  }
  const toLibrary = () => page.getByRole('link', { name: 'Library' }).click()
  const openMenu = async () => {
    await grid().focus()
    await page.keyboard.press('Shift+F10')
    await page.locator('[role="menu"]:focus-within').waitFor()
  }
  /** Each returns the pictures it hits: their names where they can be seen, else how many. */
  const actions: Readonly<Record<string, (count: number) => Promise<readonly string[] | number>>> = {
    Ask: async () => {
      await bar().getByRole('button', { name: 'Ask…' }).click()
      const said = await page.getByText(/^Selected \(\d+\)$/).innerText()
      await toLibrary()
      return Number(said.replace(/\D/g, ''))
    },
    Attach: async (count) => {
      await bar()
        .getByRole('button', { name: `Attach to product (${count})` })
        .click()
      const dialog = page.getByRole('dialog', { name: 'Attach to a product' })
      const items = dialog.getByRole('list', { name: 'Pictures to attach' }).getByRole('listitem')
      await items.first().waitFor()
      const names = await items.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.split(',')[0] ?? ''))
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'hidden' })
      return names
    },
    Copy: async (count) => {
      // What an earlier step copied is not what this one copies.
      await page.evaluate(() => navigator.clipboard.writeText(''))
      await openMenu()
      await page.getByRole('menuitem', { name: count === 1 ? 'Copy name' : 'Copy names' }).click()
      const read = () => page.evaluate(() => navigator.clipboard.readText())
      await expect.poll(read).not.toBe('')
      return (await read()).split('\n')
    },
    'The menu': async () => {
      await openMenu()
      const item = page.getByRole('menuitem', { name: /^Remove .*from library$/ })
      const said = await item.innerText()
      await leave()
      await item.waitFor({ state: 'hidden' })
      return said === 'Remove from library' ? 1 : Number(said.replace(/\D/g, ''))
    },
    'The sheet': async (count) => {
      await bar().getByRole('button', { name: 'Show in the sheet' }).click()
      const sheet = page.getByRole('grid', { name: `Shop texts, ${count} picture` })
      await sheet.getByRole('rowheader').first().waitFor()
      const names = (await sheet.getByRole('rowheader').allInnerTexts()).map((text) => /SKU-\d+_\w+\.png/.exec(text)?.[0] ?? text)
      await toLibrary()
      return names
    },
    Removal: async (count) => {
      await grid().focus()
      await page.keyboard.press('Delete')
      const word = count === 1 ? 'picture' : 'pictures'
      await note(`${count} ${word} removed`).last().waitFor()
      await expect.poll(() => selected().count()).toBe(0)
      await page.keyboard.press('ControlOrMeta+z')
      await note(`${count} ${word} back in the library`).last().waitFor()
      return count
    },
  }
  const table = Object.entries(narrowings).flatMap(([by, narrowing]) =>
    Object.entries(actions).map(([action, act]) => ({ action, by, narrowing, act })),
  )

  it.each(table)('$action hits only what a $by shows of the selection', async ({ narrowing: { begin, end, shown }, act }) => {
    await begin()
    await bar().getByText(`${shown.length} selected`).waitFor()
    const hit = await act(shown.length)
    if (typeof hit === 'number') expect(hit).toBe(shown.length)
    else expect(hit.toSorted()).toEqual(shown)
    await end()
    await grid().focus()
    await leave()
    await bar().waitFor({ state: 'detached' })
    await pictures(30)
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
    // Faster than the window draws: each key counts from where the one before it led.
    await page.evaluate(() => {
      for (const key of ['End', 'ArrowUp', 'ArrowUp'])
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
    await expect.poll(current).toMatch(/Cup 28/)
    await page.keyboard.press('Home')
    // The product that the keys led to.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await page.getByRole('dialog', { name: 'Remove Cup 02?' }).getByRole('button', { name: 'Remove product' }).click()
    await note('Cup 02 removed').waitFor()
    await expect.poll(() => list.getByText('Cup 02').count()).toBe(0)
    await page.getByRole('link', { name: 'Products' }).focus()
    await page.keyboard.press('ControlOrMeta+z')
    await list.getByText('Cup 02').waitFor()
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
