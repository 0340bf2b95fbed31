import type { Locator, Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { type Harness, openHarness } from './open-harness.ts'
import { openReusedPage, type ReusedPage } from './reused-page.ts'

/** Of any color of any pixel, 0–255. */
const greatestDifference = async (...pictures: readonly [Buffer, Buffer]): Promise<number> => {
  const [one, other] = await Promise.all(pictures.map((bytes) => sharp(bytes).raw().toBuffer()))
  if (!one || one.length !== other?.length) return 255
  return one.reduce((greatest, value, at) => Math.max(greatest, Math.abs(value - (other[at] ?? 0))), 0)
}

const lack = lackForBrowserTests()
let harness: Harness
let place: ReusedPage
let page: Page

/** Of a page that was just loaded: nobody has come near its controls. */
describe.skipIf(lack)(`menus and filters that are made when they are used${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    harness = await openHarness()
    place = await openReusedPage(harness)
    page = place.page
  })
  afterAll(() => harness?.close())
  beforeEach(async () => {
    await place.begin()
    await page.goto(`${harness.url}?scene=full#/library`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })
  const state = (): Locator => page.getByRole('combobox', { name: 'State' })
  const folder = (): Locator => page.getByRole('combobox', { name: 'Folder' })
  const sort = (): Locator => page.getByRole('button', { name: /^Sort by/ })
  const options = (): Locator => page.getByRole('option')
  // Again while the real one is taking its place.
  const hasFocus = (of: Locator): Promise<void> =>
    expect.poll(() => of.evaluate((element) => element === document.activeElement)).toBe(true)
  /** Without a movement before it: the pointer enters, is pressed and released within one task. */
  const pressAtOnce = (of: Locator): Promise<void> =>
    of.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true, button: 0 }
      element.dispatchEvent(new PointerEvent('pointerover', { ...at, pointerType: 'touch' }))
      element.dispatchEvent(new PointerEvent('pointerdown', { ...at, pointerType: 'touch', buttons: 1 }))
      element.dispatchEvent(new MouseEvent('mousedown', at))
      ;(element as HTMLElement).focus()
      element.dispatchEvent(new PointerEvent('pointerup', { ...at, pointerType: 'touch' }))
      element.dispatchEvent(new MouseEvent('mouseup', at))
      ;(element as HTMLElement).click()
    })

  it('a click opens them, and an option is chosen', async () => {
    await state().click()
    await options().nth(1).click()
    await expect.poll(() => state().inputValue()).not.toBe('Any state')
    await sort().click()
    await page.getByRole('menuitem', { name: 'File size' }).click()
    await page.getByRole('button', { name: 'Sort by File size' }).waitFor()
  })

  it('a press that is the first thing they notice opens them, as a touch or a screen reader’s click does', async () => {
    await pressAtOnce(state())
    await options().nth(1).waitFor()
    await hasFocus(state())
    await page.keyboard.press('Escape')
    await pressAtOnce(sort())
    await page.getByRole('menuitem', { name: 'File size' }).waitFor()
    await page.keyboard.press('Escape')
    await hasFocus(sort())
  })

  it('a script’s click without a focus opens them', async () => {
    await sort().evaluate((element) => (element as HTMLElement).click())
    await page.getByRole('menuitem', { name: 'File size' }).waitFor()
  })

  it('a key right after the focus reaches them', async () => {
    // Both within one task, before anything else can happen.
    const focusAndPress = (of: Locator, key: string): Promise<boolean> =>
      of.evaluate((element, pressed) => {
        ;(element as HTMLElement).focus()
        return (document.activeElement ?? element).dispatchEvent(
          new KeyboardEvent('keydown', { key: pressed, code: pressed, bubbles: true, cancelable: true }),
        )
      }, key)
    expect(await focusAndPress(state(), 'ArrowDown')).toBe(false)
    await options().nth(1).waitFor()
    await hasFocus(state())
    await page.keyboard.press('Escape')
    await options().first().waitFor({ state: 'detached' })
  })

  it('the keyboard goes through them one after the other, and types into them', async () => {
    await page.getByRole('textbox', { name: 'Search the library' }).focus()
    await page.keyboard.press('Tab')
    await hasFocus(state())
    await page.keyboard.press('Tab')
    await hasFocus(folder())
    await page.keyboard.press('Control+a')
    await page.keyboard.type('SKU-1001')
    expect(await folder().inputValue()).toBe('SKU-1001')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+Tab')
    await hasFocus(state())
    await page.keyboard.press('Enter')
    await options().nth(1).waitFor()
    // Whether the first one goes to the current option or beyond it depends on when the list, which is there, begins to count.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.locator('[role=option][data-combobox-selected]').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => state().inputValue()).not.toBe('Any state')
  })

  it('Enter and space open a menu that was reached by Tab, and close it with Escape', async () => {
    for (const key of ['Enter', 'Space']) {
      await page.getByRole('button', { name: /^Group by/ }).focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press(key)
      await page.getByRole('menuitem', { name: 'File size' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menuitem', { name: 'File size' }).waitFor({ state: 'detached' })
      await hasFocus(sort())
    }
  })

  it('a press that ends elsewhere opens nothing and leaves the focus', async () => {
    const box = await state().boundingBox()
    if (!box) throw new Error('The filter is not drawn.')
    await page.mouse.move(box.x + 20, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 20, box.y + 300)
    await page.mouse.up()
    expect(await options().count()).toBe(0)
    await page.keyboard.press('ArrowDown')
    await options().first().waitFor()
  })

  it('looks the same before and after it was made', async () => {
    for (const control of [state(), folder(), sort()]) {
      const before = await control.evaluate((element) => JSON.stringify(element.getBoundingClientRect()))
      const picture = await control.screenshot({ animations: 'disabled' })
      await control.dispatchEvent('pointerover', { buttons: 0 })
      await page.waitForFunction(
        (name) => [...document.querySelectorAll('[id^=mantine-]')].some((one) => one.getAttribute('aria-label') === name),
        await control.getAttribute('aria-label'),
      )
      expect(await control.evaluate((element) => JSON.stringify(element.getBoundingClientRect()))).toBe(before)
      // The edges of a rounded border are not painted quite the same every time.
      expect(await greatestDifference(await control.screenshot({ animations: 'disabled' }), picture)).toBeLessThan(8)
    }
  })
})
