import { createHash } from 'node:crypto'
import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type ElectronHost, lackForElectronTests } from '../support/electron-host.ts'
import { setUpElectronWithService } from '../support/electron-with-service.ts'
import { realBuild } from '../support/host-build.ts'
import { connectWithKey, countInLibrary } from '../support/library-page.ts'
import { readUploads } from '../support/read-uploads.ts'

const lack = lackForElectronTests()
/** A folder for screenshots. */
const looks = process.env.PACKSHOT_SCREENSHOTS

const draw = (path: string, color: string): Promise<unknown> =>
  sharp({ create: { width: 240, height: 180, channels: 3, background: color } })
    .jpeg()
    .toFile(path)

/** The person chooses this folder in the system’s dialog. */
const chooseInDialog = ({ app }: ElectronHost, folder: string): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, folder)

describe.skipIf(lack)(`a watched folder${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const set = setUpElectronWithService()

  it('brings its pictures by itself: those in it, new and replaced ones, after it was unplugged and after a restart, each once', async () => {
    const folder = join(set.folder(), 'shoot')
    await mkdir(folder)
    await draw(join(folder, 'bottle.jpg'), '#204080')
    await draw(join(folder, 'mug.jpg'), '#802040')
    await writeFile(join(folder, 'notes.txt'), 'words')
    const first = await set.open(realBuild)
    let { page } = first
    await chooseInDialog(first, folder)
    const look = async (name: string): Promise<void> => {
      if (looks) await page.screenshot({ path: join(looks, `watched-${name}.png`) })
    }
    const go = (screen: string) => page.getByRole('link', { name: screen }).click()
    const group = () => page.getByRole('region', { name: 'Watched folders' })
    const line = () => page.getByRole('region', { name: 'From watched folders' })
    const uploaded = (): number => readUploads(set.service()).length

    await connectWithKey(page, set.service().baseUrl)
    await go('Settings')
    await group().getByRole('button', { name: 'Watch a folder…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Watch “shoot”' })
    await dialog.getByText('It has 2 pictures now. 1 other file is ignored.').waitFor()
    await look('dialog')
    await dialog.getByRole('button', { name: 'Watch folder' }).click()
    await group().getByText('2 pictures added · 1 other file ignored').waitFor()
    await look('settings')

    await draw(join(folder, 'plate.jpg'), '#208040')
    await writeFile(join(folder, 'broken.jpg'), 'no picture')
    await go('Library')
    await line().getByText('4 pictures from “shoot”: 3 added, 1 refused.').waitFor()
    await expect.poll(uploaded).toBe(3)
    await look('library')
    await line().getByRole('button', { name: 'Show refused' }).click()
    await page.getByRole('dialog', { name: 'Files that were not added' }).getByText('broken.jpg').waitFor()
    await page.keyboard.press('Escape')
    await line().getByRole('button', { name: 'Dismiss' }).click()
    await line().waitFor({ state: 'hidden' })

    // Another program saves it again with other content.
    await draw(join(folder, 'mug.jpg'), '#c0a020')
    await line().getByText('1 picture from “shoot”: 1 changed.').waitFor()
    await look('changed')
    await line().getByRole('button', { name: 'Show changed' }).click()
    await page.getByRole('dialog', { name: 'Files that have changed' }).getByRole('button', { name: 'Use as new version' }).click()
    await expect.poll(() => countInLibrary(page)).toBe(3)

    await rename(folder, `${folder} unplugged`)
    await go('Settings')
    await group().getByText('The folder “shoot” is not there. Its pictures stay in the library.').waitFor()
    await look('unplugged')
    await copyFile(join(`${folder} unplugged`, 'plate.jpg'), join(`${folder} unplugged`, 'again.jpg'))
    await draw(join(`${folder} unplugged`, 'vase.jpg'), '#402080')
    await rename(`${folder} unplugged`, folder)
    await group().getByText('5 pictures added').waitFor()
    await expect.poll(uploaded).toBe(5)
    await first.kill()

    await draw(join(folder, 'night.jpg'), '#101030')
    const second = await set.open(realBuild)
    page = second.page
    // What was not dismissed is said again, with what came since.
    await line().getByText('3 pictures from “shoot”: 2 added, 1 changed.').waitFor()
    await expect.poll(() => countInLibrary(page)).toBe(5)
    await look('restarted')
    await line().getByRole('button', { name: 'Show pictures' }).click()
    await page.getByRole('button', { name: 'Group by date added' }).waitFor()
    const contents = readUploads(set.service()).map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))
    expect(new Set(contents).size).toBe(contents.length)
  }, 180_000)
})
