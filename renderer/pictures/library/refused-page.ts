import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../queries.ts'
import { rowsPerPage } from '../../ui/use-pages.ts'

/** A page of files that were not added; later ones than `since` are new to the person. */
export const refusedPage = (offset: number, since = 0) => ({
  ...api.pictures.refusedPage.queryOptions({ input: { offset, limit: rowsPerPage, since } }),
  placeholderData: keepPreviousData,
})
