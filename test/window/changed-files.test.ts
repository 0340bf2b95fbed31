import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { dragFilesOnto } from '../support/drag-files.ts'
import { lackForElectronTests } from '../support/electron-host.ts'
import { setUpElectronWithService } from '../support/electron-with-service.ts'
import { realBuild } from '../support/host-build.ts'
import { countInLibrary } from '../support/library-page.ts'

const lack = lackForElectronTests()
/** A folder for screenshots. */
const looks = process.env.PACKSHOT_SCREENSHOTS

describe.skipIf(lack)(`files that are added again with other content${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const set = setUpElectronWithService()

  it('are pictures of their own, and are offered as new versions: compared, used, taken back, and kept', async () => {
    const folder = join(set.folder(), 'shoot')
    await mkdir(folder)
    const paths = ['bottle.png', 'mug.png', 'plate.png'].map((name) => join(folder, name))
    const write = async (lightness: number): Promise<void> => {
      for (const [index, path] of paths.entries())
        await sharp({ create: { width: 240, height: 180, channels: 3, background: { r: lightness, g: 60 + index * 60, b: 120 } } }).toFile(
          path,
        )
    }
    await write(40)
    const { page } = await set.open(realBuild)
    await dragFilesOnto(page, '#main', paths)
    await expect.poll(() => countInLibrary(page)).toBe(3)
    await write(220)
    await dragFilesOnto(page, '#main', paths)
    const line = page.getByRole('region', { name: 'Changed files' })
    await line.getByText('3 files have changed since they were added').waitFor()
    if (looks) await page.screenshot({ path: join(looks, 'changed-line.png') })
    expect(await countInLibrary(page)).toBe(6)

    await line.getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Use as new version' }).nth(2).waitFor()
    if (looks) await page.screenshot({ path: join(looks, 'changed-compare.png') })
    await dialog.getByRole('button', { name: 'Use as new version' }).first().click()
    await expect.poll(() => countInLibrary(page)).toBe(5)
    await dialog.getByRole('button', { name: 'Keep both' }).first().click()
    await expect.poll(() => dialog.getByRole('button', { name: 'Keep both' }).count()).toBe(1)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => countInLibrary(page)).toBe(6)
    await line.getByText('2 files have changed since they were added').waitFor()
    await line.getByRole('button', { name: 'Use as new versions' }).click()
    await expect.poll(() => countInLibrary(page)).toBe(4)
    await line.waitFor({ state: 'hidden' })

    const changed = page.getByRole('grid', { name: 'Pictures' }).locator('img[src$="?v=2"]')
    await changed.first().click()
    await page.getByRole('button', { name: 'Make it a picture of its own' }).waitFor()
    if (looks) await page.screenshot({ path: join(looks, 'changed-details.png') })
    await page.getByRole('button', { name: 'Make it a picture of its own' }).click()
    await expect.poll(() => countInLibrary(page)).toBe(5)
    await expect.poll(() => changed.count()).toBe(1)
  }, 120_000)
})
