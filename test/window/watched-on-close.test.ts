import { once } from 'node:events'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type ElectronHost, lackForElectronTests } from '../support/electron-host.ts'
import { setUpElectronWithService } from '../support/electron-with-service.ts'
import { realBuild } from '../support/host-build.ts'
import { connectWithKey } from '../support/library-page.ts'
import { readUploads } from '../support/read-uploads.ts'

const lack = lackForElectronTests()
/** A folder for screenshots. */
const looks = process.env.PACKSHOT_SCREENSHOTS

const draw = async (path: string, color: string): Promise<void> => {
  const picture = { create: { width: 240, height: 180, channels: 3 as const, background: color } }
  await writeFile(`${path}.part`, await sharp(picture).jpeg().toBuffer())
  await rename(`${path}.part`, path)
}

describe.skipIf(lack)(`closing the window while a folder is watched${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const set = setUpElectronWithService()

  const closeWindow = ({ app }: ElectronHost) => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  const windows = ({ app }: ElectronHost) => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  const showAgain = async ({ app }: ElectronHost): Promise<Page> => {
    const shown = app.waitForEvent('window')
    await app.evaluate(({ app: electron }) => electron.emit('activate'))
    const page = await shown
    return page
  }
  const watch = async ({ app, page }: ElectronHost, folder: string): Promise<void> => {
    await app.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
    }, folder)
    await connectWithKey(page, set.service().baseUrl)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Watch a folder…' }).click()
    await page.getByRole('button', { name: 'Watch folder' }).click()
    await page.getByRole('region', { name: 'Watched folders' }).getByText('1 picture added').waitFor()
    await expect.poll(() => readUploads(set.service()).length).toBe(1)
    // With work left, the question would be another one.
    await page.getByRole('status', { name: 'Queue' }).getByText('All done').waitFor()
  }
  /** Chosen by keyboard. */
  const chooseOnClose = async (page: Page, from: string, key: string, to: string): Promise<void> => {
    const choices = page.getByRole('radiogroup', { name: 'When the window is closed' })
    await choices.getByRole('radio', { name: from }).focus()
    await page.keyboard.press(key)
    await expect.poll(() => choices.getByRole('radio', { name: to }).isChecked()).toBe(true)
  }

  it('asks, and goes on watching without the window when its work is done; asks no more if the person says so', async () => {
    const folder = join(set.folder(), 'shoot')
    await mkdir(folder)
    await draw(join(folder, 'bottle.jpg'), '#204080')
    const host = await set.open(realBuild)
    await watch(host, folder)

    await host.app.evaluate(({ Tray }) => {
      Tray.prototype.setToolTip = (words) => void Object.assign(globalThis, { trayWords: words })
    })
    await host.answerDialogs([2, 0])
    await closeWindow(host)
    await expect.poll(async () => (await host.dialogs()).length).toBe(1)
    expect((await host.dialogs())[0]).toMatchObject({
      message: 'Keep watching “shoot”?',
      buttons: ['Keep watching in background', 'Quit', 'Keep the window open'],
      checkboxLabel: 'Don’t ask again. You can change this in Settings.',
    })
    expect(await windows(host)).toBe(1)
    await closeWindow(host)
    await expect.poll(() => windows(host)).toBe(0)
    const trayWords = await host.app.evaluate(() => (globalThis as unknown as { trayWords: string }).trayWords)
    expect(trayWords).toBe('Packshot is watching “shoot”')
    await draw(join(folder, 'mug.jpg'), '#802040')
    await expect.poll(() => readUploads(set.service()).length).toBe(2)
    // Its queue is empty once more, and yet it goes on.
    await draw(join(folder, 'bowl.jpg'), '#208040')
    await expect.poll(() => readUploads(set.service()).length).toBe(3)
    expect(host.app.process().exitCode).toBeNull()

    let page = await showAgain(host)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('region', { name: 'Watched folders' }).getByText('3 pictures added').waitFor()
    await chooseOnClose(page, 'Ask', 'ArrowRight', 'Keep watching')
    if (looks) await page.screenshot({ path: join(looks, 'watched-on-close.png') })
    await closeWindow(host)
    await expect.poll(() => windows(host)).toBe(0)
    expect(await host.dialogs()).toHaveLength(2)
    page = await showAgain(host)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'More for shoot' }).click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await page.getByText('Pictures that come meanwhile are added when you resume.').waitFor()
    const ended = once(host.app.process(), 'exit')
    await closeWindow(host)
    expect((await ended)[0]).toBe(0)
  }, 180_000)

  it('quits if that is chosen, from then on without a question, until the setting is changed', async () => {
    const folder = join(set.folder(), 'shoot')
    await mkdir(folder)
    await draw(join(folder, 'bottle.jpg'), '#204080')
    const first = await set.open(realBuild)
    await watch(first, folder)
    await first.app.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: true })
    })
    const firstEnded = once(first.app.process(), 'exit')
    await closeWindow(first)
    expect((await firstEnded)[0]).toBe(0)

    const second = await set.open(realBuild)
    await second.page.getByRole('link', { name: 'Settings' }).click()
    const quit = second.page.getByRole('radio', { name: 'Quit' })
    await expect.poll(() => quit.isChecked()).toBe(true)
    const secondEnded = once(second.app.process(), 'exit')
    await closeWindow(second)
    expect((await secondEnded)[0]).toBe(0)

    const third = await set.open(realBuild)
    await third.page.getByRole('link', { name: 'Settings' }).click()
    await chooseOnClose(third.page, 'Quit', 'ArrowRight', 'Ask')
    await third.answerDialogs([2])
    await closeWindow(third)
    await expect.poll(async () => (await third.dialogs()).length).toBe(1)
  }, 180_000)
})
