import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeJourneyPictures } from '../fixtures/journey-pictures.ts'
import { lackForBrowserTests, launchBrowser } from '../support/browser-host.ts'
import { setNetwork } from '../support/cut-network.ts'
import { electronUnderTest, type OpenWindow } from '../support/open-window.ts'
import { createWindowPerson, type WindowPerson } from '../support/window-person.ts'
import { openEmbeddedWorkspace, type WorkspaceAdmin } from '../support/workspace-admin.ts'

const host = electronUnderTest()
const lack = host.lack ?? lackForBrowserTests()
const question = 'Is the background white?'

describe.skipIf(lack)(`writing with a brand voice, in the window${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder: string
  let browser: Browser
  let opened: OpenWindow
  let person: WindowPerson
  let service: WorkspaceAdmin
  let name: string
  let picture: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-voice-'))
    picture = (await makeJourneyPictures(1, join(folder, 'pictures')))[0] ?? ''
    name = basename(picture)
    browser = await launchBrowser()
    await host.prepare()
    opened = await host.open(join(folder, 'data'))
    person = createWindowPerson(opened, browser)
  })
  afterAll(async () => {
    await opened?.close()
    await host.end()
    await browser?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const row = () => person.page.getByRole('article', { name })
  const form = () => person.page.getByRole('form', { name: 'Write with brand voice' })
  const write = async (voice: string, instruction: string): Promise<void> => {
    await row()
      .getByRole('button', { name: `Write with brand voice: ${name}` })
      .click()
    const select = form()
      .getByRole('textbox', { name: 'Brand voice' })
      .or(form().getByRole('combobox', { name: 'Brand voice' }))
    await select.click()
    await select.fill(voice.slice(0, 5))
    await form()
      .getByRole('option')
      .filter({ hasText: new RegExp(`^${voice}`) })
      .click()
    await form().getByRole('textbox', { name: 'Instruction' }).fill(instruction)
    await form().getByRole('button', { name: 'Write', exact: true }).click()
    await form().waitFor({ state: 'hidden' })
  }
  const commands = async () => (await service.requests('/v1/command')).filter(({ outcome }) => outcome === 'committed')
  const voiceIds = (): ReadonlyMap<string, string> => {
    const database = new DatabaseSync(join(service.folder, 'workspace.sqlite'), { readOnly: true })
    const rows = database.prepare("SELECT name, id FROM content_item WHERE kind = 'tone'").all()
    database.close()
    return new Map(rows.map((one) => [String(one.name), String(one.id)]))
  }

  it('shows the text beside the answer as the service wrote it, for the chosen voice and instruction', async () => {
    await person.trySample()
    service = await openEmbeddedWorkspace(join(folder, 'data'))
    await person.drop([picture])
    await person.expectQueue(/^All done$/)
    await person.ask(question)
    await row().waitFor()
    const answer = await row().innerText()
    await write('Friendly', 'max 125 characters')
    await row().getByText('just now').waitFor()
    const [command, ...others] = await commands()
    expect(others).toEqual([])
    expect(command?.facts.toneId).toBe(voiceIds().get('Friendly'))
    expect(command?.facts.command).toContain(`“${question}”`)
    expect(command?.facts.command).toMatch(/Also: max 125 characters$/)
    const shown = await row().innerText()
    for (const line of answer.split('\n').filter((one) => one !== '')) expect(shown).toContain(line)
    // The window must show the service's own result for the same request.
    const database = new DatabaseSync(join(folder, 'data', 'library.db'), { readOnly: true })
    const { text } = database.prepare('SELECT text FROM written_texts').get() as { text: string }
    database.close()
    expect(shown).toContain(text)
    await row()
      .getByRole('button', { name: `Copy the text in Friendly about ${name}` })
      .click()
    await person.page.getByText('Text copied').waitFor()
  })

  it('waits offline, says so, and is written afterwards; the earlier text stays visible', async () => {
    const { port } = new URL(service.baseUrl)
    if (!opened.electron) throw new Error('only in Electron')
    await setNetwork(opened.electron.app, Number(port), 'refused')
    await write('Plain', '')
    await row().getByText('waits until the workspace can be reached').waitFor()
    expect(await commands()).toHaveLength(1)
    await setNetwork(opened.electron.app, Number(port), 'up')
    await row().getByText('1 earlier text').waitFor()
    expect((await commands()).at(-1)?.facts.toneId).toBe(voiceIds().get('Plain'))
    await row().getByRole('button', { name: '1 earlier text' }).click()
    await row().getByText('“max 125 characters”').waitFor()
  })

  it('a failed text shows the service’s reason, in Activity too, and can be retried there', async () => {
    await service.misbehave({ match: { path: '/v1/command' }, times: 1, effect: { kind: 'status', status: 400 } })
    await write('Formal', '')
    await row().getByText('could not be written').waitFor()
    await row().getByText('Told to misbehave').waitFor()
    await person.goTo('Activity')
    await person.page
      .getByRole('article', { name: `Write about ${name} with the brand voice Formal` })
      .getByText('Needs attention')
      .waitFor()
    await person.goTo('Questions')
    await row()
      .getByRole('button', { name: `Retry the text in Formal about ${name}` })
      .click()
    await row().getByText('2 earlier texts').or(row().getByText('Hide earlier texts')).first().waitFor()
    expect((await commands()).at(-1)?.facts.toneId).toBe(voiceIds().get('Formal'))
  })

  it('templates are listed with their inputs, and the page says why none can be run', async () => {
    await person.page.getByRole('button', { name: 'Templates' }).click()
    const panel = person.page.getByRole('dialog', { name: 'Templates' })
    await panel.getByRole('heading', { name: 'Alt text' }).waitFor()
    expect(await panel.innerText()).toMatch(/can’t run templates/)
    expect(await panel.getByRole('listitem').first().innerText()).toMatch(
      /Alt text\s+An alternative text.*\s+What the picture shows\s+string, required\s+Product name\s+string, optional/,
    )
    expect((await service.requests('/v1/templates')).length).toBeGreaterThan(0)
    await panel.getByRole('button', { name: 'Close' }).click()
  })
})
