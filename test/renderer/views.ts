import type { Page } from 'playwright'
import { chooseProduct } from '../support/choose-product.ts'
import { checkViews } from './check-views.ts'
import { connectViews } from './connect-views.ts'
import { exportViews } from './export-views.ts'
import type { Scene } from './fake-core.ts'
import { fillViews } from './fill-views.ts'
import { groupViews } from './group-views.ts'
import { matchViews } from './match-views.ts'
import { planViews } from './plan-views.ts'
import { setViews } from './set-views.ts'
import { settleViews } from './settle-views.ts'
import { sheetViews } from './sheet-views.ts'
import { watchViews } from './watch-views.ts'
import { writeViews } from './write-views.ts'

export type View = {
  readonly name: string
  readonly scene: Scene
  readonly screen: 'library' | 'questions' | 'sheet' | 'products' | 'match' | 'activity' | 'settings' | 'more-sources'
  readonly act?: (page: Page) => Promise<unknown>
}

const cell = (page: Page, at: number) => page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell').nth(at)

const chooseSome = async (page: Page): Promise<void> => {
  await cell(page, 3).click()
  await cell(page, 7).click({ modifiers: ['Shift'] })
}

const chooseConverted = async (page: Page): Promise<void> => {
  await page.getByRole('textbox', { name: 'Search the library' }).fill('-015')
  await page.getByRole('gridcell', { name: /\.tif$/ }).click()
}

const chooseOutdated = async (page: Page): Promise<void> => {
  await page.getByRole('textbox', { name: 'Search the library' }).fill('-017')
  await page.getByRole('gridcell', { name: /-017\.[a-z]+$/ }).click()
  await page.getByRole('region', { name: 'Earlier files' }).waitFor()
}

const openAttach = async (page: Page): Promise<void> => {
  await chooseSome(page)
  await page.getByRole('button', { name: 'Attach to product' }).click()
  await page.getByRole('dialog', { name: 'Attach to a product' }).getByRole('option').first().waitFor()
}

