import type { LibraryRow } from '../../shared/library.ts'
import { api, queryClient } from '../queries.ts'

/** File names of pictures, as far as the pages read so far tell them. */
export const findNames = (): ReadonlyMap<string, string> => {
  const pages = queryClient.getQueriesData<{ readonly rows: readonly LibraryRow[] }>({ queryKey: api.library.page.key() })
  return new Map(pages.flatMap(([, page]) => page?.rows.map((row) => [row.id, row.name] as const) ?? []))
}
