import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeJourneyPictures } from '../fixtures/journey-pictures.ts'
import { lackForBrowserTests, launchBrowser } from '../support/browser-host.ts'
import { electronUnderTest, type OpenWindow } from '../support/open-window.ts'
import { startVisionServer, type VisionServer } from '../support/vision-server.ts'
import { createWindowPerson, type WindowPerson } from '../support/window-person.ts'
import { openEmbeddedWorkspace } from '../support/workspace-admin.ts'

const host = electronUnderTest()
const lack = host.lack ?? lackForBrowserTests()
const key = 'vision-key-that-nobody-may-see'
const beyond = 'Who might buy this?'

/** From the settings to an answer of the endpoint, in one window. */
describe.skipIf(lack)(`a vision endpoint, in the window${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder: string
  let dataFolder: string
  let browser: Browser
  let opened: OpenWindow
  let person: WindowPerson
  let vision: VisionServer

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-vision-'))
    dataFolder = join(folder, 'data')
    browser = await launchBrowser()
    vision = await startVisionServer(key)
    await host.prepare()
    opened = await host.open(dataFolder)
    person = createWindowPerson(opened, browser)
    await person.trySample()
    await person.drop(await makeJourneyPictures(3, join(folder, 'pictures')))
    await person.expectPictures(3)
  })
  afterAll(async () => {
    await opened?.close()
    await host.end()
    await browser?.close()
    await vision?.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const form = () => opened.page.getByRole('form', { name: 'Vision endpoint' })
  const fill = async (url: string, typedKey: string): Promise<void> => {
    await person.goTo('Settings')
    await form().getByRole('textbox', { name: 'Address of the endpoint' }).fill(url)
    await form().getByRole('textbox', { name: 'Model' }).fill('tiny-vision')
    await form().getByLabel('Key', { exact: true }).fill(typedKey)
  }
  const save = async (): Promise<void> => {
    await form().getByRole('button', { name: 'Save endpoint' }).click()
    await opened.page.getByText('Vision endpoint saved').last().waitFor()
  }
  const answersTo = async (question: string, kind: 'Answered' | 'Cannot tell'): Promise<string> => {
    await person.goTo('Questions')
    await opened.page.getByText(new RegExp(`^${kind} \\(`)).click()
    const rows = opened.page.getByRole('article').filter({ hasText: question })
    await expect.poll(() => rows.count()).toBe(3)
    return (await rows.allInnerTexts()).join('\n')
  }

  it('a “cannot tell” answer lists questions that work, and a click copies one into the question box', async () => {
    await person.ask(beyond)
    await person.expectQueue(/^All done$/)
    expect(await answersTo(beyond, 'Cannot tell')).toContain('does not know what they show')
    const offered = opened.page.getByRole('group', { name: 'Questions that this workspace can answer' }).first()
    await offered.getByRole('button', { name: 'What size is it?' }).click()
    const box = opened.page.getByRole('textbox', { name: 'Question' })
    expect(await box.inputValue()).toBe('What size is it?')
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
    await opened.page.keyboard.press('Enter')
    await person.expectQueue(/^All done$/)
    expect(await answersTo('What size is it?', 'Answered')).toMatch(/\d+ × \d+ pixels/)
  })

  it('a question in another language gets that answer too, with questions to ask instead', async () => {
    const german = 'Welche Farbe hat der Hintergrund?'
    await person.ask(german)
    await person.expectQueue(/^All done$/)
    expect(await answersTo(german, 'Cannot tell')).toContain('understands questions in English only')
  })

  it('“Try it” says plainly what is wrong, at the field or with the endpoint, and changes nothing', async () => {
    await fill('ftp://nowhere', key)
    await form().getByRole('button', { name: 'Try it' }).click()
    await form().getByText('It must be an http or https address.').waitFor()
    await fill(vision.url, 'a-wrong-key')
    await form().getByRole('button', { name: 'Try it' }).click()
    await form().getByText('The vision endpoint does not accept the key (401). Nothing was changed.').waitFor()
    expect(await form().innerText()).not.toContain('a-wrong-key')
    await fill('http://127.0.0.1:9/v1', key)
    await form().getByRole('button', { name: 'Try it' }).click()
    await form()
      .getByText(/could not be reached/)
      .waitFor()
    vision.answer = () => 'never'
    await fill(vision.url, key)
    await form().getByRole('textbox', { name: 'Timeout' }).fill('5')
    await form().getByRole('button', { name: 'Try it' }).click()
    await form()
      .getByText(/did not answer in 5 seconds/)
      .waitFor()
    vision.answer = () => 'Red.'
    await form().getByRole('button', { name: 'Try it' }).click()
    await form().getByText('It works. Asked for the colour of a small red picture, it answered: “Red.”').waitFor()
    // The test starts no workspace, least of all in the app's current folder.
    expect(existsSync('lock.sqlite')).toBe(false)
    expect(vision.asked.at(-1)).toMatchObject({ key, model: 'tiny-vision', picture: expect.stringMatching(/^data:image\/jpeg;base64,/) })
  })

  it('once saved, it answers what pixels and OCR can’t: the workspace restarts on its port, and waiting questions resume', async () => {
    const service = await openEmbeddedWorkspace(dataFolder)
    vision.answer = () => 'Somebody who likes harbours.'
    await fill(vision.url, key)
    await save()
    await person.ask(`${beyond} And why?`)
    await person.expectQueue(/^All done$/)
    expect(await answersTo(`${beyond} And why?`, 'Answered')).toContain('Somebody who likes harbours.')
    expect((await openEmbeddedWorkspace(dataFolder)).baseUrl).toBe(service.baseUrl)
    await person.expectStanding('Connected')
  })

  it('running jobs wait for the restart and resume: each question is sent once, none is lost', async () => {
    const service = await openEmbeddedWorkspace(dataFolder)
    let open = (): void => {}
    const isOpen = new Promise<void>((resolve) => {
      open = resolve
    })
    vision.answer = async () => {
      await isOpen
      return 'Blue.'
    }
    const questions = Array.from({ length: 8 }, (_, index) => `What is it for, number ${index}?`)
    for (const question of questions) await person.ask(question)
    await fill(vision.url, '')
    expect(await person.queue.innerText()).not.toMatch(/^All done/)
    await form().getByRole('button', { name: 'Save endpoint' }).click()
    open()
    await opened.page.getByText('Vision endpoint saved').last().waitFor()
    await person.expectQueue(/^All done$/)
    const sent = (await service.requests('/v1/image/analysis')).filter(({ facts }) => questions.includes(String(facts.question)))
    expect(sent).toHaveLength(questions.length * 3)
    expect(sent.every(({ outcome }) => outcome === 'committed')).toBe(true)
    expect(vision.asked.at(-1)?.key).toBe(key)
  })

  it('the key is on no command line, in no file and not in the page', async () => {
    if (process.platform === 'linux') expect(execFileSync('ps', ['-eo', 'args']).toString()).not.toContain(key)
    const names = await readdir(dataFolder, { recursive: true, withFileTypes: true })
    for (const entry of names.filter((one) => one.isFile() && !/\.(png|jpe?g|webp)$/.test(one.name)))
      expect((await readFile(join(entry.parentPath, entry.name))).includes(key), entry.name).toBe(false)
    await person.goTo('Settings')
    expect(await opened.page.content()).not.toContain(key)
    expect(await form().getByLabel('Key', { exact: true }).inputValue()).toBe('')
  })

  it('another address never gets the key that was saved for this one', async () => {
    const other = await startVisionServer('none')
    await fill(other.url, '')
    await form().getByRole('button', { name: 'Try it' }).click()
    await form()
      .getByText(/does not accept the key/)
      .waitFor()
    expect(other.asked.map((one) => one.key)).toEqual([undefined])
    await other.stop()
  })
})
