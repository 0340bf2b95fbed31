import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { makeTestPicture } from '../fixtures/test-pictures.ts'
import { type ElectronHost, lackForElectronTests } from '../support/electron-host.ts'
import { setUpElectronWithService } from '../support/electron-with-service.ts'
import { realBuild } from '../support/host-build.ts'
import { countInLibrary } from '../support/library-page.ts'

const lack = lackForElectronTests()

type Seen = { readonly bodies: readonly string[]; readonly sounds: number }

/** Nobody looks at the window. Notifications are noted; the person chooses `folder` in the system’s dialog. */
const leaveAlone = ({ app }: ElectronHost, folder: string): Promise<void> =>
  app.evaluate(({ dialog, BrowserWindow, Notification }, chosen) => {
    const seen = { shown: [] as Electron.Notification[] }
    Object.assign(globalThis, { seen })
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
    BrowserWindow.prototype.isFocused = () => false
    Notification.isSupported = () => true
    Notification.prototype.show = function () {
      seen.shown.push(this)
    }
  }, folder)

const seenBy = ({ app }: ElectronHost): Promise<Seen> =>
  app.evaluate(() => {
    const { shown } = (globalThis as unknown as { seen: { shown: Electron.Notification[] } }).seen
    return { bodies: shown.map(({ body }) => body), sounds: shown.filter(({ silent }) => !silent).length }
  })

const clickLast = ({ app }: ElectronHost): Promise<unknown> =>
  app.evaluate(() => (globalThis as unknown as { seen: { shown: Electron.Notification[] } }).seen.shown.at(-1)?.emit('click'))

describe.skipIf(lack)(`watched folders over night${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const set = setUpElectronWithService()

  it('bring what two of them got, through a kill, and say it in one notification, which leads to the pictures', async () => {
    const folders = ['studio', 'phone'].map((name) => join(set.folder(), name)) as [string, string]
    for (const folder of folders) await mkdir(folder)
    let host = await set.open(realBuild)
    for (const [at, folder] of folders.entries()) {
      await leaveAlone(host, folder)
      await host.page.getByRole('link', { name: 'Settings' }).click()
      await host.page.getByRole('button', { name: 'Watch a folder…' }).click()
      await host.page.getByRole('dialog').getByRole('button', { name: 'Watch folder' }).click()
      await expect.poll(() => host.page.getByRole('button', { name: /^Rules for/ }).count()).toBe(at + 1)
    }
    const put = async (folder: string, seed: number): Promise<void> =>
      writeFile(join(folder, `IMG_${seed}.jpg`), await makeTestPicture(seed))
    for (let seed = 0; seed < 40; seed++) await put(folders[seed % 2] as string, seed)
    // Time itself: a card reader takes its time, but a file that hasn't grown for two looks, two seconds each, is taken for whole.
    const slow = await makeTestPicture(100, { bytes: 400_000 })
    for (let at = 0; at < slow.length; at += 20_000) {
      await appendFile(join(folders[0], 'slow.jpg'), slow.subarray(at, at + 20_000))
      await sleep(150)
    }
    await host.kill()
    for (let seed = 40; seed < 60; seed++) await put(folders[1], seed)
    host = await set.open(realBuild)
    await leaveAlone(host, '')
    await writeFile(join(folders[1], 'broken.jpg'), 'no picture')
    const said = '62 pictures from 2 folders: 61 added, 1 refused.'
    await expect.poll(async () => (await seenBy(host)).bodies, { timeout: 600_000 }).toEqual([said])
    expect((await seenBy(host)).sounds).toBe(1)
    await host.page.getByRole('link', { name: 'Activity' }).click()
    await clickLast(host)
    await host.page.getByRole('region', { name: 'From watched folders' }).getByText(said).waitFor()
    expect(await countInLibrary(host.page)).toBe(61)
    // Time itself: a second notification would come within half a minute, and the window's time can't be moved on.
    await sleep(40_000)
    expect((await seenBy(host)).bodies).toHaveLength(1)
  })
})
