import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAxe } from '../renderer/axe-source.ts'
import { asOwner } from '../support/allow-as-owner.ts'
import { lackForBrowserTests, launchBrowser } from '../support/browser-host.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

const lack = lackForBrowserTests()
const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
  { width: 390, height: 700 },
]
/** Of RFC 7636, appendix B. */
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** Set PACKSHOT_SCREENSHOTS to a folder to save pictures of the pages there. */
const pictures = process.env.PACKSHOT_SCREENSHOTS

describe.skipIf(lack)(`the sample workspace’s own pages${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let workspace: WorkspaceProcess
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let axe: string

  beforeAll(async () => {
    workspace = await startWorkspaceProcess()
    browser = await launchBrowser()
    context = await browser.newContext()
    page = await context.newPage()
    axe = await readAxe()
    if (pictures) await mkdir(pictures, { recursive: true })
    await fillProducts()
  })
  afterAll(async () => {
    await browser?.close()
    await workspace?.remove()
  })

  /** A product with two pictures, one without any, and one that has a long name. */
  const fillProducts = async (): Promise<void> => {
    const headers: Record<string, string> = { 'x-api-key': workspace.apiKey }
    const send = async (path: string, body: FormData | string): Promise<{ data: { id: string } }> => {
      const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
      const answer = await fetch(`${workspace.baseUrl}${path}`, { method: 'POST', headers: { ...headers, ...type }, body })
      expect(answer.status, path).toBe(201)
      return (await answer.json()) as { data: { id: string } }
    }
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
    const upload = async (name: string): Promise<string> => {
      const form = new FormData()
      form.set('type', 'FILE')
      form.set('value', new File([png], name, { type: 'image/png' }))
      return (await send('/v1/sources', form)).data.id
    }
    const images = [await upload('mug, front.png'), await upload('a picture with quite a long file name, seen from the left side.png')]
    await send('/v1/products', JSON.stringify({ name: 'Mug', attributes: { Images: images } }))
    await send('/v1/products', JSON.stringify({ name: 'Tea towel', attributes: {} }))
    await send('/v1/products', JSON.stringify({ name: `${'Very '.repeat(30)}long`, attributes: {} }))
  }

  const authorize = async (): Promise<string> => {
    const file = JSON.parse(await readFile(workspace.connectionFile, 'utf8')) as { clientId: string; redirectUris: readonly string[] }
    const query = { response_type: 'code', client_id: file.clientId, redirect_uri: file.redirectUris[0] ?? '', scope: 'user', state: 'x' }
    return `/oauth2/authorize?${new URLSearchParams({ ...query, code_challenge: challenge, code_challenge_method: 'S256' })}`
  }

  const be = async (role: string): Promise<void> => {
    await page.goto(await asOwner(`${workspace.baseUrl}/settings`))
    const person = page.getByLabel('Person')
    await person.selectOption(await person.locator('option', { hasText: new RegExp(`, ${role}$`) }).getAttribute('value'))
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  const open = (path: string) => async () => {
    await page.goto(`${workspace.baseUrl}${path}`)
  }

  /** No violation of axe's rules, nothing wider than the window, at each size. */
  const expectSound = async (name: string): Promise<void> => {
    await page.evaluate(axe)
    for (const size of sizes) {
      await page.setViewportSize(size)
      const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run())
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
      )
      expect(found, `${name}, ${size.width}`).toEqual([])
      const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      expect(tooWide, `${name} is wider than ${size.width}`).toBeLessThanOrEqual(0)
      if (pictures) await page.screenshot({ path: join(pictures, `${name.replaceAll(/\W+/g, '-')}-${size.width}.png`) })
    }
  }

  it.each<[string, string, () => Promise<unknown>]>([
    ['who', 'Admin', open('/settings')],
    [
      'not let in',
      'Admin',
      async () => {
        await page.context().clearCookies()
        await page.goto(`${workspace.baseUrl}/settings`)
        await page.getByRole('link', { name: 'Then open this page again' }).waitFor()
      },
    ],
    ['OAuth clients', 'Admin', open('/settings/oauth-clients')],
    [
      'OAuth clients, refused form',
      'Admin',
      async () => {
        await page.goto(`${workspace.baseUrl}/settings/oauth-clients`)
        await page.getByLabel('Name').fill('Importer')
        await page.getByLabel('Redirect URI 1').fill('http://example.com/back')
        await page.getByRole('button', { name: 'Add client' }).click()
        await page.getByRole('alert').waitFor()
      },
    ],
    [
      'client secret',
      'Admin',
      async () => {
        await page.goto(`${workspace.baseUrl}/settings/oauth-clients`)
        await page.getByLabel('Name').fill('Importer')
        await page.getByRole('checkbox').first().check()
        await page.getByLabel('Redirect URI 1').fill('https://example.com/back')
        await page.getByRole('button', { name: 'Add client' }).click()
        await page.getByRole('status').waitFor()
      },
    ],
    ['API tokens', 'Admin', open('/settings/api-tokens')],
    [
      'API token',
      'Admin',
      async () => {
        await page.goto(`${workspace.baseUrl}/settings/api-tokens`)
        await page.getByLabel('Name').fill('Nightly export')
        await page.getByRole('button', { name: 'Make token' }).click()
        await page.getByRole('status').waitFor()
      },
    ],
    ['plan', 'Admin', open('/settings/plan')],
    ['access denied', 'Member', open('/settings/plan')],
    ['products', 'Admin', open('/products')],
    [
      'product with pictures',
      'Admin',
      async () => {
        await page.goto(`${workspace.baseUrl}/products`)
        await page.getByRole('link', { name: 'Mug' }).click()
        await page.getByRole('heading', { level: 1, name: 'Mug' }).waitFor()
      },
    ],
    [
      'consent',
      'Admin',
      async () => {
        await page.goto(`${workspace.baseUrl}${await authorize()}`)
        await page.getByRole('button', { name: 'Allow' }).waitFor()
      },
    ],
    [
      'consent, asked who one is',
      'Admin',
      async () => {
        await context.clearCookies()
        await page.goto(await asOwner(`${workspace.baseUrl}${await authorize()}`))
        await page.getByLabel('Who are you?').waitFor()
      },
    ],
    ['a sign-in that cannot continue', 'Admin', open('/oauth2/authorize?client_id=nobody')],
  ])('%s: no violation, nothing cut off, at each size', async (name, role, show) => {
    await be(role)
    await show()
    await expectSound(name)
  })
})
