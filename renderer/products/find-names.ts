import type { LibraryRow } from '../../shared/library.ts'
import { api, queryClient } from '../queries.ts'

/** File names of pictures, from the pages read so far. */
export const findNames = (): ReadonlyMap<string, string> => {
  const pages = queryClient.getQueriesData<{ readonly rows: readonly LibraryRow[] }>({ queryKey: api.library.page.key() })
  return new Map(pages.flatMap(([, page]) => page?.rows.map((row) => [row.id, row.name] as const) ?? []))
}
