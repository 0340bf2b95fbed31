import { z } from 'zod'
import { call, changing } from '../call.ts'
import { libraryFilter, libraryRow, librarySort, pictureDetails } from '../library.ts'

/** The library as a window shows it. */
export const libraryContract = {
  /** One page of rows; `total` counts all matches. */
  page: call
    .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500), sort: librarySort, filter: libraryFilter }))
    .output(z.object({ total: z.number().int(), rows: z.array(libraryRow) })),
  /** The ids of all matches, in order: for selecting a range or everything. */
  ids: call.input(z.object({ sort: librarySort, filter: libraryFilter })).output(z.array(z.string())),
  details: call.input(z.object({ imageId: z.string() })).output(pictureDetails),
  /** Removes pictures from the library; their sources stay in the workspace. `restore` undoes it until the app ends. */
  remove: changing('library', 'jobs', 'answers', 'products', 'content')
    .input(z.object({ imageIds: z.array(z.string()).min(1) }))
    .output(z.object({ removed: z.number().int() })),
  restore: changing('library', 'jobs', 'answers', 'products', 'content')
    .input(z.object({ imageIds: z.array(z.string()).min(1) }))
    .output(z.object({ restored: z.number().int() })),
}
