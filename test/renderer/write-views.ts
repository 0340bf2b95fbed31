import type { Page } from 'playwright'
import type { View } from './views.ts'

const openForm = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Write with brand voice: / })
    .first()
    .click()
  await page.getByRole('form', { name: 'Write with brand voice' }).waitFor()
}

/** Writing with a brand voice, and the templates. */
export const writeViews: readonly View[] = [
  { name: 'questions-write', scene: 'full', screen: 'questions', act: openForm },
  {
    name: 'questions-write-voices',
    scene: 'full',
    screen: 'questions',
    act: async (page) => {
      await openForm(page)
      await page.getByRole('combobox', { name: 'Brand voice' }).click()
      await page.getByRole('option', { name: /^Friendly/ }).waitFor()
    },
  },
  {
    name: 'questions-templates',
    scene: 'full',
    screen: 'questions',
    act: async (page) => {
      await page.getByRole('button', { name: 'Templates' }).click()
      await page.getByRole('heading', { name: 'Alt text' }).waitFor()
    },
  },
]
