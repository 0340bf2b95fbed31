import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { noProfileForPlace } from '../../shared/checks/requirement-profiles-words.ts'
import { chooseProduct } from '../support/choose-product.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { lackForElectronTests } from '../support/electron-host.ts'
import { setUpElectronWithService } from '../support/electron-with-service.ts'
import { realBuild } from '../support/host-build.ts'
import { connectWithKey, countInLibrary } from '../support/library-page.ts'

const lack = lackForElectronTests()
/** A folder for screenshots. */
const looks = process.env.PACKSHOT_SCREENSHOTS

/** Too small for both of Amazon’s profiles, and not on white, which only the one for the main image requires. */
const writeShoot = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const colors = { 'box.jpg': '#40b060', 'front.jpg': '#c04020', 'side.jpg': '#20a0c0' }
  for (const [name, background] of Object.entries(colors))
    await sharp({ create: { width: 480, height: 480, channels: 3, background } })
      .jpeg()
      .toFile(join(folder, name))
}

describe.skipIf(lack)(`shop checks by place${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const set = setUpElectronWithService()

  it('marks, filter, counts, details and the product agree on which picture a profile is about, also after its order changed', async () => {
    const folder = join(set.folder(), 'shoot')
    await writeShoot(folder)
    const { page } = await set.open(realBuild)
    const grid = page.getByRole('grid', { name: 'Pictures' })
    const details = page.getByRole('region', { name: 'Details' })
    const go = (screen: string) => page.getByRole('link', { name: screen }).click()
    const cell = (name: string) => grid.getByRole('gridcell', { name })
    const look = async (name: string): Promise<void> => {
      if (!looks) return
      for (const colorScheme of ['light', 'dark'] as const)
        for (const [width, height] of [
          [1280, 800],
          [900, 600],
        ] as const) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height })
          await details
            .getByText(noProfileForPlace)
            .scrollIntoViewIfNeeded({ timeout: 500 })
            .catch(() => {})
          await page.screenshot({ path: join(looks, `by-place-${name}-${colorScheme}-${width}.png`) })
        }
    }
    const marks = async () =>
      (await grid.getByRole('gridcell').allInnerTexts()).map((text) => {
        const [, name] = text.match(/(\w+\.jpg)/) ?? []
        return `${name}: ${text.match(/(\d+) shop rules? fails?/)?.[1] ?? 0}`
      })
    const expectMarks = (...wanted: readonly string[]) => expect.poll(marks).toEqual(wanted)
    const filterBy = async (option: string) => {
      await page.getByRole('combobox', { name: 'Check' }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    const expectFailing = async (profile: string, ...wanted: readonly string[]) => {
      await filterBy(`Fails ${profile}`)
      await expect.poll(async () => (await marks()).map((one) => one.split(':')[0])).toEqual(wanted)
      await filterBy('Any check')
    }

    await connectWithKey(page, set.service().baseUrl)
    await dragFilesOnto(page, '#main', [folder])
    await expect.poll(() => countInLibrary(page)).toBe(3)
    await go('Settings')
    for (const name of ['Amazon main image', 'Amazon other images'])
      await page.getByRole('switch', { name: `Check by ${name}` }).check({ force: true })
    await go('Library')
    await expectMarks('box.jpg: 3', 'front.jpg: 3', 'side.jpg: 3')

    await cell('front.jpg').click()
    await cell('side.jpg').click({ modifiers: ['ControlOrMeta'] })
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Attach to product' }).click()
    await chooseProduct(page, { create: 'Mug' })
    await page.getByRole('dialog').getByRole('button', { name: 'Attach', exact: true }).click()
    await expectMarks('box.jpg: 3', 'front.jpg: 2', 'side.jpg: 1')
    await expectFailing('Amazon main image', 'box.jpg', 'front.jpg')
    await expectFailing('Amazon other images', 'box.jpg', 'side.jpg')

    await go('Settings')
    const group = page.getByRole('region', { name: 'Shop checks' })
    await page.getByRole('switch', { name: 'Check by Amazon other images' }).uncheck({ force: true })
    await group.getByText('2 pictures fail a rule.').waitFor()
    await go('Library')
    await expectMarks('box.jpg: 2', 'front.jpg: 2', 'side.jpg: 0')
    await cell('side.jpg').click()
    await details.getByText(noProfileForPlace).waitFor()
    await look('no-profile')

    await go('Products')
    await page.getByRole('button', { name: 'Reversed', exact: true }).click()
    await page.getByRole('button', { name: 'Save list' }).click()
    const ofProduct = page.getByRole('region', { name: 'Shop checks: Images' })
    await ofProduct.getByText('Amazon main image').click()
    await ofProduct.getByRole('list', { name: 'Main picture: side.jpg' }).waitFor()
    await go('Library')
    await expectMarks('box.jpg: 2', 'front.jpg: 0', 'side.jpg: 2')
    await expectFailing('Amazon main image', 'box.jpg', 'side.jpg')
  }, 120_000)
})
