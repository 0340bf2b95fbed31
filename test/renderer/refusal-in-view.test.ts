import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptOffer } from '../support/accept-offer.ts'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { findReasonAgainstKeyring } from '../support/keyring-session.ts'
import { openTestCore, writePng } from '../support/open-test-core.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'
import { openRealWindow, type RealWindow } from './real-window.ts'

const lack = lackForBrowserTests() ?? (await findReasonAgainstKeyring())

const seed = async (dataFolder: string, folder: string): Promise<void> => {
  await mkdir(join(folder, 'shoot'))
  for (const name of ['a.png', 'b.png', 'c.png']) await writePng(join(folder, 'shoot', name), name)
  const test = await openTestCore(dataFolder)
  await test.client.intake.add({ named: [join(folder, 'shoot')], recursive: true, upload: false })
  await test.core.stop()
}

describe.skipIf(lack)(`a refusal is shown where a person looks${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let workspace: WorkspaceProcess
  let real: RealWindow
  let page: Page
  const answers = () => page.getByRole('region', { name: 'Answers' })
  const ask = async (question: string) => {
    await page.getByRole('link', { name: 'Questions' }).click()
    await page.getByRole('textbox', { name: 'Question' }).fill(question)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
  }

  beforeAll(async () => {
    workspace = await startWorkspaceProcess()
    real = await openRealWindow({ theme: 'light', width: 1280, height: 800 }, seed)
    page = real.page
  })
  afterAll(async () => {
    await real?.close()
    await workspace?.remove()
  })

  it('says under the question that a workspace is needed, and never that answers are on the way', async () => {
    await ask('Is the background white?')
    await page.getByText('3 questions waiting').first().waitFor()
    await page.getByRole('region', { name: 'Holds' }).getByText('All work waits. Connect a workspace to start.').waitFor()
    expect(await page.getByText('on the way').count()).toBe(0)
  })

  it('says the same of a subscription that is off, with what to do, and goes on once it is on', async () => {
    await workspace.admin('POST', 'switches', { apiSubscription: false })
    await page.getByRole('button', { name: 'Connect workspace' }).click()
    await page.locator('input[aria-label="Connection file"]').setInputFiles(workspace.connectionFile)
    await acceptOffer(page, real.allowAccess)
    const hold = page.getByRole('region', { name: 'Holds' })
    await hold.getByText(/API subscription/).waitFor()
    await page.getByText('3 questions waiting').first().waitFor()
    expect(await page.getByText('on the way').count()).toBe(0)
    await workspace.admin('POST', 'switches', { apiSubscription: true })
    await hold.getByRole('button', { name: 'Try now' }).click()
    await page.getByText('Answered (3)').waitFor()
    await hold.waitFor({ state: 'detached' })
  })

  it('leads from the line at the bottom to the work that it is about', async () => {
    await page.getByRole('status', { name: 'Queue' }).getByRole('button').click()
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor()
    expect(await answers().count()).toBe(0)
  })
})
