import type { Page } from 'playwright'
import type { View } from './views.ts'

const openSets = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Question sets' }).click()
  await page.getByRole('dialog', { name: 'Question sets' }).getByRole('button', { name: 'Edit Shop texts' }).waitFor()
}

const file = JSON.stringify({
  packshotQuestions: 1,
  sets: [
    { name: 'Shop texts', questions: [{ question: 'Describe the picture.', column: 'Alt text' }] },
    { name: 'Social media', questions: [{ question: 'Write a caption.', column: 'Caption' }] },
  ],
})

/** Question sets: the list, the editor, a file, and asking one. */
export const setViews: readonly View[] = [
  { name: 'questions-sets', scene: 'full', screen: 'questions', act: openSets },
  {
    name: 'questions-sets-import',
    scene: 'full',
    screen: 'questions',
    act: async (page) => {
      await openSets(page)
      await page
        .locator('input[aria-label="File of question sets"]')
        .setInputFiles({ name: 'team.packshot-questions', mimeType: 'application/json', buffer: Buffer.from(file) })
      await page.getByRole('checkbox', { name: 'Replace my “Shop texts”' }).waitFor()
    },
  },
  {
    name: 'questions-ask-set',
    scene: 'full',
    screen: 'questions',
    act: async (page) => {
      await page.getByRole('button', { name: 'Ask a set' }).click()
      await page.getByRole('menuitem', { name: 'Shop texts (3 questions)' }).click()
      await page.getByText(/^3 questions × /).waitFor()
    },
  },
  {
    name: 'questions-several',
    scene: 'full',
    screen: 'questions',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Question', exact: true }).fill('White?\nWhich color?\nWhat does the label say?')
      await page.getByRole('button', { name: 'Ask as 3 questions' }).waitFor()
    },
  },
  // The last one: a set that is being written stays open.
  {
    name: 'questions-set-editor',
    scene: 'full',
    screen: 'questions',
    act: async (page) => {
      await openSets(page)
      await page.getByRole('button', { name: 'Edit Shop texts' }).click()
      await page.getByRole('textbox', { name: 'Column of question 2' }).fill('alt text')
      await page.getByText('have the same column').waitFor()
    },
  },
]
