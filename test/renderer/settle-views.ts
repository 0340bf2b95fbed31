import type { Locator, Page } from 'playwright'
import { chooseProduct } from '../support/choose-product.ts'
import type { View } from './views.ts'

const openSheet = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Review products' }).click()
  await page.getByRole('dialog').getByRole('article').first().waitFor()
}

/** One of several attachments that were asked for at once. */
const openFourth = async (page: Page): Promise<Locator> => {
  await page.getByRole('link', { name: 'Show jobs: Attach' }).click()
  return page.getByRole('article', { name: 'Attach 2 pictures to SKU-12' })
}

/** The lists that only a person can settle, in bulk and one by one. */
export const settleViews: readonly View[] = [
  { name: 'unsettled', scene: 'unsettled', screen: 'activity' },
  { name: 'settle', scene: 'unsettled', screen: 'activity', act: openSheet },
  {
    name: 'settle-said',
    scene: 'unsettled',
    screen: 'products',
    act: async (page) => {
      await openSheet(page)
      const row = (name: string) => page.getByRole('article', { name })
      await row('SKU-12').getByRole('radio', { name: 'No, it has none' }).check()
      await row('Ceramic bowl, small').getByRole('radio', { name: 'Yes, still these' }).check()
    },
  },
  {
    name: 'settle-pasted',
    scene: 'unsettled',
    screen: 'activity',
    act: async (page) => {
      await openSheet(page)
      await page.getByRole('button', { name: 'Paste lists…' }).click()
      await page.getByRole('textbox', { name: 'Current lists' }).fill('SKU-77\tsrc_1, src_2\nSKU-1\tsrc_3\nSKU-12\t')
      await page.getByRole('button', { name: 'Fill in' }).click()
      await page.getByText('1 product filled in').waitFor()
    },
  },
  {
    name: 'cancel-uncertain',
    scene: 'full',
    screen: 'activity',
    act: async (page) => {
      await (await openFourth(page)).getByRole('button', { name: /^More/ }).click()
      await page.getByRole('menuitem', { name: 'Cancel job' }).click()
      await page.getByRole('dialog', { name: 'Did the pictures arrive?' }).waitFor()
    },
  },
  {
    name: 'change-product-id',
    scene: 'full',
    screen: 'activity',
    act: async (page) => {
      await (await openFourth(page)).getByRole('button', { name: 'Change product…' }).click()
      await chooseProduct(page, { id: 'SKU-99' })
    },
  },
]
