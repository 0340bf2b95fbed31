import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeJourneyPictures } from '../fixtures/journey-pictures.ts'
import { lackForBrowserTests, launchBrowser } from '../support/browser-host.ts'
import { electronUnderTest, type OpenWindow } from '../support/open-window.ts'
import { type ScriptedService, startScriptedService } from '../support/scripted-service.ts'
import { createWindowPerson, type WindowPerson } from '../support/window-person.ts'

const host = electronUnderTest()
const lack = host.lack ?? lackForBrowserTests()

/** A workspace with other paths and bodies than the documented ones, configured in Settings. */
describe.skipIf(lack)(`the settings of a connection, in the window${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder: string
  let browser: Browser
  let service: ScriptedService
  let opened: OpenWindow
  let person: WindowPerson

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-settings-'))
    browser = await launchBrowser()
    service = await startScriptedService()
    await host.prepare()
    opened = await host.open(join(folder, 'data'))
    person = createWindowPerson(opened, browser)
    const { page } = opened
    await page.getByRole('button', { name: 'Connect workspace' }).first().click()
    await page.getByRole('tab', { name: 'API key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /address/i }).fill(service.baseUrl)
    await dialog.locator('input[type=password]').fill('key-1')
    await dialog.getByRole('button', { name: 'Test and connect' }).click()
    await person.expectStanding('Connected')
    service.answer = ({ method, path, json }) => {
      if (path === '/api/sources') return { status: 200, body: { id: `src_${service.received.length}` } }
      const data = path.startsWith('/v1/products') ? json() : {}
      if (path === '/v1/products')
        return 'title' in data ? { status: 201, body: { id: 'prd_1' } } : { status: 400, body: { error: 'title is missing' } }
      return method === 'PATCH' && 'fields' in data ? { status: 200, body: {} } : { status: 404, body: { error: 'not here' } }
    }
  })
  afterAll(async () => {
    await opened?.close()
    await host.end()
    await browser?.close()
    await service?.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const form = () => opened.page.getByRole('form', { name: 'Advanced' })
  const field = (name: string) => form().getByRole('textbox', { name, exact: true })
  const openAdvanced = async (): Promise<void> => {
    await person.goTo('Settings')
    if ((await form().count()) === 0) await opened.page.getByRole('button', { name: 'Show advanced settings' }).click()
  }
  const save = () => form().getByRole('button', { name: 'Save', exact: true }).click()

  it('a new name for the workspace appears everywhere at once', async () => {
    await person.goTo('Settings')
    await opened.page.getByRole('textbox', { name: 'Workspace name' }).fill('Team Blue')
    await opened.page.getByRole('button', { name: 'Save name' }).click()
    await opened.page.getByRole('region', { name: 'Team Blue' }).waitFor()
    await opened.page.getByRole('button', { name: /^Workspace: Team Blue/ }).waitFor()
  })

  it('how products are read can be set as the admin says, with errors at their field', async () => {
    await openAdvanced()
    const { page } = opened
    await page.getByRole('switch', { name: 'Read products' }).click({ force: true })
    const reading = page.getByRole('form', { name: 'Reading products' })
    await reading.getByRole('textbox', { name: 'Product path' }).fill('/catalog/items')
    await reading.getByRole('textbox', { name: 'Place of the list' }).fill('item.media.{attribute}')
    await reading.getByRole('button', { name: 'Save reading' }).click()
    await reading.getByText('It must contain “{productId}”.').waitFor()
    await reading.getByRole('textbox', { name: 'Product path' }).fill('/catalog/items/{productId}')
    await reading.getByRole('button', { name: 'Save reading' }).click()
    await reading.getByRole('button', { name: 'Back to default: Product path' }).waitFor()
    await expect.poll(() => reading.getByText('Nothing was changed').count()).toBe(0)
    await page.getByRole('switch', { name: 'Read products' }).click({ force: true })
    await reading.waitFor({ state: 'detached' })
  })

  it('a wrong value is reported at its field, and nothing is changed', async () => {
    await openAdvanced()
    await field('Path: Create a source').fill('api/sources?x')
    await field('Rate: Uploads').fill('many')
    await field('Body: Create a product').fill('{"title": "{{nmae}}"}')
    await save()
    await form().getByText('It must be a number, “none”, or empty.').waitFor()
    await field('Rate: Uploads').fill('600')
    await save()
    await form().getByText('It must begin with “/” and have no “?”, “#” or “..”.').waitFor()
    await form().getByText('It has “{{nmae}}”, which is not one of {{name}}, {{attributes}}.').waitFor()
    await form().getByText('Nothing was changed: see the marked fields.').waitFor()
  })

  it('“Back to default” puts one field back', async () => {
    await form().getByRole('button', { name: 'Back to default: path, Create a source' }).click()
    expect(await field('Path: Create a source').inputValue()).toBe('/v1/sources')
    expect(await field('Rate: Uploads').inputValue()).toBe('600')
  })

  it('paths and bodies of another service are previewed as it will get them, and used for the next request without a restart', async () => {
    await field('Path: Create a source').fill('/api/sources')
    await field('Body: Create a product').fill('{"title": "{{name}}"}')
    await field('Body: Update a product').fill('{"fields": {"{{attribute}}": "{{sourceIds}}"}}')
    await form().getByText('"title": "Ceramic mug"').waitFor()
    await form().getByText('"src_1a2b"').first().waitFor()
    await save()
    await form()
      .getByText(/^Saved\./)
      .waitFor()
    await person.drop(await makeJourneyPictures(2, join(folder, 'pictures')))
    await person.expectPictures(2)
    await person.attachAllToNew('Harbour')
    await person.expectQueue(/^All done$/)
    const sent = service.received.map((one) => `${one.method} ${one.path}`)
    expect(sent.sort()).toEqual(['PATCH /v1/products/prd_1', 'POST /api/sources', 'POST /api/sources', 'POST /v1/products'])
    const patch = service.received.find((one) => one.method === 'PATCH')?.json()
    expect(patch).toEqual({ fields: { Images: [expect.stringMatching(/^src_/), expect.stringMatching(/^src_/)] } })
  })

  it('all settings are still there after the next start', async () => {
    await opened.close()
    opened = await host.open(join(folder, 'data'))
    person = createWindowPerson(opened, browser)
    await openAdvanced()
    expect(await field('Path: Create a source').inputValue()).toBe('/api/sources')
    expect(await field('Rate: Uploads').inputValue()).toBe('600')
    expect(await field('Body: Create a product').inputValue()).toBe('{"title": "{{name}}"}')
  })
})
