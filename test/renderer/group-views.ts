import type { Page } from 'playwright'
import type { View } from './views.ts'

export const groupBy = async (page: Page, what: 'Folder' | 'Product' | 'Date added' | 'Similar pictures' | 'Nothing'): Promise<void> => {
  await page.getByRole('button', { name: /^Group by/ }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Pictures' })

/** The library in groups: none, some and all of one selected. */
export const groupViews: readonly View[] = [
  {
    name: 'library-folders',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await groupBy(page, 'Folder')
      await page.getByRole('checkbox', { name: /^SKU-1001/ }).click()
      await grid(page)
        .getByRole('gridcell')
        .first()
        .click({ modifiers: ['Control'] })
      await page
        .getByRole('checkbox', { name: /^SKU-1000/ })
        .and(page.locator(':indeterminate'))
        .waitFor()
    },
  },
  {
    name: 'library-folders-scrolled',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await groupBy(page, 'Folder')
      await page.getByRole('checkbox', { name: /^SKU-1000/ }).waitFor()
      await grid(page).evaluate((element) => element.scrollTo(0, 430))
    },
  },
  {
    name: 'library-folders-list',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await groupBy(page, 'Folder')
      await page.getByRole('button', { name: 'Show as list' }).click()
      await page.getByRole('checkbox', { name: /^SKU-1000/ }).click()
    },
  },
  {
    name: 'library-products',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await groupBy(page, 'Product')
      await page.getByRole('checkbox', { name: /^Glass bottles/ }).waitFor()
    },
  },
  {
    name: 'library-drops',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await groupBy(page, 'Date added')
      await page
        .getByRole('checkbox', { name: /^Added/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'library-similar',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await groupBy(page, 'Similar pictures')
      await page.getByRole('region', { name: 'Similar pictures' }).waitFor()
      await grid(page).getByRole('gridcell').nth(1).click()
      await page.getByRole('button', { name: /^Selected are different/ }).waitFor()
    },
  },
  {
    name: 'library-kept-apart',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await groupBy(page, 'Similar pictures')
      await page.getByRole('button', { name: 'Kept apart…' }).click()
      await page
        .getByRole('button', { name: /^Group again/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'library-group-menu',
    scene: 'full',
    screen: 'library',
    act: (page) => page.getByRole('button', { name: /^Group by/ }).click(),
  },
]
