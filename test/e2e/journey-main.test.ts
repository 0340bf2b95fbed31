import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeJourneyPictures } from '../fixtures/journey-pictures.ts'
import { lackForBrowserTests, launchBrowser } from '../support/browser-host.ts'
import { listProducts, listSources } from '../support/compare-with-service.ts'
import { hashSent } from '../support/hash-sent.ts'
import { browserHostUnderTest, electronUnderTest, type OpenWindow } from '../support/open-window.ts'
import { createWindowPerson } from '../support/window-person.ts'
import { openEmbeddedWorkspace } from '../support/workspace-admin.ts'

const count = 8
const questions = ['What colours does it have?', 'Is the background white?']

for (const host of [electronUnderTest(), browserHostUnderTest()]) {
  const lack = host.lack ?? lackForBrowserTests()
  describe.skipIf(lack)(`the main journey in ${host.name}${lack ? ` (skipped: ${lack})` : ''}`, () => {
    let folder: string
    let pictures: readonly string[]
    let browser: Browser
    let opened: OpenWindow | undefined

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'packshot-journey-'))
      pictures = await makeJourneyPictures(count, join(folder, 'pictures'))
      browser = await launchBrowser()
      await host.prepare()
    })
    afterAll(async () => {
      await host.end()
      await browser.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    })
    afterEach(async () => {
      await opened?.close()
      opened = undefined
    })

    it(`signs in through the consent page, adds ${count} dropped photographs, asks, attaches to a new product, signs out`, async () => {
      const dataFolder = join(folder, 'data')
      opened = await host.open(dataFolder)
      const person = createWindowPerson(opened, browser)
      await person.trySample()
      const service = await openEmbeddedWorkspace(dataFolder)

      await person.drop(pictures)
      await person.expectPictures(count)
      for (const question of questions) await person.ask(question)
      await person.attachAllToNew('Harbour')
      // Right after the dialog, “All done” may still be about the questions: so what the workspace has counts.
      const attached = async () => (await listProducts(service)).map(({ name, attributes }) => [name, attributes.Images?.length])
      await expect.poll(attached, { timeout: 120_000 }).toEqual([['Harbour', count]])
      await person.expectQueue(/^All done$/, 120_000)

      const names = new Map((await listSources(service)).map((source) => [source.id, source]))
      expect([...names.values()].map(({ sha256 }) => sha256).sort()).toEqual((await Promise.all(pictures.map(hashSent))).sort())
      const [product] = await listProducts(service)
      expect(new Set(product?.attributes.Images)).toEqual(new Set(names.keys()))
      const analysed = (await service.requests('/v1/image/analysis')).filter((request) => request.outcome === 'committed')
      for (const question of questions) {
        const asked = analysed.filter(({ facts }) => facts.question === question)
        expect(new Set(asked.map(({ facts }) => facts.sha256)).size, question).toBe(count)
        expect(asked, question).toHaveLength(count)
      }

      await person.goTo('Questions')
      await person.page.getByText(`Answered (${count * 2})`).waitFor()
      await person.goTo('Library')
      await person.cells.first().click()
      const details = person.page.getByRole('region', { name: 'Details' })
      await details
        .getByText(questions[0] ?? '')
        .first()
        .waitFor()
      await details.getByText('Harbour').first().waitFor()

      await person.signOut()
      expect((await service.requests('/oauth2/revoke')).map(({ status }) => status)).toEqual([200])
      const signedOutAt = (await service.requests()).length
      await person.ask('What does the label say?')
      await person.expectQueue(/waiting for a workspace/)
      expect((await service.requests('/v1/')).filter(({ id }) => id > signedOutAt)).toEqual([])
    })

    // The same in each host: what a file input gives is the host’s own, and tested with it.
    if (host.name === 'Electron') return
    it('adds pictures through the file input immediately, before a workspace is connected', async () => {
      const dataFolder = join(folder, 'data-of-input')
      opened = await host.open(dataFolder)
      const person = createWindowPerson(opened, browser)
      await person.page.locator('input[type=file][aria-label="Add pictures"]').setInputFiles([...pictures.slice(0, 3)])
      await person.expectPictures(3)
      await person.expectQueue(/^3 jobs to do · waiting for a workspace$/)
      for (const path of pictures.slice(0, 3)) await person.page.getByRole('gridcell', { name: basename(path) }).waitFor()
      await person.ask(questions[0] ?? '')
      await person.trySample()
      await person.expectQueue(/^All done$/)
      const service = await openEmbeddedWorkspace(dataFolder)
      expect((await listSources(service)).map(({ sha256 }) => sha256).sort()).toEqual(
        (await Promise.all(pictures.slice(0, 3).map(hashSent))).sort(),
      )
      expect((await service.requests('/v1/image/analysis')).filter(({ outcome }) => outcome === 'committed')).toHaveLength(3)
    })
  })
}
