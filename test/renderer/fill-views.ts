import type { View } from './views.ts'

/** Pictures for a product, and rows of its list that were not imported. */
export const fillViews: readonly View[] = [
  {
    name: 'products-add-menu',
    scene: 'full',
    screen: 'products',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add pictures' }).click()
      await page.getByRole('menuitem', { name: 'From this computer…' }).waitFor()
    },
  },
  {
    name: 'products-refused-rows',
    scene: 'product-list',
    screen: 'products',
    act: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await page.getByText('1 row of “team.xlsx” was not imported.').waitFor()
      await page.getByRole('button', { name: 'Show rows' }).click()
      await page.getByRole('dialog', { name: 'Rows of “team.xlsx” to check' }).getByText('4.00638E+12').waitFor()
    },
  },
  {
    name: 'library-for-product',
    scene: 'full',
    screen: 'products',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add pictures' }).click()
      await page.getByRole('menuitem', { name: 'From the library…' }).click()
      const cells = page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell')
      await cells.nth(3).click()
      await page.getByRole('button', { name: 'Attach 1 picture…' }).waitFor()
    },
  },
  {
    name: 'attach-for-product',
    scene: 'full',
    screen: 'products',
    act: async (page) => {
      await page
        .locator('input[aria-label="Pictures for this product"]')
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('a') })
      await page.getByRole('dialog', { name: 'Attach to a product' }).waitFor()
    },
  },
]