/** All views. */
export const views: readonly View[] = [
  ...checkViews,
  { name: 'welcome', scene: 'welcome', screen: 'library' },
  { name: 'connect', scene: 'welcome', screen: 'library', act: (page) => page.getByRole('button', { name: 'Connect workspace' }).click() },
  {
    name: 'product-list',
    scene: 'product-list',
    screen: 'products',
    act: (page) => page.getByRole('button', { name: 'Import products' }).waitFor(),
  },
  {
    name: 'product-list-imported',
    scene: 'product-list',
    screen: 'products',
    act: async (page) => {
      await page.getByRole('button', { name: 'Import products' }).click()
      await page.getByRole('region', { name: 'Rows to check' }).waitFor()
    },
  },
  { name: 'followed-list', scene: 'followed-list', screen: 'products', act: (page) => page.getByText('has changed').waitFor() },
  {
    name: 'followed-list-changes',
    scene: 'followed-list',
    screen: 'products',
    act: (page) => page.getByRole('button', { name: 'Show changes' }).click(),
  },
  {
    name: 'import-from-address',
    scene: 'full',
    screen: 'products',
    act: async (page) => {
      await page.getByRole('button', { name: 'More ways to import' }).click()
      await page.getByRole('menuitem', { name: 'Import from address' }).click()
    },
  },
  {
    name: 'connect-by-hand',
    scene: 'welcome',
    screen: 'library',
    act: async (page) => {
      await page.getByRole('button', { name: 'Connect workspace' }).click()
      await page.getByRole('tab', { name: 'Client details' }).click()
    },
  },
  {
    name: 'connect-refused',
    scene: 'welcome',
    screen: 'library',
    act: async (page) => {
      await page.getByRole('button', { name: 'Connect workspace' }).click()
      await page.getByRole('textbox', { name: 'Or paste its link' }).fill('packshot://connect?x')
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'connect-by-key',
    scene: 'welcome',
    screen: 'library',
    act: async (page) => {
      await page.getByRole('button', { name: 'Connect workspace' }).click()
      await page.getByRole('tab', { name: 'API key' }).click()
    },
  },
  { name: 'library-empty', scene: 'empty', screen: 'library' },
  { name: 'library', scene: 'full', screen: 'library' },
  { name: 'library-one', scene: 'full', screen: 'library', act: (page) => cell(page, 4).click() },
  {
    name: 'library-other-answers',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await page.getByRole('gridcell').filter({ hasText: 'Attached' }).first().click()
      const others = page.getByRole('region', { name: 'Details' }).getByText('1 other answer')
      await others.scrollIntoViewIfNeeded()
      await others.click()
    },
  },
  { name: 'library-earlier-file', scene: 'full', screen: 'library', act: chooseOutdated },
  {
    name: 'library-send-again',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await chooseOutdated(page)
      await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Send again' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Send again and replace in 2 products' }).waitFor()
    },
  },
  { name: 'library-parked', scene: 'full', screen: 'library', act: (page) => cell(page, 2).click() },
  {
    name: 'library-answered',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Search the library' }).fill('-03')
      // The search is debounced.
      await page
        .getByRole('gridcell', { name: /^(?!.*-03)/ })
        .first()
        .waitFor({ state: 'detached' })
      await cell(page, 3).click()
    },
  },
  { name: 'library-some', scene: 'full', screen: 'library', act: chooseSome },
  {
    name: 'library-list',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await page.getByRole('button', { name: 'Show as list' }).click()
      await cell(page, 1).click()
    },
  },
  {
    name: 'library-small',
    scene: 'many',
    screen: 'library',
    act: async (page) => {
      await page.getByText('S', { exact: true }).click()
      await page.getByRole('grid').focus()
      await page.keyboard.press('End')
    },
  },
  { name: 'library-filter', scene: 'full', screen: 'library', act: (page) => page.getByRole('combobox', { name: 'State' }).click() },
  { name: 'library-sort', scene: 'full', screen: 'library', act: (page) => page.getByRole('button', { name: 'Sort by Added' }).click() },
  {
    name: 'library-none-match',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Search the library' }).fill('nothing like it')
      await page.getByText('No matching pictures').waitFor()
    },
  },
  { name: 'library-broken', scene: 'broken', screen: 'library' },
  { name: 'library-refused', scene: 'full', screen: 'library', act: (page) => page.getByRole('button', { name: 'Show why' }).click() },
  {
    name: 'preview',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await cell(page, 4).dblclick()
      await page.getByRole('button', { name: 'Next picture' }).waitFor()
    },
  },
  { name: 'library-converted', scene: 'full', screen: 'library', act: chooseConverted },
  {
    name: 'library-converted-list',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await page.getByRole('button', { name: 'Show as list' }).click()
      await chooseConverted(page)
    },
  },
  {
    name: 'preview-compared',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await chooseConverted(page)
      await page.getByRole('button', { name: 'Enlarge the original, beside what is sent' }).click()
      await page.getByRole('dialog').getByRole('figure').nth(1).waitFor()
      await page.getByText('100 %', { exact: true }).click()
      await page.getByRole('group', { name: 'Sent file, full size' }).waitFor()
    },
  },
  {
    name: 'removed',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await chooseSome(page)
      await page.getByRole('button', { name: /^Remove \d+ from the library$/ }).click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
  {
    name: 'picture-menu',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await cell(page, 3).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Copy name' }).waitFor()
    },
  },
  {
    name: 'attach-new',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await openAttach(page)
      await page.getByRole('dialog').getByRole('combobox', { name: 'Product', exact: true }).fill('Bottles')
      await page.getByRole('option', { name: 'Create “Bottles”' }).waitFor()
    },
  },
  { name: 'attach', scene: 'full', screen: 'library', act: openAttach },
  {
    name: 'attach-unknown',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await openAttach(page)
      await chooseProduct(page, { known: 'SKU-12' })
      await page.getByRole('radio', { name: /^Yes, still these/ }).check()
    },
  },
  {
    name: 'attach-left-out',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await openAttach(page)
      await chooseProduct(page, { known: 'SKU-12' })
      await page.getByRole('radio', { name: 'No, it has none' }).check()
      await page.getByRole('region', { name: 'Pictures left out' }).waitFor()
    },
  },
  {
    name: 'attach-known',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await openAttach(page)
      await chooseProduct(page, { known: 'prd_81f2' })
    },
  },
  ...exportViews,
  ...matchViews,
  ...sheetViews,
  ...planViews,
  ...settleViews,
  { name: 'waiting-for-workspace', scene: 'waiting', screen: 'library' },
  { name: 'offline', scene: 'offline', screen: 'library' },
  { name: 'ended', scene: 'ended', screen: 'library' },
  { name: 'signed-out', scene: 'signed-out', screen: 'activity' },
  { name: 'signing-in', scene: 'signing-in', screen: 'library' },
  { name: 'no-keychain', scene: 'no-keychain', screen: 'library' },
  { name: 'questions', scene: 'full', screen: 'questions' },
  {
    name: 'questions-asking',
    scene: 'full',
    screen: 'questions',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Question' }).fill('What does the label say?')
      // Time itself: the estimate is debounced by 250 ms, and looks the same before.
      await page.waitForTimeout(500)
    },
  },
  {
    name: 'questions-no-data',
    scene: 'no-data',
    screen: 'questions',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Question' }).fill('What does the label say?')
      await page.getByText(/did not work here on/).waitFor()
    },
  },
  {
    name: 'questions-editing',
    scene: 'full',
    screen: 'questions',
    act: (page) =>
      page
        .getByRole('button', { name: /^Edit the answer/ })
        .first()
        .click(),
  },
  { name: 'questions-unknown', scene: 'full', screen: 'questions', act: (page) => page.getByText(/^Cannot tell \(/).click() },
  { name: 'questions-export', scene: 'full', screen: 'questions', act: (page) => page.getByRole('button', { name: 'Export' }).click() },
  {
    name: 'questions-saved',
    scene: 'full',
    screen: 'questions',
    act: (page) => page.getByRole('button', { name: 'Saved questions' }).click(),
  },
  ...writeViews,
  ...setViews,
  { name: 'questions-empty', scene: 'empty', screen: 'questions' },
  { name: 'products', scene: 'full', screen: 'products' },
  {
    name: 'products-changed',
    scene: 'full',
    screen: 'products',
    act: async (page) => {
      await page.getByRole('listitem', { name: /, 1 of 9, main picture$/ }).focus()
      await page.keyboard.press('Alt+ArrowRight')
    },
  },
  {
    name: 'products-old',
    scene: 'full',
    screen: 'products',
    act: async (page) => {
      await page.getByRole('button', { name: /^SKU-12/ }).click()
      await page.getByRole('list', { name: 'Images in order' }).getByRole('listitem').first().focus()
      await page.keyboard.press('Delete')
      await page.getByRole('radio', { name: 'Yes, keep these: …' }).check()
    },
  },
  {
    name: 'products-uncertain',
    scene: 'full',
    screen: 'products',
    act: (page) => page.getByRole('button', { name: /Summer set/ }).click(),
  },
  {
    name: 'merge-products',
    scene: 'full',
    screen: 'products',
    act: async (page) => {
      await page.getByRole('button', { name: /^More: / }).click()
      await page.getByRole('menuitem', { name: 'Merge with another product…' }).click()
      await page.getByRole('combobox', { name: 'The same product as' }).fill('prd_81f2')
      await page.getByText('stays. Nothing changes in the workspace.').waitFor()
    },
  },
  ...(['Edit product…', 'Remove product…'] as const).map(
    (name, at): View => ({
      name: at === 0 ? 'products-edit' : 'products-remove',
      scene: 'full',
      screen: 'products',
      act: async (page) => {
        await page
          .getByRole('button', { name: /^More: / })
          .first()
          .click()
        await page.getByRole('menuitem', { name }).click()
        await page.getByRole('dialog').waitFor()
      },
    }),
  ),
  { name: 'products-empty', scene: 'empty', screen: 'products' },
  { name: 'activity', scene: 'full', screen: 'activity' },
  { name: 'activity-open', scene: 'full', screen: 'activity', act: (page) => page.getByText(/^Under way \(/).click() },
  { name: 'activity-done', scene: 'full', screen: 'activity', act: (page) => page.getByText(/^Done \(/).click() },
  { name: 'activity-offline', scene: 'offline', screen: 'activity', act: (page) => page.getByText(/^Under way \(/).click() },
  { name: 'activity-held', scene: 'held', screen: 'activity', act: (page) => page.getByText(/^Under way \(/).click() },
  {
    name: 'activity-exists',
    scene: 'full',
    screen: 'activity',
    act: (page) => page.getByRole('button', { name: 'It exists: enter its ID' }).click(),
  },
  {
    name: 'activity-more',
    scene: 'full',
    screen: 'activity',
    act: (page) =>
      page
        .getByRole('button', { name: /^More: / })
        .first()
        .click(),
  },
  {
    name: 'activity-problem',
    scene: 'one-problem',
    screen: 'activity',
    act: (page) => page.getByRole('button', { name: /^Fix all: 250 attachments/ }).click(),
  },
  {
    name: 'activity-problem-fix',
    scene: 'one-problem',
    screen: 'activity',
    act: async (page) => {
      await page.getByRole('button', { name: /^Fix all: 250 attachments/ }).click()
      await page.getByRole('menuitem', { name: 'Create new products' }).click()
      await page.getByRole('dialog', { name: 'Create new products' }).waitFor()
    },
  },
  { name: 'activity-empty', scene: 'empty', screen: 'activity' },
  {
    name: 'activity-action',
    scene: 'full',
    screen: 'activity',
    act: async (page) => {
      await page.getByRole('link', { name: 'Show jobs: Attach' }).click()
      await page.getByRole('region', { name: 'Jobs' }).getByRole('article').first().waitFor()
    },
  },
  {
    name: 'activity-nothing-found',
    scene: 'full',
    screen: 'activity',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Search activity' }).fill('nothing like it')
      await page.getByText('Nothing found').waitFor()
    },
  },
  { name: 'settings', scene: 'full', screen: 'settings' },
  {
    name: 'settings-removed',
    scene: 'full',
    screen: 'settings',
    act: async (page) => {
      await page.getByRole('button', { name: 'Show what was removed recently' }).click()
      await page.getByRole('button', { name: 'Restore Autumn campaign' }).waitFor()
    },
  },
  {
    name: 'settings-advanced',
    scene: 'full',
    screen: 'settings',
    act: async (page) => {
      await page.getByRole('button', { name: 'Show advanced settings' }).click()
      await page.getByRole('group', { name: 'Paths' }).scrollIntoViewIfNeeded()
      await page.getByText('Sent, for example').first().waitFor()
    },
  },
  {
    name: 'settings-refused',
    scene: 'full',
    screen: 'settings',
    act: async (page) => {
      await page.getByRole('button', { name: 'Show advanced settings' }).click()
      await page.getByRole('textbox', { name: 'Path: Create a source' }).fill('sources')
      await page.getByRole('textbox', { name: 'Body: Create a product' }).fill('{"title": "mug"}')
      await page.getByRole('form', { name: 'Advanced' }).getByRole('button', { name: 'Save' }).click()
      await page.getByText('It must begin with').waitFor()
      await page.getByText('It has no “{{name}}”').scrollIntoViewIfNeeded()
    },
  },
  { name: 'settings-read-only', scene: 'read-only', screen: 'settings' },
  { name: 'questions-read-only', scene: 'read-only', screen: 'questions' },
  { name: 'activity-read-only', scene: 'read-only', screen: 'activity' },
  { name: 'library-read-only', scene: 'read-only', screen: 'library', act: chooseSome },
  {
    name: 'settings-vision-refused',
    scene: 'empty',
    screen: 'settings',
    act: async (page) => {
      await page.getByRole('button', { name: 'Try it' }).click()
      await page.getByRole('alert').waitFor()
      await page.getByRole('button', { name: 'Save endpoint' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'settings-licences',
    scene: 'full',
    screen: 'settings',
    act: async (page) => {
      await page.getByRole('button', { name: 'Show licences' }).click()
      await page.getByText('It contains the following works of others').waitFor()
    },
  },
  {
    name: 'settings-sample-pages',
    scene: 'empty',
    screen: 'settings',
    act: (page) => page.getByRole('button', { name: 'Open its pages' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'settings-end',
    scene: 'full',
    screen: 'settings',
    act: (page) => page.getByRole('button', { name: 'Show', exact: true }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'settings-bucket-new',
    scene: 'full',
    screen: 'settings',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'How questions reach pictures' }).click()
      await page.getByRole('option', { name: 'From a bucket' }).click()
    },
  },
  {
    name: 'settings-bucket-refused',
    scene: 'bucket',
    screen: 'settings',
    act: async (page) => {
      await page.getByRole('button', { name: 'Test' }).click()
      await page.getByRole('alert').waitFor()
      await page.getByRole('button', { name: 'Test' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'settings-bucket-works',
    scene: 'bucket',
    screen: 'settings',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Access key', exact: true }).fill('AKIA')
      await page.getByLabel('Secret access key').fill('hush')
      await page.getByRole('button', { name: 'Test' }).click()
      await page.getByText(/^It works/).waitFor()
      await page.getByRole('button', { name: 'Test' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'settings-own-address',
    scene: 'full',
    screen: 'settings',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'How questions reach pictures' }).click()
      await page.getByRole('option', { name: 'From your own address' }).click()
    },
  },
  {
    name: 'settings-inside-question',
    scene: 'no-data',
    screen: 'settings',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'How questions reach pictures' }).click()
      await page.getByRole('option', { name: 'Inside the question' }).click()
      await page.getByText(/It did not work with a tiny picture/).waitFor()
    },
  },
  { name: 'more-sources', scene: 'full', screen: 'more-sources' },
  {
    name: 'more-sources-text',
    scene: 'full',
    screen: 'more-sources',
    act: (page) => page.getByRole('textbox', { name: 'Text' }).fill('The mug holds 330 ml.\nIt may go into the dishwasher.'),
  },
  {
    name: 'more-sources-refused',
    scene: 'full',
    screen: 'more-sources',
    act: async (page) => {
      await page.getByText('Web address', { exact: true }).first().click()
      await page.getByRole('textbox', { name: 'Web address' }).fill('ftp://files.example')
      await page.getByRole('button', { name: 'Create source' }).click()
      await page.getByText(/is not an http or https address/).waitFor()
    },
  },
  {
    name: 'more-sources-knowledge',
    scene: 'full',
    screen: 'more-sources',
    act: async (page) => {
      await page.getByText('Knowledge item', { exact: true }).first().click()
      await page.getByRole('combobox', { name: 'Knowledge item' }).click()
      await page.getByRole('option', { name: 'Picture rules' }).waitFor()
    },
  },
  {
    name: 'more-sources-knowledge-id',
    scene: 'waiting',
    screen: 'more-sources',
    act: async (page) => {
      await page.getByText('Knowledge item', { exact: true }).first().click()
      await page.getByRole('textbox', { name: 'Knowledge item ID' }).waitFor()
    },
  },
  {
    name: 'more-sources-removed',
    scene: 'full',
    screen: 'more-sources',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Remove .* from the list$/ })
        .nth(2)
        .click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
  { name: 'more-sources-empty', scene: 'empty', screen: 'more-sources' },
  { name: 'more-sources-read-only', scene: 'read-only', screen: 'more-sources' },
  {
    name: 'palette',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('textbox', { name: 'Search commands' }).waitFor()
    },
  },
  {
    name: 'shortcuts',
    scene: 'full',
    screen: 'library',
    act: async (page) => {
      await page.keyboard.press('Shift+?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
  },
  ...groupViews,
  ...fillViews,
  ...connectViews,
  ...watchViews,
]
