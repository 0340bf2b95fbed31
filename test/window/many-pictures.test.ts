import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largeLibraryName, makeLargeLibrary } from '../fixtures/large-library.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { type ElectronHost, lackForElectronTests, openElectronHost } from '../support/electron-host.ts'
import { realBuild } from '../support/host-build.ts'

const lack = lackForElectronTests()
const pictures = 20_000
/** The design's limit, whatever the library holds. */
const mostRows = 300
/** ms until 20,000 pictures are removed, or back: 13 and 16 s on a quiet machine, over 90 on a busy one. */
const forAllPictures = 600_000

let folder: string
let display: Display | undefined
let host: ElectronHost

const grid = () => host.page.getByRole('grid', { name: 'Pictures' })

/** The names of the visible cells, by their index in the whole library. */
const namesInView = async (): Promise<Map<number, string>> => {
  const found = await grid().evaluate((element) =>
    [...element.querySelectorAll('[role=gridcell][aria-selected]')].map((cell) => {
      const index = Number(cell.id.replace('picture-', ''))
      return [index, cell.querySelector('[title]')?.textContent?.split('/').at(-1) ?? ''] as const
    }),
  )
  return new Map(found)
}

/** Scrolls to a fraction of the whole height (0–1), a step a frame, and returns the most rows and cells that existed at once. */
const scrollTo = (part: number, steps: number): Promise<number> =>
  grid().evaluate(
    async (element, [target, count]) => {
      let most = 0
      const start = element.scrollTop
      const end = target * (element.scrollHeight - element.clientHeight)
      for (let step = 1; step <= count; step++) {
        element.scrollTop = start + ((end - start) * step) / count
        await new Promise(requestAnimationFrame)
        most = Math.max(most, element.querySelectorAll('[role=row], [role=gridcell]').length)
      }
      return most
    },
    [part, steps] as const,
  )

/** Once all visible cells have their data, checks that each is the picture at its index; `nameAt` returns its name. */
const expectNames = async (nameAt: (index: number) => string): Promise<readonly number[]> => {
  await expect.poll(() => grid().locator('[aria-busy]').count()).toBe(0)
  const names = await namesInView()
  expect(names.size).toBeGreaterThan(4)
  expect(Object.fromEntries(names)).toEqual(Object.fromEntries([...names.keys()].map((index) => [index, nameAt(index)])))
  return [...names.keys()].sort((a, b) => a - b)
}

/** The widths of lists on the page that are drawn again in each frame of a scroll: lower boxes are lines of text, narrower ones scroll bars. */
const readRedrawnWidths = async (): Promise<readonly number[]> => {
  const tools = await host.app.context().newCDPSession(host.page)
  const layers = new Promise<
    readonly { readonly scrollRects?: readonly { readonly type: string; readonly rect: { width: number; height: number } }[] }[]
  >((resolve) => tools.on('LayerTree.layerTreeDidChange', ({ layers: all }) => all && resolve(all)))
  await tools.send('DOM.enable')
  await tools.send('LayerTree.enable')
  await grid().evaluate((element) => element.scrollBy({ top: 1 }))
  const rects = (await layers).flatMap(({ scrollRects = [] }) => scrollRects)
  await tools.detach()
  const lists = rects.filter(({ type, rect: { width, height } }) => type === 'RepaintsOnScroll' && width > 100 && height > 100)
  return lists.map(({ rect }) => rect.width)
}

/** The newest is first. */
const newestFirst = (index: number): string => largeLibraryName(pictures - 1 - index)

