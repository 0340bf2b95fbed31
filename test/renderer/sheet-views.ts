import type { Page } from 'playwright'
import type { View } from './views.ts'

const grid = (page: Page) => page.getByRole('grid', { name: /^Shop texts/ })

const focusSheet = async (page: Page): Promise<void> => {
  await grid(page).focus()
  await grid(page).getByRole('gridcell').first().waitFor()
}

/** Views of the sheet. */
export const sheetViews: readonly View[] = [
  { name: 'sheet', scene: 'full', screen: 'sheet', act: focusSheet },
  {
    name: 'sheet-editing',
    scene: 'full',
    screen: 'sheet',
    act: async (page) => {
      await focusSheet(page)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('F2')
      await page.keyboard.type(' and a text that is typed')
    },
  },
  {
    name: 'sheet-review',
    scene: 'full',
    screen: 'sheet',
    act: async (page) => {
      await focusSheet(page)
      await page.keyboard.press('Alt+r')
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Shift+ArrowRight')
    },
  },
  {
    name: 'sheet-reject',
    scene: 'full',
    screen: 'sheet',
    act: async (page) => {
      await focusSheet(page)
      await page.keyboard.press('Alt+r')
      await page.keyboard.press('r')
      await page.getByRole('dialog', { name: 'Reject' }).getByRole('textbox').fill('shorter')
    },
  },
  {
    name: 'sheet-write',
    scene: 'full',
    screen: 'sheet',
    act: async (page) => {
      await focusSheet(page)
      await page.keyboard.press('Alt+ArrowDown')
      await page.getByRole('menuitem', { name: 'Write the column with brand voice…' }).click()
      await page.getByRole('dialog', { name: 'Write with brand voice' }).getByRole('textbox', { name: 'Instruction' }).waitFor()
    },
  },
  {
    name: 'sheet-enlarged',
    scene: 'full',
    screen: 'sheet',
    act: async (page) => {
      await focusSheet(page)
      await page.keyboard.press('Space')
      await page.getByRole('dialog').getByRole('region', { name: 'Answers' }).waitFor()
    },
  },
  {
    name: 'sheet-menu',
    scene: 'full',
    screen: 'sheet',
    act: async (page) => {
      await focusSheet(page)
      await page.keyboard.press('Alt+ArrowDown')
      await page.getByRole('menu', { name: 'Cell and column' }).waitFor()
    },
  },
  {
    name: 'sheet-replace',
    scene: 'full',
    screen: 'sheet',
    act: async (page) => {
      await focusSheet(page)
      await page.keyboard.press('Control+h')
      await page.getByRole('textbox', { name: 'Find' }).fill('glass')
      await page.getByText('Found in 12 cells.').waitFor()
    },
  },
  {
    name: 'sheet-changed-meanwhile',
    scene: 'waiting',
    screen: 'sheet',
    act: async (page) => {
      await focusSheet(page)
      await page.keyboard.type('Mine')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Use my text' }).waitFor()
    },
  },
]
