import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { dragFilesOnto } from '../support/drag-files.ts'
import { lackForElectronTests } from '../support/electron-host.ts'
import { setUpElectronWithService } from '../support/electron-with-service.ts'
import { realBuild } from '../support/host-build.ts'
import { connectWithKey, countInLibrary } from '../support/library-page.ts'
import { findUpload, readUploads } from '../support/read-uploads.ts'

const lack = lackForElectronTests()
/** A folder for screenshots. */
const looks = process.env.PACKSHOT_SCREENSHOTS

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))
const drawn = (color: string) => sharp({ create: { width: 480, height: 320, channels: 3, background: color } })
const berlin = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' } }

/** A photographer's folder: a phone's HEIC, a Photoshop document, TIFF, WebP, and JPEGs of which one has a location. */
const writeShoot = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await copyFile(fixture('heic/wide colors.heic'), join(folder, 'phone.heic'))
  await copyFile(fixture('formats/print without a profile.psd'), join(folder, 'layers.psd'))
  await drawn('#c04020').tiff().toFile(join(folder, 'scan.tif'))
  await drawn('#20a0c0').webp().toFile(join(folder, 'web.webp'))
  await drawn('#40b060').withExif(berlin).jpeg().toFile(join(folder, 'placed.jpg'))
  await drawn('#8060c0').jpeg().toFile(join(folder, 'plain.jpg'))
}

const profile = {
  packshotProfile: 1,
  id: 'small-shop',
  revision: 1,
  name: 'Small shop',
  rules: [{ kind: 'edge', side: 'longest', most: 200 }],
}

describe.skipIf(lack)(`a folder of many formats${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const set = setUpElectronWithService()

  it('is planned before it is sent, uploaded as planned, shown beside what is sent, and fixed for a shop', async () => {
    const folder = join(set.folder(), 'shoot')
    await writeShoot(folder)
    const { page } = await set.open(realBuild)
    const look = async (name: string): Promise<void> => {
      if (looks) await page.screenshot({ path: join(looks, `formats-${name}.png`) })
    }
    const go = (screen: string) => page.getByRole('link', { name: screen }).click()
    const status = page.getByRole('status', { name: 'Queue' })
    const uploads = page.getByRole('region', { name: 'Uploads' })
    const details = page.getByRole('region', { name: 'Details' })
    const open = (name: string) => page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell', { name }).click()

    await connectWithKey(page, set.service().baseUrl)
    await page.getByRole('button', { name: 'Pause' }).click()
    await dragFilesOnto(page, '#main', [folder])
    await expect.poll(() => countInLibrary(page)).toBe(6)

    const locations = page.getByRole('region', { name: 'Locations in pictures' })
    await locations.getByText('1 picture contains a GPS location. Packshot removes it when it uploads.').waitFor()
    await look('library')
    await locations.getByRole('button', { name: 'Change this in Settings' }).click()
    await uploads.getByText('6 pictures not uploaded yet: 4 will be converted, 1 loses its location, 1 stays as it is.').waitFor()
    await look('plan')
    expect(readUploads(set.service())).toEqual([])
    await page.getByRole('button', { name: 'Resume' }).click()
    await status.getByText('All done').waitFor()
    await uploads.getByText('All pictures are uploaded.').waitFor()
    const sent = readUploads(set.service()).map(({ name, type }) => [name, type])
    expect(sent.toSorted()).toEqual(
      ['layers', 'phone', 'placed', 'plain', 'scan', 'web'].map((name) => [expect.stringMatching(`^${name}\\.`), 'image/jpeg']),
    )
    expect((await sharp(findUpload(set.service(), 'placed.jpg').bytes).metadata()).exif?.includes('GPS') ?? false).toBe(false)

    await go('Library')
    expect(await locations.count()).toBe(0)
    await open('phone.heic')
    const sides = details.getByRole('figure')
    await expect.poll(() => sides.count()).toBe(2)
    expect(await sides.nth(0).innerText()).toMatch(/Original\s+HEIC/)
    expect(await sides.nth(1).innerText()).toMatch(/Sent file\s+JPEG/)
    await details.getByText('The workspace has this file.').waitFor()
    await details.getByRole('button', { name: 'Enlarge the original, beside what is sent' }).click()
    const large = page.getByRole('dialog').getByRole('figure').locator('img')
    await expect.poll(() => large.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0))).toEqual([true, true])
    await look('compared')
    await page.keyboard.press('Escape')

    await go('Settings')
    await page.getByLabel('File with a requirement profile').setInputFiles({
      name: 'small.packshot-profile',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(profile)),
    })
    await page.getByRole('switch', { name: 'Check by Small shop' }).check({ force: true })
    await go('Library')
    await open('plain.jpg')
    const rules = details.getByRole('list', { name: /^Small shop/ }).getByRole('listitem')
    await rules.getByText('480').waitFor()
    await details.getByRole('button', { name: 'Fix… (Small shop)' }).click()
    await details.getByRole('region', { name: 'Plan' }).getByText('Originals stay as they are.').waitFor()
    await look('fix')
    await details.getByRole('button', { name: 'Fix 1 picture' }).click()
    await details.getByRole('button', { name: 'Take fixes back' }).waitFor()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Send again' }).click()
    await page
      .getByRole('dialog', { name: 'Send again' })
      .getByRole('button', { name: /^Send again/ })
      .click()
    await expect.poll(() => readUploads(set.service()).length).toBe(7)
    const { width } = await sharp(readUploads(set.service())[6]?.bytes).metadata()
    expect(width).toBe(200)
    // Only the file that is sent now passes.
    await details.getByText('all passed').waitFor()
  }, 120_000)
})
