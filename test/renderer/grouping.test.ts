import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Locator, Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptOffer } from '../support/accept-offer.ts'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { chooseProduct } from '../support/choose-product.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { drawProduct } from '../support/draw-products.ts'
import { findReasonAgainstKeyring } from '../support/keyring-session.ts'
import { writePng } from '../support/open-test-core.ts'
import { packshot } from '../support/packshot-process.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'
import { groupBy } from './group-views.ts'
import { openRealWindow, type RealWindow } from './real-window.ts'

const lack = lackForBrowserTests() ?? (await findReasonAgainstKeyring())

const write = async (path: string): Promise<string> => {
  await mkdir(dirname(path), { recursive: true })
  await writePng(path, `seed of ${path}`)
  return path
}

/** The built app on a library with folders; the tests are a person's steps, one after the other. */
describe.skipIf(lack)(`the library in groups${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let workspace: WorkspaceProcess
  let real: RealWindow
  let page: Page
  let grid: Locator
  let cells: Locator
  let chosen: Locator
  const heads = (): Promise<(string | null)[]> =>
    grid.getByRole('checkbox').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  const names = (of: Locator): Promise<string[]> =>
    of.evaluateAll((all) => all.map((one) => /\w+\.png/.exec((one as HTMLElement).innerText)?.[0] ?? ''))
  const head = (name: string | RegExp) => grid.getByRole('checkbox', { name })
  const go = (screen: string) => page.getByRole('link', { name: screen }).click()
  const drop = async (...files: string[]) =>
    dragFilesOnto(page, '#main', await Promise.all(files.map((file) => write(join(real.folder, 'pictures', file)))))

  beforeAll(async () => {
    workspace = await startWorkspaceProcess()
    real = await openRealWindow({ theme: 'light', width: 1280, height: 800 }, async (dataFolder, folder) => {
      for (const file of ['SKU-10/IMG_1.png', 'SKU-2/IMG_10.png', 'SKU-2/IMG_2.png', 'SKU-2/IMG_3.png'])
        await write(join(folder, 'Shoot', file))
      expect(await packshot(['add', '--recursive', join(folder, 'Shoot')], { dataFolder })).toMatchObject({ code: 0 })
    })
    page = real.page
    grid = page.getByRole('grid', { name: 'Pictures' })
    cells = grid.getByRole('gridcell')
    chosen = grid.getByRole('gridcell', { selected: true })
    await page.getByRole('button', { name: 'Connect workspace' }).click()
    await page.locator('input[aria-label="Connection file"]').setInputFiles(workspace.connectionFile)
    await acceptOffer(page, real.allowAccess)
    await go('Library')
    await cells.nth(3).waitFor()
    await drop('a.png', 'b.png')
    await cells.nth(5).waitFor()
  })
  afterAll(async () => {
    await real?.close()
    await workspace?.remove()
  })

  it('shows each folder with its pictures, in natural order, in grid and list', async () => {
    await groupBy(page, 'Folder')
    const folders = ['SKU-2, 3 pictures', 'SKU-10, 1 picture', 'No folder, 2 pictures']
    await expect.poll(heads).toEqual(folders)
    const inOrder = ['IMG_2.png', 'IMG_3.png', 'IMG_10.png', 'IMG_1.png', 'a.png', 'b.png']
    await expect.poll(() => names(cells)).toEqual(inOrder)
    await page.getByRole('button', { name: 'Show as list' }).click()
    await expect.poll(heads).toEqual(folders)
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await expect.poll(() => names(cells)).toEqual(['IMG_10.png', 'IMG_3.png', 'IMG_2.png', 'IMG_1.png', 'b.png', 'a.png'])
    await page.getByRole('textbox', { name: 'Search the library' }).fill('img_1')
    await expect.poll(heads).toEqual(['SKU-2, 1 picture', 'SKU-10, 1 picture'])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await page.getByRole('button', { name: 'Show as grid' }).click()
    await expect.poll(() => names(cells)).toEqual(inOrder)
  })

  it('loses no key of a fast typist: an arrow before Home has selected its picture', async () => {
    await page.keyboard.press('Escape')
    await grid.focus()
    await expect.poll(() => chosen.count()).toBe(0)
    await grid.evaluate((element) => {
      for (const key of ['Home', 'ArrowDown']) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
    await expect.poll(() => names(chosen)).toEqual(['IMG_1.png'])
    await page.keyboard.press('Escape')
  })

  it('selects by keys: arrows cross groups, Ctrl+A is everything, G is the group', async () => {
    await grid.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => names(chosen)).toEqual(['IMG_1.png'])
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => names(chosen)).toEqual(['a.png'])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => names(chosen)).toEqual(['IMG_10.png'])
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => names(chosen)).toEqual(['IMG_10.png', 'IMG_1.png'])
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await expect.poll(() => names(chosen)).toEqual(['IMG_1.png'])
    await page.keyboard.press('Control+ArrowLeft')
    await page.keyboard.press('g')
    await expect.poll(() => chosen.count()).toBe(4)
    await page.keyboard.press('g')
    await expect.poll(() => names(chosen)).toEqual(['IMG_1.png'])
    await page.keyboard.press('Control+a')
    await expect.poll(() => chosen.count()).toBe(6)
    // Out of the grid's keys into a header, and back.
    await head(/^SKU-2/).focus()
    await page.keyboard.press('Space')
    await expect.poll(() => chosen.count()).toBe(3)
    await page.keyboard.press('End')
    await expect.poll(() => names(chosen)).toEqual(['b.png'])
    expect(await grid.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
  })

  it('says none, some or all of a group, and asks about exactly what was in it, although more came meanwhile', async () => {
    const some = head(/^No folder/).and(page.locator(':indeterminate'))
    await cells.last().click()
    await some.waitFor()
    await head(/^No folder/).click()
    await expect.poll(() => names(chosen)).toEqual(['a.png', 'b.png'])
    await expect.poll(() => head(/^No folder/).isChecked()).toBe(true)
    await drop('c.png')
    await expect.poll(heads).toContain('No folder, 3 pictures')
    await some.waitFor()
    await page.getByRole('button', { name: 'Ask…' }).first().click()
    await page.getByRole('textbox', { name: 'Question' }).fill('Is the background white?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('Answered (2)').waitFor()
    expect((await workspace.requests('/v1/image')).filter((request) => request.status === 200)).toHaveLength(2)
  })

  it('attaches a group, then shows it as its product’s, with the rest last; the grouping outlives the page', async () => {
    await go('Library')
    await page.getByRole('button', { name: 'Select none' }).click()
    await head(/^SKU-2/).click()
    await page.getByRole('button', { name: 'Attach to product' }).click()
    await chooseProduct(page, { create: 'Cup' })
    await page.getByRole('button', { name: 'Attach', exact: true }).click()
    type There = { products: { attributes: Record<string, string[]> }[] }
    const readList = async () => (await workspace.admin<There>('GET', 'products')).products[0]?.attributes.Images ?? []
    await expect.poll(readList).toHaveLength(3)
    await groupBy(page, 'Product')
    await expect.poll(heads).toEqual(['Cup, 3 pictures', 'No product, 4 pictures'])
    await groupBy(page, 'Date added')
    await expect
      .poll(async () => (await heads()).map((one) => /\d+ pictures?$/.exec(one ?? '')?.[0]))
      .toEqual(['1 picture', '2 pictures', '4 pictures'])
    await page.reload()
    await expect.poll(heads).toHaveLength(3)
  })

  it('shows the same picture in two sizes as one group, leaves one out and back, and keeps apart what is called different', async () => {
    const picture = await drawProduct({ kind: 'mug', seed: 4, color: 0, label: 0 }, 1_000)
    const [large, small] = [join(real.folder, 'mug_1000.png'), join(real.folder, 'mug_400.png')]
    await sharp(picture).toFile(large)
    await sharp(picture).resize(400).toFile(small)
    await groupBy(page, 'Similar pictures')
    await page.getByText('No similar pictures').waitFor()
    await dragFilesOnto(page, '#main', [small, large])
    const group = 'mug_1000.png, 2 pictures'
    await expect.poll(heads).toEqual([group])
    await expect.poll(() => names(cells)).toEqual(['mug_1000.png', 'mug_400.png'])
    await page.getByRole('button', { name: /^Leave out the others/ }).click()
    await page.getByText('No similar pictures').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(heads).toEqual([group])
    await page.getByRole('button', { name: /^These are different/ }).click()
    await page.getByText('No similar pictures').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(heads).toEqual([group])
    await page.getByRole('button', { name: /^These are different/ }).click()
    await page.getByText('No similar pictures').waitFor()
    // Also in a later window.
    await page.reload()
    await page.getByRole('button', { name: 'Kept apart…' }).click()
    await page.getByRole('button', { name: /^Group again: mug_/ }).click()
    await page.getByText('No pictures are kept apart.').waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect.poll(heads).toEqual([group])
  })
})
