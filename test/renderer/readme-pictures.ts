import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { chooseProduct } from '../support/choose-product.ts'
import { realBuild } from '../support/host-build.ts'
import { openRealWindow } from './real-window.ts'

/**
 * The README's pictures, from the built app with the sample workspace and the sample pictures:
 * `node test/renderer/readme-pictures.ts [FOLDER]`, after a build. Needs Chromium, dbus and gnome-keyring.
 */
const folder = process.argv[2] ?? fileURLToPath(new URL('../../.github/screenshots', import.meta.url))
const mostBytes = 250_000
await mkdir(folder, { recursive: true })
const { page, connectSample, close } = await openRealWindow({ theme: 'light', width: 1280, height: 848 })

const take = async (name: string): Promise<void> => {
  // Notifications disappear by themselves; the picture shows none.
  const notes = page.locator('.mantine-Notification-root')
  for (const note of await notes.getByRole('button', { name: 'Close' }).all()) await note.click().catch(() => {})
  while ((await notes.count()) > 0) await page.waitForTimeout(200)
  await page.mouse.move(5, 400)
  await page.waitForTimeout(600)
  const path = join(folder, `${name}.png`)
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(path)
  const { length } = await readFile(path)
  process.stdout.write(`${path} ${Math.round(length / 1000)} kB\n`)
  if (length > mostBytes) process.exitCode = 1
}

const go = (screen: string): Promise<void> => page.getByRole('link', { name: screen }).click()
const cell = (name: string) => page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell', { name })
const untilDone = (): Promise<void> => page.getByRole('status', { name: 'Queue' }).getByText('All done').waitFor()

const ask = async (question: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Question' }).fill(question)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText('Asked about').last().waitFor()
  await page.waitForTimeout(1_500)
  await untilDone()
}

const selectFour = async (on: Page): Promise<void> => {
  const cells = on.getByRole('gridcell')
  await cells.nth(0).click()
  await cells.nth(3).click({ modifiers: ['Shift'] })
}

/** A product for most of the pictures, and one whose pictures a person must tell apart. */
const matchByList = async (names: readonly string[]): Promise<void> => {
  const titles = names.map((name) => name.replace(/\.\w+$/, '')).slice(0, -2)
  const list = ['SKU,Name,Handle', ...titles.map((title, at) => `SKU-${1001 + at},${title},${title.toLowerCase().replaceAll(' ', '-')}`)]
  await page
    .locator('input[aria-label="Import product list"]')
    .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(list.join('\n')) })
  await page.getByRole('button', { name: 'Import products' }).click()
  await page
    .getByText(/products added/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await go('Match')
  await page.getByRole('button', { name: 'Match by rules…' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText(/pictures matched to/).waitFor()
  await take('match')
  await page.getByRole('button', { name: 'Attach to products…' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Attach \d+ pictures to|Create \d+ products)/ })
    .waitFor()
  await take('plan')
  await page.getByRole('button', { name: 'Cancel' }).click()
}

try {
  await connectSample()
  const pictures = join(realBuild, 'main/sample-pictures')
  const names = await readdir(pictures)
  await page.locator('input[aria-label="Add pictures"]').setInputFiles(names.map((name) => join(pictures, name)))
  await page.getByRole('gridcell').nth(11).waitFor()
  await page.waitForTimeout(1_500)
  await untilDone()

  await go('Questions')
  await ask('What are the main colors?')
  await ask('Is the background white?')
  await page.getByRole('textbox', { name: 'Question' }).fill('Is the picture sharp?')
  await page.getByText(/^12 requests/).waitFor()
  await page.getByRole('heading', { name: 'Questions' }).click()
  await take('ask')
  await page.getByRole('textbox', { name: 'Question' }).fill('')

  await go('Library')
  await selectFour(page)
  await page.getByRole('button', { name: 'Attach to product' }).click()
  await chooseProduct(page, { create: 'Autumn pantry' })
  await take('attach')
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  await page.waitForTimeout(1_500)
  await untilDone()
  await page.getByRole('button', { name: 'Select none' }).click()
  await cell('Olive oil 500 ml.jpg').click()
  await page.getByRole('region', { name: 'Details' }).getByRole('heading', { name: '2 answers' }).waitFor()
  await take('library')

  await matchByList(names)
  await go('Library')
  await cell('Olive oil 500 ml.jpg').click()

  // A product that doesn't exist, so that something needs a person.
  await page.getByRole('button', { name: 'Attach to product' }).click()
  await chooseProduct(page, { id: 'SKU-4711' })
  await page.getByRole('radio', { name: 'No, it has none' }).check()
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  await page.getByRole('status', { name: 'Queue' }).getByText('1 needs attention').waitFor()
  await go('Settings')
  await page.getByText('Dark', { exact: true }).click()
  await go('Activity')
  await page.getByText(/^All \(/).click()
  await take('activity-dark')
} finally {
  await close()
}
