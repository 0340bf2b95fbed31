import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lackForBrowserTests, launchBrowser } from '../support/browser-host.ts'
import { dragFilesOnto, dragTextOnto } from '../support/drag-files.ts'
import { electronUnderTest, type OpenWindow } from '../support/open-window.ts'
import { createWindowPerson } from '../support/window-person.ts'
import { openEmbeddedWorkspace } from '../support/workspace-admin.ts'

type SentSource = { readonly id: string; readonly type: string; readonly value: string }

const host = electronUnderTest()
const lack = host.lack ?? lackForBrowserTests()

describe.skipIf(lack)(`more sources, in the window${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder: string
  let browser: Browser
  let opened: OpenWindow | undefined

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-more-sources-'))
    browser = await launchBrowser()
    await host.prepare()
  })
  afterAll(async () => {
    await opened?.close()
    await host.end()
    await browser.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it('a dropped text, an address and a knowledge item are created; one is removed and restored; an ID is copied', async () => {
    const dataFolder = join(folder, 'data')
    opened = await host.open(dataFolder)
    const person = createWindowPerson(opened, browser)
    const { page } = person
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const row = (name: string) => page.getByRole('article', { name, exact: true })
    await person.trySample()
    const service = await openEmbeddedWorkspace(dataFolder)
    const sent = async () => (await service.admin<{ sources: SentSource[] }>('GET', 'sources')).sources

    // A text that is dropped on the window is not a picture, so the window offers to add it as a source.
    await dragTextOnto(page, 'main', 'The mug holds 330 ml.')
    await button('Open More sources').click()
    await page.getByRole('heading', { level: 1, name: 'More sources' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('The mug holds 330 ml.')
    await page.getByText(/^Only files can be attached to products for now/).waitFor()
    await button('Create source').click()
    await row('The mug holds 330 ml.').getByText('Created', { exact: true }).waitFor()

    // The way from the library, by keyboard and mouse.
    await page.getByRole('link', { name: 'Back to pictures' }).click()
    await page.getByRole('link', { name: 'More sources' }).click()
    await page.getByText('Web address', { exact: true }).first().click()
    await page.getByRole('textbox', { name: 'Web address' }).fill('example.com/care')
    await page.keyboard.press('Enter')
    await page.getByText(/“example\.com\/care” is not a web address\. Nothing was queued\./).waitFor()
    await page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/care')
    await page.keyboard.press('Enter')
    await row('https://example.com/care').getByText('Created', { exact: true }).waitFor()

    await page.getByText('Knowledge item', { exact: true }).first().click()
    await page.getByRole('combobox', { name: 'Knowledge item' }).fill('unit')
    await page.getByRole('option', { name: 'Units' }).waitFor()
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await page.getByRole('option', { name: 'Units' }).click()
    await button('Create source').click()
    await row('Units').getByText('Created', { exact: true }).waitFor()

    await page.getByRole('combobox', { name: 'Knowledge item' }).fill('kno_nowhere')
    await page.getByRole('option', { name: 'Use the ID kno_nowhere' }).click()
    await button('Create source').click()
    await row('kno_nowhere')
      .getByText(/no Knowledge item kno_nowhere/)
      .waitFor()
    await row('kno_nowhere').getByRole('button', { name: 'Retry' }).click()
    await row('kno_nowhere')
      .getByText(/2 attempts/)
      .waitFor()

    const there = await sent()
    expect(there.map(({ type, value }) => [type, value])).toEqual([
      ['TEXT', 'The mug holds 330 ml.'],
      ['URL', 'https://example.com/care'],
      ['KNOWLEDGE', expect.stringMatching(/^kno_/)],
    ])
    for (const [at, name] of ['The mug holds 330 ml.', 'https://example.com/care', 'Units'].entries())
      expect(await row(name).locator('code').innerText()).toBe(there[at]?.id)

    await button('Copy the ID of Units').click()
    await page.getByText('ID copied').waitFor()
    expect(await opened.electron?.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(there[2]?.id)

    await button('Remove Units from the list').click()
    await page.getByText('Only from this list. The source stays in the workspace.').waitFor()
    await expect.poll(() => row('Units').count()).toBe(0)
    await button('Undo').click()
    await row('Units').waitFor()
    expect(await sent()).toHaveLength(3)

    await person.goTo('Activity')
    await page.getByRole('article', { name: 'Create source from knowledge item kno_nowhere' }).waitFor()
  })

  it('a product list is dropped, its columns are chosen, and its products are found by SKU, GTIN and name', async () => {
    opened ??= await host.open(join(folder, 'data'))
    const { page } = opened
    const list = join(folder, 'team.csv')
    await writeFile(
      list,
      'Modell;EAN;Bezeichnung;Farbe;Produkt-ID\nX-1;4006381333931;Hemd;blau;prd_1\nX-2;4,00638E+12;Hose;rot;\nX-3;36000291452;Tasse;weiß;prd_3\n',
    )
    await dragFilesOnto(page, 'main', [list])
    const choosing = page.getByRole('dialog', { name: 'Import “team.csv”' })
    await choosing.getByRole('columnheader', { name: 'Bezeichnung Name' }).waitFor()
    await choosing.getByRole('combobox', { name: 'SKU' }).selectOption({ label: 'Modell' })
    await choosing.getByRole('columnheader', { name: 'Modell SKU' }).waitFor()
    await choosing.getByRole('button', { name: 'Import products' }).click()
    const imported = page.getByRole('dialog', { name: 'Imported “team.csv”' })
    await imported.getByText('2 products added, 0 changed, 0 unchanged, 1 row refused.').waitFor()
    await imported.getByText('Refused. Row 3: The spreadsheet shortened the GTIN to 4,00638E+12.').waitFor()
    await imported.getByText('Row 4: Zeros that the GTIN 36000291452 lost were restored: 036000291452.').waitFor()
    await imported.getByRole('button', { name: 'Show products' }).click()

    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
    const search = page.getByRole('textbox', { name: 'Search products' })
    const item = (name: RegExp) => page.getByRole('button', { name })
    for (const [text, found, other] of [
      ['x-3', /^Tasse/, /^Hemd/],
      ['4006381333931', /^Hemd/, /^Tasse/],
      ['weiß', /^Tasse/, /^Hemd/],
    ] as const) {
      await search.fill(text)
      await item(other).waitFor({ state: 'detached' })
      await item(found).waitFor()
    }
    await page.getByRole('region', { name: 'In your product list' }).getByText('036000291452').waitFor()
    await search.fill('nothing like it')
    await page.getByText('No product found.').waitFor()

    // Cells copied in a spreadsheet; the columns of the list before are not those of this one.
    await dragTextOnto(page, 'main', 'SKU\tName\nX-1\tHemd\n')
    const pasted = page.getByRole('dialog', { name: 'Import pasted cells' })
    await pasted.getByRole('columnheader', { name: 'SKU SKU' }).waitFor()
    await pasted.getByRole('button', { name: 'Import products' }).click()
    const again = page.getByRole('dialog', { name: 'Imported pasted cells' })
    await again.getByText('0 products added, 1 changed, 0 unchanged, 1 missing in this list.').waitFor()
    await again.getByRole('button', { name: 'Remove missing products' }).click()
    await page.getByText('1 product removed from the list').waitFor()
    await again.getByRole('button', { name: 'Show products' }).click()
    await search.fill('x-')
    await item(/^Hemd/).waitFor()
    await expect.poll(() => item(/^Tasse/).count()).toBe(0)
  })
})
