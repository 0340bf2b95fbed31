import type { Page } from 'playwright'
import type { View } from './views.ts'

const group = (page: Page) => page.getByRole('region', { name: 'Watched folders' })

/** Shows the settings' part about watched folders, from its beginning. */
export const showWatchedFolders = async (page: Page): Promise<void> => {
  await group(page).getByRole('button', { name: 'Rules for Autumn shoot' }).waitFor()
  await page.evaluate(() => {
    window.location.hash = '#/settings/watched-folders'
  })
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Watched folders')
}

const openNew = async (page: Page): Promise<void> => {
  await group(page).getByRole('button', { name: 'Watch a folder…' }).click()
  await page.getByRole('dialog', { name: 'Watch “Winter shoot”' }).getByText('It has 1,204 pictures now.').waitFor()
}

/** What comes by itself, and what is said once about it. */
export const watchViews: readonly View[] = [
  {
    name: 'library-watched',
    scene: 'watched',
    screen: 'library',
    act: async (page) => {
      await page.getByRole('region', { name: 'Locations in pictures' }).waitFor()
      await page.getByRole('region', { name: 'From watched folders' }).waitFor()
    },
  },
  { name: 'watched-folders', scene: 'watched', screen: 'settings', act: showWatchedFolders },
  {
    name: 'watched-folders-problems',
    scene: 'watched',
    screen: 'settings',
    act: async (page) => {
      await showWatchedFolders(page)
      await group(page).getByRole('button', { name: 'Rules for Retouched' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'watched-folders-more',
    scene: 'watched',
    screen: 'settings',
    act: async (page) => {
      await showWatchedFolders(page)
      await group(page).getByRole('button', { name: 'More for Studio' }).click()
      await page.getByRole('menuitem', { name: 'Stop watching…' }).waitFor()
    },
  },
  {
    name: 'watched-folders-remove',
    scene: 'watched',
    screen: 'settings',
    act: async (page) => {
      await group(page).getByRole('button', { name: 'More for Studio' }).click()
      await page.getByRole('menuitem', { name: 'Stop watching…' }).click()
      await page.getByRole('dialog').getByText('1,204 pictures stay in the library.').waitFor()
    },
  },
  { name: 'watch-folder', scene: 'watched', screen: 'settings', act: openNew },
  {
    name: 'watch-rules',
    scene: 'watched',
    screen: 'settings',
    act: async (page) => {
      await group(page).getByRole('button', { name: 'Rules for Studio' }).click()
      await page.getByRole('dialog', { name: 'Rules for “Studio”' }).waitFor()
    },
  },
  {
    name: 'watched-folders-in-browser',
    scene: 'full',
    screen: 'settings',
    act: (page) => group(page).getByText('packshot watch DIR').scrollIntoViewIfNeeded(),
  },
]