describe.skipIf(lack)(`The library with ${pictures} pictures${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-many-'))
    await makeLargeLibrary(folder, { pictures, waiting: 50, baseUrl: 'http://127.0.0.1:9', isActive: true, thumbnails: 8 })
    display = process.platform === 'linux' ? await startDisplay() : undefined
    host = await openElectronHost({ build: realBuild, dataFolder: folder, display: display?.name })
    await grid().locator('[role=gridcell][aria-selected]').first().waitFor()
  })
  afterAll(async () => {
    await host?.close()
    await display?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('scrolls as a layer of its own: its scroll bar is drawn again in each frame, its pictures are not', async () => {
    expect(await readRedrawnWidths()).toEqual([])
    if (process.platform !== 'linux') return
    // Many styles would undo it on a screen of low density, where text is smoothed by colors: the check finds that.
    const style = await grid().evaluateHandle((element) => {
      element.style.background = 'transparent'
      return element.style
    })
    expect(await readRedrawnWidths()).toHaveLength(1)
    await style.evaluate((given) => given.removeProperty('background'))
  })

  it('shows the newest first, and the grid reports its total number of rows', async () => {
    const shown = await expectNames(newestFirst)
    expect(shown[0]).toBe(0)
    const [rows, columns] = [Number(await grid().getAttribute('aria-rowcount')), Number(await grid().getAttribute('aria-colcount'))]
    expect(rows).toBe(Math.ceil(pictures / columns))
  })

  it('after scrolling to the end and back to the middle, each cell is the picture at its index, and only visible ones exist', async () => {
    const most = [await scrollTo(1, 60)]
    expect((await expectNames(newestFirst)).at(-1)).toBe(pictures - 1)
    most.push(await scrollTo(0.5, 30))
    const middle = await expectNames(newestFirst)
    expect(Math.abs((middle[0] ?? 0) - pictures / 2)).toBeLessThan(100)
    expect(Math.max(...most)).toBeLessThanOrEqual(mostRows)
  })

  it('End and Home on the keyboard move to the last and the first picture', async () => {
    await grid().focus()
    await host.page.keyboard.press('End')
    await expect.poll(async () => (await namesInView()).get(pictures - 1)).toBe(largeLibraryName(0))
    await expect.poll(() => grid().getAttribute('aria-activedescendant')).toBe(`picture-${pictures - 1}`)
    await host.page.keyboard.press('Home')
    await expect.poll(async () => (await namesInView()).get(0)).toBe(newestFirst(0))
  })

  it('the keyboard can select all pictures, including those out of view', async () => {
    await grid().focus()
    await host.page.keyboard.press('Control+a')
    await expect.poll(() => host.page.getByRole('region', { name: 'Selection' }).innerText()).toContain('20,000')
    await scrollTo(0.5, 5)
    await expectNames(newestFirst)
    expect(await grid().locator('[role=gridcell][aria-selected=false]').count()).toBe(0)
    await grid().focus()
    await host.page.keyboard.press('Escape')
    await expect.poll(() => grid().locator('[role=gridcell][aria-selected=true]').count()).toBe(0)
  })

  it('an action right after Ctrl A is about all pictures, and its Undo brings all of them back', async () => {
    await grid().focus()
    await host.page.keyboard.press('Control+a')
    await host.page.keyboard.press('Delete')
    await host.page.getByRole('button', { name: 'Remove 20,000 pictures' }).click()
    await host.page.getByText('20,000 pictures removed').waitFor({ timeout: forAllPictures })
    await host.page.getByText('No pictures yet').waitFor()
    await host.page.getByRole('button', { name: 'Undo' }).click()
    await host.page.getByText('20,000 pictures back in the library').waitFor({ timeout: forAllPictures })
    await expectNames(newestFirst)
    expect(await grid().locator('[role=gridcell][aria-selected=true]').count()).toBe(0)
  })

  it('Escape right after Ctrl A selects nothing', async () => {
    await grid().focus()
    await host.page.keyboard.press('Control+a')
    await host.page.keyboard.press('Escape')
    await host.page.keyboard.press('Home')
    await expect.poll(() => host.page.getByRole('region', { name: 'Details' }).innerText()).toContain(newestFirst(0))
    expect(await grid().locator('[role=gridcell][aria-selected=true]').count()).toBe(1)
  })

  it('Shift End selects from one picture to the last, wherever they are by then', async () => {
    await grid().focus()
    await host.page.keyboard.press('Home')
    await host.page.keyboard.press('ArrowRight')
    await host.page.keyboard.press('Shift+End')
    await expect.poll(() => host.page.getByRole('region', { name: 'Selection' }).innerText()).toContain('19,999')
    await scrollTo(0, 5)
    await expectNames(newestFirst)
    expect(await grid().locator('[role=gridcell][aria-selected=false]').count()).toBe(1)
    await host.page.keyboard.press('Escape')
    await expect.poll(() => grid().locator('[role=gridcell][aria-selected=true]').count()).toBe(0)
  })

  it('a clicked picture in the lowest row moves out from under the selection bar, and stays in place for a double click', async () => {
    const box = await grid().boundingBox()
    if (!box) throw new Error('the grid is not shown')
    const press = { x: box.x + box.width / 3, y: box.y + box.height - 90 }
    // A row that ends under the bar, which the click opens.
    await grid().evaluate((element) => {
      const row = element.querySelector('[role=row]')?.getBoundingClientRect().height ?? 0
      element.scrollTop = Math.ceil(element.clientHeight / row) * row - element.clientHeight - 10
    })
    // Cells from before the scrolling are correct too, and would move from under the pointer a moment later.
    await expect.poll(async () => (await namesInView()).has(0)).toBe(true)
    await expectNames(newestFirst)
    await host.page.mouse.click(press.x, press.y)
    const chosen = grid().locator('[role=gridcell][aria-selected=true]')
    await chosen.waitFor()
    const bar = host.page.getByRole('region', { name: 'Selection' })
    const overlap = async (): Promise<number> => {
      const [cell, above] = [await chosen.boundingBox(), await bar.boundingBox()]
      return cell && above ? cell.y + cell.height - above.y : Number.NaN
    }
    expect(await overlap()).toBeGreaterThan(0)
    await expect.poll(overlap).toBeLessThanOrEqual(0)
    await grid().focus()
    await host.page.keyboard.press('Escape')
    await expect.poll(() => chosen.count()).toBe(0)
  })

  it('a search shows only the matches, from the top', async () => {
    await host.page.getByRole('textbox', { name: 'Search the library' }).fill('0123')
    // Of 000000 to 019999: 0123 and two digits, 00123 and one, 000123, 010123.
    const matching = Array.from({ length: pictures }, (_, index) => newestFirst(index)).filter((name) => name.includes('0123'))
    expect(matching).toHaveLength(112)
    await expect.poll(() => grid().getAttribute('aria-rowcount')).not.toBe(String(Math.ceil(pictures / 4)))
    await expect.poll(() => host.page.locator('main').innerText()).toContain('112 pictures')
    expect((await expectNames((index) => matching[index] ?? 'none'))[0]).toBe(0)
    await scrollTo(1, 5)
    expect((await expectNames((index) => matching[index] ?? 'none')).at(-1)).toBe(111)
  })

  it('a filter by folder, found by a part of its path, shows the pictures from there', async () => {
    await host.page.getByRole('textbox', { name: 'Search the library' }).fill('')
    const filter = host.page.getByRole('combobox', { name: 'Folder' })
    await filter.click()
    await filter.fill('/pict')
    await host.page.getByRole('option', { name: 'pictures' }).click()
    await host.page.getByText('20,000 pictures', { exact: true }).waitFor()
    expect(await filter.inputValue()).toBe('pictures')
    await filter.click()
    await host.page.getByRole('option', { name: 'Any folder' }).click()
    await expect.poll(() => filter.inputValue()).toBe('Any folder')
  })

  it('a filter by state shows the few waiting pictures among all others', async () => {
    await host.page.getByRole('textbox', { name: 'Search the library' }).fill('')
    await host.page.getByRole('combobox', { name: 'State' }).click()
    await host.page.getByRole('option', { name: 'In progress' }).click()
    await expect.poll(() => host.page.locator('main').innerText()).toContain('50 pictures')
  })
})
