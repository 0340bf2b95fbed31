import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useLibraryView } from '../../renderer/pictures/library/library-view.ts'
import { rememberView } from '../../renderer/pictures/library/remember-view.ts'

const queryKey = ['settings']
let queries: QueryClient
let saved: unknown[]
const first = useLibraryView.getState()
beforeEach(() => {
  queries = new QueryClient()
  // Those of earlier tests still listen.
  const mine: unknown[] = []
  saved = mine
  rememberView(queries, { queryKey, save: async (view) => mine.push(view) })
})
afterEach(() => {
  useLibraryView.setState(first, true)
  queries.clear()
})

/** The core's settings arrive. */
const answer = (libraryView: object): Promise<unknown> =>
  queries.fetchQuery({ queryKey, queryFn: async () => ({ libraryView: { ...keptNow(), ...libraryView } }) })
const keptNow = () => {
  const { sort, layout, tileSize } = useLibraryView.getState()
  return { sort, layout, tileSize }
}

it('shows the library as it was left, and saves no look that nobody chose', async () => {
  await answer({ layout: 'list', tileSize: 'large' })
  expect(keptNow()).toMatchObject({ layout: 'list', tileSize: 'large' })
  expect(saved).toEqual([])
  useLibraryView.setState({ tileSize: 'small' })
  expect(saved).toMatchObject([{ layout: 'list', tileSize: 'small' }])
})

it('keeps what a person chose before the settings arrived', async () => {
  useLibraryView.setState({ layout: 'list' })
  await answer({ layout: 'grid', tileSize: 'large' })
  expect(keptNow()).toMatchObject({ layout: 'list', tileSize: 'medium' })
  expect(saved).toHaveLength(1)
})
