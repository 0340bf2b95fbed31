import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeJourneyPictures } from '../fixtures/journey-pictures.ts'
import { lackForBrowserTests, launchBrowser } from '../support/browser-host.ts'
import { electronUnderTest, type OpenWindow } from '../support/open-window.ts'
import { createWindowPerson, type WindowPerson } from '../support/window-person.ts'
import { allowScopes, startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

const host = electronUnderTest()
const lack = host.lack ?? lackForBrowserTests()
const askAdmin = 'Ask your admin to allow the scope “user” on the OAuth client, then sign in again.'

/** A workspace whose OAuth client allows reading only, and an admin who then allows more. */
describe.skipIf(lack)(`a read-only sign-in, in the window${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder: string
  let browser: Browser
  let workspace: WorkspaceProcess
  let opened: OpenWindow
  let person: WindowPerson

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-scopes-'))
    browser = await launchBrowser()
    workspace = await startWorkspaceProcess()
    await allowScopes(workspace, ['user:read'])
    await host.prepare()
    opened = await host.open(join(folder, 'data'))
    person = createWindowPerson(opened, browser)
    await person.connect(workspace.connectionFile)
    await person.expectStanding('Connected')
  })
  afterAll(async () => {
    await opened?.close()
    await host.end()
    await browser?.close()
    await workspace?.remove()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  let refusedAt = ''
  const asksForBoth = (address: string): boolean => new URL(address).searchParams.get('scope') === 'user user:read'
  /** A screen reader's words after the button's name. */
  const reasonOf = (name: string) =>
    opened.page.getByRole('button', { name, exact: true }).evaluate((button) => {
      const ids = button.getAttribute('aria-describedby')?.split(' ') ?? []
      return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
    })

  it('adds pictures to the library, and holds their uploads with the reason instead of sending them in vain', async () => {
    await person.drop(await makeJourneyPictures(2, join(folder, 'pictures')))
    await person.expectPictures(2)
    await person.goTo('Activity')
    const hold = opened.page.getByRole('region', { name: 'Holds' })
    await hold.getByText('Uploads wait.').waitFor()
    expect(await hold.innerText()).toContain(askAdmin)
    expect(await hold.getByRole('button').count()).toBe(0)
    await person.expectQueue(/2 jobs to do.*the sign-in does not allow it/s)
    expect(await workspace.requests('/v1/sources')).toEqual([])
  })

  it('doesn’t allow asking or attaching: the buttons can be focused, do nothing, and say why and what to do', async () => {
    await person.goTo('Questions')
    await opened.page.getByRole('textbox', { name: 'Question' }).fill('What size is it?')
    const ask = opened.page.getByRole('button', { name: 'Ask', exact: true })
    expect(await ask.getAttribute('aria-disabled')).toBe('true')
    expect(await reasonOf('Ask')).toContain(askAdmin)
    await opened.page.getByRole('textbox', { name: 'Question' }).press('Tab')
    expect(await ask.evaluate((button) => button === document.activeElement)).toBe(true)
    await opened.page.getByRole('tooltip').getByText(askAdmin).waitFor()
    await opened.page.keyboard.press('Enter')
    await opened.page.getByRole('textbox', { name: 'Question' }).press('Enter')
    expect(await opened.page.getByRole('textbox', { name: 'Question' }).inputValue()).toBe('What size is it?')
    await person.goTo('Library')
    await person.cells.first().click()
    expect(await reasonOf('Attach to product (1)')).toContain(askAdmin)
    await opened.page.getByRole('button', { name: 'Attach to product (1)', exact: true }).click({ force: true })
    expect(await opened.page.getByRole('dialog').count()).toBe(0)
    expect(await workspace.requests('/v1/')).toEqual([])
  })

  it('Settings names the granted scope, the missing one, and what it switches off', async () => {
    await person.goTo('Settings')
    const group = opened.page.getByRole('region', { name: 'Sample workspace' })
    const words = await group.innerText()
    expect(words).toContain('user:read')
    expect(words).toMatch(/user, missing\s+Without it, uploads, questions, attachments and texts wait/)
  })

  it('signing in again before the admin has allowed it says so, and keeps the earlier sign-in', async () => {
    await opened.page.getByRole('region', { name: 'Scopes' }).getByRole('button', { name: 'Sign in again' }).click()
    refusedAt = await opened.openedAddress(asksForBoth)
    await fetch(refusedAt)
    await opened.page.getByText('You are signed in as before, for reading only.').waitFor()
    await person.expectStanding('Connected')
  })

  it('once the admin allows “user”, one sign-in is enough: waiting work completes', async () => {
    await allowScopes(workspace, ['user', 'user:read'])
    await opened.page.getByRole('region', { name: 'Scopes' }).getByRole('button', { name: 'Sign in again' }).click()
    await opened.openedAddress((one) => asksForBoth(one) && one !== refusedAt)
    await person.allow()
    await opened.page.getByRole('region', { name: 'Scopes' }).waitFor({ state: 'hidden' })
    await person.expectQueue(/^All done$/)
    expect((await workspace.requests('/v1/sources')).map((one) => one.outcome)).toEqual(['committed', 'committed'])
    await person.ask('What size is it?')
    await person.expectQueue(/^All done$/)
  })
})
