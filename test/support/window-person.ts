import type { Browser, Locator } from 'playwright'
import { expect } from 'vitest'
import { acceptOffer } from './accept-offer.ts'
import { decideInBrowser } from './allow-in-browser.ts'
import { chooseProduct } from './choose-product.ts'
import { dragFilesOnto } from './drag-files.ts'
import type { OpenWindow } from './open-window.ts'

/** A person's actions in the window, by the names of its controls. `browser`: the one in which consent is given. */
export const createWindowPerson = ({ page, openedAddress }: OpenWindow, browser: Browser) => {
  const seen = new Set<string>()
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
  const cells = page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell')
  const queue = page.getByRole('status', { name: 'Queue' })

  const goTo = async (screen: 'Library' | 'Questions' | 'Products' | 'Activity' | 'Settings'): Promise<void> => {
    await page.getByRole('navigation').getByRole('link', { name: screen }).click()
    await page.getByRole('heading', { level: 1, name: screen }).waitFor()
  }
  /** The workspace's name and state, which are always visible. */
  const expectStanding = (words: string): Promise<void> =>
    page
      .getByRole('button', { name: /^Workspace: / })
      .getByText(words, { exact: true })
      .waitFor()
  /** Gives consent on the page that the app opened. */
  const consent = async (): Promise<void> => {
    const address = await openedAddress((one) => one.includes('/oauth2/authorize') && !seen.has(one))
    seen.add(address)
    expect(await decideInBrowser(browser, address)).toBe('Packshot received the answer')
  }
  const allow = async (): Promise<void> => {
    await consent()
    await expectStanding('Connected')
  }

  return {
    page,
    queue,
    cells,
    goTo,
    expectStanding,
    allow,
    trySample: async (): Promise<void> => {
      await button('Try the sample workspace').first().click()
      await allow()
    },
    /** With a connection file. */
    connect: async (file: string): Promise<void> => {
      await button('Connect workspace').first().click()
      await page.locator('input[type=file][aria-label="Connection file"]').setInputFiles(file)
      await acceptOffer(page, consent)
    },
    signInAgain: async (): Promise<void> => {
      await page
        .getByRole('region', { name: 'Workspace' })
        .getByRole('button', { name: /^Sign in/ })
        .click()
      await allow()
    },
    /** Drops the files on the middle of the window, like a file manager. */
    drop: (files: readonly string[]): Promise<void> => dragFilesOnto(page, 'main', files),
    /** Waits until the library shows it. */
    expectPictures: async (count: number): Promise<void> => {
      await goTo('Library')
      await page.getByText(`${count} pictures`, { exact: true }).first().waitFor()
    },
    ask: async (question: string): Promise<void> => {
      await goTo('Questions')
      await page.getByRole('textbox', { name: 'Question' }).fill(question)
      await button('Ask').click()
      await expect.poll(() => page.getByRole('textbox', { name: 'Question' }).inputValue()).toBe('')
    },
    /** Selects all pictures with the keyboard and attaches them to a new product. */
    attachAllToNew: async (product: string): Promise<void> => {
      await goTo('Library')
      await cells.first().click()
      await page.keyboard.press('ControlOrMeta+a')
      const shown = await page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell').count()
      await expect.poll(() => page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell', { selected: true }).count()).toBe(shown)
      await page.getByRole('button', { name: /^Attach to product \(/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Attach to a product' })
      await chooseProduct(dialog, { create: product })
      await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
    },
    pause: (): Promise<void> => button('Pause').click(),
    resume: (): Promise<void> => button('Resume').click(),
    expectQueue: (words: string | RegExp, timeout = 120_000): Promise<void> =>
      expect.poll(() => queue.innerText(), { timeout, interval: 100 }).toMatch(words),
    signOut: async (): Promise<void> => {
      await goTo('Settings')
      await page.getByRole('button', { name: /^More about / }).click()
      await page.getByRole('menuitem', { name: 'Disconnect…' }).click()
      await button('Sign out and disconnect').click()
      await expectStanding('Not connected')
    },
  }
}

export type WindowPerson = ReturnType<typeof createWindowPerson>
