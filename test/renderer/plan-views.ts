import type { View } from './views.ts'

/** Views of plans: before they are confirmed, and after some of their products failed. */
export const planViews: readonly View[] = [
  {
    name: 'plan-preview',
    scene: 'plan',
    screen: 'match',
    act: async (page) => {
      await page.getByRole('button', { name: 'Attach to products…' }).click()
      await page.getByRole('radio', { name: 'The list is right' }).waitFor()
    },
  },
  { name: 'plan-failed', scene: 'plan', screen: 'activity', act: (page) => page.getByRole('button', { name: 'Show products' }).waitFor() },
  {
    name: 'plan-restore',
    scene: 'plan',
    screen: 'activity',
    act: async (page) => {
      await page.getByRole('button', { name: 'Show products' }).click()
      await page.getByRole('button', { name: 'Restore previous lists…' }).click()
      await page.getByText('The other 4 products are cancelled.').waitFor()
    },
  },
]
