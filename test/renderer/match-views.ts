import type { Page } from 'playwright'
import type { View } from './views.ts'

const tray = (page: Page) => page.getByRole('grid', { name: 'Without a product' })

const openRules = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Match by rules…' }).click()
  await page.getByRole('table').waitFor()
}

/** Views of the Match screen. */
export const matchViews: readonly View[] = [
  { name: 'match', scene: 'full', screen: 'match', act: (page) => page.getByRole('grid', { name: 'Products' }).waitFor() },
  {
    name: 'match-keyboard',
    scene: 'full',
    screen: 'match',
    act: async (page) => {
      await tray(page).focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Shift+ArrowDown')
    },
  },
  { name: 'match-empty', scene: 'empty', screen: 'match', act: (page) => page.getByText('No pictures yet').waitFor() },
  {
    name: 'match-folders',
    scene: 'no-products',
    screen: 'match',
    act: (page) => page.getByRole('button', { name: 'Use 60 folder names' }).waitFor(),
  },
  { name: 'match-rules', scene: 'full', screen: 'match', act: openRules },
  {
    name: 'match-pattern-refused',
    scene: 'full',
    screen: 'match',
    act: async (page) => {
      await openRules(page)
      await page.getByRole('textbox', { name: 'Your own pattern' }).fill('{any}')
      await page.getByText('Nothing in it names a product.').waitFor()
    },
  },
  {
    name: 'match-move',
    scene: 'full',
    screen: 'match',
    act: async (page) => {
      await tray(page).focus()
      await page.keyboard.press('m')
      await page.getByRole('dialog', { name: 'Move 1 picture to a product' }).getByRole('option').first().waitFor()
    },
  },
  {
    name: 'match-also',
    scene: 'full',
    screen: 'match',
    act: async (page) => {
      await page.getByRole('grid', { name: 'Products' }).focus()
      await page.keyboard.press('a')
      await page.getByRole('dialog', { name: 'Also add 1 picture to another product' }).getByRole('option').first().waitFor()
    },
  },
  {
    name: 'match-not-a-product',
    scene: 'full',
    screen: 'match',
    act: async (page) => {
      await page.getByText(/^Left out \(/).click()
      await page.getByText('No picture is left out.').waitFor()
    },
  },
]
