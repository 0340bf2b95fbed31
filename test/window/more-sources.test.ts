import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lackForBrowserTests, launchBrowser } from '../support/browser-host.ts'
import { dragTextOnto } from '../support/drag-files.ts'
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
})
