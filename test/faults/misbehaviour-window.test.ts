import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeJourneyPictures } from '../fixtures/journey-pictures.ts'
import { lackForBrowserTests, launchBrowser } from '../support/browser-host.ts'
import { listSources } from '../support/compare-with-service.ts'
import { electronUnderTest, type OpenWindow } from '../support/open-window.ts'
import { createWindowPerson, type WindowPerson } from '../support/window-person.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'
import { inEach, operations } from './tried-client.ts'

const host = electronUnderTest()
const lack = host.lack ?? lackForBrowserTests()
/** Set PACKSHOT_SCREENSHOTS to a folder to save pictures of Activity there. */
const screenshots = process.env.PACKSHOT_SCREENSHOTS

/** One window goes through one mode of each family. The assertions are about the text in Activity. */
describe.skipIf(lack)(`a misbehaving service, in the window${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder: string
  let browser: Browser
  let workspace: WorkspaceProcess
  let window: OpenWindow
  let person: WindowPerson
  let holds: Locator
  let jobs: Locator
  let pictures: readonly string[]
  let next = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-misbehaviour-'))
    if (screenshots) await mkdir(screenshots, { recursive: true })
    pictures = await makeJourneyPictures(16, join(folder, 'pictures'))
    browser = await launchBrowser()
    await host.prepare()
    workspace = await startWorkspaceProcess()
    window = await host.open(join(folder, 'data'))
    person = createWindowPerson(window, browser)
    await person.connect(workspace.connectionFile)
    holds = window.page.getByRole('region', { name: 'Holds' })
    jobs = window.page.getByRole('region', { name: 'Work', exact: true })
  })
  afterAll(async () => {
    await window?.close()
    await workspace?.remove()
    await host.end()
    await browser?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const drop = async (count: number): Promise<void> => {
    await person.goTo('Library')
    await person.drop(pictures.slice(next, next + count))
    next += count
    await person.goTo('Activity')
  }
  const look = async (name: string): Promise<void> => {
    if (screenshots) await window.page.screenshot({ path: join(screenshots, `activity-${name}.png`) })
  }
  const reads = (place: Locator, words: RegExp) =>
    expect.poll(async () => ((await place.count()) > 0 ? await place.innerText() : ''), { interval: 100 }).toMatch(words)
  const showJobs = async (view: RegExp): Promise<void> => {
    await window.page.getByRole('radiogroup', { name: 'Work shown' }).getByText(view).click()
  }
  const countSources = async (): Promise<number> => (await listSources(workspace)).length
  const finish = async (): Promise<void> => {
    await workspace.misbehave()
    // Before the service has them all, “All done” may be about the files before.
    await expect.poll(countSources).toBeGreaterThanOrEqual(next)
    await person.expectQueue(/All done|needs? you/)
  }

  it('a pause: shows what waits, the service’s words, and until when', async () => {
    await workspace.misbehave(...inEach({ kind: 'status', status: 429, retryAfter: '8' }))
    await drop(3)
    await reads(holds, /Uploads wait\. The service asks for fewer requests \(429\): “Told to misbehave”.*The work is kept.*Next try in \d/s)
    await person.expectQueue(/rate limit reached, waiting/)
    await look('pause')
    await finish()
  })

  it('a failing service: one hold, with its words and the next try', async () => {
    await workspace.misbehave(...inEach({ kind: 'status', status: 500, body: 'html' }, 'forever'))
    await drop(4)
    await reads(holds, /Uploads wait\. The service failed \(500\): “500”\. The work is kept.*Next try in/s)
    await look('failing')
    await window.page.getByRole('region', { name: 'Holds' }).getByRole('button', { name: 'Try now' }).waitFor()
    await finish()
  })

  it('a service that never answers: the job says so', async () => {
    // Time itself: after twelve seconds Packshot says it.
    await workspace.misbehave({
      match: operations['upload-source'],
      times: 1,
      effect: { kind: 'half-open', at: 'request', forMs: 3_600_000 },
    })
    await drop(1)
    await reads(
      jobs,
      /(Running|Uploading).*No answer for \d+ seconds\. The workspace can be reached, so Packshot waits up to two minutes\./s,
    )
    await look('silent')
    // The silence lasts until the service ends.
    await workspace.kill()
    await workspace.restartOnSamePort()
    await finish()
  })

  it('a lost answer: the upload says that a spare source may exist', async () => {
    await workspace.misbehave({ match: operations['upload-source'], times: 1, effect: { kind: 'lose-answer' } })
    const before = await countSources()
    await drop(1)
    await expect.poll(countSources).toBe(before + 2)
    await finish()
    await showJobs(/^Done/)
    await reads(jobs, /Sent again: 1 earlier attempt ended without an answer, so a spare source may exist in the workspace\./)
    await look('spare')
  })

  it('an answer without a required field: set aside, in words, with an action', async () => {
    await workspace.misbehave({ match: operations['upload-source'], effect: { kind: 'envelope', form: 'no-data' } })
    await drop(1)
    await person.expectQueue(/1 needs attention/)
    await showJobs(/^Needs attention/)
    await reads(
      jobs,
      /Needs attention.*The service’s answer.*201.*It was not sent again, as a spare source may be there\. Check in the workspace.*Do it again/s,
    )
    await look('odd')
    await workspace.misbehave()
    await jobs.getByRole('button', { name: 'Do it again' }).first().click()
    await person.expectQueue(/All done/)
  })

  it('a product whose creation got no answer: asked about, never created twice', async () => {
    await workspace.misbehave({ match: operations['create-product'], times: 1, effect: { kind: 'cut', at: { answerShare: 0.5 } } })
    await person.attachAllToNew('Mug')
    await person.goTo('Activity')
    await person.expectQueue(/1 needs attention/)
    await showJobs(/^Needs attention/)
    await reads(jobs, /No answer came: “Mug” may have been created in the workspace\..*It exists: enter its ID.*Create again/s)
    await look('uncertain')
  })
})
