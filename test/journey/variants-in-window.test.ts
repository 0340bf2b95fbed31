import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lackForBrowserTests, launchBrowser } from '../support/browser-host.ts'
import { makeVariantSeason, type VariantSeason } from '../support/make-variant-season.ts'
import { electronUnderTest, type OpenWindow } from '../support/open-window.ts'
import { createWindowPerson, type WindowPerson } from '../support/window-person.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'
import { createStopwatch, expectHeld } from './compare-catalogue.ts'

const host = electronUnderTest()
const lack = host.lack ?? lackForBrowserTests()
/** The issue's limit. */
const mostActions = 14
const patience = 600_000

/** Real clicks, keys and drops in the app itself. Each is counted. */
describe.skipIf(lack)(`a season with variants in the window${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder: string
  let season: VariantSeason
  let workspace: WorkspaceProcess
  let browser: Browser
  let opened: OpenWindow
  let person: WindowPerson
  let page: Page
  let actions: string[] = []
  const act = async (what: string, task: Promise<unknown>): Promise<void> => {
    actions.push(what)
    await task
  }
  const press = (name: string | RegExp, within: Page | Locator = page): Promise<void> =>
    act(`press ${name}`, within.getByRole('button', { name, exact: true }).click())

  beforeEach(async () => {
    actions = []
    folder = await mkdtemp(join(tmpdir(), 'packshot-variants-'))
    season = await makeVariantSeason(folder, { size: process.env.PACKSHOT_JOURNEY })
    workspace = await startWorkspaceProcess()
    browser = await launchBrowser()
    await host.prepare()
    opened = await host.open(join(folder, 'data'))
    page = opened.page
    page.setDefaultTimeout(120_000)
    person = createWindowPerson(opened, browser)
    await person.connect(workspace.connectionFile)
  })
  afterEach(async () => {
    await opened?.close()
    await host.end()
    await browser?.close()
    await workspace?.remove()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it.each(['product', 'variant'] as const)(
    `takes at most ${mostActions} actions where a product of the workspace is a %s`,
    async (productIs) => {
      const { count } = season
      const expected = productIs === 'product' ? season.byProduct : season.byVariant
      const products = Object.keys(expected).length
      const { step, sum } = createStopwatch()
      const waitForWords = (words: string | RegExp): Promise<void> => page.getByText(words).first().waitFor({ timeout: patience })
      const shoot = async (name: string): Promise<void> => {
        const to = process.env.PACKSHOT_SHOTS
        if (to !== undefined) await page.screenshot({ path: join(to, `${productIs}-${name}.png`) })
      }

      await step('add pictures', async () => {
        await act('drop the folder', person.drop([season.pictures]))
        await page
          .getByText(`${count.pictures.toLocaleString('en')} pictures`, { exact: true })
          .first()
          .waitFor({ timeout: patience })
      })
      await step('import', async () => {
        await act('drop the list', person.drop([season.list]))
        await waitForWords('Each variant')
        await waitForWords('400 products')
        if (productIs === 'variant') await act('choose variants', page.getByRole('radio', { name: /^Each variant/ }).click())
        await shoot('list')
        await press('Import products')
        await waitForWords(`${productIs === 'product' ? '400' : '1,600'} products added`)
      })
      await shoot('imported')
      await act('key Escape', page.keyboard.press('Escape'))
      await act('press Match', page.getByRole('link', { name: 'Match' }).click())
      const rules = page.getByRole('dialog', { name: 'Match by rules' })
      await press('Match by rules…')
      await act('choose the mapping file', rules.locator('input[aria-label="Choose mapping file"]').setInputFiles(season.groups))
      await step('preview', () =>
        rules
          .getByText(/in several products/)
          .first()
          .waitFor({ timeout: patience }),
      )
      await shoot('rules')
      await step('apply', async () => {
        await press('Apply', rules)
        await waitForWords(`${count.pictures.toLocaleString('en')} pictures matched to ${products.toLocaleString('en')} products`)
      })
      await shoot('matched')
      const plan = page.getByRole('dialog', { name: 'Attach matched pictures' })
      await step('plan preview', async () => {
        await press('Attach to products…')
        await plan.getByRole('button', { name: /^Create / }).waitFor({ timeout: patience })
      })
      await shoot('plan')
      await step('attach', async () => {
        await act('press Create', plan.getByRole('button', { name: /^Create / }).click())
        await plan.getByText(`${products.toLocaleString('en')} done`, { exact: true }).waitFor({ timeout: patience })
      })
      await expectHeld(workspace, { expected, count: { products, pictures: count.pictures } })
      console.log(`${actions.length} actions, ${count.pictures} pictures, ${products} products: ${sum()}`)
      console.log(actions.map((what, at) => `  ${at + 1}. ${what}`).join('\n'))
      expect(actions.length).toBeLessThanOrEqual(mostActions)
    },
  )
})
