import type { Page } from 'playwright'
import type { View } from './views.ts'

const openMenu = (page: Page): Promise<void> => page.getByRole('button', { name: 'More ways to export and import' }).click()

const openExport = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Export…' }).click()
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

const openTexts = async (page: Page): Promise<void> => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Send to products…' }).click()
  await page.getByRole('button', { name: 'Send 4 texts' }).waitFor()
}

/** Exports of the sheet, tables that come back, and texts for products. */
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
  {
    name: 'export-pictures-copied',
    scene: 'full',
    screen: 'sheet',
    act: async (page) => {
      await openExport(page)
      await page.getByText('Pictures with their texts').click()
      await page.getByRole('button', { name: 'Export pictures…' }).click()
      await page.getByRole('button', { name: 'Replace earlier copies' }).waitFor()
    },
  },
  { name: 'send-texts', scene: 'full', screen: 'sheet', act: openTexts },
  {
    name: 'send-texts-lack',
    scene: 'full',
    screen: 'sheet',
    act: async (page) => {
      await openTexts(page)
      await page
        .getByRole('combobox', { name: /^Attribute for / })
        .first()
        .fill('')
      await page.getByRole('status').getByText('Enter the attribute of each column.').waitFor()
    },
  },
  { name: 'import-changes', scene: 'full', screen: 'sheet', act: openImport },
  { name: 'import-compared', scene: 'full', screen: 'sheet', act: compare },
  {
    name: 'hand-over',
    scene: 'full',
    screen: 'sheet',
    act: async (page) => {
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Hand over…' }).click()
      await page.getByRole('button', { name: 'Save file…' }).waitFor()
    },
  },
  {
    name: 'merge-hand-over',
    scene: 'handover',
    screen: 'sheet',
    act: (page) => page.getByText('Dark red ceramic mug with').waitFor(),
  },
  {
    name: 'merged-hand-over',
    scene: 'handover',
    screen: 'sheet',
    act: async (page) => {
      for (const kind of ['Texts', 'Products', 'Question sets', 'Pictures’ products']) {
        await page.getByText(new RegExp(`^${kind} \\(`)).click()
        await page.getByRole('button', { name: 'Take all of theirs' }).click()
      }
      await page.getByLabel('Merge it anyway').check()
      await page.getByRole('button', { name: 'Merge', exact: true }).click()
      await page.getByRole('button', { name: 'Done', exact: true }).waitFor()
    },
  },
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
