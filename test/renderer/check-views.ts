import type { Page } from 'playwright'
import { chooseProduct } from '../support/choose-product.ts'
import type { View } from './views.ts'

const group = (page: Page) => page.getByRole('region', { name: 'Shop checks' })

/** Switches these profiles on, in the settings. */
export const useProfiles = async (page: Page, ...names: readonly string[]): Promise<void> => {
  for (const name of names) {
    await group(page)
      .getByRole('switch', { name: `Check by ${name}` })
      .check({ force: true })
    await group(page)
      .getByRole('switch', { name: `Check by ${name}`, checked: true })
      .waitFor()
  }
}

const showInLibrary = async (page: Page): Promise<void> => {
  await useProfiles(page, 'Amazon main image', 'Our shop')
  await page.getByRole('link', { name: 'Library' }).click()
  await page.getByRole('gridcell').nth(1).click()
  await page.getByRole('region', { name: 'Details' }).getByText('Our shop').scrollIntoViewIfNeeded()
}

/** Requirement profiles: which are in use, and what they find in a picture. */
export const checkViews: readonly View[] = [
  {
    name: 'check-settings',
    scene: 'full',
    screen: 'settings',
    act: async (page) => {
      await useProfiles(page, 'Amazon main image')
      await group(page).getByRole('button', { name: 'Show rules' }).first().click()
      await group(page).getByRole('list').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'fix-plan',
    scene: 'full',
    screen: 'settings',
    act: async (page) => {
      await showInLibrary(page)
      await page.getByRole('button', { name: 'Fix… (Amazon main image)' }).click()
      await page.getByRole('button', { name: 'Fix 1 picture' }).scrollIntoViewIfNeeded()
    },
  },
  { name: 'checked-pictures', scene: 'full', screen: 'settings', act: showInLibrary },
  {
    name: 'checked-pictures-list',
    scene: 'full',
    screen: 'settings',
    act: async (page) => {
      await showInLibrary(page)
      await page.getByRole('button', { name: 'Show as list' }).click()
    },
  },
  {
    name: 'checked-match',
    scene: 'full',
    screen: 'settings',
    act: async (page) => {
      await useProfiles(page, 'Amazon main image', 'Our shop')
      await page.getByRole('link', { name: 'Match' }).click()
      await page.getByText('Amazon main image: the main picture fails.').first().waitFor()
    },
  },
  {
    name: 'checked-product',
    scene: 'full',
    screen: 'settings',
    act: async (page) => {
      await useProfiles(page, 'Amazon main image', 'Amazon other images', 'Our shop')
      await page.getByRole('link', { name: 'Products' }).click()
      const checks = page.getByRole('region', { name: 'Shop checks: Images' })
      await checks.getByText('the main picture fails').click()
      await checks
        .getByRole('list', { name: /^Main picture:/ })
        .first()
        .scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'checked-product-order',
    scene: 'full',
    screen: 'settings',
    act: async (page) => {
      await useProfiles(page, 'Amazon main image', 'Our shop')
      await page.getByRole('link', { name: 'Products' }).click()
      await page.getByRole('button', { name: /^SKU-12/ }).click()
      await page.getByRole('button', { name: 'Reversed', exact: true }).click()
      const checks = page.getByRole('region', { name: 'Shop checks: Images' })
      await checks.getByText('Our shop', { exact: true }).click()
      await checks.getByText('1 picture not checked: not in this library.').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'checked-attach',
    scene: 'full',
    screen: 'settings',
    act: async (page) => {
      await useProfiles(page, 'Amazon main image', 'Our shop')
      await page.getByRole('link', { name: 'Library' }).click()
      await page.getByRole('gridcell').nth(1).click()
      await page.getByRole('button', { name: 'Attach to product' }).click()
      await chooseProduct(page, { known: 'SKU-12' })
      await page.getByRole('radio', { name: /^Yes, still these/ }).check()
      const checks = page.getByRole('region', { name: 'Shop checks of the product' })
      await checks
        .getByText(/not fully checked/)
        .first()
        .waitFor()
      await checks.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'checked-sheet',
    scene: 'full',
    screen: 'settings',
    act: async (page) => {
      await useProfiles(page, 'Amazon main image')
      await page.getByRole('link', { name: 'Sheet' }).click()
      await page.getByRole('columnheader', { name: 'Picture Checks' }).waitFor()
    },
  },
]
