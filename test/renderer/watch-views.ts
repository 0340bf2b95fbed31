import type { View } from './views.ts'

/** What came by itself, and what is said once about it. */
export const watchViews: readonly View[] = [
  {
    name: 'library-locations',
    scene: 'watched',
    screen: 'library',
    act: (page) => page.getByRole('region', { name: 'Locations in pictures' }).waitFor(),
  },
]
