import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { type Harness, openHarness } from './open-harness.ts'
import { openReusedPage, type ReusedPage } from './reused-page.ts'

const lack = lackForBrowserTests()
let harness: Harness
let page: Page
let place: ReusedPage

describe.skipIf(lack)(`watched folders${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const group = () => page.getByRole('region', { name: 'Watched folders' })
  const rulesOf = (name: string) => group().getByRole('button', { name: `Rules for ${name}` })
  /** Presses a button by keyboard. */
  const press = async (name: string | RegExp, within: Pick<Page, 'getByRole'> = page): Promise<void> => {
    await within.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  const choose = async (folder: string, item: string): Promise<void> => {
    await press(`More for ${folder}`, group())
    await page.getByRole('menuitem', { name: item }).focus()
    await page.keyboard.press('Enter')
  }
  const row = (name: string) =>
    group()
      .locator('div', { has: page.getByRole('button', { name: `Rules for ${name}` }), hasText: 'subfolders' })
      .last()

  beforeAll(async () => {
    harness = await openHarness()
    place = await openReusedPage(harness, { theme: 'light', width: 900, height: 600 })
    page = place.page
  })
  afterAll(() => harness?.close())
  beforeEach(async () => {
    await place.begin()
    await page.goto(`${harness.url}?scene=watched#/settings`)
    await rulesOf('Autumn shoot').waitFor()
  })

  it('are chosen, previewed and given rules by keyboard, also from the command palette', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: 'Search commands' }).fill('Watch a folder')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Watch “Winter shoot”' })
    await dialog.getByText('/home/mira/Pictures/Winter shoot').waitFor()
    await dialog.getByText('It has 1,204 pictures now. 7 other files are ignored.').waitFor()
    await dialog.getByRole('switch', { name: 'Include subfolders' }).focus()
    await page.keyboard.press('Space')
    await dialog.getByRole('radio', { name: 'Add the 18 pictures in it' }).focus()
    await page.keyboard.press('ArrowDown')
    await dialog.getByRole('switch', { name: 'Upload at once' }).focus()
    await page.keyboard.press('Space')
    await press('Watch folder', dialog)
    await page.getByText('Watching “Winter shoot”').waitFor()
    await row('Winter shoot').getByText('Without subfolders · uploads when needed').waitFor()
    expect(await row('Winter shoot').innerText()).not.toContain('on the way')
  })

  it('are watched from login on where a person wants that: off at first, by keyboard', async () => {
    const login = group().getByRole('switch', { name: 'Start at login' })
    expect(await login.isChecked()).toBe(false)
    await login.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => login.isChecked()).toBe(true)
  })

  it('say in their rows what they do, and where they can’t be reached what happened, what is kept and what to do', async () => {
    expect(await row('Studio').innerText()).toMatch(/Checked regularly · last checked/)
    await row('Studio')
      .getByText('Includes subfolders · uploads at once to Northwind Studio · asks “Shop texts” · finds products')
      .waitFor()
    const problem = row('DCIM').getByText('The folder “DCIM” is not there.')
    await problem.waitFor()
    expect(await problem.innerText()).toBe(
      'The folder “DCIM” is not there. Its pictures stay in the library. Connect its drive, or put the folder back. Packshot continues by itself.',
    )
    await row('Retouched').getByText('Choose another workspace for the folder.').waitFor()
    await press('Show why, Autumn shoot', group())
    await page.getByRole('dialog', { name: 'Files that were not added' }).waitFor()
  })

  it('get other rules, pause, resume, and stop being watched after what stays was said', async () => {
    await rulesOf('Retouched').click()
    const rules = page.getByRole('dialog', { name: 'Rules for “Retouched”' })
    const workspace = rules.getByRole('combobox', { name: 'Workspace' })
    expect(await workspace.inputValue()).toBe('A removed workspace')
    await workspace.click()
    await page.getByRole('option', { name: 'Contoso Retail' }).click()
    await rules.getByRole('button', { name: 'Save' }).click()
    await row('Retouched').getByText('uploads when needed to Contoso Retail').waitFor()
    await choose('Autumn shoot', 'Pause')
    await row('Autumn shoot').getByText('Pictures that come meanwhile are added when you resume.').waitFor()
    await choose('Autumn shoot', 'Resume')
    await row('Autumn shoot').getByText('Watching', { exact: true }).waitFor()
    await choose('Autumn shoot', 'Stop watching…')
    const removal = page.getByRole('dialog', { name: 'Stop watching “Autumn shoot”?' })
    expect(await removal.innerText()).toContain(
      '1,204 pictures stay in the library. The folder’s files stay as they are. New pictures in it are no longer added.',
    )
    await press('Stop watching', removal)
    await page.getByText('“Autumn shoot” is no longer watched').waitFor()
    // The list follows the note.
    await expect.poll(() => rulesOf('Autumn shoot').count()).toBe(0)
  })

  it('report in the library what came, until the person dismisses it', async () => {
    await page.getByRole('link', { name: 'Library' }).click()
    const line = page.getByRole('region', { name: 'From watched folders' })
    await line.getByText('While you were away: 214 pictures from 2 folders: 205 added, 6 refused, 3 changed.').waitFor()
    // Files that watched folders refused are not counted twice.
    expect(await page.getByRole('region', { name: 'Not added' }).count()).toBe(0)
    await press('Show refused', line)
    await page.getByRole('dialog', { name: 'Files that were not added' }).waitFor()
    await page.keyboard.press('Escape')
    await press('Show pictures', line)
    await page.getByRole('button', { name: 'Group by date added' }).waitFor()
    await press('Dismiss', line)
    await expect.poll(() => line.count()).toBe(0)
    expect(await page.getByRole('region', { name: 'Not added' }).count()).toBe(0)
  })

  it('say in a host without dialogs how to watch one', async () => {
    await page.goto(`${harness.url}?scene=full#/settings`)
    await group().getByText('packshot watch DIR').waitFor()
    expect(await group().getByRole('button').count()).toBe(0)
  })
})
