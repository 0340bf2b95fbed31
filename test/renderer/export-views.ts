import type { Page } from 'playwright'
import type { View } from './views.ts'

const openMenu = (page: Page): Promise<void> => page.getByRole('button', { name: 'Export', exact: true }).first().click()

const openExport = async (page: Page): Promise<void> => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await page.getByRole('region', { name: 'First rows' }).waitFor()
}

const openImport = async (page: Page): Promise<void> => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Import changes…' }).click()
  await page.getByRole('button', { name: 'Choose file…' }).waitFor()
}

const compare = async (page: Page): Promise<void> => {
  await openImport(page)
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'edited.xlsx', mimeType: 'text/csv', buffer: Buffer.from('x') })
  await page.getByRole('button', { name: 'Apply changes' }).waitFor()
}

/** Exports of the sheet, and tables that come back. */
export const exportViews: readonly View[] = [
  { name: 'export-table', scene: 'full', screen: 'sheet', act: openExport },
  {
    name: 'export-shop',
    scene: 'full',
    screen: 'sheet',
    act: async (page) => {
      await openExport(page)
      await page.getByRole('combobox', { name: 'Columns' }).click()
      await page.getByRole('option', { name: 'Shopify products' }).click()
      await page.getByText('Shopify finds products by').waitFor()
    },
  },
  {
    name: 'export-pictures',
    scene: 'full',
    screen: 'sheet',
    act: async (page) => {
      await openExport(page)
      await page.getByText('Pictures with their texts').click()
      await page.getByRole('button', { name: 'Export pictures…' }).waitFor()
    },
  },
  { name: 'import-changes', scene: 'full', screen: 'sheet', act: openImport },
  { name: 'import-compared', scene: 'full', screen: 'sheet', act: compare },
  {
    name: 'import-changes-only',
    scene: 'full',
    screen: 'sheet',
    act: async (page) => {
      await compare(page)
      await page.getByText('Changes (2)').click()
      await page.getByText('Dark red ceramic mug').waitFor()
    },
  },
]
